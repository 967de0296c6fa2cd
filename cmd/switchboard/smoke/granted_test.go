package smoke_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	hub "switchboard/hub/wire"
	"switchboard/rest/wire"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// resyncs counts how often a socket was asked to resync a topic.
func (s *socket) resyncs(topic string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.heard {
		if strings.Contains(text, `["resync",`) && strings.Contains(text, `"topic":"`+topic+`"`) {
			n++
		}
	}
	return n
}

// myself reads the topic me, and compares it with REST.
func (s *socket) myself(d *desk) (got hub.MeSnapshot) {
	s.t.Helper()
	var ack struct {
		OK       bool           `json:"ok"`
		Snapshot hub.MeSnapshot `json:"snapshot"`
	}
	if s.ask("subscribe", map[string]any{"topic": "me"}, &ack); !ack.OK {
		s.t.Fatal("the topic me was refused")
	}
	var rest wire.Me
	if status := d.Request(http.MethodGet, "/v1/me", nil, &rest); status != http.StatusOK {
		s.t.Fatalf("me: %d", status)
	}
	if rest.Version == ack.Snapshot.Version && !slices.Equal(rest.System, ack.Snapshot.System) {
		s.t.Errorf("REST shows %v, the socket of %v", rest.System, ack.Snapshot.System)
	}
	return ack.Snapshot
}

// afterResync waits until the socket is asked to resync the topic me after
// the change, and finds another version there.
func (s *socket) afterResync(d *desk, before hub.MeSnapshot, change func()) (got hub.MeSnapshot) {
	s.t.Helper()
	times := s.resyncs("me")
	change()
	waittest.Until(s.t, "the topic me to be another", func() bool {
		got = before
		if s.resyncs("me") > times {
			got = s.myself(d)
		}
		return got.Version != before.Version
	})
	return got
}

// What a permission set grants, or no longer grants, takes effect with the
// user's next request, and their open socket is notified: even if only a
// right to a field changed, which does not change the rights by object.
func TestAnAssignedSetTakesEffectImmediately(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	agent := p.plain(admin)
	contact := admin.create("contact", map[string]any{"name": "Carl", "company": "Acme", "email": "carl@acme.test"})
	set := admin.create("permission", map[string]any{"name": "Clerks", "object_permissions": map[string]any{"contact": map[string]bool{"read": true}}})
	s := agent.connect("me")
	before := s.myself(agent)

	change := func(object string, fields map[string]any) {
		t.Helper()
		if status := admin.Request(http.MethodPatch, "/v1/object/"+object, fields, nil); status != http.StatusOK {
			t.Fatalf("change %s: %d", object, status)
		}
	}
	describes := func() map[string]json.RawMessage {
		t.Helper()
		var schemas []struct {
			Name       string                     `json:"api_name"`
			Properties map[string]json.RawMessage `json:"properties"`
		}
		agent.Request(http.MethodGet, "/v1/schema", nil, &schemas)
		for _, one := range schemas {
			if one.Name == "contact" {
				return one.Properties
			}
		}
		return nil
	}
	if describes() != nil {
		t.Fatal("a user without the right to contacts received them")
	}
	given := s.afterResync(agent, before, func() {
		change("user", map[string]any{"id": agent.me(), "permissions": []id.ID{set}})
	})
	var read record
	if status := agent.get("contact", contact, &read); status != http.StatusOK || !given.Rights["contact"].Read || before.Rights["contact"].Read {
		t.Errorf("given: %d, %+v", status, given.Rights["contact"])
	}
	if describes()["company"] == nil {
		t.Error("what may be read now is not described")
	}

	// Every row has the id and the version; other fields are those of the
	// list.
	narrow := s.afterResync(agent, given, func() {
		change("permission", map[string]any{"id": set, "system": []string{"export"}, "object_field_permissions": map[string]any{"contact": map[string]any{"company": map[string]bool{"read": true}}}})
	})
	read = nil
	if status := agent.get("contact", contact, &read); status != http.StatusOK || read["company"] == nil || read["id"] == nil || read["version"] == nil || read["email"] != nil || read["name"] != nil {
		t.Errorf("of the one field: %d %v", status, read)
	}
	if narrow.Rights["contact"] != given.Rights["contact"] || !slices.Equal(narrow.System, []string{"export"}) {
		t.Errorf("received for the one field: %+v", narrow)
	}
	if got := describes(); got["company"] == nil || got["email"] != nil {
		t.Errorf("described: %v", got)
	}

	gone := s.afterResync(agent, narrow, func() {
		change("user", map[string]any{"id": agent.me(), "permissions": []id.ID{}})
	})
	if gone.Version != before.Version || agent.get("contact", contact, nil) != http.StatusForbidden {
		t.Errorf("taken away: %+v", gone)
	}
}
