package main

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"golang.org/x/term"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/backup"
	"switchboard/storage/blob"
	"switchboard/storage/blob/folder"
	"switchboard/storage/blob/s3"
)

type backupCommands struct {
	Create createBackup `cmd:"" help:"Add a snapshot of this installation, running or not: only what has changed is stored."`
	List   listBackups  `cmd:"" help:"List the snapshots."`
	Check  checkBackup  `cmd:"" help:"Read all of a snapshot. Ends with 1 if anything of it is missing or damaged."`
	Prune  pruneBackups `cmd:"" help:"Remove all but the newest snapshots, and what only they need."`
}

// place is where backups are.
type place struct {
	Place          string `arg:"" optional:"" help:"A directory, a file that ends with .tar, or a bucket: https://ACCESS_KEY:SECRET_KEY@HOST/BUCKET/PREFIX. Instead of SWITCHBOARD_BACKUP_URL, which keeps the keys of a bucket from the list of processes."`
	PassphraseFile string `help:"A file with the passphrase of an encrypted backup, instead of SWITCHBOARD_BACKUP_PASSPHRASE." type:"existingfile"`
}

func (p place) passphrase(c config.Config) (string, error) {
	if p.PassphraseFile == "" {
		return c.BackupPassphrase, nil
	}
	text, err := os.ReadFile(p.PassphraseFile)
	if err != nil {
		return "", err
	}
	passphrase := strings.TrimRight(string(text), "\r\n")
	if passphrase == "" {
		return "", fmt.Errorf("%s is empty", p.PassphraseFile)
	}
	return passphrase, nil
}

// What is done with the repository.
type access int

const (
	reads   access = iota
	changes        // it must be there
	creates        // it is made where it is not there
)

// open calls do with the repository; a tar file is unpacked for it, and packed again after a change.
func (p place) open(as access, do func(context.Context, config.Config, *slog.Logger, *backup.Repository) error) error {
	c, logger, err := load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if p.Place == "" {
		p.Place = c.BackupURL
	}
	if p.Place == "" {
		return errors.New("where are the backups? Name a directory, a file or a bucket, or set SWITCHBOARD_BACKUP_URL")
	}
	passphrase, err := p.passphrase(c)
	if err != nil {
		return err
	}
	return p.in(as, func(store blob.Storage) error {
		r, err := backup.Open(ctx, store, passphrase, as == creates)
		if errors.Is(err, backup.ErrPassphrase) {
			return fmt.Errorf("%w: set SWITCHBOARD_BACKUP_PASSPHRASE or --passphrase-file", err)
		}
		if err != nil {
			return err
		}
		return do(ctx, c, logger, r)
	})
}

// in opens the storage of the backups.
func (p place) in(as access, do func(blob.Storage) error) (err error) {
	switch {
	case strings.HasPrefix(p.Place, "https://"), strings.HasPrefix(p.Place, "http://"):
		where, err := s3.Parse(p.Place)
		if err != nil {
			return err
		}
		bucket, err := s3.New(where)
		if err != nil {
			return err
		}
		return do(bucket)
	case strings.HasSuffix(p.Place, ".tar"):
		return p.inTar(as, do)
	}
	return inFolder(p.Place, as, do)
}

func inFolder(dir string, as access, do func(blob.Storage) error) (err error) {
	if _, err := os.Stat(dir); err != nil && as != creates {
		return fmt.Errorf("%s: %w", dir, backup.ErrNone)
	}
	f, err := folder.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(do(f), f.Close())
}

// inTar works in a directory next to the file, and then writes the file from it.
func (p place) inTar(as access, do func(blob.Storage) error) (err error) {
	dir, err := os.MkdirTemp(filepath.Dir(p.Place), ".backup-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	switch file, err := os.Open(p.Place); {
	case err == nil:
		if err := errors.Join(untar(file, dir), file.Close()); err != nil {
			return fmt.Errorf("%s: %w", p.Place, err)
		}
	case !errors.Is(err, os.ErrNotExist):
		return err
	case as != creates:
		return fmt.Errorf("%s: %w", p.Place, backup.ErrNone)
	}
	if err := inFolder(dir, as, do); err != nil || as == reads {
		return err
	}
	fresh := p.Place + ".new"
	file, err := os.OpenFile(fresh, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	w := tar.NewWriter(file)
	err = errors.Join(w.AddFS(os.DirFS(dir)), w.Close(), file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(fresh, p.Place)
	}
	if err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return nil
}

func untar(from io.Reader, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = root.MkdirAll(filepath.Clean(h.Name), 0o700)
		case tar.TypeReg:
			err = unpack(root, h.Name, r)
		}
		if err != nil {
			return err
		}
	}
}

func unpack(root *os.Root, name string, from io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	file, err := root.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

// counting prints how far it is, on a terminal, four times a second.
func counting(verb string) (report func(files int, bytes int64), end func()) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return nil, func() {}
	}
	var last time.Time
	report = func(files int, bytes int64) {
		if time.Since(last) > 250*time.Millisecond {
			last = time.Now()
			fmt.Fprintf(os.Stderr, "\r\x1b[K%s %s, %s", verb, humanize.Comma(int64(files))+" files", humanize.Bytes(uint64(max(bytes, 0))))
		}
	}
	return report, func() { fmt.Fprint(os.Stderr, "\r\x1b[K") }
}

type createBackup struct {
	place

	WithoutDatabase bool `help:"Only the files and the key: an external PostgreSQL is backed up by its own means."`
}

// Run adds a snapshot.
func (b createBackup) Run() error {
	return b.open(creates, func(ctx context.Context, c config.Config, log *slog.Logger, r *backup.Repository) error {
		report, end := counting("read")
		s, err := app.BackUp(ctx, c, log, r, version, b.WithoutDatabase, report)
		end()
		if err != nil {
			return err
		}
		fmt.Printf("snapshot %s: %s, of which %s are new\n", s.ID, humanize.Bytes(uint64(max(s.Size, 0))), humanize.Bytes(uint64(max(s.Added, 0))))
		if !r.IsEncrypted() {
			fmt.Println("The backup is not encrypted and lacks the secret key, without which nobody can sign in after a restore. Keep " + c.SecretFile() + " (or your settings) elsewhere, or set SWITCHBOARD_BACKUP_PASSPHRASE.")
		}
		return nil
	})
}

type listBackups struct{ place }

// Run lists the snapshots, the newest last.
func (b listBackups) Run() error {
	return b.open(reads, func(ctx context.Context, _ config.Config, _ *slog.Logger, r *backup.Repository) error {
		all, err := r.Snapshots(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "SNAPSHOT\tCREATED (UTC)\tSIZE\tNEW\tHOLDS\tRELEASE")
		for _, name := range all {
			s, err := r.Snapshot(ctx, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", s.ID, s.Created.Format("2006-01-02 15:04"),
				humanize.Bytes(uint64(max(s.Size, 0))), humanize.Bytes(uint64(max(s.Added, 0))), strings.Join(s.Holds, ", "), s.Release)
		}
		return table.Flush()
	})
}

type checkBackup struct {
	place

	Snapshot string `help:"The snapshot to read, instead of the newest."`
}

// Run reads a snapshot.
func (b checkBackup) Run() error {
	return b.open(reads, func(ctx context.Context, _ config.Config, _ *slog.Logger, r *backup.Repository) error {
		s, err := r.Snapshot(ctx, b.Snapshot)
		if err != nil {
			return err
		}
		report, end := counting("checked")
		err = r.Check(ctx, s, report)
		end()
		if err == nil {
			fmt.Printf("snapshot %s is whole\n", s.ID)
		}
		return err
	})
}

type pruneBackups struct {
	place

	Keep int `default:"7" help:"How many snapshots stay."`
}

// Run removes old snapshots.
func (b pruneBackups) Run() error {
	if b.Keep < 1 {
		return errors.New("--keep: at least one snapshot stays")
	}
	return b.open(changes, func(ctx context.Context, _ config.Config, _ *slog.Logger, r *backup.Repository) error {
		snapshots, packs, err := r.Prune(ctx, b.Keep)
		if err == nil {
			fmt.Printf("removed snapshots: %d; parts that no other one needs: %d\n", snapshots, packs)
		}
		return err
	})
}

type restoreBackup struct {
	place

	Snapshot string `help:"The snapshot to restore, instead of the newest."`
}

// Run restores a snapshot into an empty data directory.
func (b restoreBackup) Run() error {
	return b.open(reads, func(ctx context.Context, c config.Config, log *slog.Logger, r *backup.Repository) error {
		s, err := r.Snapshot(ctx, b.Snapshot)
		if err != nil {
			return err
		}
		report, end := counting("restored")
		err = app.Restore(ctx, c, log, r, s, report)
		end()
		if err == nil {
			fmt.Printf("restored snapshot %s of %s into %s; start it with `switchboard serve`\n", s.ID, s.Created.Format("2006-01-02 15:04 UTC"), c.DataDir)
		}
		return err
	})
}
