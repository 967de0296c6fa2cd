package relay_test

import (
	"testing"

	"go.uber.org/goleak"

	"switchboard/storage/pg/pgtest"
	"switchboard/storage/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m), redistest.Dialling()) }
