package embedded

import (
	"os"
	"path/filepath"
	"testing"
)

func TestParseMajor(t *testing.T) {
	for text, want := range map[string]int{
		"postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n": 15,
		"postgres (PostgreSQL) 18.4\n":                           18,
		"postgres (PostgreSQL) 19beta1\n":                        19,
		"postgres (PostgreSQL) \n":                               0,
		"nonsense":                                               0,
		"":                                                       0,
	} {
		got, err := parseMajor(text)
		if got != want || (err == nil) != (want != 0) {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestRestoreSymlinks(t *testing.T) {
	root := t.TempDir()
	lib := filepath.Join(root, "native", "lib")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, "native", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("lib/libpq.so.5.18", "library")
	write("pg-symlinks.json", `[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]`)
	for range 2 { // the second time finds the link in place
		if err := restoreSymlinks(root); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(lib, "libpq.so.5")); err != nil || string(text) != "library" {
		t.Errorf("through the link: %q, %v", text, err)
	}

	write("pg-symlinks.json", `[{"source":"native/lib/libpq.so.5.18","target":"../../outside"}]`)
	if err := restoreSymlinks(root); err == nil {
		t.Error("a link outside the package was accepted")
	}
	write("pg-symlinks.json", `{`)
	if err := restoreSymlinks(root); err == nil {
		t.Error("a broken list was accepted")
	}
}
