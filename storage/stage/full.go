package stage

import (
	"errors"
	"syscall"
)

// isFull reports whether a disk or a quota has no space left.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}
