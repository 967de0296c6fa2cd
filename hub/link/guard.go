package link

import (
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// Where a panic was caught, for the Observer. A panic costs one connection
// and never the process.
const (
	panickedConnection = "connection"
	panickedUpgrade    = "upgrade"
	panickedHeartbeat  = "heartbeat"
	panickedWrite      = "write"
	panickedFlusher    = "flusher"
	panickedDrainer    = "drainer"
	panickedTimer      = "linktimer"
)

// PanicPlaces lists the places, for metrics that must be complete.
func PanicPlaces() []string {
	return []string{panickedConnection, panickedUpgrade, panickedHeartbeat, panickedWrite, panickedFlusher, panickedDrainer, panickedTimer}
}

// guard catches panics and reports them.
type guard struct {
	observer Observer
	logger   *slog.Logger
}

// caught counts and logs a panic. Its argument p is the result of recover; it
// reports whether there was a panic.
func (g *guard) caught(where string, p any) bool {
	if p == nil {
		return false
	}
	g.observer.Panicked(where)
	g.logger.Error("a panic was caught", "where", where, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return true
}

// after runs do after d and catches its panics.
func (g *guard) after(d time.Duration, do func()) *time.Timer {
	return time.AfterFunc(d, func() {
		defer func() { g.caught(panickedTimer, recover()) }()
		do()
	})
}
