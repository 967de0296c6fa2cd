package runtime_test

import (
	"context"
	"log/slog"
	"testing"

	"go.uber.org/goleak"

	"switchboard/actors/runtime"
	"switchboard/actors/runtime/runtimetest"
)

func TestMain(m *testing.M) {
	registerWire()
	goleak.VerifyTestMain(m)
}

func TestLocal(t *testing.T) {
	runtimetest.Run(t, func(t *testing.T, options runtime.Options) runtimetest.Engine {
		t.Helper()
		options.Logger = slog.New(slog.DiscardHandler)
		e := runtime.NewLocal(options)
		t.Cleanup(func() {
			if err := e.Stop(context.WithoutCancel(t.Context())); err != nil {
				t.Errorf("stop: %v", err)
			}
			if e.Live() != 0 {
				t.Errorf("%d actors are left", e.Live())
			}
		})
		return e
	})
}
