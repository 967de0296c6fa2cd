package memory_test

import (
	"testing"

	"go.uber.org/goleak"

	"switchboard/storage/broker"
	"switchboard/storage/broker/brokertest"
	"switchboard/storage/broker/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestBroker(t *testing.T) {
	brokertest.Run(t, func(*testing.T) broker.Broker { return memory.New() })
}
