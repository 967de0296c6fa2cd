package app

import (
	"log/slog"
	"runtime"
	"runtime/metrics"
	"testing"
)

// A node that keeps little is collected when as much garbage has gathered as at one that
// keeps the floor.
func TestASmallNodeIsCollectedSeldom(t *testing.T) {
	t.Setenv("GOGC", "") // which would win
	tuneMemory(slog.New(slog.DiscardHandler))
	runtime.GC()
	goal := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
	metrics.Read(goal)
	if n, least := goal[0].Value.Uint64(), uint64(floor)*(100+garbagePercent)/100; n < least {
		t.Errorf("the next collection begins at %d bytes, not at %d", n, least)
	}
}
