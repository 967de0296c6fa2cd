package users_test

import (
	"testing"

	"switchboard/actors/runtime/runtimetest"
	"switchboard/actors/users"
)

// Commands survive encoding for another node unchanged.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, users.Feature.Crosses)
}
