package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Names of contacts that calls, their parts and texts repeat are hidden where the name of a
// contact is, by every way to read: as a record, in lists, queries, searches and histories.
func TestRepeatedNamesAreHiddenWithTheNameItself(t *testing.T) {
	w := newWorld(t)
	readable := object{}
	for _, name := range []string{"contact", "call", "conference", "call_participant", "twilio_recording", "twilio_conversation", "twilio_message", "twilio_participant"} {
		readable[name] = object{"read": true}
	}
	reader := func(name string, fields object) *person {
		set := row.Fields{"name": name + "s", "object_permissions": row.JSONValue(readable)}
		if fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{"contact": fields})
		}
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", set)}})
	}
	barred, open := reader("Barred", object{"company": object{"read": true}}), reader("Clear", nil)
	contact := w.put("contact", row.Fields{"name": "Jane Miller", "company": "Acme"})
	call := w.put("call", row.Fields{"sid": "CA1", "name": "Call from Jane Miller", "contact": contact, "status": "completed"})
	conference := w.put("conference", row.Fields{"sid": "CF1", "name": "Call from Jane Miller", "contact": contact, "call": call})
	conversation := w.put("twilio_conversation", row.Fields{"sid": "CH1", "name": "Jane Miller", "friendly_name": "Jane Miller", "contacts": []id.ID{contact}, "state": "active"})
	for of, record := range map[string]id.ID{
		"call": call, "conference": conference, "twilio_conversation": conversation,
		"call_participant":   w.put("call_participant", row.Fields{"name": "Call from Jane Miller", "contact": contact, "call": call, "conference": conference, "role": "customer"}),
		"twilio_recording":   w.put("twilio_recording", row.Fields{"sid": "RE1", "name": "Call from Jane Miller", "contact": contact, "call": call}),
		"twilio_message":     w.put("twilio_message", row.Fields{"name": "Jane Miller", "contact_name": "Jane Miller", "contact": contact, "conversation": conversation, "number": int64(1), "direction": "incoming"}),
		"twilio_participant": w.put("twilio_participant", row.Fields{"sid": "MB1", "name": "Jane Miller", "contact": contact, "conversation": conversation}),
	} {
		for _, read := range []struct {
			by        string
			of        func(p *person) *answer
			isRefused bool
		}{
			{"record", func(p *person) *answer { return p.do("GET", "/v1/object/"+of+"/"+string(record), "") }, false},
			{"list", func(p *person) *answer { return p.do("GET", "/v1/object/"+of, "") }, false},
			{"history", func(p *person) *answer { return p.do("GET", "/v1/object/"+of+"/"+string(record)+"/history", "") }, false},
			{"query", func(p *person) *answer { return p.query("SELECT * FROM " + of) }, false},
			{"field", func(p *person) *answer { return p.query("SELECT name FROM " + of) }, true},
			{"condition", func(p *person) *answer { return p.query("SELECT id FROM " + of + " WHERE name LIKE '%Jane%'") }, true},
			{"order", func(p *person) *answer { return p.query("SELECT id FROM " + of + " ORDER BY name") }, true},
			{"list in order", func(p *person) *answer { return p.do("GET", "/v1/object/"+of+"?order=name", "") }, true},
			{"search", func(p *person) *answer { return p.do("GET", "/v1/search?q=Jane", "") }, false},
		} {
			shown, hidden := read.of(open), read.of(barred)
			if shown.status != http.StatusOK {
				t.Errorf("%s of %s: %d %s", read.by, of, shown.status, shown.body)
			}
			if read.by == "record" && !strings.Contains(string(shown.body), "Jane Miller") {
				t.Errorf("%s of %s lacks the name: %s", read.by, of, shown.body)
			}
			if strings.Contains(string(hidden.body), "Jane Miller") || (hidden.status != http.StatusOK) != read.isRefused {
				t.Errorf("%s of %s where the name is hidden: %d %s", read.by, of, hidden.status, hidden.body)
			}
		}
	}
}
