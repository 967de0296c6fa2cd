package conversations_test

import (
	"testing"

	"switchboard/actors/conversations"
	"switchboard/actors/runtime/runtimetest"
)

// What crosses to another node arrives as it was.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, conversations.Feature.Crosses)
}
