package conversations

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The states of the work on a conversation. They are the team's, and independent of the
// provider's state: an empty one is open.
const (
	workOpen    = "Open"
	workSnoozed = "Snoozed"
	workClosed  = "Closed"
)

// EffectWake returns a snoozed conversation at its time.
const EffectWake = "conversation.wake"

// Work opens, snoozes or closes the work on a conversation. Reply: Ref.
type Work struct {
	runtime.CommandMeta
	State string
	Until time.Time // of workSnoozed
}

// Overwrites implements runtime.NonIdempotent.
func (Work) Overwrites() {}

// Wake returns a conversation that is snoozed until that time. Reply: Ref.
type Wake struct {
	Until time.Time `json:"until"`
}

// work returns the state of the work on the conversation.
func (s State) work() string { return either(s.Conversation.Text("work_state"), workOpen) }

// prepareWork reads the unread messages, which a snoozed or closed conversation has no
// longer.
func (c core) prepareWork(ctx context.Context, who runtime.Identity, s *State, command Work) error {
	if command.State == workOpen {
		return nil
	}
	return c.unread(ctx, who, s)
}

// prepareWake reads the newest message, which becomes unread.
func (c core) prepareWake(ctx context.Context, who runtime.Identity, s *State) error {
	return c.message(ctx, who, s, []row.Condition{{Field: "number", Operator: "=", Value: s.Conversation.Int("last_number")}})
}

// decideWork changes the state of the work. Snoozing or closing a
// conversation marks it as read.
func decideWork(s State, c Work, in runtime.Input) (runtime.Decision, error) {
	d := runtime.Decision{By: c.By, Reply: reply(s)}
	have := s.work()
	want := row.Fields{"work_state": c.State, "snoozed_until": nil}
	cause := "conversation.reopened"
	switch c.State {
	case workSnoozed:
		if s.Conversation.Text("state") == stateClosed {
			return d, fault.New(fault.Conflict, "This conversation was closed for good: the next text begins another one.")
		}
		if have == workClosed {
			return d, fault.New(fault.Conflict, "This conversation is closed. Reopen it before you snooze it.")
		}
		if err := snoozable(c.Until, in.Now); err != nil {
			return d, err
		}
		until := c.Until.UTC().Truncate(time.Millisecond)
		want["snoozed_until"], cause = until, "conversation.snoozed"
		if have != workSnoozed || !s.Conversation.Time("snoozed_until").Equal(until) {
			d.Effects = []row.Effect{{
				ID: in.NewID(), Kind: EffectWake, Actor: Kind, Subject: s.Who.ID, NotBefore: until, Payload: row.JSONValue(Wake{until}),
			}}
		}
	case workClosed:
		cause = "conversation.work_closed"
	}
	if have == c.State && c.State != workSnoozed {
		return d, nil
	}
	var marks []row.Write
	if c.State != workOpen {
		marks, want["read_number"] = readUpTo(s, s.Conversation.Int("last_number"))
	}
	d.Writes = append(write(s, want, cause), marks...)
	return d, nil
}

// snoozable returns the reason why a conversation can't be snoozed until a time.
func snoozable(until, now time.Time) error {
	switch {
	case until.IsZero():
		return fault.Field("until", "Choose until when the conversation is snoozed.")
	case !until.After(now):
		return fault.Field("until", "Choose a time in the future.")
	case until.After(now.Add(maxAhead)):
		return fault.Field("until", "Choose a time within a year.")
	}
	return nil
}

// decideWake returns a snoozed conversation, with its newest message unread. A wake of an
// earlier snooze has no effect.
func decideWake(s State, c Wake) runtime.Decision {
	d := runtime.Decision{Reply: reply(s)}
	if s.work() != workSnoozed || !s.Conversation.Time("snoozed_until").Equal(c.Until) {
		return d
	}
	want := row.Fields{"work_state": workOpen, "snoozed_until": nil}
	last := s.Conversation.Int("last_number")
	if last > 0 && s.Conversation.Int("read_number") >= last {
		want["read_number"] = last - 1
		if s.Message.ID != "" {
			d.Writes = []row.Write{{
				Object: "twilio_message", ID: s.Message.ID, Op: entry.Updated, Set: row.Fields{"read": false}, Cause: "message.unread",
			}}
		}
	}
	d.Writes = append(write(s, want, "conversation.woken"), d.Writes...)
	return d
}

// reopen adds to the wanted fields what a text of the contact does: it returns a snoozed
// or closed conversation.
func reopen(s State, want row.Fields) {
	if s.exists() && s.work() != workOpen {
		want["work_state"], want["snoozed_until"] = workOpen, nil
	}
}

// Waker executes EffectWake. Its payload is the command.
type Waker struct{}

// Do returns the command for the conversation.
func (Waker) Do(_ context.Context, e row.ClaimedEffect) (any, error) {
	var w Wake
	if err := json.Unmarshal(e.Payload, &w); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "effect %s has no payload", e.ID)
	}
	return w, nil
}

// Failed returns no command: Do fails only without a payload.
func (Waker) Failed(row.ClaimedEffect, error) any { return nil }

// assignee returns the reason why a conversation can't be assigned to a user.
func (s *Service) assignee(ctx context.Context, organization id.ID, field string, user id.ID) error {
	if user == "" {
		return nil
	}
	record, err := s.store.Get(ctx, organization, "user", user)
	switch {
	case fault.Is(err, fault.NotFound):
		return fault.Field(field, "There is no such user.")
	case err != nil:
		return err
	}
	if active, known := record.Bool("is_active"); known && !active {
		return fault.Field(field, "%s is deactivated. Choose an active user.", record.Text("name"))
	}
	return nil
}
