package rest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

type happened struct {
	Kind, Object, At string
	Record           object
}

// timeline reads all pages of a record's timeline, and names what happened.
func timeline(p *person, object string, record id.ID, limit int) (names []string) {
	p.t.Helper()
	before := ""
	for {
		a := p.do("GET", fmt.Sprintf("/v1/object/%s/%s/timeline?limit=%d&before=%s", object, record, limit, url.QueryEscape(before)), "").is(http.StatusOK)
		var page []happened
		a.into(&page)
		if len(page) > limit {
			p.t.Errorf("a page of %d holds %d", limit, len(page))
		}
		for _, h := range page {
			names = append(names, fmt.Sprint(h.Kind, " ", h.Record["name"]))
		}
		if before = a.header.Get("X-Next-Before"); (before != "") != (a.header.Get("X-Has-Next") == "true") {
			p.t.Errorf("%v", a.header)
		}
		if before == "" {
			return names
		}
	}
}

// story creates a contact with calls, notes and texts, some of them at the same moment.
func story(w *world, owner id.ID) (contact, conversation id.ID) {
	at := func(minute int) time.Time { return time.Date(2026, 3, 9, 14, minute, 0, 0, time.UTC) }
	contact = w.put("contact", row.Fields{"name": "Carl"})
	other := w.put("contact", row.Fields{"name": "Dora"})
	about := func(c id.ID) any { return row.JSONValue(object{"schema": "contact", "id": c}) }
	w.put("note", row.Fields{"name": "first", "notes": "x", "related_to": about(contact), "created_date": at(1), "owner": owner})
	for i := range 5 {
		w.put("note", row.Fields{"name": fmt.Sprint("imported ", i), "notes": "x", "related_to": about(contact), "created_date": at(2), "owner": owner})
	}
	w.put("note", row.Fields{"name": "another's", "notes": "x", "related_to": about(other), "created_date": at(3)})
	w.put("call", row.Fields{"name": "Call from Carl", "sid": "CA1", "status": "completed", "contact": contact, "user": owner, "start_time": at(4)})
	w.put("call", row.Fields{"name": "Call from Dora", "sid": "CA2", "status": "completed", "contact": other, "start_time": at(5)})
	conversation = w.put("twilio_conversation", row.Fields{"name": "Carl", "sid": "CH1", "contacts": []id.ID{contact}, "assigned_user": owner})
	w.put("twilio_message", row.Fields{"name": "theirs", "sid": "IM1", "conversation": conversation, "number": int64(1), "contact": contact, "created_date": at(6)})
	w.put("twilio_message", row.Fields{"name": "ours", "sid": "IM2", "conversation": conversation, "number": int64(2), "user": owner, "created_date": at(7)})
	return contact, conversation
}

func TestATimelineListsWhatHappened(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact, conversation := story(w, p.id)
	whole := timeline(p, "contact", contact, 100)
	if len(whole) != 9 || !slices.Equal(whole[:3], []string{"text ours", "text theirs", "call Call from Carl"}) || whole[8] != "note first" {
		t.Errorf("it tells %v", whole)
	}
	for _, limit := range []int{1, 2, 3, 4, 7} {
		if got := timeline(p, "contact", contact, limit); !slices.Equal(got, whole) {
			t.Errorf("in pages of %d: %v", limit, got)
		}
	}
	var page []happened
	p.do("GET", fmt.Sprintf("/v1/object/contact/%s/timeline?before=2026-03-09T14:06:00Z", contact), "").is(http.StatusOK).into(&page)
	if len(page) != 7 || page[0].Kind != "call" || page[0].Object != "call" || page[0].At != "2026-03-09T14:04:00.000Z" {
		t.Errorf("before a moment: %+v", page)
	}
	if got := timeline(p, "user", p.id, 10); !slices.Equal(got, []string{"text ours", "text theirs", "call Call from Carl"}) {
		t.Errorf("of a user: %v", got)
	}
	if got := timeline(p, "twilio_conversation", conversation, 10); !slices.Equal(got, []string{"text ours", "text theirs"}) {
		t.Errorf("of the conversation: %v", got)
	}
	base := "/v1/object/contact/" + string(contact) + "/timeline"
	for _, bad := range []string{"?before=yesterday", "?before=2026-03-09T14:06:00Z,x", "?limit=0", "?after=x", "?limit=1&limit=2"} {
		p.do("GET", base+bad, "").problem(http.StatusUnprocessableEntity)
	}
	p.do("GET", "/v1/object/contact/"+string(id.New())+"/timeline", "").problem(http.StatusNotFound)
	p.do("GET", "/v1/object/contact/x/timeline", "").problem(http.StatusNotFound)
}

// A timeline omits what the user may not see.
func TestATimelineKeepsToRights(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact, _ := story(w, p.id)
	read := object{"read": true}
	for i, c := range []struct {
		what, object, scope string
		fields              object
		want                int
	}{
		{"nothing of it", "team", "all", nil, 0},
		{"all notes", "note", "all", nil, 6},
		{"his own notes", "note", "own", nil, 0},
		{"notes, but not what they are about", "note", "all", object{"name": read, "notes": read, "created_date": read}, 0},
		{"notes, but not when they were made", "note", "all", object{"name": read, "related_to": read}, 0},
		{"texts, but not their conversations", "twilio_message", "all", nil, 0},
	} {
		set := row.Fields{
			"name": c.what, "object_permissions": row.JSONValue(object{c.object: read, "contact": read}),
			"scopes": row.JSONValue(object{c.object: c.scope}),
		}
		if c.fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{c.object: c.fields})
		}
		agent := w.person(fmt.Sprint("Agent", i), row.Fields{"permissions": []id.ID{w.put("permission", set)}})
		if got := timeline(agent, "contact", contact, 100); len(got) != c.want {
			t.Errorf("who reads %s is told %v", c.what, got)
		}
	}
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	stranger.do("GET", "/v1/object/contact/"+string(contact)+"/timeline", "").problem(http.StatusNotFound)
	blind := w.person("Blind", row.Fields{})
	blind.do("GET", "/v1/object/contact/"+string(contact)+"/timeline", "").problem(http.StatusForbidden)
}

// A timeline can be of some objects alone; one that it never shows is refused.
func TestATimelineOfOneKind(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact := w.put("contact", row.Fields{"name": "Carl"})
	w.put("note", row.Fields{"name": "N", "notes": "x", "related_to": row.JSONValue(object{"schema": "contact", "id": contact})})
	w.put("call", row.Fields{"name": "C", "sid": "CA1", "status": "completed", "contact": contact, "start_time": time.Now()})
	of := func(objects string, status int) (kinds []string) {
		var page []happened
		if a := p.do("GET", fmt.Sprintf("/v1/object/contact/%s/timeline?objects=%s", contact, objects), "").is(status); status == http.StatusOK {
			a.into(&page)
		}
		for _, h := range page {
			kinds = append(kinds, h.Kind)
		}
		slices.Sort(kinds)
		return kinds
	}
	if got := of("", http.StatusOK); !slices.Equal(got, []string{"call", "note"}) {
		t.Errorf("all: %v", got)
	}
	if got := of("note", http.StatusOK); !slices.Equal(got, []string{"note"}) {
		t.Errorf("notes: %v", got)
	}
	if got := of("Note,call", http.StatusOK); !slices.Equal(got, []string{"call", "note"}) {
		t.Errorf("both: %v", got)
	}
	of("user", http.StatusUnprocessableEntity)
	of("nothing", http.StatusUnprocessableEntity)
}
