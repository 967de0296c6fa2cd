package embedded

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// oldestMajor is the oldest PostgreSQL the product runs on.
const oldestMajor = 15

// binaries is a folder with one version's initdb and postgres.
type binaries struct {
	dir   string
	major int
}

func (b binaries) path(name string) string { return filepath.Join(b.dir, name) }

// findBinaries lists usable-looking folders, best first: those given or
// installed, then npm's. A listed one may still prove broken when it is run.
func findBinaries(cfg Config) ([]binaries, error) {
	dirs := cfg.BinDirs
	if len(dirs) == 0 {
		dirs = installedDirs()
	}
	modules := cfg.NodeModules
	if len(modules) == 0 {
		modules = defaultNodeModules()
	}
	var problems []error
	for _, folder := range modules {
		dir, err := npmDir(folder)
		if err != nil {
			problems = append(problems, err)
		} else if dir != "" {
			dirs = append(slices.Clip(dirs), dir)
		}
	}
	var found []binaries
	for _, dir := range dirs {
		b, err := inspect(dir)
		switch {
		case err != nil:
			problems = append(problems, err)
		case b.dir != "" && !slices.Contains(found, b):
			found = append(found, b)
		}
	}
	if len(found) == 0 {
		problems = append([]error{fmt.Errorf("no PostgreSQL %d or newer found: install one, run `just setup`, or set DATABASE_URL", oldestMajor)}, problems...)
		return nil, errors.Join(problems...)
	}
	return found, nil
}

// installedDirs are the places where PATH, Debian, Red Hat, Homebrew and
// Postgres.app keep servers, newer versions first.
func installedDirs() []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",
		"/usr/pgsql-*/bin",
		"/opt/homebrew/opt/postgresql@*/bin",
		"/usr/local/opt/postgresql@*/bin",
		"/Applications/Postgres.app/Contents/Versions/*/bin",
	} {
		matches, _ := filepath.Glob(pattern)
		slices.Sort(matches)
		slices.Reverse(matches)
		dirs = append(dirs, matches...)
	}
	return append(dirs, "/usr/local/pgsql/bin", "/usr/local/bin")
}

func defaultNodeModules() []string {
	const folder = ".cache/postgres/node_modules"
	places := []string{folder}
	if self, err := os.Executable(); err == nil {
		places = append(places, filepath.Join(filepath.Dir(self), "..", folder))
	}
	return places
}

// inspect reads a folder's version; the zero value means there is nothing there.
func inspect(dir string) (binaries, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return binaries{}, fmt.Errorf("cannot name %s: %w", dir, err)
	}
	server, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return binaries{}, nil //nolint:nilerr // an absent file is no error: the next folder is tried
	}
	dir = filepath.Dir(server)
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return binaries{}, fmt.Errorf("%s has no initdb beside postgres", dir)
	}
	out, err := exec.Command(server, "--version").Output()
	if err != nil {
		return binaries{}, fmt.Errorf("%s --version: %w", server, err)
	}
	major, err := parseMajor(string(out))
	if err != nil {
		return binaries{}, fmt.Errorf("%s: %w", server, err)
	}
	if major < oldestMajor {
		return binaries{}, fmt.Errorf("%s is version %d, older than %d", server, major, oldestMajor)
	}
	return binaries{dir: dir, major: major}, nil
}

// parseMajor reads "postgres (PostgreSQL) 15.18 (Debian …)", "18beta1" included.
func parseMajor(version string) (int, error) {
	_, rest, ok := strings.Cut(version, "(PostgreSQL) ")
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if !ok || end < 1 {
		return 0, fmt.Errorf("cannot read the version in %q", strings.TrimSpace(version))
	}
	major, err := strconv.Atoi(rest[:end])
	if err != nil {
		return 0, fmt.Errorf("cannot read the version in %q: %w", strings.TrimSpace(version), err)
	}
	return major, nil
}

// npmDir is the folder of the npm package's binaries for this platform, made
// whole again; empty when the package is not installed.
func npmDir(modules string) (string, error) {
	arch := map[string]string{"amd64": "x64", "386": "ia32", "ppc64le": "ppc64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	root := filepath.Join(modules, "@embedded-postgres", runtime.GOOS+"-"+arch)
	if _, err := os.Stat(filepath.Join(root, "native", "bin", "postgres")); err != nil {
		return "", nil //nolint:nilerr // not installed is no error
	}
	if err := restoreSymlinks(root); err != nil {
		return "", fmt.Errorf("cannot restore the links of %s: %w", root, err)
	}
	return filepath.Join(root, "native", "bin"), nil
}

// restoreSymlinks makes the links that npm strips from packages; this package
// lists its own in native/pg-symlinks.json.
func restoreSymlinks(root string) error {
	list, err := os.ReadFile(filepath.Join(root, "native", "pg-symlinks.json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cannot read the list: %w", err)
	}
	var links []struct{ Source, Target string }
	if err := json.Unmarshal(list, &links); err != nil {
		return fmt.Errorf("cannot read the list: %w", err)
	}
	for _, link := range links {
		if !filepath.IsLocal(link.Source) || !filepath.IsLocal(link.Target) {
			return fmt.Errorf("the list names %q and %q, which lie outside the package", link.Source, link.Target)
		}
		target := filepath.Join(root, link.Target)
		source, err := filepath.Rel(filepath.Dir(target), filepath.Join(root, link.Source))
		if err != nil {
			return fmt.Errorf("cannot link %s: %w", link.Target, err)
		}
		if err := os.Symlink(source, target); err != nil && !errors.Is(err, os.ErrExist) {
			return fmt.Errorf("cannot link %s: %w", link.Target, err)
		}
	}
	return nil
}
