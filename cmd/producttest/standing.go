package producttest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"switchboard/cmd/switchboard/app"
	"switchboard/storage/pg/pgtest"
)

// template is what a first start leaves in its database's data directory, beside the
// database that pgtest keeps.
var template struct {
	sync.Mutex
	files map[string][]byte
}

// Standing is New with the demo organization in its place, as after a first start: each
// is a copy of one that is made once in a process, since to make it takes most of a
// start's work.
func Standing(t *testing.T) *Product {
	t.Helper()
	pgtest.SetTemplate("demo", makeTemplate)
	p := &Product{T: t, DSN: pgtest.Open(t), Dir: t.TempDir()}
	t.Cleanup(p.Stop)
	template.Lock()
	files := maps.Clone(template.files)
	template.Unlock()
	for name, content := range files {
		path := filepath.Join(p.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// makeTemplate lets a product start for the first time, make its demo organization, and
// stop.
func makeTemplate(ctx context.Context, dsn string) (err error) {
	dir, err := os.MkdirTemp("", "switchboard-producttest-")
	if err != nil {
		return fmt.Errorf("a directory for the first start: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c := settings(Loopback, dir, dsn)
	m := app.New(c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel})), "test")
	m.Demo = true
	running, stop := context.WithCancel(ctx)
	defer stop()
	stands := false
	m.DemoStands = func() { stands = true; stop() }
	if err := m.Run(running); err != nil {
		return fmt.Errorf("the first start: %w", err)
	}
	if !stands {
		return errors.New("the first start ended before the demo stood")
	}
	template.Lock()
	defer template.Unlock()
	template.files, err = read(dir)
	return err
}

// read gives the files of a directory by their paths in it.
func read(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[name], err = os.ReadFile(filepath.Join(dir, name))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("what the first start left: %w", err)
	}
	return files, nil
}
