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
	// memoryShare is the part of the machine's memory, or of its container's, near which
	// the collector runs more often instead. An embedded database needs the rest.
	memoryShare = 0.5
)

var tuned sync.Once

// tuneMemory sets Go's collector for a server, once a process. GOGC and GOMEMLIMIT win.
func tuneMemory(log *slog.Logger) {
	tuned.Do(func() {
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(garbagePercent)
		}
		of := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)
		if _, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(of)); err != nil {
			log.Warn("how much memory there is can't be told: GOMEMLIMIT says how much may be used", "error", err)
		}
	})
}
