package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/storage/panics"
)

// TestAPanickingComponentRestarts verifies that neither the component nor the
// product ends, and that the metrics report it.
func TestAPanickingComponentRestarts(t *testing.T) {
	catcher := panics.New(slog.New(slog.DiscardHandler))
	l := newLifecycle(catcher)
	runs := make(chan int, 2)
	n := 0
	l.run("part", func(ctx context.Context) error {
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
	if err := l.end(t.Context()); err != nil {
		t.Error(err)
	}
	select {
	case err := <-l.failed:
		t.Errorf("the product ends: %v", err)
	default:
	}
	if got := catcher.Counts()[panics.Background]; got != 1 {
		t.Errorf("%d panics are counted", got)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(caught{catcher})
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

// TestTheLastStartedEndsFirst verifies the order, each before the next, and
// that an error of one does not keep others open.
func TestTheLastStartedEndsFirst(t *testing.T) {
	l := newLifecycle(panics.New(slog.New(slog.DiscardHandler)))
	var ended []string
	broken := errors.New("on purpose")
	l.onEnd("pool", func(context.Context) error { ended = append(ended, "pool"); return nil })
	runs := make(chan struct{})
	l.run("part", func(ctx context.Context) error {
		close(runs)
		<-ctx.Done()
		ended = append(ended, "part")
		return ctx.Err()
	})
	<-runs
	l.onEnd("server", func(context.Context) error { ended = append(ended, "server"); return broken })
	if err := l.end(t.Context()); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	if !slices.Equal(ended, []string{"server", "part", "pool"}) {
		t.Errorf("they ended as %v", ended)
	}
	select {
	case err := <-l.failed:
		t.Errorf("a component that was asked to end failed: %v", err)
	default:
	}
}

// TestAComponentThatEndsUnexpectedlyFails verifies that its error is reported
// once.
func TestAComponentThatEndsUnexpectedlyFails(t *testing.T) {
	l := newLifecycle(panics.New(slog.New(slog.DiscardHandler)))
	broken := errors.New("on purpose")
	for range 3 {
		l.run("part", func(context.Context) error { return broken })
	}
	if err := <-l.failed; !errors.Is(err, broken) || err.Error() != "part: on purpose" {
		t.Errorf("the failure is %v", err)
	}
	if err := l.end(t.Context()); err != nil {
		t.Error(err)
	}
}
