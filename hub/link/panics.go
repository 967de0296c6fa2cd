package link

import (
	"fmt"
	"runtime/debug"
	"time"
)

// Where a panic was caught, for the Observer. It costs one connection and never the
// process.
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

// caught counts and logs a panic. It is called with what recover gave, and then says
// whether there was one.
func (s *Server) caught(where string, p any) bool {
	if p == nil {
		return false
	}
	s.options.Observer.Panicked(where)
	s.options.Logger.Error("a panic was caught", "where", where, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return true
}

// after does something later, and then keeps a panic from the process.
func (s *Server) after(d time.Duration, do func()) *time.Timer {
	return time.AfterFunc(d, func() {
		defer func() { s.caught(panickedTimer, recover()) }()
		do()
	})
}

// rescue is deferred where mu is held: a panic ends the connection, and its reader
// tells.
func (w *writer) rescue(where string) {
	if w.server.caught(where, recover()) {
		w.shut()
	}
}
