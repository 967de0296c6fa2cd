package embedded

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

// errNoPID reports a lock file without a number: its writer was killed, or the disk was full.
var errNoPID = errors.New("this lock file holds no process number")

// pidFile is PostgreSQL's own lock file; its first line is the server's number.
func pidFile(cluster string) (path string, pid int, err error) {
	path = filepath.Join(cluster, "postmaster.pid")
	text, err := os.ReadFile(path)
	if err != nil {
		return path, 0, err
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	pid, err = strconv.Atoi(string(bytes.TrimSpace(first)))
	if err != nil {
		return path, 0, fmt.Errorf("%s: %w", path, errNoPID)
	}
	return path, pid, nil
}
