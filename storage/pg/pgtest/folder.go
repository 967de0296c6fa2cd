package pgtest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// folder holds an embedded server's files for as long as the process lives. A
// lock on it tells later runs whether that is still so.
type folder struct {
	path string
	lock *os.File
}

// newFolder makes a folder, in memory where the system offers that, after
// removing the folders of runs that were killed.
func newFolder() (*folder, error) {
	parent := filepath.Join(os.TempDir(), fmt.Sprintf("switchboard-pgtest-%d", os.Geteuid()))
	if roomInMemory() {
		parent = fmt.Sprintf("/dev/shm/switchboard-pgtest-%d", os.Geteuid())
	}
	if err := os.MkdirAll(parent, 0o711); err != nil {
		return nil, fmt.Errorf("cannot make a folder for the test server: %w", err)
	}
	// One at a time here: a folder that is not locked yet must not look abandoned.
	guard, err := flock(filepath.Join(parent, "lock"), syscall.LOCK_EX)
	if err != nil {
		return nil, err
	}
	defer guard.Close()
	if err := sweepFolders(parent); err != nil {
		return nil, err
	}
	path, err := os.MkdirTemp(parent, "run-*")
	if err != nil {
		return nil, fmt.Errorf("cannot make a folder for the test server: %w", err)
	}
	if err := os.Chmod(path, 0o711); err != nil {
		return nil, fmt.Errorf("cannot open the folder to the server's user: %w", err)
	}
	lock, err := flock(path+".lock", syscall.LOCK_EX|syscall.LOCK_NB)
	if err != nil {
		return nil, err
	}
	return &folder{path: path, lock: lock}, nil
}

func sweepFolders(parent string) error {
	runs, err := filepath.Glob(filepath.Join(parent, "run-*.lock"))
	if err != nil {
		return fmt.Errorf("cannot list %s: %w", parent, err)
	}
	for _, path := range runs {
		lock, err := flock(path, syscall.LOCK_EX|syscall.LOCK_NB)
		if err != nil {
			continue // its run is alive
		}
		abandoned := &folder{path: path[:len(path)-len(".lock")], lock: lock}
		if err := abandoned.remove(); err != nil {
			return err
		}
	}
	return nil
}

func (f *folder) remove() error {
	err := errors.Join(os.RemoveAll(f.path), os.Remove(f.lock.Name()), f.lock.Close())
	if err != nil {
		return fmt.Errorf("cannot remove the test server's folder: %w", err)
	}
	return nil
}

func flock(path string, how int) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open a lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), how); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return file, nil
}

// roomInMemory reports whether /dev/shm has a gigabyte to spare: containers often have only 64 MB
// there.
func roomInMemory() bool {
	var stat syscall.Statfs_t
	if err := syscall.Statfs("/dev/shm", &stat); err != nil {
		return false
	}
	return stat.Bavail*uint64(stat.Bsize) >= 1<<30
}

// nodeModules is where set-up put npm's binaries: tests run in their package's
// folder, so it is looked for beside each folder above, up to the module's.
func nodeModules() []string {
	dir, err := os.Getwd()
	if err != nil {
		return nil
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return []string{filepath.Join(dir, ".cache", "postgres", "node_modules")}
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil
		}
		dir = parent
	}
}
