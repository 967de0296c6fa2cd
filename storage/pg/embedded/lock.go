package embedded

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// lock is an advisory lock on a file. The kernel drops it with the process that
// holds it, however that process ends.
type lock struct{ file *os.File }

// takeLock refuses at once when another process, or another server of this
// one, holds the lock; the file names the holder for the error's sake.
func takeLock(path string) (*lock, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		holder, _ := io.ReadAll(io.LimitReader(file, 32))
		_ = file.Close()
		return nil, fmt.Errorf("already in use by process %s; stop it or choose another data directory", strings.TrimSpace(string(holder)))
	}
	if err := file.Truncate(0); err == nil {
		_, err = file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
		if err != nil {
			_ = file.Close()
			return nil, fmt.Errorf("cannot write the lock: %w", err)
		}
	}
	return &lock{file: file}, nil
}

func (l *lock) release() {
	if l != nil && l.file != nil {
		_ = l.file.Close()
		l.file = nil
	}
}
