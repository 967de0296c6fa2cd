//go:build linux || darwin

package embedded

import "golang.org/x/sys/unix"

// free is how many bytes of a folder's disk programs without privileges may still use.
func free(dir string) uint64 {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return unknown
	}
	return stat.Bavail * uint64(stat.Bsize)
}
