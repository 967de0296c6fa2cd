package memory_test

import (
	"testing"

	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/ephemeraltest"
	"switchboard/storage/ephemeral/memory"
)

func TestLeases(t *testing.T) {
	ephemeraltest.Run(t, func(*testing.T) ephemeral.Leases { return memory.New() })
}
