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

func TestSheets(t *testing.T) {
	ephemeraltest.RunSheets(t, func(*testing.T) ephemeral.Sheets { return memory.New() })
}
