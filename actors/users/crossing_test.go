package users_test

import (
	"testing"

	"switchboard/actors/runtime/runtimetest"
	"switchboard/actors/users"
)

// What crosses to another node arrives as it was.
func TestCommandsCross(t *testing.T) {
	runtimetest.Crosses(t, users.Feature.Crosses)
}
