package chat_test

import (
	"testing"

	"switchboard/actors/chat"
	"switchboard/actors/runtime/runtimetest"
)

// What crosses to another node arrives as it was.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, chat.Feature.Crosses)
}
