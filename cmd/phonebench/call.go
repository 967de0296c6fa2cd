package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/simulator/audio"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/wait"
)

const (
	look  = 5 * time.Millisecond // between two checks for sound
	heard = 50                   // louder than silence
	short = 25                   // frames, half a second
)

// call is a call between a customer and an agent.
type call struct {
	sid   string // at the phone network
	id    id.ID
	agent *agent
	admin person // plays the customer
}

// until polls a condition.
func until(ctx context.Context, what string, is func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	for !is() {
		if !wait.For(ctx, look) {
			return fmt.Errorf("waiting for %s: %w", what, ctx.Err())
		}
	}
	return nil
}

// ring starts a customer's call and waits until it can be accepted.
func ring(ctx context.Context, admin person, by *agent, from string) (*call, error) {
	var placed struct{ SID string }
	if err := admin.ask(ctx, http.MethodPost, "/simulator/calls", map[string]string{"from": from, "to": demo.Phones()[0].Number}, &placed); err != nil {
		return nil, err
	}
	c := &call{sid: placed.SID, id: id.Derived(placed.SID), agent: by, admin: admin}
	if err := c.outside(ctx, "voice", map[string]int{"tone": customerTone}); err != nil {
		return nil, err
	}
	return c, until(ctx, "the call to ring", func() bool {
		_, onThePhone := c.customerHears(ctx)
		now := c.stored(ctx)
		return onThePhone == nil && now.Status == "ringing" && slices.Contains(now.Candidates, named{by.id})
	})
}

// stored is a call's record.
type stored struct {
	Status     string
	User       named
	Candidates []named
}

type named struct{ ID string }

func (c *call) stored(ctx context.Context) (s stored) {
	_ = c.admin.ask(ctx, http.MethodGet, "/v1/object/call/"+c.id.String(), nil, &s) // it may not exist yet
	return s
}

func (c *call) command(ctx context.Context, status string) error {
	return c.agent.ask(ctx, http.MethodPatch, "/v1/twilio/call", map[string]any{"id": c.id, "status": status}, nil)
}

// outside performs a customer's action.
func (c *call) outside(ctx context.Context, what string, body any) error {
	return c.admin.ask(ctx, http.MethodPost, "/simulator/calls/"+c.sid+"/"+what, body, nil)
}

func (c *call) customerHears(ctx context.Context) (h simulator.Hearing, err error) {
	err = c.admin.ask(ctx, http.MethodGet, "/simulator/calls/"+c.sid+"/hearing", nil, &h)
	return h, err
}

// sounds are the times from an accept to the first sound.
type sounds struct{ customer, agent, both timing }

// accept accepts the call and waits until both ends hear each other.
func (c *call) accept(ctx context.Context, into *sounds) error {
	began := time.Now()
	if err := c.command(ctx, "in-progress"); err != nil {
		return err
	}
	var atCustomer, atAgent time.Duration
	var ends errgroup.Group
	ends.Go(func() error {
		defer func() { atCustomer = time.Since(began) }()
		return until(ctx, "the customer to hear the agent", func() bool {
			h, err := c.customerHears(ctx)
			return err == nil && h.Loudness > heard
		})
	})
	ends.Go(func() error {
		defer func() { atAgent = time.Since(began) }()
		return until(ctx, "the agent to hear the customer", func() bool { return audio.Loudness(c.agent.phone.Last(short)) > heard })
	})
	if err := ends.Wait(); err != nil {
		return fmt.Errorf("call %s: %w", c.id, err)
	}
	into.customer.Add(atCustomer)
	into.agent.Add(atAgent)
	into.both.Add(max(atCustomer, atAgent))
	return nil
}

// bothHear reports whether each end hears only the other one's tone.
func (c *call) bothHear(ctx context.Context) bool {
	h, err := c.customerHears(ctx)
	only := func(tones []int, tone int) bool { return len(tones) == 1 && tones[0] == tone }
	return err == nil && only(h.Tones, agentTone) && only(audio.Tones(c.agent.phone.Last(short)), customerTone)
}

// becomes waits until the call is stored with a status.
func (c *call) becomes(ctx context.Context, status string) error {
	return until(ctx, "the call to be "+status, func() bool { return c.stored(ctx).Status == status })
}
