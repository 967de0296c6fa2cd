//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/storage/id"
)

// The neighbor's requests per second. Every request starts when it is due,
// however long the one before takes.
const (
	listRate   = 10
	changeRate = 10
	ringRate   = 10
)

// neighbour is an agent who works next to an abusive one.
type neighbour struct {
	agent, outside *person // outside plays the callers
	alarm          *alarm
	contacts       []id.ID
}

// view is what the neighbor measured.
type view struct {
	lists, changes, ringing timing
	failed                  atomic.Int64
	mu                      sync.Mutex
	last                    error
}

func newNeighbour(ctx context.Context, at addresses) (*neighbour, error) {
	n := &neighbour{}
	for name, p := range map[string]**person{"agent1": &n.agent, "admin": &n.outside} {
		signed, err := at.signIn(ctx, 0, name)
		if err != nil {
			return nil, err
		}
		signed.client = &http.Client{Timeout: maxWait, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
		*p = signed
	}
	for range 20 {
		made, err := n.agent.contact(ctx, 0)
		if err != nil {
			return nil, err
		}
		n.contacts = append(n.contacts, made)
	}
	s, err := dial(at[0], n.agent.token, "calls:all")
	if err != nil {
		return nil, err
	}
	n.alarm = listenTo(s)
	return n, nil
}

// work works until ctx ends, and completes what it has begun.
func (n *neighbour) work(ctx context.Context) *view {
	v := &view{}
	var all sync.WaitGroup
	whole := context.WithoutCancel(ctx)
	for rate, one := range map[*timing]struct {
		rate int
		do   func(int) error
	}{
		&v.lists: {listRate, func(int) error {
			_, err := n.agent.ask(whole, 0, http.MethodGet, "/v1/object/contact?limit=50&order=-modified_date&total=false", nil)
			return err
		}},
		&v.changes: {changeRate, func(i int) error {
			body := map[string]any{"id": n.contacts[i%len(n.contacts)], "company": fmt.Sprint("Company ", i)}
			_, err := n.agent.ask(whole, 0, http.MethodPatch, "/v1/object/contact", body)
			return err
		}},
		&v.ringing: {ringRate, func(int) error { return n.ring(whole) }},
	} {
		all.Go(func() { v.steadily(ctx, rate, one.rate, one.do) })
	}
	all.Wait()
	return v
}

// steadily runs do at a rate until ctx ends, and times each from when it was
// due.
func (v *view) steadily(ctx context.Context, times *timing, rate int, do func(int) error) {
	tick := time.NewTicker(time.Second / time.Duration(rate))
	defer tick.Stop()
	var all sync.WaitGroup
	defer all.Wait()
	for i := 0; ; i++ {
		select {
		case <-ctx.Done():
			return
		case due := <-tick.C:
			all.Go(func() {
				err := do(i)
				times.Add(time.Since(due))
				if err != nil {
					v.failed.Add(1)
					v.mu.Lock()
					v.last = err
					v.mu.Unlock()
				}
			})
		}
	}
}

// ring starts a call, waits until the neighbor's socket has received it, and
// hangs up.
func (n *neighbour) ring(ctx context.Context) error {
	raw, err := n.outside.ask(ctx, 0, http.MethodPost, "/simulator/calls", map[string]string{"from": "+12065550199", "to": ours()})
	if err != nil {
		return err
	}
	var placed struct{ SID string }
	if err := json.Unmarshal(raw, &placed); err != nil {
		return err
	}
	defer func() { // the time of the hang-up does not count
		go func() {
			_, _ = n.outside.ask(ctx, 0, http.MethodPost, "/simulator/calls/"+placed.SID+"/hangup", map[string]any{})
		}()
	}()
	_, err = n.alarm.await(ctx, id.Derived(placed.SID))
	return err
}
