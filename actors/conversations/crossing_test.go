package conversations_test

import (
	"testing"

	"switchboard/actors/conversations"
	"switchboard/actors/runtime/runtimetest"
)

// Commands survive encoding for another node unchanged.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, conversations.Feature.Crosses)
}
