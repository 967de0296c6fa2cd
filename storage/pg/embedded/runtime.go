package embedded

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// longestSocketDir leaves room for the socket's name in the 104 (macOS) or 107
// (Linux) bytes that a Unix socket's path may have.
const longestSocketDir = 104 - len("/.s.PGSQL.5432.lock") - 1

// makeRuntimeDir creates the short, private folder of the socket. Its name
// follows from the data directory, so that a killed program's folder is found
// again instead of left behind.
func makeRuntimeDir(dataDir string, as identity) (string, error) {
	name := runtimeName(strconv.Itoa(as.uid), dataDir)
	var problems []error
	for _, parent := range runtimeParents() {
		dir := filepath.Join(parent, name)
		if len(dir) > longestSocketDir {
			problems = append(problems, fmt.Errorf("%s is too long for a socket", dir))
			continue
		}
		if as.kind == otherUser && !canEnter(parent, as.uid, as.gid) {
			problems = append(problems, fmt.Errorf("%s is closed to user %d", parent, as.uid))
			continue
		}
		if err := claimDir(dir, as); err != nil {
			problems = append(problems, err)
			continue
		}
		return dir, nil
	}
	return "", fmt.Errorf("no folder for the socket: %w", errors.Join(problems...))
}

func runtimeName(uid, dataDir string) string {
	sum := sha256.Sum256([]byte(dataDir))
	return "switchboard-" + uid + "-" + hex.EncodeToString(sum[:6])
}

func runtimeParents() []string {
	var parents []string
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		parents = append(parents, dir)
	}
	return append(parents, os.TempDir(), "/tmp")
}

// claimDir creates the folder or takes over one that is already ours. In a
// folder that all may write, a folder or link that someone else put there must
// not be trusted.
func claimDir(dir string, as identity) error {
	err := os.Mkdir(dir, 0o700)
	if err == nil {
		return as.own(dir)
	}
	if !errors.Is(err, os.ErrExist) {
		return fmt.Errorf("cannot create %s: %w", dir, err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", dir, err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	ours := ok && (int(stat.Uid) == as.uid || int(stat.Uid) == os.Geteuid())
	if !info.IsDir() || !ours || info.Mode().Perm() != 0o700 {
		return fmt.Errorf("%s exists and is not a private folder of ours; remove it", dir)
	}
	return as.own(dir)
}
