package panics_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"switchboard/storage/panics"
)

func TestARoundThatPanicsIsLoggedWithItsStackAndCounted(t *testing.T) {
	var log bytes.Buffer
	c := panics.New(slog.New(slog.NewTextHandler(&log, nil)))
	if !c.Round(panics.Broker, func() {}) {
		t.Error("a round without panic is said to have had one")
	}
	if c.Round(panics.Broker, onPurpose) {
		t.Error("a panic went unnoticed")
	}
	if got := c.Counts(); got[panics.Broker] != 1 || got[panics.Presence] != 0 {
		t.Errorf("counted %v", got)
	}
	for _, want := range []string{"where=broker", "\"on purpose\"", "onPurpose"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s: %s", want, log.String())
		}
	}
}

func onPurpose() { panic("on purpose") }

func TestKeepGoesOnAfterPanicsUntilTheWorkEnds(t *testing.T) {
	c := panics.New(slog.New(slog.DiscardHandler))
	tries := 0
	c.Keep(t.Context(), panics.Cluster, func(context.Context) {
		if tries++; tries < 3 {
			panic("on purpose")
		}
	})
	if tries != 3 || c.Counts()[panics.Cluster] != 2 {
		t.Errorf("%d tries, counted %v", tries, c.Counts())
	}
}

func TestKeepEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := panics.New(slog.New(slog.DiscardHandler))
	tries := 0
	c.Keep(ctx, panics.Cluster, func(context.Context) {
		tries++
		cancel()
		panic("on purpose")
	})
	if tries != 1 {
		t.Errorf("%d tries after the end", tries)
	}
}

func TestNoCatcherCatchesToo(t *testing.T) {
	var none *panics.Catcher
	if none.Round(panics.Relay, onPurpose) {
		t.Error("a panic went unnoticed")
	}
}
