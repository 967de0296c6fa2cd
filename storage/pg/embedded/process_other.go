//go:build unix && !linux

package embedded

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// apply makes the command run as the identity, outside the terminal's process
// group. There is neither a parent-death signal nor a user namespace here.
func (id identity) apply(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if id.kind != ourselves {
		uid, gid := id.uid, id.gid
		if id.kind == namespace {
			uid, gid = id.insideUID, id.insideGID
		}
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
}

// clusterProcesses finds the server that a killed program left running and
// tells it to quit: here nothing else does.
func clusterProcesses(cluster string) ([]int, error) {
	_, pid, err := pidFile(cluster)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errNoPID) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		return nil, nil //nolint:nilerr // no such process: the server is gone
	}
	return []int{pid}, nil
}

// removeStalePID leaves the lock file to PostgreSQL, which checks it itself, unless it was cut
// short: PostgreSQL refuses such a one.
func removeStalePID(cluster string) error {
	if path, _, err := pidFile(cluster); errors.Is(err, errNoPID) {
		return os.Remove(path)
	}
	return nil
}

// syncFilesystem writes all file systems to disk.
func syncFilesystem(string) { syscall.Sync() }
