package chat_test

import (
	"testing"

	"switchboard/actors/chat"
	"switchboard/actors/runtime/runtimetest"
)

// Commands survive encoding for another node unchanged.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, chat.Feature.Crosses)
}
