//go:build linux

package embedded_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"switchboard/storage/pg/embedded"
)

// PostgreSQL refuses root. Whether other users can reach the data directory or
// not, and when that changes between two starts, a root program's server runs.
func TestDataDirectoryOpenAndClosedToOthers(t *testing.T) {
	parent, err := os.MkdirTemp("/tmp", "embedded-root-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(parent) })
	dir := filepath.Join(parent, "data")

	for i, mode := range []os.FileMode{0o700, 0o755, 0o700} {
		if err := os.Chmod(parent, mode); err != nil {
			t.Fatal(err)
		}
		server := start(t, embedded.Config{DataDir: dir})
		if i == 0 {
			mustExec(t, server.DSN(), "create table kept as select 'here' as value")
		}
		if got := query(t, server.DSN(), "select value from kept"); got != "here" {
			t.Errorf("mode %o: %q", mode, got)
		}
		info, err := os.Stat(filepath.Join(dir, "cluster"))
		if err != nil {
			t.Fatal(err)
		}
		owner := int(info.Sys().(*syscall.Stat_t).Uid)
		dropped := os.Geteuid() == 0 && mode == 0o755
		if dropped == (owner == os.Geteuid()) {
			t.Errorf("mode %o as user %d: the cluster belongs to user %d", mode, os.Geteuid(), owner)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("the cluster is open to others: %v", info.Mode())
		}
		stop(t, server)
	}
}
