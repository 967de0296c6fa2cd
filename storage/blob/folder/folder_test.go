package folder_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"switchboard/storage/blob"
	"switchboard/storage/blob/blobtest"
	"switchboard/storage/blob/folder"
)

func open(t *testing.T, dir string) *folder.Folder {
	t.Helper()
	f, err := folder.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestTheSuite(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Storage {
		t.Helper()
		dir := t.TempDir()
		t.Cleanup(func() { // registered first, so that it runs before the directory goes
			if left := listed(t, filepath.Join(dir, ".uploads")); len(left) > 0 {
				t.Errorf("uploads left %v", left)
			}
		})
		return open(t, dir)
	})
}

func listed(t *testing.T, dir string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range list {
		names = append(names, one.Name())
	}
	return names
}

func TestOldUploadsAreRemovedAndNewOnesStay(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	for name, age := range map[string]time.Duration{"old": 25 * time.Hour, "new": time.Hour} {
		path := filepath.Join(dir, ".uploads", name)
		if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Chtimes(path, time.Now().Add(-age), time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
	}
	open(t, dir)
	if left := listed(t, filepath.Join(dir, ".uploads")); len(left) != 1 || left[0] != "new" {
		t.Errorf("left are %v", left)
	}
}

func TestSymbolicLinksLeadNowhere(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	f := open(t, dir)
	if err := os.Symlink(outside, filepath.Join(dir, "org")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Put(t.Context(), "org/one", strings.NewReader("x")); err == nil {
		t.Error("written outside of the directory")
	}
	if _, err := os.Stat(filepath.Join(outside, "one")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file is outside of the directory:", err)
	}
}

func TestOthersReadNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "files")
	if _, err := open(t, dir).Put(t.Context(), "org/one", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, "org"): 0o700, filepath.Join(dir, "org", "one"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v", path, info, err)
		}
	}
}
