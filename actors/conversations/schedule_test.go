package conversations_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"switchboard/actors/conversations"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ActsFor implements conversations.Principals.
func (d *desk) ActsFor(context.Context, id.ID, id.ID) (access.Principal, error) {
	return *d.planner(), nil
}

func (d *desk) planner() *access.Principal {
	return d.principal(map[string]access.ObjectPermission{
		"twilio_conversation": {Read: true}, "twilio_message": {Create: true, Read: true}, "scheduled_text": {Read: true},
	})
}

func (d *desk) schedule(body string, in time.Duration) id.ID {
	d.t.Helper()
	return d.scheduleIn(id.Derived("CH1"), body, in)
}

func (d *desk) scheduleIn(conversation id.ID, body string, in time.Duration) id.ID {
	d.t.Helper()
	ref, err := d.service.Schedule(d.t.Context(), d.planner(), conversations.Scheduling{
		Conversation: conversation, Body: body, SendAt: time.Now().Add(in).Format(time.RFC3339), TimeZone: "America/Chicago",
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return ref.ID
}

// becomesDue executes the effect of a scheduled text as if its time had come.
func (d *desk) becomesDue(text id.ID, round int64) {
	d.t.Helper()
	_, err := conversations.Punctual{Principals: d, Service: d.service}.Do(d.t.Context(), row.ClaimedEffect{
		Organization: d.org, Attempts: 1, Effect: row.Effect{Payload: row.JSONValue(map[string]any{"text": text, "round": round})},
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

func TestAScheduledTextIsSentOnce(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	text := d.schedule("See you tomorrow", time.Hour)
	if got := d.get("scheduled_text", text); got.Text("state") != "scheduled" || got.Text("time_zone") != "America/Chicago" || len(d.messages()) != 1 {
		t.Fatalf("it is %v", got.Fields)
	}
	d.restart()
	for range 2 {
		d.becomesDue(text, 1)
	}
	messages := d.messages()
	if len(messages) != 2 || messages[1].Text("body") != "See you tomorrow" || messages[1].Lookup("user") != d.user {
		t.Fatalf("%d messages", len(messages))
	}
	if got := d.get("scheduled_text", text); got.Text("state") != "sent" || got.Lookup("message") != messages[1].ID {
		t.Errorf("it is %v", got.Fields)
	}
	if err := d.service.Unschedule(t.Context(), d.planner(), text, ""); !fault.Is(err, fault.Conflict) {
		t.Errorf("a sent one is canceled: %v", err)
	}
}

// Consent and quiet hours are asked at the time, not only when the text is written.
func TestAScheduledTextIsRefusedAtItsTime(t *testing.T) {
	for name, c := range map[string]struct {
		begun  bool // the other party has not written yet
		before func(d *desk)
		reason string
	}{
		"the contact opted out": {false, func(d *desk) { d.text("IM2", "STOP") }, "opt"},
		"quiet hours": {true, func(d *desk) {
			d.set.QuietHours.Enabled, d.set.QuietHours.From, d.set.QuietHours.To = true, "00:00", "23:59"
		}, "where this text would arrive"},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			conversation := id.Derived("CH1")
			if c.begun {
				begun, err := d.service.Begin(t.Context(), d.planner(), conversations.Recipient{Phone: theirs}, "", "")
				if err != nil {
					t.Fatal(err)
				}
				conversation = begun.ID
			} else {
				d.text("IM1", "Hello?")
			}
			text := d.scheduleIn(conversation, "Our offer", time.Hour)
			c.before(d)
			d.becomesDue(text, 1)
			got := d.get("scheduled_text", text)
			if got.Text("state") != "failed" || !strings.Contains(got.Text("reason"), c.reason) {
				t.Errorf("it is %v", got.Fields)
			}
			for _, m := range d.messages() {
				if m.Text("direction") == "outgoing" {
					t.Error("it was sent")
				}
			}
		})
	}
}

func TestAScheduledTextIsChangedSentAndCanceled(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	p := d.planner()
	text := d.schedule("One", time.Hour)
	later := time.Now().Add(48 * time.Hour)
	if _, err := d.service.Reschedule(t.Context(), p, conversations.Rescheduling{ID: text, Body: "Two", SendAt: later.Format(time.RFC3339)}); err != nil {
		t.Fatal(err)
	}
	d.becomesDue(text, 1) // the effect of the first time is void
	if got := d.get("scheduled_text", text); got.Text("body") != "Two" || got.Text("state") != "scheduled" || got.Time("send_at").Sub(later).Abs() > time.Second {
		t.Fatalf("it is %v", got.Fields)
	}
	for range 2 { // the same change again changes nothing, and the text is still sent
		if _, err := d.service.Reschedule(t.Context(), p, conversations.Rescheduling{ID: text, Body: "Two"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.service.Reschedule(t.Context(), p, conversations.Rescheduling{ID: text, Now: true}); err != nil {
		t.Fatal(err)
	}
	d.becomesDue(text, 5)
	if got := d.get("scheduled_text", text); got.Text("state") != "sent" {
		t.Errorf("sent now: %v", got.Fields)
	}
	other := d.schedule("Never", time.Hour)
	for range 2 {
		if err := d.service.Unschedule(t.Context(), p, other, ""); err != nil {
			t.Fatal(err)
		}
	}
	d.becomesDue(other, 1)
	if got := d.get("scheduled_text", other); got.Text("state") != "cancelled" || len(d.messages()) != 2 {
		t.Errorf("canceled: %v", got.Fields)
	}
	if _, err := d.service.Reschedule(t.Context(), p, conversations.Rescheduling{ID: other, Now: true}); !fault.Is(err, fault.Conflict) {
		t.Errorf("a canceled one is sent: %v", err)
	}
}

func TestWhatCannotBeScheduled(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	good := conversations.Scheduling{Conversation: id.Derived("CH1"), Body: "Hi", SendAt: time.Now().Add(time.Hour).Format(time.RFC3339), TimeZone: "UTC"}
	with := func(change func(*conversations.Scheduling)) conversations.Scheduling {
		in := good
		change(&in)
		return in
	}
	for detail, in := range map[string]conversations.Scheduling{
		"Please enter a message or attach a file":                  with(func(s *conversations.Scheduling) { s.Body = " " }),
		"Choose a time in the future.":                             with(func(s *conversations.Scheduling) { s.SendAt = "2020-01-01T00:00:00Z" }),
		"Choose a time within a year.":                             with(func(s *conversations.Scheduling) { s.SendAt = "2199-01-01T00:00:00Z" }),
		"Choose when the text is sent.":                            with(func(s *conversations.Scheduling) { s.SendAt = "" }),
		"send_at must be a time such as 2026-11-27T09:00:00-05:00": with(func(s *conversations.Scheduling) { s.SendAt = "soon" }),
		`There is no time zone "Mars".`:                            with(func(s *conversations.Scheduling) { s.TimeZone = "Mars" }),
	} {
		_, err := d.service.Schedule(t.Context(), d.planner(), in)
		found := false
		for _, said := range fault.From(err).Fields {
			found = found || len(said) > 0 && said[0] == detail
		}
		if !found {
			t.Errorf("%s: %v %v", detail, err, fault.From(err).Fields)
		}
	}
	good.Given = feature.Given{Command: "once"}
	first, err := d.service.Schedule(t.Context(), d.planner(), good)
	again, err2 := d.service.Schedule(t.Context(), d.planner(), good)
	if err != nil || err2 != nil || first != again {
		t.Errorf("a repeat: %v, %v", err, err2)
	}
	if _, err := d.service.Reschedule(t.Context(), d.stranger(), conversations.Rescheduling{ID: first.ID, Now: true}); !fault.Is(err, fault.Forbidden) {
		t.Errorf("somebody else's: %v", err)
	}
	if zone, err := d.service.ZoneOf(t.Context(), d.planner(), id.Derived("CH1")); err != nil || zone.TimeZone != "America/New_York" {
		t.Errorf("the zone is %v, %v", zone, err)
	}
	d.set.ScheduledTexts = false
	if _, err := d.service.Schedule(t.Context(), d.planner(), good); fault.From(err).Detail != "Scheduling feature coming soon!" {
		t.Errorf("turned off: %v", err)
	}
	if _, err := d.service.ZoneOf(t.Context(), d.planner(), id.Derived("CH1")); fault.From(err).Detail != "Scheduling feature coming soon!" {
		t.Errorf("turned off, the zone: %v", err)
	}
}

// stranger is a colleague with the same rights.
func (d *desk) stranger() *access.Principal {
	mine := d.user
	defer func() { d.user = mine }()
	d.user = id.New()
	d.create("user", d.user, row.Fields{"name": "Ben", "email": "ben@demo.test"})
	return d.planner()
}
