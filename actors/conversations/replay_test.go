package conversations

import (
	"math/rand/v2"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

const lineA, lineB = "+12065550101", "+15035550103"

// Consent follows from all events in any order: the provider's index orders one
// conversation, time orders the rest, and only the person or a proof reopens a STOP.
func TestReplayOfConsentEvents(t *testing.T) {
	at := func(minute int) time.Time { return began.Add(time.Duration(minute) * time.Minute) }
	one, two := id.Derived("CH1"), id.Derived("CH2")
	word := func(kind string, minute int, sender string, in id.ID, position int64) consentEvent {
		return consentEvent{number: theirs, sender: sender, kind: kind, source: "keyword", at: at(minute), conversation: in, position: position}
	}
	by := func(source, kind string, minute int) consentEvent {
		return consentEvent{number: theirs, kind: kind, source: source, at: at(minute)}
	}
	const in, out = ConsentOptIn, ConsentOptOut
	for name, c := range map[string]struct {
		events   []consentEvent
		a, b     consentState
		together consentState
	}{
		"nothing":                     {nil, consentUnknown, consentUnknown, consentUnknown},
		"a cry for help":              {[]consentEvent{word(ConsentHelp, 0, lineA, one, 0)}, consentUnknown, consentUnknown, consentUnknown},
		"another number's STOP":       {[]consentEvent{{number: ours, sender: lineA, kind: out, source: "keyword", at: began}}, consentUnknown, consentUnknown, consentUnknown},
		"STOP to one line":            {[]consentEvent{word(out, 0, lineA, one, 4)}, stopped, consentUnknown, stopped},
		"STOP, then START":            {[]consentEvent{word(out, 0, lineA, one, 4), word(in, 1, lineA, one, 5)}, optedIn, consentUnknown, optedIn},
		"START overtaken by STOP":     {[]consentEvent{word(out, 0, lineA, one, 4), word(in, 1, lineA, one, 3)}, stopped, consentUnknown, stopped},
		"the same minute":             {[]consentEvent{word(in, 0, lineA, one, 3), word(out, 0, lineA, one, 4)}, stopped, consentUnknown, stopped},
		"START in a new conversation": {[]consentEvent{word(out, 0, lineA, one, 9), word(in, 1, lineA, two, 0)}, optedIn, consentUnknown, optedIn},
		"STOP to one, START to other": {[]consentEvent{word(out, 0, lineA, one, 4), word(in, 1, lineB, two, 0)}, stopped, optedIn, stopped},
		"an administrator after STOP": {[]consentEvent{word(out, 0, lineA, one, 4), by("admin", in, 1)}, stopped, optedIn, stopped},
		"an import after STOP":        {[]consentEvent{word(out, 0, lineA, one, 4), by("import", in, 1)}, stopped, optedIn, stopped},
		"a form after STOP":           {[]consentEvent{word(out, 0, lineA, one, 4), by("form", in, 1)}, optedIn, optedIn, optedIn},
		"STOP after the form":         {[]consentEvent{by("form", in, 0), word(out, 1, lineA, one, 4)}, stopped, optedIn, stopped},
		"an administrator's no, undone": {
			[]consentEvent{by("admin", out, 0), by("admin", in, 1)}, optedIn, optedIn, optedIn,
		},
		"an administrator's no hides no STOP": {
			[]consentEvent{word(out, 0, lineA, one, 4), by("admin", out, 1), by("admin", in, 2)}, stopped, optedIn, stopped,
		},
		"an administrator's no, then START": {
			[]consentEvent{by("admin", out, 0), word(in, 1, lineA, one, 4)}, optedIn, optedOut, optedIn,
		},
		"the provider says so": {
			[]consentEvent{word(in, 0, lineA, one, 3), {number: theirs, sender: lineA, kind: out, source: "provider_21610", at: at(1), conversation: one}},
			stopped, consentUnknown, stopped,
		},
	} {
		for range 20 {
			events := append([]consentEvent{}, c.events...)
			rand.Shuffle(len(events), func(i, j int) { events[i], events[j] = events[j], events[i] })
			a, b, all := replay(events, theirs, lineA), replay(events, theirs, lineB), consentOf(events, []string{theirs})
			if a != c.a || b != c.b || all != c.together {
				t.Fatalf("%s: %d, %d and %d, want %d, %d and %d, of %+v", name, a, b, all, c.a, c.b, c.together, events)
			}
		}
	}
}

func TestDelayedStartReopensNothing(t *testing.T) {
	h := newThread(t)
	h.contact(true)
	stop, start := text("IM4", "STOP"), text("IM3", "START")
	stop.Event.Index, start.Event.Index = 4, 3
	h.do(stop)
	h.do(start)
	if got := h.rows[mia.ID].Fields["sms_opt_in"]; got != false {
		t.Errorf("the contact stands at %v", got)
	}
	if _, err := h.try(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: "Hi"}); err == nil {
		t.Error("a text went out past the STOP")
	}
	again := text("IM5", "start")
	again.Event.Index = 5
	h.do(again)
	if _, err := h.try(Send{CommandMeta: runtime.CommandMeta{By: agent}, Body: "Hi"}); err != nil || h.rows[mia.ID].Fields["sms_opt_in"] != true {
		t.Errorf("after a START that is the last word: %v", err)
	}
}

// The provider confirms a STOP with a text of its own, which must be stored too.
func TestStopConfirmationIsStored(t *testing.T) {
	h := newThread(t)
	h.contact(true)
	h.do(text("IM1", "STOP"))
	confirmed := text("IM2", "You have been unsubscribed. Reply START to resubscribe.")
	confirmed.Event.Author, confirmed.Event.FromAPI = "system", true
	h.do(confirmed)
	if list := h.messages(); len(list) != 2 || list[1].Text("direction") != "outgoing" {
		t.Errorf("stored %v", list)
	}
	if got := h.rows[mia.ID].Fields["sms_opt_in"]; got != false {
		t.Errorf("the confirmation, which says START, left the contact at %v", got)
	}
}

func TestQuietHours(t *testing.T) {
	zones := func(number string) []string {
		return map[string][]string{
			"+12125550100": {"America/New_York"}, "+14155550100": {"America/Los_Angeles"}, "+18675550100": {"America/Edmonton", "America/Whitehorse"},
		}[number]
	}
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 23, hour, minute, 0, 0, time.UTC) } // New York is 5 hours behind, Los Angeles 8
	contact := func(number, zone string) row.Record {
		return row.Record{Fields: row.Fields{"phone": row.JSONValue(map[string]string{"phone_number": number}), "time_zone": zone}}
	}
	set := settings.Default() // of New York
	for name, c := range map[string]struct {
		number   string
		contacts []row.Record
		now      time.Time
		inbound  time.Time
		hours    settings.QuietHours
		quiet    bool
	}{
		"the evening there":            {"+12125550100", nil, at(1, 59), time.Time{}, set.QuietHours, false},
		"nine there":                   {"+12125550100", nil, at(2, 0), time.Time{}, set.QuietHours, true},
		"before eight there":           {"+12125550100", nil, at(12, 59), time.Time{}, set.QuietHours, true},
		"eight there":                  {"+12125550100", nil, at(13, 0), time.Time{}, set.QuietHours, false},
		"eight in New York only":       {"+14155550100", nil, at(13, 0), time.Time{}, set.QuietHours, true},
		"one of two zones":             {"+18675550100", nil, at(4, 30), time.Time{}, set.QuietHours, true},
		"a number that doesn't say":    {"+18005550100", nil, at(2, 0), time.Time{}, set.QuietHours, true},
		"a contact who lives in Tokyo": {"+12125550100", []row.Record{contact("+12125550100", "Asia/Tokyo")}, at(2, 0), time.Time{}, set.QuietHours, false},
		"another contact's zone":       {"+12125550100", []row.Record{contact("+14155550100", "Asia/Tokyo")}, at(2, 0), time.Time{}, set.QuietHours, true},
		"a zone that means nothing":    {"+12125550100", []row.Record{contact("+12125550100", "the coast")}, at(2, 0), time.Time{}, set.QuietHours, true},
		"an answer within a day":       {"+12125550100", nil, at(2, 0), at(2, 1).AddDate(0, 0, -1), set.QuietHours, false},
		"an answer after a day":        {"+12125550100", nil, at(2, 0), at(2, 0).AddDate(0, 0, -1), set.QuietHours, true},
		"switched off":                 {"+12125550100", nil, at(2, 0), time.Time{}, settings.QuietHours{From: "21:00", To: "08:00"}, false},
		"within one day":               {"+12125550100", nil, at(18, 0), time.Time{}, settings.QuietHours{Enabled: true, From: "12:00", To: "14:00"}, true},
		"outside, within one day":      {"+12125550100", nil, at(20, 0), time.Time{}, settings.QuietHours{Enabled: true, From: "12:00", To: "14:00"}, false},
	} {
		s := State{
			Conversation: row.Record{Fields: row.Fields{"contact_phones": []string{c.number}}}, Contacts: c.contacts, LastInbound: c.inbound,
			Rules: Rules{Organization: set, Zones: zones},
		}
		s.Rules.QuietHours = c.hours
		if err := quiet(s, c.now); (err != nil) != c.quiet {
			t.Errorf("%s: %v", name, err)
		}
	}
}
