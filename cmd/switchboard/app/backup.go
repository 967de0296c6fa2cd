package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"switchboard/cmd/switchboard/config"
	"switchboard/storage/backup"
	"switchboard/storage/blob"
	"switchboard/storage/pg/embedded"
)

// The parts of a snapshot.
const (
	holdsDatabase = "database"
	holdsFiles    = "files"
	holdsKey      = "key"
)

// The folders of a snapshot.
const (
	clusterFolder = "cluster/"
	filesFolder   = "files/"
	dataFolder    = "data/"
)

const secretFile = "secret.key"

// BackUp adds a snapshot of the installation to a repository. The product may run at the same time. The
// secret key is part of it only where the repository is encrypted. withoutDatabase leaves the
// database out, which the operators of an external one back up by its own means.
func BackUp(ctx context.Context, c config.Config, log *slog.Logger, to *backup.Repository, release string, withoutDatabase bool, progress func(files int, bytes int64)) (*backup.Snapshot, error) {
	if !c.Embedded() && !withoutDatabase {
		return nil, errors.New("DATABASE_URL names an external PostgreSQL, which has its own means (docs/backup.md). For the files and the key run it with --without-database")
	}
	m, err := to.Make(ctx, release)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	m.Progress = progress
	var holds []string
	if !withoutDatabase {
		if err := copyDatabase(ctx, c, log, m); err != nil {
			return nil, err
		}
		holds = append(holds, holdsDatabase)
	}
	// After the database, so that every file that it names is there.
	if err := copyFiles(ctx, c, log, m); err != nil {
		return nil, err
	}
	if err := copyData(ctx, c, m); err != nil {
		return nil, err
	}
	holds = append(holds, holdsFiles)
	if to.IsEncrypted() {
		switch err := addFile(ctx, m, secretFile, c.SecretFile()); {
		case err == nil:
			holds = append(holds, holdsKey)
		case !errors.Is(err, fs.ErrNotExist): // it may be a setting
			return nil, err
		}
	}
	return m.Save(ctx, holds...)
}

// copyDatabase copies the embedded database, which this starts unless it runs.
func copyDatabase(ctx context.Context, c config.Config, log *slog.Logger, m *backup.Maker) (err error) {
	dir := filepath.Join(c.DataDir, "postgres")
	if _, err := os.Stat(filepath.Join(dir, "cluster")); err != nil {
		return fmt.Errorf("there is no database to back up in %s", c.DataDir)
	}
	conn, err := embedded.Connect(ctx, dir)
	if errors.Is(err, embedded.ErrNotRunning) {
		env := newEnvironment(c, log)
		defer func() { err = errors.Join(err, env.life.end(context.WithoutCancel(ctx))) }()
		if _, err := startDatabase(ctx, env); err != nil {
			return err
		}
		conn, err = embedded.Connect(ctx, dir)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	return embedded.Copy(ctx, conn, dir, embedded.Receiver{
		Directory: func(path string, mode fs.FileMode) { m.Directory(clusterFolder+path, mode) },
		File: func(path string, mode fs.FileMode, content io.Reader) error {
			return m.Add(ctx, clusterFolder+path, mode, content)
		},
	})
}

// copyFiles copies the storage of files, whose content never changes under its key.
func copyFiles(ctx context.Context, c config.Config, log *slog.Logger, m *backup.Maker) (err error) {
	env := newEnvironment(c, log)
	defer func() { err = errors.Join(err, env.life.end(context.WithoutCancel(ctx))) }()
	files, err := openFiles(ctx, env)
	if err != nil {
		return err
	}
	for key, err := range files.Keys(ctx, "") {
		if err != nil {
			return err
		}
		size, err := files.Size(ctx, key)
		if err != nil || m.Same(filesFolder+key, size) {
			if err = ignoreGone(err); err != nil {
				return err
			}
			continue
		}
		content, err := files.Open(ctx, key, 0, size)
		if err == nil {
			err = errors.Join(m.Add(ctx, filesFolder+key, 0o600, content), content.Close())
		}
		if err = ignoreGone(err); err != nil {
			return err
		}
	}
	return nil
}

// ignoreGone drops the error of a file that has just been deleted.
func ignoreGone(err error) error {
	if blob.IsNotFound(err) {
		return nil
	}
	return err
}

// copyData copies what else lies in the data directory: staged imports and what the simulators
// remember.
func copyData(ctx context.Context, c config.Config, m *backup.Maker) error {
	own := []string{"postgres", filepath.Base(c.SecretFile())}
	if dir := c.FilesDir(); dir != "" && filepath.Dir(dir) == c.DataDir {
		own = append(own, filepath.Base(dir))
	}
	return fs.WalkDir(os.DirFS(c.DataDir), ".", func(path string, entry fs.DirEntry, err error) error {
		switch top, _, _ := strings.Cut(path, "/"); {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case slices.Contains(own, top) || strings.HasSuffix(path, ".tmp"):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular():
			return nil
		}
		if err := addFile(ctx, m, dataFolder+path, filepath.Join(c.DataDir, filepath.FromSlash(path))); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

func addFile(ctx context.Context, m *backup.Maker, path, from string) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	return errors.Join(m.Add(ctx, path, 0o600, file), file.Close())
}

// Restore makes an installation of a snapshot in an empty data directory, or as much of it as the
// snapshot holds.
func Restore(ctx context.Context, c config.Config, log *slog.Logger, from *backup.Repository, s *backup.Snapshot, progress func(files int, bytes int64)) error {
	if err := mustBeEmpty(c, s); err != nil {
		return err
	}
	r := &restorer{from: from, progress: progress}
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return err
	}
	if err := r.files(ctx, c, log, s); err != nil {
		return err
	}
	if err := r.each(ctx, s, dataFolder, c.DataDir); err != nil {
		return err
	}
	for _, f := range s.Files {
		if f.Path == secretFile {
			if err := r.write(ctx, f, c.SecretFile()); err != nil {
				return err
			}
		}
	}
	if !slices.Contains(s.Holds, holdsDatabase) {
		return nil
	}
	if err := c.MarkRestored(); err != nil {
		return err
	}
	// Last: a restore that was cut off leaves no database, and starts over.
	return embedded.Restore(filepath.Join(c.DataDir, "postgres"), func(dir string) error {
		return r.each(ctx, s, clusterFolder, dir)
	})
}

// mustBeEmpty refuses to restore over an installation.
func mustBeEmpty(c config.Config, s *backup.Snapshot) error {
	if slices.Contains(s.Holds, holdsDatabase) && !c.Embedded() {
		return errors.New("this snapshot holds the embedded database, but DATABASE_URL names another one: leave that out")
	}
	if _, err := os.Lstat(filepath.Join(c.DataDir, "postgres", "cluster")); err == nil {
		return fmt.Errorf("%s holds a database: move it away, or set SWITCHBOARD_DATA_DIR to an empty directory", c.DataDir)
	}
	if slices.Contains(s.Holds, holdsKey) {
		return nil
	}
	if _, err := os.Stat(c.SecretFile()); err != nil && c.SecretKey == "" {
		return fmt.Errorf("this backup is not encrypted, so it lacks the secret key: put the key of the installation into %s, or set SWITCHBOARD_SECRET_KEY", c.SecretFile())
	}
	return nil
}

type restorer struct {
	from     *backup.Repository
	progress func(files int, bytes int64)
	n        int
	bytes    int64
}

func (r *restorer) did(f backup.File) {
	r.n++
	r.bytes += f.Size
	if r.progress != nil {
		r.progress(r.n, r.bytes)
	}
}

// each writes what a snapshot has in a folder.
func (r *restorer) each(ctx context.Context, s *backup.Snapshot, folder, dir string) error {
	for _, f := range s.Files {
		path, is := strings.CutPrefix(f.Path, folder)
		if !is {
			continue
		}
		local := filepath.FromSlash(path)
		if !filepath.IsLocal(local) {
			return fmt.Errorf("the backup names %q, which leads elsewhere", f.Path)
		}
		target := filepath.Join(dir, local)
		if f.Mode.IsDir() {
			if err := os.MkdirAll(target, f.Mode.Perm()); err != nil {
				return err
			}
			continue
		}
		if err := r.write(ctx, f, target); err != nil {
			return err
		}
	}
	return nil
}

func (r *restorer) write(ctx context.Context, f backup.File, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, f.Mode.Perm())
	if err != nil {
		return err
	}
	err = errors.Join(r.from.Copy(ctx, f, file), file.Sync(), file.Close())
	if err == nil {
		r.did(f)
	}
	return err
}

// files writes the files into their storage, and leaves those that it has.
func (r *restorer) files(ctx context.Context, c config.Config, log *slog.Logger, s *backup.Snapshot) (err error) {
	env := newEnvironment(c, log)
	defer func() { err = errors.Join(err, env.life.end(context.WithoutCancel(ctx))) }()
	storage, err := openFiles(ctx, env)
	if err != nil {
		return err
	}
	for _, f := range s.Files {
		key, is := strings.CutPrefix(f.Path, filesFolder)
		if !is {
			continue
		}
		if size, err := storage.Size(ctx, key); err == nil && size == f.Size {
			r.did(f)
			continue
		}
		if err := r.put(ctx, storage, key, f); err != nil {
			return err
		}
		r.did(f)
	}
	return nil
}

func (r *restorer) put(ctx context.Context, to blob.Storage, key string, f backup.File) error {
	_, err := to.Put(ctx, key, r.from.Open(ctx, f))
	return err
}
