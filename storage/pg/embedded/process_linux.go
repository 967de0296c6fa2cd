package embedded

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// apply makes the command run as the identity, outside the terminal's process
// group (an interrupt is for us, the server is stopped when we have drained),
// and end with us.
func (id identity) apply(cmd *exec.Cmd) {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	switch id.kind {
	case ourselves:
	case otherUser:
		attr.Credential = &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}
	case namespace:
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: id.insideUID, HostID: 0, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: id.insideGID, HostID: 0, Size: 1}}
		attr.Credential = &syscall.Credential{Uid: uint32(id.insideUID), Gid: uint32(id.insideGID), NoSetGroups: true}
	}
	cmd.SysProcAttr = attr
}

// clusterProcesses finds the processes of a server on this cluster: all of them
// work in the cluster's folder.
func clusterProcesses(cluster string) ([]int, error) {
	cluster, err := filepath.EvalSymlinks(cluster)
	if err != nil {
		return nil, fmt.Errorf("cannot resolve the cluster's path: %w", err)
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, fmt.Errorf("cannot list processes: %w", err)
	}
	var pids []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		if dir, err := os.Readlink("/proc/" + entry.Name() + "/cwd"); err == nil && dir == cluster {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// removeStalePID removes PostgreSQL's lock file when its number now belongs to
// some other program, as it often does after a container's restart: PostgreSQL
// itself would take that program for a running server and refuse.
func removeStalePID(cluster string) error {
	path, pid, err := pidFile(cluster)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil && !errors.Is(err, errNoPID) { // without a number it was cut short
		return err
	}
	if err == nil && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nil // PostgreSQL sees that too, and checks shared memory besides
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("cannot remove the lock file of a server that is gone: %w", err)
	}
	return nil
}

// syncFilesystem writes a folder's whole file system to disk.
func syncFilesystem(dir string) {
	folder, err := os.Open(dir)
	if err != nil {
		return
	}
	defer folder.Close()
	_ = unix.Syncfs(int(folder.Fd()))
}
