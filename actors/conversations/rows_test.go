package conversations_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"switchboard/actors/conversations"
	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/runtime"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// meddler is a store with a race in it, and the engine whose actors commit to it.
type meddler struct {
	storetest.Meddler
	engine *runtime.Local
}

// meddled gives the desk actors that lose a race on commit.
func (d *desk) meddled() *meddler {
	m := &meddler{Meddler: storetest.Meddler{Store: d.store}}
	engine := runtime.NewLocal(runtime.Options{Logger: slog.New(slog.DiscardHandler)})
	engine.Register(conversations.Kind, conversations.Factory(m, d.book, runtime.WriterOptions{}))
	d.t.Cleanup(func() {
		if err := engine.Stop(context.WithoutCancel(d.t.Context())); err != nil {
			d.t.Error(err)
		}
	})
	m.engine, d.service = engine, conversations.New(engine, d.store, d, d)
	return m
}

// says records the contact's consent from a form.
func (d *desk) says(kind string) {
	d.t.Helper()
	owner := conversations.ConsentOwner{Store: d.store, Now: time.Now}
	_, err := owner.Create(d.t.Context(), d.agent(), "consent_event", []row.ChangeRequest{{Set: row.Fields{
		"number": theirs, "kind": kind, "source": "form", "evidence": "Form 17",
	}}})
	if err != nil {
		d.t.Error(err)
	}
}

// Texts of one conversation are one command: a person who opts out between the first
// and the second gets neither, and nothing is charged or sent.
func TestTextsOfOneConversationAreOneCommand(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	conversation := id.Derived("CH1")
	m := d.meddled()
	send := func(command string) (sent []id.ID, err error) {
		orders := make([]runtime.Order, 3)
		for i, body := range []string{"One", "Two", "Three"} {
			charge, _ := d.Text(t.Context(), d.agent(), nil, body, 0)
			orders[i] = runtime.Order{Who: runtime.Identity{Organization: d.org, ID: conversation}, Commands: []any{
				conversations.Send{CommandMeta: runtime.CommandMeta{By: d.user, Command: command + body}, Body: body, ClientID: command + body, Charge: charge},
			}}
		}
		replies, err := runtime.AskAll(t.Context(), m.engine, conversations.Kind, orders)
		for _, of := range replies {
			sending, _ := of[0].(conversations.Sending)
			sent = append(sent, sending.ID)
		}
		return sent, err
	}
	stands := func(what string, sent int) {
		t.Helper()
		effects, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 100, Lease: time.Millisecond}) // one at a time of one conversation
		if err != nil {
			t.Fatal(err)
		}
		spent, err := d.store.Charged(t.Context(), d.org, "outbound:test")
		messages := d.messages()
		if err != nil || len(messages) != 1+sent || len(effects) != min(sent, 1) || spent != int64(sent)*12_000 || d.conversation().Int("last_number") != int64(1+sent) {
			t.Errorf("%s: %d messages, %d effects, %d spent, last number %d, %v", what, len(messages), len(effects), spent, d.conversation().Int("last_number"), err)
		}
		for i, message := range messages {
			if message.Int("number") != int64(i)+1 {
				t.Errorf("%s: message %d has the number %d", what, i+1, message.Int("number"))
			}
		}
	}
	m.Before = []func(){func() { d.says(conversations.ConsentOptOut) }}
	_, err := send("a")
	if e := fault.From(err); !fault.Is(err, fault.Invalid) || e.Index != 1 {
		t.Errorf("refused with %v", err)
	}
	stands("a contact who opted out meanwhile", 0)
	d.says(conversations.ConsentOptIn)
	var first []id.ID
	for range 2 { // a repeat returns the first reply, even after a restart
		sent, err := send("b")
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first, m = sent, d.meddled()
			stands("three texts", 3)
		}
		for i := range sent {
			if sent[i] != first[i] || d.get("twilio_message", sent[i]).Int("number") != int64(i)+2 {
				t.Errorf("text %d is %s, was %s", i, sent[i], first[i])
			}
		}
	}
	if spent, err := d.store.Charged(t.Context(), d.org, "outbound:test"); err != nil || spent != 36_000 || len(d.messages()) != 4 {
		t.Errorf("after a repeat %d is spent on %d messages, %v", spent, len(d.messages()), err)
	}
}

// Messages marked as read in one list see each other: the read number reaches as far
// as everything before it is read.
func TestMessagesAreMarkedReadTogether(t *testing.T) {
	d := open(t)
	for _, sid := range []string{"IM1", "IM2", "IM3", "IM4"} {
		d.text(sid, "Hello?")
	}
	messages := d.messages()
	row3 := row.ChangeRequest{Record: messages[2].ID, Set: row.Fields{"read": true}, Expect: messages[2].Version + 1}
	rows := []row.ChangeRequest{
		{Record: messages[1].ID, Set: row.Fields{"read": true}}, {Record: messages[0].ID, Set: row.Fields{"read": true}}, row3,
	}
	err := d.service.MarkMessages(t.Context(), d.agent(), rows)
	if e := fault.From(err); !fault.Is(err, fault.VersionConflict) || e.Index != 2 || d.conversation().Int("read_number") != 0 {
		t.Errorf("refused with %v, read up to %d", err, d.conversation().Int("read_number"))
	}
	if read, _ := d.messages()[1].Bool("read"); read {
		t.Error("a refused list marked a message")
	}
	rows[2].Expect = messages[2].Version
	err = d.service.MarkMessages(t.Context(), d.agent(), rows)
	if err != nil || d.conversation().Int("read_number") != 3 {
		t.Errorf("%v, read up to %d", err, d.conversation().Int("read_number"))
	}
}

// A list of proofs of consent is recorded as a whole or not at all, and once.
func TestProofsOfConsentAreRecordedTogether(t *testing.T) {
	d := open(t)
	service := records.New(d.store)
	service.Own("consent_event", conversations.ConsentOwner{Store: d.store, Now: time.Now})
	boss := access.Build(features.Registry(), access.Inputs{Organization: d.org, User: d.user, Superuser: true})
	proof := func(number, evidence string) records.Input {
		return records.Input{
			"number": row.JSONValue(number), "kind": row.JSONValue("opt_out"), "source": row.JSONValue("form"), "evidence": row.JSONValue(evidence),
		}
	}
	_, err := service.Create(t.Context(), &boss, "consent_event", []records.Input{proof(theirs, "Form 1"), proof("5", "Form 2")}, "")
	if e := fault.From(err); !fault.Is(err, fault.Invalid) || e.Index != 1 || len(d.events()) != 0 || d.optIn(d.contact) != true {
		t.Errorf("refused with %v, left %v, opted in %v", err, d.events(), d.optIn(d.contact))
	}
	written, err := service.Create(t.Context(), &boss, "consent_event", []records.Input{proof(theirs, "Form 1"), proof("+14155550101", "Form 2")}, "")
	if err != nil || len(written.Records) != 2 || len(d.events()) != 2 || d.optIn(d.contact) != false {
		t.Errorf("recorded %v, %v, opted in %v", d.events(), err, d.optIn(d.contact))
	}
}

// Webhooks overtake each other: texts are stored, numbered and previewed in the
// provider's order, even by an actor that has just been loaded.
func TestTextsThatArriveOutOfOrderAreStoredInOrder(t *testing.T) {
	d := open(t)
	d.textAt("IM1", "one", 1)
	d.textAt("IM3", "three", 3)
	d.restart()
	d.textAt("IM2", "two", 2)
	d.textAt("IM0", "zero", 0)
	messages, err := d.store.Find(t.Context(), d.org, row.Query{Object: "twilio_message", Order: []row.Order{{Field: "number"}}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"zero", "one", "two", "three"} {
		if len(messages) != 4 || messages[i].Text("body") != want || messages[i].Int("number") != int64(i)+1 {
			t.Fatalf("stored %v", messages)
		}
	}
	if c := d.get("twilio_conversation", id.Derived("CH1")); c.Text("last_message") != "three" || c.Int("last_number") != 4 || c.Int("read_number") != 0 {
		t.Errorf("the conversation is %v", c.Fields)
	}
}
