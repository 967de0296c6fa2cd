package embedded

import (
	"fmt"
	"math"
)

const (
	// reserve is how much of the disk only the server itself may use. It ends where it cannot
	// write its log, and cannot start again before it can: whoever refuses writes while IsFull
	// leaves it what reads, checkpoints and a recovery take.
	reserve = 64 << 20
	// newCluster is how much a first start takes: the files of initdb and two segments of the log.
	newCluster = 80 << 20
)

// IsFull reports whether the disk of a data directory holds no more than the server needs for
// itself. It is false if the system does not tell.
func IsFull(dataDir string) bool { return free(dataDir) < reserve }

// checkSpace refuses a first start that would run out of space half-way.
func checkSpace(dataDir string) error {
	if has := free(dataDir); has < reserve+newCluster {
		return fmt.Errorf("its disk is full: a new database needs %d MB of free space, and there are %d MB; free some, or name another folder in SWITCHBOARD_DATA_DIR", (reserve+newCluster)>>20, has>>20)
	}
	return nil
}

// unknown is the free space where the system does not tell.
const unknown = math.MaxUint64
