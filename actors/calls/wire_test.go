package calls_test

import (
	"testing"

	"switchboard/actors/calls"
	"switchboard/actors/runtime/runtimetest"
)

// What crosses to another node arrives as it was.
func TestCommandsCross(t *testing.T) {
	calls.RegisterWire()
	runtimetest.Crosses(t, calls.Wire)
}
