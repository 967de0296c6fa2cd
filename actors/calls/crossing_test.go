package calls_test

import (
	"testing"

	"switchboard/actors/calls"
	"switchboard/actors/runtime"
	"switchboard/actors/runtime/runtimetest"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Commands survive encoding for another node unchanged.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, calls.Feature.Crosses)
}

// A command and its reply are encoded once for each call between nodes.
func BenchmarkCrossing(b *testing.B) {
	runtime.RegisterTypes(calls.Feature.Crosses)
	command := calls.Patch{Patch: runtime.Patch{CommandMeta: runtime.CommandMeta{By: id.New()}, Set: row.Fields{"notes": "They want a quote", "contact": id.New(), "tags": []string{"a", "b"}}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := runtime.Cross(command); err != nil {
			b.Fatal(err)
		}
	}
}
