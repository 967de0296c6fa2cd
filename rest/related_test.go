package rest_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func counts(p *person, object string, record id.ID, body string) map[string]int {
	p.t.Helper()
	var out map[string]int
	p.do("POST", fmt.Sprintf("/v1/object/%s/%s/related_counts", object, record), body).is(http.StatusOK).into(&out)
	return out
}

func TestRelatedRecordsAreCountedUpTo25(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact, other := w.put("contact", row.Fields{"name": "Carl"}), w.put("contact", row.Fields{"name": "Dora"})
	about := func(c id.ID) any { return row.JSONValue(object{"schema": "contact", "id": c}) }
	for i := range 27 {
		w.put("note", row.Fields{"name": fmt.Sprint("Note ", i), "notes": "x", "related_to": about(contact)})
	}
	w.put("note", row.Fields{"name": "Another's", "notes": "x", "related_to": about(other)})
	for i := range 3 {
		w.put("call", row.Fields{"name": "Call", "sid": fmt.Sprint("CA", i), "status": "completed", "contact": contact})
	}
	w.put("twilio_conversation", row.Fields{"name": "Carl", "sid": "CH1", "contacts": []id.ID{contact, other}})
	got := counts(p, "contact", contact, "")
	for name, want := range map[string]int{"note": 25, "call": 3, "twilio_conversation": 1, "event": 0, "email": 0} {
		if n, there := got[name]; !there || n != want {
			t.Errorf("%s: %d (%v), want %d", name, n, there, want)
		}
	}
	if _, there := got["user"]; there { // which names no contact
		t.Errorf("counted %v", got)
	}
	if got := counts(p, "contact", contact, `{"objects":["call","Twilio-Conversation","user"]}`); !maps.Equal(got, map[string]int{"call": 3, "twilio_conversation": 1, "user": 0}) {
		t.Errorf("of some: %v", got)
	}
	if got := counts(p, "contact", other, `{}`); got["note"] != 1 || got["call"] != 0 {
		t.Errorf("of another: %v", got)
	}
	someone := w.person("Owner", row.Fields{})
	w.put("contact", row.Fields{"name": "Emil", "owner": someone.id})
	w.put("call", row.Fields{"name": "Call", "sid": "CA9", "status": "completed", "user": someone.id, "owner": someone.id})
	fields := `{"objects":["contact.owner","Twilio-Conversation.assigned_user","call.user","call.owner","call.contact","call"]}`
	p.do("POST", "/v1/object/user/"+string(someone.id)+"/related_counts", fields).problem(http.StatusUnprocessableEntity) // a call's contact is no user
	fields = strings.Replace(fields, `"call.contact",`, "", 1)
	if got := counts(p, "user", someone.id, fields); !maps.Equal(got, map[string]int{"contact.owner": 1, "twilio_conversation.assigned_user": 0, "call.user": 1, "call.owner": 1, "call": 1}) {
		t.Errorf("by field: %v", got)
	}
	one := "/v1/object/contact/" + string(contact) + "/related_counts"
	p.do("POST", one, `{"objects":["call.nothing"]}`).problem(http.StatusUnprocessableEntity)
	p.do("POST", one, `{"objects":["nothing.owner"]}`).problem(http.StatusNotFound)
	p.do("POST", one, `{"objects":["nothing"]}`).problem(http.StatusNotFound)
	p.do("POST", one, `{"objects":["session"]}`).problem(http.StatusNotFound)
	p.do("POST", one, `{"object":"call"}`).problem(http.StatusUnprocessableEntity)
	p.do("POST", "/v1/object/contact/"+string(id.New())+"/related_counts", "{}").problem(http.StatusNotFound)
}

// What somebody may not see doesn't count.
func TestRelatedCountsKeepToRights(t *testing.T) {
	w := newWorld(t)
	contact := w.put("contact", row.Fields{"name": "Carl"})
	about := row.JSONValue(object{"schema": "contact", "id": contact})
	read := object{"read": true}
	agent := func(name, scope string, fields object) *person {
		set := row.Fields{
			"name": name, "object_permissions": row.JSONValue(object{"note": read, "contact": read}), "scopes": row.JSONValue(object{"note": scope}),
		}
		if fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{"note": fields})
		}
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", set)}})
	}
	all, own, fieldless := agent("All", "all", nil), agent("Own", "own", nil), agent("Fieldless", "all", object{"name": read})
	w.put("note", row.Fields{"name": "A", "notes": "x", "related_to": about})
	w.put("note", row.Fields{"name": "B", "notes": "x", "related_to": about, "owner": own.id})
	for p, want := range map[*person]int{all: 2, own: 1, fieldless: 0} {
		if got := counts(p, "contact", contact, ""); got["note"] != want {
			t.Errorf("counts %v, want %d notes", got, want)
		}
		if got := counts(p, "contact", contact, `{"objects":["note.related_to"]}`); got["note.related_to"] != want {
			t.Errorf("counts by field %v, want %d notes", got, want)
		}
		p.do("POST", "/v1/object/contact/"+string(contact)+"/related_counts", `{"objects":["permission"]}`).problem(http.StatusForbidden)
	}
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	stranger.do("POST", "/v1/object/contact/"+string(contact)+"/related_counts", "{}").problem(http.StatusNotFound)
	blind := w.person("Blind", row.Fields{})
	blind.do("POST", "/v1/object/contact/"+string(contact)+"/related_counts", "{}").problem(http.StatusForbidden)
}

func duplicates(p *person, record id.ID) []string {
	p.t.Helper()
	var found []object
	p.do("GET", "/v1/object/contact/"+string(record)+"/duplicates", "").is(http.StatusOK).into(&found)
	out := names(found)
	slices.Sort(out)
	return out
}

func numbered(number, extension string) any {
	return row.JSONValue(schema.PhoneValue{CountryCode: "+1", PhoneNumber: number, FriendlyNumber: number, Extension: extension})
}

func TestDuplicatesHaveANumberInCommon(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	one := w.put("contact", row.Fields{"name": "One", "phone": numbered("+12065550101", "7"), "second_phone": numbered("+12065550102", "")})
	w.put("contact", row.Fields{"name": "Same", "phone": numbered("+12065550101", "9")})
	w.put("contact", row.Fields{"name": "Crossed", "second_phone": numbered("+12065550101", "")})
	w.put("contact", row.Fields{"name": "Second", "phone": numbered("+12065550102", "")})
	w.put("contact", row.Fields{"name": "Other", "phone": numbered("+12065550103", "")})
	none := w.put("contact", row.Fields{"name": "None"})
	if got := duplicates(p, one); !slices.Equal(got, []string{"Crossed", "Same", "Second"}) {
		t.Errorf("found %v", got)
	}
	if got := duplicates(p, none); len(got) != 0 {
		t.Errorf("without a number: %v", got)
	}
	note := w.put("note", row.Fields{"name": "N", "notes": "x"})
	var found []object
	if p.do("GET", "/v1/object/note/"+string(note)+"/duplicates", "").is(http.StatusOK).into(&found); len(found) != 0 {
		t.Errorf("of a note: %v", found)
	}
	p.do("GET", "/v1/object/contact/"+string(one)+"/duplicates?by=name", "").problem(http.StatusUnprocessableEntity)
	p.do("GET", "/v1/object/contact/"+string(id.New())+"/duplicates", "").problem(http.StatusNotFound)
}

func TestDuplicatesKeepToRights(t *testing.T) {
	w := newWorld(t)
	read := object{"read": true}
	agent := func(name, scope string, fields object) *person {
		set := row.Fields{"name": name, "object_permissions": row.JSONValue(object{"contact": read}), "scopes": row.JSONValue(object{"contact": scope})}
		if fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{"contact": fields})
		}
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", set)}})
	}
	own, numberless, half := agent("Own", "own", nil), agent("Numberless", "all", object{"name": read}), agent("Half", "all", object{"name": read, "phone": read})
	mine := w.put("contact", row.Fields{"name": "Mine", "phone": numbered("+12065550101", ""), "second_phone": numbered("+12065550102", ""), "owner": own.id})
	w.put("contact", row.Fields{"name": "Mine too", "second_phone": numbered("+12065550101", ""), "owner": own.id})
	w.put("contact", row.Fields{"name": "Another's", "phone": numbered("+12065550101", "")})
	w.put("contact", row.Fields{"name": "By the second", "phone": numbered("+12065550102", "")})
	if got := duplicates(own, mine); !slices.Equal(got, []string{"Mine too"}) {
		t.Errorf("who sees his own: %v", got)
	}
	if got := duplicates(numberless, mine); len(got) != 0 {
		t.Errorf("who sees no number: %v", got)
	}
	if got := duplicates(half, mine); !slices.Equal(got, []string{"Another's"}) {
		t.Errorf("who sees the first numbers: %v", got)
	}
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	stranger.do("GET", "/v1/object/contact/"+string(mine)+"/duplicates", "").problem(http.StatusNotFound)
}
