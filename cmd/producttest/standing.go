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

// template is what a first start leaves in its data directory, in addition to
// the database that pgtest keeps.
var template struct {
	sync.Mutex
	files map[string][]byte
}

// Seeded is New with the demo organization, as after a first start. Each is a
// copy of one that is created once per process, since creating it takes most
// of a start's time.
func Seeded(t *testing.T) *Product {
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

// makeTemplate runs a product's first start until it has created its demo
// organization.
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
	m.DemoReady = func() { stands = true; stop() }
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

// read returns the files of a directory by their paths in it.
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
