package app

import (
	"log/slog"
	"runtime"
	"runtime/metrics"
	"testing"
)

// A node with a small heap is collected only after as much garbage as one
// whose heap is the floor.
func TestASmallNodeIsCollectedSeldom(t *testing.T) {
	t.Setenv("GOGC", "") // it would take precedence
	tuneMemory(slog.New(slog.DiscardHandler))
	runtime.GC()
	goal := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}}
	metrics.Read(goal)
	if n, least := goal[0].Value.Uint64(), uint64(floor)*(100+garbagePercent)/100; n < least {
		t.Errorf("the next collection begins at %d bytes, not at %d", n, least)
	}
}
