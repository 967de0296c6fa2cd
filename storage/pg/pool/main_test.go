package pool_test

import (
	"testing"

	"go.uber.org/goleak"

	"switchboard/storage/pg/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }
