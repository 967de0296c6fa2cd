package conversations_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/actors/conversations"
	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

var thread = id.Derived("CH1")

func (d *desk) worker() *access.Principal {
	return d.principal(map[string]access.ObjectPermission{
		"twilio_conversation": {Read: true, Update: true}, "twilio_message": {Create: true, Read: true},
	})
}

func (d *desk) snooze(until time.Time) error {
	_, err := d.service.Snooze(d.t.Context(), d.worker(), thread, until, "")
	return err
}

// wakes executes the effect of a snooze as if its time had come.
func (d *desk) wakes(until time.Time) {
	d.t.Helper()
	command, err := conversations.Waker{}.Do(d.t.Context(), row.ClaimedEffect{Effect: row.Effect{
		Payload: row.JSONValue(conversations.Wake{Until: until.UTC().Truncate(time.Millisecond)}),
	}})
	if err == nil {
		d.tellSent(thread, command)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) work(state string, unread int64) {
	d.t.Helper()
	have := d.conversation()
	if got := have.Text("work_state"); got != state {
		d.t.Errorf("the work is %q, not %q", got, state)
	}
	if got := have.Int("last_number") - have.Int("read_number"); got != unread {
		d.t.Errorf("%d unread, not %d", got, unread)
	}
	if snoozed := !have.Time("snoozed_until").IsZero(); snoozed != (state == "Snoozed") {
		d.t.Errorf("snoozed until %v", have.Time("snoozed_until"))
	}
}

func TestASnoozedConversationReturnsOnce(t *testing.T) {
	d := open(t)
	d.text("IM1", "Can you call tomorrow?")
	until := time.Now().Add(time.Hour)
	if err := d.snooze(until); err != nil {
		t.Fatal(err)
	}
	d.work("Snoozed", 0)
	if read, _ := d.messages()[0].Bool("read"); !read {
		t.Error("what is snoozed is unread")
	}
	effects, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
	if err != nil || len(effects) != 0 {
		t.Errorf("due early: %v, %v", effects, err)
	}
	d.restart()
	d.wakes(until)
	d.work("Open", 1)
	if read, _ := d.messages()[0].Bool("read"); read {
		t.Error("its newest text is read")
	}
	if err := d.service.MarkRead(t.Context(), d.worker(), thread, 0); err != nil {
		t.Fatal(err)
	}
	d.wakes(until) // a repeat
	d.work("Open", 0)
}

func TestALaterSnoozeReplacesTheEarlier(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	early, late := time.Now().Add(time.Hour), time.Now().Add(2*time.Hour)
	for _, until := range []time.Time{early, late} {
		if err := d.snooze(until); err != nil {
			t.Fatal(err)
		}
	}
	d.wakes(early)
	d.work("Snoozed", 0)
	d.wakes(late)
	d.work("Open", 1)
}

// What the contact writes returns a snoozed or closed conversation at once.
func TestATextReturnsAConversation(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	until := time.Now().Add(time.Hour)
	if err := d.snooze(until); err != nil {
		t.Fatal(err)
	}
	d.textAt("IM2", "Are you there?", 1)
	d.work("Open", 1)
	d.wakes(until)
	d.work("Open", 1)
	if _, err := d.service.CloseWork(t.Context(), d.worker(), thread, ""); err != nil {
		t.Fatal(err)
	}
	d.work("Closed", 0)
	if err := d.snooze(until); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "Reopen it") {
		t.Errorf("a closed one is snoozed: %v", err)
	}
	if err := d.send(); err != nil {
		t.Errorf("no text in a closed one: %v", err)
	}
	d.work("Closed", 0)
	d.textAt("IM3", "One more thing", 5)
	d.work("Open", 1)
}

func TestAClosedConversationIsReopened(t *testing.T) {
	d := open(t)
	d.text("IM1", "Thanks!")
	for _, do := range []func() (conversations.Ref, error){
		func() (conversations.Ref, error) { return d.service.CloseWork(t.Context(), d.worker(), thread, "a") },
		func() (conversations.Ref, error) { return d.service.CloseWork(t.Context(), d.worker(), thread, "b") },
	} {
		if _, err := do(); err != nil {
			t.Fatal(err)
		}
		d.work("Closed", 0)
	}
	if _, err := d.service.Reopen(t.Context(), d.worker(), thread, ""); err != nil {
		t.Fatal(err)
	}
	d.work("Open", 0)
}

// The effect of a snooze is due at its time, not before, and its payload is the command.
func TestASnoozeIsDueAtItsTime(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	until := time.Now().Add(300 * time.Millisecond)
	if err := d.snooze(until); err != nil {
		t.Fatal(err)
	}
	var due []row.ClaimedEffect
	waittest.Until(t, "the snooze to be due", func() bool {
		claimed, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 10, Lease: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		due = append(due, claimed...)
		return len(due) > 0
	})
	if time.Now().Before(until) || len(due) != 1 || due[0].Kind != conversations.EffectWake || due[0].Subject != thread || due[0].Actor != conversations.Kind {
		t.Fatalf("due %v early: %v", time.Until(until), due)
	}
	d.restart()
	command, err := conversations.Waker{}.Do(t.Context(), due[0])
	if err != nil {
		t.Fatal(err)
	}
	d.tellSent(thread, command)
	d.work("Open", 1)
}

func TestOneThatTheProviderClosedIsNotSnoozed(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	if err := d.service.Patch(t.Context(), d.worker(), []row.ChangeRequest{{Record: thread, Set: row.Fields{"state": "closed"}}}); err != nil {
		t.Fatal(err)
	}
	if err := d.snooze(time.Now().Add(time.Hour)); !fault.Is(err, fault.Conflict) || !strings.Contains(err.Error(), "closed for good") {
		t.Errorf("it is snoozed: %v", err)
	}
}

func TestBadSnoozes(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	for name, until := range map[string]time.Time{
		"Choose until when": {}, "in the future": time.Now().Add(-time.Minute), "within a year": time.Now().Add(400 * 24 * time.Hour),
	} {
		if err := d.snooze(until); !fault.Is(err, fault.Invalid) || len(fault.From(err).Fields["until"]) == 0 || !strings.Contains(fault.From(err).Fields["until"][0], name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.work("Open", 1)
	reader := d.principal(map[string]access.ObjectPermission{"twilio_conversation": {Read: true}, "twilio_message": {Create: true, Read: true}})
	for name, do := range map[string]func() error{
		"snooze": func() error {
			_, err := d.service.Snooze(t.Context(), reader, thread, time.Now().Add(time.Hour), "")
			return err
		},
		"close":  func() error { _, err := d.service.CloseWork(t.Context(), reader, thread, ""); return err },
		"reopen": func() error { _, err := d.service.Reopen(t.Context(), reader, thread, ""); return err },
		"assign": func() error { _, err := d.service.Assign(t.Context(), reader, thread, d.user, ""); return err },
	} {
		if err := do(); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s by a reader: %v", name, err)
		}
	}
	if _, err := d.service.Reopen(t.Context(), d.worker(), id.New(), ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("one that is not there: %v", err)
	}
}

func TestAConversationIsAssigned(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	gone := id.New()
	d.create("user", gone, row.Fields{"name": "Gina Gone", "email": "gina@demo.test", "is_active": false})
	assign := func(user id.ID) error {
		_, err := d.service.Assign(t.Context(), d.worker(), thread, user, "")
		return err
	}
	for user, want := range map[id.ID]string{gone: "Gina Gone is deactivated", id.New(): "no such user"} {
		if err := assign(user); !fault.Is(err, fault.Invalid) || !strings.Contains(strings.Join(fault.From(err).Fields["user"], " "), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	err := d.service.Patch(t.Context(), d.worker(), []row.ChangeRequest{{Record: thread, Set: row.Fields{"assigned_user": gone}}})
	if !strings.Contains(strings.Join(fault.From(err).Fields["assigned_user"], " "), "deactivated") {
		t.Errorf("by a PATCH: %v", err)
	}
	for _, user := range []id.ID{d.user, ""} {
		if err := assign(user); err != nil {
			t.Fatal(err)
		}
		if got := d.conversation().Lookup("assigned_user"); got != user {
			t.Errorf("assigned to %q", got)
		}
	}
}

func TestWhoGetsAConversationIsNotified(t *testing.T) {
	read := func(e entry.Entry) []feature.Happening {
		for _, notice := range conversations.Feature.Notices {
			if notice.Object == "twilio_conversation" {
				found, err := notice.Read(t.Context(), nil, &e)
				if err != nil {
					t.Fatal(err)
				}
				return found
			}
		}
		t.Fatal("no notice of conversations")
		return nil
	}
	to := entry.Fields{"assigned_user": []byte(`{"id":"u2","name":"Ben"}`)}
	if got := read(entry.Entry{ID: thread, Op: entry.Updated, By: "u1", After: to}); len(got) != 1 || got[0].Kind != "Assignment" || got[0].To[0] != "u2" || got[0].Record != thread {
		t.Errorf("%v", got)
	}
	for name, e := range map[string]entry.Entry{
		"to nobody":      {Op: entry.Updated, By: "u1", After: entry.Fields{"assigned_user": []byte(`null`)}},
		"by the product": {Op: entry.Updated, After: to},
		"as before":      {Op: entry.Updated, By: "u1", Before: to, After: to},
		"another change": {Op: entry.Updated, By: "u1", After: entry.Fields{"name": []byte(`"Mia"`)}},
	} {
		if got := read(e); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}
