package conversations_test

import (
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/conversations"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func (d *desk) events() []row.Record {
	d.t.Helper()
	found, err := d.store.Find(d.t.Context(), d.org, row.Query{Object: "consent_event", Order: []row.Order{{Field: "at"}}})
	if err != nil {
		d.t.Fatal(err)
	}
	return found
}

func (d *desk) send() error {
	_, err := d.service.Send(d.t.Context(), d.agent(), id.Derived("CH1"), "Hi", "", "")
	return err
}

// write changes a contact as the record API does: the reviewer's writes go into the
// same change.
func (d *desk) write(contact id.ID, set row.Fields) error {
	d.t.Helper()
	reviewer := conversations.ContactConsent{Store: d.store, Now: time.Now}
	before, err := d.store.Get(d.t.Context(), d.org, "contact", contact)
	op := entry.Updated
	if fault.Is(err, fault.NotFound) {
		op, before = entry.Created, row.Record{}
	}
	more, err := reviewer.Review(d.t.Context(), d.agent(), contact, before, set)
	if err != nil {
		return err
	}
	_, err = d.store.Commit(d.t.Context(), row.Change{Organization: d.org, By: d.user, Writes: append([]row.Write{{Object: "contact", ID: contact, Op: op, Set: set}}, more...)})
	return err
}

func (d *desk) optIn(contact id.ID) any {
	d.t.Helper()
	return d.get("contact", contact).Fields["sms_opt_in"]
}

func phoneOf(number string) any { return row.JSONValue(map[string]string{"phone_number": number}) }

// A STOP without a contact is stored and applies.
func TestStopWithoutAContact(t *testing.T) {
	d := open(t)
	if err := d.write(d.contact, row.Fields{"phone": phoneOf("+14155550199")}); err != nil {
		t.Fatal(err)
	}
	d.text("IM1", "Hello?")
	if err := d.send(); err != nil {
		t.Fatalf("an answer to a stranger: %v", err)
	}
	d.text("IM2", "stop")
	if err := d.send(); !fault.Is(err, fault.Invalid) {
		t.Errorf("a text to a stranger who stopped: %v", err)
	}
	if list := d.events(); len(list) != 1 || list[0].Text("number") != theirs || list[0].Text("sender") != ours ||
		list[0].Text("kind") != "opt_out" || list[0].Text("source") != "keyword" || list[0].Text("evidence") != "stop" || list[0].Lookup("contact") != "" {
		t.Errorf("kept %v", list)
	}
	// A contact created with that number, or given it, gets its consent.
	made := id.New()
	if err := d.write(made, row.Fields{"name": "Made later", "phone": phoneOf(theirs)}); err != nil || d.optIn(made) != false {
		t.Errorf("one made later: %v, %v", d.optIn(made), err)
	}
	if err := d.write(d.contact, row.Fields{"second_phone": phoneOf(theirs)}); err != nil || d.optIn(d.contact) != false {
		t.Errorf("one renumbered later: %v, %v", d.optIn(d.contact), err)
	}
	if err := d.write(id.New(), row.Fields{"name": "Pretended", "phone": phoneOf(theirs), "sms_opt_in": true}); !fault.Is(err, fault.Conflict) {
		t.Errorf("one made as opted in: %v", err)
	}
	// A removed number takes its STOP along.
	if err := d.write(made, row.Fields{"phone": phoneOf("+14155550188")}); err != nil || d.optIn(made) != nil {
		t.Errorf("one with another number: %v, %v", d.optIn(made), err)
	}
	d.text("IM3", "START")
	if d.optIn(d.contact) != true || d.optIn(made) != nil {
		t.Errorf("after START: %v and %v", d.optIn(d.contact), d.optIn(made))
	}
}

func TestStopReachesEveryContact(t *testing.T) {
	d := open(t)
	twin := id.New()
	d.create("contact", twin, row.Fields{"name": "Twin", "second_phone": phoneOf(theirs), "sms_opt_in": true})
	d.text("IM1", "Hello?")
	if err := d.send(); err != nil {
		t.Fatal(err)
	}
	d.text("IM2", "STOP")
	if d.optIn(d.contact) != false || d.optIn(twin) != false {
		t.Errorf("after one STOP: %v and %v", d.optIn(d.contact), d.optIn(twin))
	}
	if err := d.send(); !fault.Is(err, fault.Invalid) {
		t.Errorf("a text after it: %v", err)
	}
	for _, contact := range []id.ID{d.contact, twin} {
		if err := d.write(contact, row.Fields{"sms_opt_in": true}); !fault.Is(err, fault.Conflict) {
			t.Errorf("an agent reopened it: %v", err)
		}
	}
	// A recorded proof reopens it for all, and earlier events remain.
	owner := conversations.ConsentOwner{Store: d.store, Now: time.Now}
	proof := row.Fields{"number": theirs, "kind": "opt_in", "source": "form", "evidence": "Form 17, signed at the counter"}
	for _, bad := range []row.Fields{
		{"number": theirs, "kind": "opt_in", "source": "form"}, {"number": theirs, "kind": "opt_in", "source": "keyword", "evidence": "x"},
		{"number": theirs, "kind": "help", "source": "form", "evidence": "x"}, {"number": "5", "kind": "opt_in", "source": "form", "evidence": "x"},
	} {
		if _, err := owner.Create(t.Context(), d.agent(), "consent_event", []row.ChangeRequest{{Set: bad}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a proof that is none, %v: %v", bad, err)
		}
	}
	rows := []row.ChangeRequest{{Set: proof, Command: "one"}}
	made, err := owner.Create(t.Context(), d.agent(), "consent_event", rows)
	if again, _ := owner.Create(t.Context(), d.agent(), "consent_event", rows); err != nil || again[0] != made[0] {
		t.Errorf("a proof: %v, again %v, %v", made, again, err)
	}
	if d.optIn(d.contact) != true || d.optIn(twin) != true || len(d.events()) != 2 {
		t.Errorf("after a proof: %v and %v, %d events", d.optIn(d.contact), d.optIn(twin), len(d.events()))
	}
	if err := d.send(); err != nil {
		t.Errorf("a text after a proof: %v", err)
	}
	if err := owner.Patch(t.Context(), d.agent(), "consent_event", []row.ChangeRequest{{Record: made[0], Set: row.Fields{"kind": "opt_out"}}}); !fault.Is(err, fault.Conflict) {
		t.Errorf("what was said was changed: %v", err)
	}
	if err := owner.Remove(t.Context(), d.agent(), "consent_event", []row.ChangeRequest{{Record: made[0]}}); !fault.Is(err, fault.Conflict) {
		t.Errorf("what was said was deleted: %v", err)
	}
}

// An administrator's change is an event with their name; a yes can become a no again.
func TestConsentByAnAdministrator(t *testing.T) {
	d := open(t)
	for i, want := range []bool{false, true} {
		if err := d.write(d.contact, row.Fields{"sms_opt_in": want}); err != nil || d.optIn(d.contact) != want {
			t.Errorf("%t: %v, %v", want, d.optIn(d.contact), err)
		}
		if list := d.events(); len(list) != i+1 || list[i].Lookup("by") != d.user || list[i].Text("source") != "admin" || list[i].Lookup("contact") != d.contact {
			t.Errorf("kept %v", list)
		}
	}
	if err := d.write(d.contact, row.Fields{"sms_opt_in": nil}); !fault.Is(err, fault.Invalid) {
		t.Errorf("unasked again: %v", err)
	}
	if err := d.write(d.contact, row.Fields{"company": "Acme"}); err != nil || len(d.events()) != 2 {
		t.Errorf("a change of something else: %v, %d events", err, len(d.events()))
	}
	d.text("IM1", "Hello?")
	if err := d.write(d.contact, row.Fields{"do_not_call": true}); err != nil {
		t.Fatal(err)
	}
	if err := d.send(); !fault.Is(err, fault.Invalid) {
		t.Errorf("a text to one who is not to be called: %v", err)
	}
}

// The provider's error shows that the number opted out there.
func TestProviderOptOutIsAStop(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	sent, err := d.service.Send(t.Context(), d.agent(), id.Derived("CH1"), "Hi", "c1", "")
	if err != nil {
		t.Fatal(err)
	}
	echo := carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: "IM2", Body: "Hi", Author: string(d.user), ClientID: "c1", At: time.Now()}
	failed := carrier.ConversationEvent{Kind: "onDeliveryUpdated", MessageSID: "IM2", Receipt: "failed", ReceiptSID: "DY1", ErrorCode: 21610, At: time.Now()}
	for _, e := range []carrier.ConversationEvent{echo, failed, failed} {
		if err := d.tell(e, row.Inbound{}); err != nil {
			t.Fatal(err)
		}
	}
	if list := d.events(); len(list) != 1 || list[0].Text("source") != "provider_21610" || d.optIn(d.contact) != false {
		t.Errorf("kept %v, the contact stands at %v", list, d.optIn(d.contact))
	}
	if got := d.get("twilio_message", sent.ID).Int("error_code"); got != 21610 {
		t.Errorf("the message has the code %d", got)
	}
	if err := d.send(); !fault.Is(err, fault.Invalid) {
		t.Errorf("another text: %v", err)
	}
}

// Nobody is woken by an unsolicited text; a person who wrote within a day is
// answered.
func TestSendRespectsQuietHours(t *testing.T) {
	d := open(t)
	now := time.Now().In(must(time.LoadLocation("America/Los_Angeles")))
	d.set.QuietHours.Enabled = true
	d.set.QuietHours.From, d.set.QuietHours.To = now.Add(-time.Hour).Format("15:04"), now.Add(2*time.Hour).Format("15:04")
	if err := d.tell(carrier.ConversationEvent{Kind: "onConversationAdded", State: "active"}, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	if err := d.send(); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a text in the night: %v", err)
	}
	d.text("IM1", "Hello?")
	if err := d.send(); err != nil {
		t.Errorf("an answer in the night: %v", err)
	}
}

// Conditions may change between the decision and a retry: after a STOP, or in quiet
// hours, nothing is sent.
func TestRetriedTextIsCheckedAgain(t *testing.T) {
	for name, change := range map[string]func(d *desk){
		"opted out": func(d *desk) { d.text("IM2", "STOP") },
		"quiet hours now": func(d *desk) {
			now := time.Now().In(must(time.LoadLocation("America/Los_Angeles")))
			d.set.QuietHours.Enabled = true
			d.set.QuietHours.From, d.set.QuietHours.To = now.Add(-time.Hour).Format("15:04"), now.Add(2*time.Hour).Format("15:04")
		},
		"it was closed": func(d *desk) {
			closed := carrier.ConversationEvent{Kind: "onConversationStateUpdated", State: "closed"}
			if err := d.tell(closed, row.Inbound{}); err != nil {
				d.t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			if err := d.tell(carrier.ConversationEvent{Kind: "onConversationAdded", State: "active"}, row.Inbound{}); err != nil {
				t.Fatal(err)
			}
			if err := d.send(); err != nil {
				t.Fatal(err)
			}
			claimed, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 1, Lease: time.Minute})
			if err != nil || len(claimed) != 1 {
				t.Fatalf("claimed %v, %v", claimed, err)
			}
			first, later := claimed[0], claimed[0]
			later.Resumed = true
			n := &network{have: map[string]string{}}
			sender := conversations.Sender{Texts: n, Conversations: d.service}
			change(d)
			if _, err := sender.Do(t.Context(), later); err == nil || fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Internal) || n.sent != 0 {
				t.Errorf("it was sent %d times, %v", n.sent, err)
			}
			waited := first
			waited.NotBefore = time.Now().Add(-time.Hour) // behind others of its conversation
			if _, err := sender.Do(t.Context(), waited); err == nil || n.sent != 0 {
				t.Errorf("one that waited was sent %d times, %v", n.sent, err)
			}
			// The first attempt follows the decision immediately, and a sent text
			// stays sent.
			for _, e := range []row.ClaimedEffect{first, later} {
				if command, err := sender.Do(t.Context(), e); err != nil || n.sent != 1 {
					t.Errorf("it was sent %d times, %v, %v", n.sent, command, err)
				}
			}
		})
	}
}

// A text whose webhook arrived before its worker could report it is neither searched
// nor sent again.
func TestReportedTextIsNotSentAgain(t *testing.T) {
	d := open(t)
	d.text("IM1", "Hello?")
	if _, err := d.service.Send(t.Context(), d.agent(), id.Derived("CH1"), "Hi", "client-1", "one"); err != nil {
		t.Fatal(err)
	}
	claimed, err := d.store.ClaimEffects(t.Context(), row.ClaimRequest{Node: "test", Limit: 1, Lease: time.Minute})
	if err != nil || len(claimed) != 1 {
		t.Fatalf("claimed %v, %v", claimed, err)
	}
	err = d.tell(carrier.ConversationEvent{Kind: "onMessageAdded", MessageSID: "IM7", Author: string(d.user), ClientID: "client-1", Body: "Hi"}, row.Inbound{})
	if err != nil {
		t.Fatal(err)
	}
	claimed[0].Resumed = true
	n := &network{have: map[string]string{}}
	command, err := conversations.Sender{Texts: n, Conversations: d.service}.Do(t.Context(), claimed[0])
	if sent, ok := command.(conversations.Sent); err != nil || !ok || sent.SID != "IM7" || n.sent != 0 {
		t.Errorf("gave %v, %v and sent %d", command, err, n.sent)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
