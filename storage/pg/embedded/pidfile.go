package embedded

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
)

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
		return path, 0, fmt.Errorf("cannot read %s: %w", path, err)
	}
	return path, pid, nil
}
