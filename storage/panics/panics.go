package panics

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"sync"
	"time"

	"switchboard/storage/wait"
)

// Place is the part of the product that panicked, in the metrics.
type Place string

// The places.
const (
	Actors     Place = "actors"
	Background Place = "background"
	Broker     Place = "broker"
	Cluster    Place = "cluster"
	Presence   Place = "presence"
	Relay      Place = "relay"
	Simulator  Place = "simulator"
)

var places = []Place{Actors, Background, Broker, Cluster, Presence, Relay, Simulator}

// The bounds of the pause between a panic and the next attempt, and the time without a panic
// after which the pause is the shortest again.
const (
	pauseFirst = 50 * time.Millisecond
	pauseMost  = 5 * time.Second
	calm       = time.Minute
)

// Catcher logs and counts panics.
type Catcher struct {
	logger *slog.Logger

	mu     sync.Mutex
	counts map[Place]int64
}

// New returns a Catcher with zero counts.
func New(logger *slog.Logger) *Catcher {
	c := &Catcher{logger: logger, counts: map[Place]int64{}}
	for _, place := range places {
		c.counts[place] = 0
	}
	return c
}

// Caught logs and counts a panic and reports whether there was one. Call it in a deferred
// function with the result of recover.
func (c *Catcher) Caught(place Place, p any) bool {
	if p == nil {
		return false
	}
	logger := slog.Default()
	if c != nil {
		logger = c.logger
		c.count(place)
	}
	logger.Error("a panic was caught", "where", string(place), "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	return true
}

func (c *Catcher) count(place Place) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[place]++
}

// Counts returns the number of panics by place.
func (c *Catcher) Counts() map[Place]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.counts)
}

// Round runs one step of work; it returns false if the step panicked.
func (c *Catcher) Round(place Place, do func()) (whole bool) {
	defer func() { whole = !c.Caught(place, recover()) }()
	do()
	return true
}

// Keep runs work until ctx ends, and restarts it after a panic. It returns when work does.
func (c *Catcher) Keep(ctx context.Context, place Place, work func(context.Context)) {
	pause := pauseFirst
	for ctx.Err() == nil {
		began := time.Now()
		if c.Round(place, func() { work(ctx) }) {
			return
		}
		if time.Since(began) > calm {
			pause = pauseFirst
		}
		wait.For(ctx, pause)
		pause = min(2*pause, pauseMost)
	}
}
