package app

import (
	"context"
	"log/slog"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/cmd/switchboard/config"
	"switchboard/storage/panics"
)

// TestAPartThatPanicsRunsAnew holds that neither the part nor the product ends, and
// that the figures say so.
func TestAPartThatPanicsRunsAnew(t *testing.T) {
	m := New(config.Config{}, slog.New(slog.DiscardHandler), "test")
	runs := make(chan int, 2)
	n := 0
	m.background("part", func(ctx context.Context) error {
		n++
		runs <- n
		if n == 1 {
			panic("on purpose")
		}
		<-ctx.Done()
		return nil
	})
	if <-runs+<-runs != 3 {
		t.Error("it did not run twice")
	}
	if err := m.Close(t.Context()); err != nil {
		t.Error(err)
	}
	select {
	case err := <-m.Failed():
		t.Errorf("the product ends: %v", err)
	default:
	}
	if got := m.panics.Counts()[panics.Background]; got != 1 {
		t.Errorf("%d panics are counted", got)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(caught{m.panics})
	families, err := registry.Gather()
	if err != nil || len(families) != 1 || families[0].GetName() != "switchboard_panics_total" {
		t.Fatalf("the figures are %v, %v", families, err)
	}
	for _, f := range families[0].GetMetric() {
		if where := f.GetLabel()[0].GetValue(); where == string(panics.Background) && f.GetCounter().GetValue() != 1 {
			t.Errorf("the figures say %v of %s", f.GetCounter().GetValue(), where)
		}
	}
}
