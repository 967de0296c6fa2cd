package app

import (
	"log/slog"
	"os"
	"runtime/debug"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// garbagePercent is how much garbage may accumulate, in percent of the
	// live heap: a node's live heap is some dozen megabytes, and with Go's
	// default of 100 the collector took a sixth of the time of reading
	// records.
	garbagePercent = 400
	// floor is added to the live heap, so that a small node is collected at
	// 140 MB instead of at 60, many times a second under load: it serves a
	// fifteenth more lists.
	floor = 16 << 20
	// memoryShare is the share of the machine's or container's memory near
	// which the collector runs more often. An embedded database needs the
	// rest.
	memoryShare = 0.5
)

var tuned sync.Once

// ballast holds the floor. It is never touched, so none of its pages occupies
// memory; Go has no setting for a minimum heap.
var ballast []byte

// tuneMemory tunes Go's collector for a server, once per process. GOGC and
// GOMEMLIMIT take precedence.
func tuneMemory(log *slog.Logger) {
	tuned.Do(func() {
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(garbagePercent)
			ballast = make([]byte, floor)
		}
		of := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
		log.Debug("the collector is set", "percent", garbagePercent, "floor", len(ballast))
		if _, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(of)); err != nil {
			log.Warn("the amount of memory is unknown: set GOMEMLIMIT to what may be used", "error", err)
		}
	})
}
