package embedded

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrNotRunning is the error of a cluster that no server serves.
var ErrNotRunning = errors.New("no server serves this cluster")

// Connect opens a connection to the server that serves the cluster in a data directory, started by
// whichever process. It fails with ErrNotRunning where none does.
func Connect(ctx context.Context, dataDir string) (*pgx.Conn, error) {
	dir, err := filepath.Abs(dataDir)
	if err != nil {
		return nil, err
	}
	for _, parent := range runtimeParents() {
		found, _ := filepath.Glob(filepath.Join(parent, runtimeName("*", dir))) // the pattern is well formed
		for _, runtime := range found {
			query := url.Values{"host": {runtime}, "port": {port}, "sslmode": {"disable"}}
			if conn, err := pgx.Connect(ctx, "postgres://"+superuser+"@/"+database+"?"+query.Encode()); err == nil {
				return conn, nil
			}
		}
	}
	return nil, ErrNotRunning
}

// Receiver takes the files of a cluster.
type Receiver struct {
	// Directory takes a directory, before what lies in it.
	Directory func(path string, mode fs.FileMode)
	// File takes a file's content, which may grow or shrink while it is read.
	File func(path string, mode fs.FileMode, content io.Reader) error
}

// Copy hands over the files of a cluster that is in use, with all that makes a new server find the
// state at the end of the copy: the label of the backup and the log of changes during it.
// Paths have slashes and are relative to the cluster. conn must be of a superuser and is used for
// nothing else until Copy returns.
func Copy(ctx context.Context, conn *pgx.Conn, dataDir string, to Receiver) error {
	cluster := filepath.Join(dataDir, "cluster")
	// The log of what changes stays until this session ends.
	slot := make([]byte, 8)
	_, _ = rand.Read(slot) // never fails
	if _, err := conn.Exec(ctx, "SELECT pg_create_physical_replication_slot($1, true, true)", "backup_"+hex.EncodeToString(slot)); err != nil {
		return fmt.Errorf("the database can't be copied: %w", err)
	}
	var first string
	if err := conn.QueryRow(ctx, "SELECT pg_walfile_name(pg_backup_start('switchboard', fast => true))").Scan(&first); err != nil {
		return fmt.Errorf("the database can't be copied: %w", err)
	}
	if err := copyTree(ctx, cluster, to); err != nil {
		return err
	}
	var last, label, tablespaces string
	err := conn.QueryRow(ctx, "SELECT pg_walfile_name(lsn), labelfile, coalesce(spcmapfile, '') FROM pg_backup_stop(false)").Scan(&last, &label, &tablespaces)
	if err != nil {
		return fmt.Errorf("the database can't be copied: %w", err)
	}
	if strings.TrimSpace(tablespaces) != "" {
		return errors.New("the database has tablespaces outside its directory, which no backup holds")
	}
	if err := to.File("backup_label", 0o600, strings.NewReader(label)); err != nil {
		return err
	}
	return copySegments(ctx, cluster, first, last, to)
}

// left are directories whose content a new server fills itself, and names of files that it must not find.
var (
	left    = []string{"pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"}
	leftOut = []string{"postmaster.pid", "postmaster.opts", "backup_label", "backup_label.old", "tablespace_map", "pg_internal.init", "current_logfiles"}
)

const control = "global/pg_control"

func copyTree(ctx context.Context, cluster string, to Receiver) error {
	give := func(path string, mode fs.FileMode) error {
		file, err := os.Open(filepath.Join(cluster, filepath.FromSlash(path)))
		if errors.Is(err, fs.ErrNotExist) { // the log says so, too
			return nil
		}
		if err != nil {
			return err
		}
		return errors.Join(to.File(path, mode, file), file.Close())
	}
	err := fs.WalkDir(os.DirFS(cluster), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case path == ".":
			return nil
		case entry.IsDir():
			if top, _, isWithin := strings.Cut(path, "/"); entry.Name() == "pgsql_tmp" || isWithin && slices.Contains(left, top) {
				return fs.SkipDir
			}
			to.Directory(path, 0o700)
			return nil
		case !entry.Type().IsRegular(), path == control, slices.Contains(leftOut, entry.Name()), strings.HasPrefix(entry.Name(), "pgsql_tmp"):
			return nil
		}
		if top, _, _ := strings.Cut(path, "/"); slices.Contains(left, top) {
			return nil
		}
		return give(path, 0o600)
	})
	if err != nil {
		return fmt.Errorf("the database can't be copied: %w", err)
	}
	return give(control, 0o600) // last, so that it is no older than what it speaks of
}

// copySegments hands over those of the log from the first to the last that a recovery needs.
func copySegments(ctx context.Context, cluster, first, last string, to Receiver) error {
	segments, err := os.ReadDir(filepath.Join(cluster, "pg_wal"))
	if err != nil {
		return fmt.Errorf("the database can't be copied: %w", err)
	}
	for _, segment := range segments {
		name := segment.Name()
		if len(name) != len(first) || name[:8] != first[:8] || name < first || name > last {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		file, err := os.Open(filepath.Join(cluster, "pg_wal", name))
		if err != nil {
			return fmt.Errorf("the database can't be copied: %w", err)
		}
		if err := errors.Join(to.File("pg_wal/"+name, 0o600, file), file.Close()); err != nil {
			return err
		}
	}
	return nil
}

// Restore makes a cluster of files that Copy gave, which write puts into the directory that it is
// called with. The cluster is in its place once it is whole. It fails where there is one.
func Restore(dataDir string, write func(dir string) error) error {
	cluster := filepath.Join(dataDir, "cluster")
	if err := makeDataDir(dataDir); err != nil {
		return err
	}
	lock, err := takeLock(filepath.Join(dataDir, "lock"))
	if err != nil {
		return err
	}
	defer lock.release()
	if _, err := os.Lstat(cluster); !errors.Is(err, os.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s is there already", cluster), err)
	}
	fresh := unfinished(cluster)
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.Mkdir(fresh, 0o700); err != nil {
		return err
	}
	if err := write(fresh); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	syncFilesystem(fresh)
	return os.Rename(fresh, cluster)
}
