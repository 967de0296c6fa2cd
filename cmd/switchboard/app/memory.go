package app

import (
	"log/slog"
	"os"
	"runtime/debug"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// garbagePercent is how much garbage may gather, in hundredths of what is kept: a node
	// keeps some dozen megabytes, and with Go's usual 100 the collector took a sixth of the
	// time in which records are read.
	garbagePercent = 400
	// floor is counted among what is kept, so that a small node is collected when it has
	// 140 MB and not at 60, many times a second under load: a fifteenth more lists.
	floor = 16 << 20
	// memoryShare is the part of the machine's memory, or of its container's, near which
	// the collector runs more often instead. An embedded database needs the rest.
	memoryShare = 0.5
)

var tuned sync.Once

// ballast holds the floor. It is never touched, so that no page of it takes memory; Go has no
// setting for a least heap.
var ballast []byte

// tuneMemory sets Go's collector for a server, once a process. GOGC and GOMEMLIMIT win.
func tuneMemory(log *slog.Logger) {
	tuned.Do(func() {
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(garbagePercent)
			ballast = make([]byte, floor)
		}
		of := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
		log.Debug("the collector is set", "percent", garbagePercent, "floor", len(ballast))
		if _, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(of)); err != nil {
			log.Warn("how much memory there is can't be told: GOMEMLIMIT says how much may be used", "error", err)
		}
	})
}
