package stage_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/stage"
)

func TestAFileIsKeptWholeOrNotAtAll(t *testing.T) {
	root := t.TempDir()
	f := stage.NewFolder(filepath.Join(root, "stage"))
	ctx := t.Context()
	if err := f.Save(ctx, "a/b/one", strings.NewReader("0123456789")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := f.Save(ctx, "a/b/one", io.MultiReader(strings.NewReader("new"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Fatalf("a broken upload: %v", err)
	}
	file, err := f.Open(ctx, "a/b/one", 4)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(file); err != nil || string(text) != "456789" {
		t.Errorf("from 4: %q, %v", text, err)
	}
	_ = file.Close()
	for _, name := range []string{"../x", "/etc/passwd", "a/../../x"} {
		if _, err := f.Open(ctx, name, 0); !fault.Is(err, fault.Internal) {
			t.Errorf("%s leads out: %v", name, err)
		}
	}
	if err := f.Remove(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(ctx, "a/b/one", 0); !fault.Is(err, fault.NotFound) {
		t.Errorf("what was removed: %v", err)
	}
}

func TestOldFilesAreSwept(t *testing.T) {
	root := t.TempDir()
	f := stage.NewFolder(root)
	ctx := t.Context()
	if err := f.Sweep(ctx, "a", time.Now()); err != nil {
		t.Errorf("nothing was kept: %v", err)
	}
	for _, name := range []string{"a/old/x", "a/new/x", "b/old"} {
		if err := f.Save(ctx, name, strings.NewReader("x")); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"a/old/x", "b/old"} {
		if err := os.Chtimes(filepath.Join(root, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Sweep(ctx, "a", time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	for name, isThere := range map[string]bool{"a/old/x": false, "a/new/x": true, "b/old": true} {
		file, err := f.Open(ctx, name, 0)
		if (err == nil) != isThere {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			_ = file.Close()
		}
	}
}
