package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

const startPatience = 2 * time.Minute

// Server is a running PostgreSQL.
type Server struct {
	log     *slog.Logger
	lock    *lock
	runtime string
	process *process
	synced  sync.WaitGroup

	stopOnce sync.Once
	stopErr  error
}

// Start runs the cluster in cfg.DataDir, creating it first when there is none,
// and returns once it answers queries. A second start on the same directory is
// refused at once. The context bounds the start only, not the server's life.
func Start(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.DataDir == "" {
		return nil, errors.New("embedded PostgreSQL: no data directory given")
	}
	dir, err := filepath.Abs(cfg.DataDir)
	if err != nil {
		return nil, fmt.Errorf("embedded PostgreSQL: %w", err)
	}
	cfg.DataDir = dir
	if cfg.Logger == nil {
		cfg.Logger = slog.Default()
	}
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	server, err := start(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("embedded PostgreSQL in %s: %w", dir, err)
	}
	return server, nil
}

func start(ctx context.Context, cfg Config) (_ *Server, err error) {
	if err := makeDataDir(cfg.DataDir); err != nil {
		return nil, err
	}
	lock, err := takeLock(filepath.Join(cfg.DataDir, "lock"))
	if err != nil {
		return nil, err
	}
	server := &Server{log: cfg.Logger, lock: lock}
	defer func() {
		if err != nil {
			server.release()
		}
	}()

	cluster := filepath.Join(cfg.DataDir, "cluster")
	for _, dir := range []string{cluster, unfinished(cluster)} { // initdb leaves a server behind when it is killed
		if err := awaitAbandoned(ctx, dir); err != nil {
			return nil, err
		}
	}
	if err := removeStalePID(cluster); err != nil {
		return nil, err
	}
	choice, created, err := prepareCluster(ctx, cfg, cluster)
	if err != nil {
		return nil, err
	}
	server.runtime, err = makeRuntimeDir(cfg.DataDir, choice.as)
	if err != nil {
		return nil, err
	}
	server.process, err = startProcess(command(choice, cluster, server.runtime, cfg), cfg.Logger)
	if err != nil {
		return nil, fmt.Errorf("cannot run %s: %w", choice.bin.path("postgres"), err)
	}
	if err := awaitReady(ctx, server.process, server.dsn); err != nil {
		return nil, err
	}
	if created && !cfg.Volatile {
		// initdb ran without syncing, which saves a second of the first start;
		// what it wrote goes to disk while the product is already starting.
		server.synced.Go(func() { syncFilesystem(cluster) })
	}
	return server, nil
}

// DSN is the connection string of the product's database.
func (s *Server) DSN() string { return s.dsn(database) }

func (s *Server) dsn(name string) string {
	query := url.Values{"host": {s.runtime}, "port": {port}, "sslmode": {"disable"}}
	return "postgres://" + superuser + "@/" + name + "?" + query.Encode()
}

// Done is closed when the server process has ended, by Stop or by itself.
func (s *Server) Done() <-chan struct{} { return s.process.done }

// Stop ends all sessions, lets the server write its checkpoint and waits for
// it. When ctx ends first the server is told to quit at once, which costs a
// recovery at the next start but loses nothing. Further calls return the first
// call's answer.
func (s *Server) Stop(ctx context.Context) error {
	s.stopOnce.Do(func() {
		s.stopErr = s.process.stop(ctx)
		s.synced.Wait()
		s.release()
	})
	return s.stopErr
}

// release returns back what a start took; it is safe on a half-made server.
func (s *Server) release() {
	if s.process != nil {
		s.process.kill()
	}
	if s.runtime != "" {
		if err := os.RemoveAll(s.runtime); err != nil {
			s.log.Warn("cannot remove the folder of the PostgreSQL socket", "error", err)
		}
	}
	s.lock.release()
}

// command builds the server's command line. Settings travel there and not in a
// file, so that a new release's settings hold for an old cluster.
func command(c choice, cluster, runtime string, cfg Config) *exec.Cmd {
	settings := map[string]string{
		"listen_addresses":        "",
		"unix_socket_directories": runtime,
		"unix_socket_permissions": "0700",
		"port":                    port,
		"timezone":                "UTC",
		"log_timezone":            "UTC",
		"log_min_messages":        "log",
		"log_checkpoints":         "off",
		"log_line_prefix":         linePrefix,
		"logging_collector":       "off",
		"max_connections":         "100",
		"max_wal_senders":         "0",
		"jit":                     "off",
		"random_page_cost":        "1.1",
		"fsync":                   "on",
		"full_page_writes":        "on",
		"synchronous_commit":      "on",
		// A bulk writer fills a segment of the WAL in no time. Filling the next one
		// with zeros held every commit up for 50 ms; its size alone is as durable.
		"wal_init_zero": "off",
		"wal_buffers":   "16MB",
		// A page goes whole into the WAL at its first change after a checkpoint: with three
		// times as many between two, who changes many records writes a tenth more of them.
		"checkpoint_timeout": "15min",
		"max_wal_size":       "2GB",
	}
	if cfg.Volatile {
		settings["fsync"] = "off"
		settings["full_page_writes"] = "off"
		settings["synchronous_commit"] = "off"
	}
	maps.Copy(settings, cfg.Settings)
	args := []string{"-D", cluster}
	for name, value := range settings {
		args = append(args, "-c", name+"="+value)
	}
	cmd := exec.Command(c.bin.path("postgres"), args...)
	cmd.Dir = cluster
	cmd.Env = environment()
	c.as.apply(cmd)
	return cmd
}

// environment is ours less what would steer PostgreSQL behind our back.
func environment() []string {
	kept := []string{"LC_ALL=C", "TZ=UTC"}
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, "PG") || strings.HasPrefix(name, "LC_") || name == "LANG" || name == "TZ" {
			continue
		}
		kept = append(kept, pair)
	}
	return kept
}

// makeDataDir creates the folder. As root it stays searchable for the user the
// server runs as; the cluster inside is private to that user.
func makeDataDir(dir string) error {
	mode := os.FileMode(0o700)
	if os.Geteuid() == 0 {
		mode = 0o711
	}
	if err := os.MkdirAll(dir, mode); err != nil {
		return fmt.Errorf("cannot create the data directory: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return fmt.Errorf("cannot read the data directory: %w", err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() != 0 && int(stat.Uid) != os.Geteuid() {
		return fmt.Errorf("the data directory belongs to user %d, not to the user %d that started this program", stat.Uid, os.Geteuid())
	}
	return nil
}
