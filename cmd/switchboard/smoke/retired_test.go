package smoke_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/waittest"
)

// A retired object's topics end on open sockets like those of a revoked
// right: each client is asked to resync and then learns the reason. When the
// object is restored, they work again.
func TestARetiredObjectEndsItsTopics(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	if got := admin.Request(http.MethodPost, "/v1/schema", map[string]any{"api_name": "parcel", "title": "Parcel", "properties": map[string]any{"name": map[string]any{"title": "Name", "format": "text"}}}, nil); got != http.StatusCreated {
		t.Fatalf("make an object: %d", got)
	}
	one := admin.create("parcel", map[string]any{"name": "One"})
	list, record := "object:parcel", "record:parcel:"+one.String()
	s := admin.connect("me", list, record)
	witness := agent.connect("me", "object:contact")
	s.wait("a record of it", of(admin.create("parcel", map[string]any{"name": "Two"})))

	subscribes := func(topic string) (ok bool, code, detail string) {
		t.Helper()
		var ack struct {
			OK    bool
			Error struct{ Code, Detail string }
		}
		s.ask("subscribe", map[string]any{"topic": topic}, &ack)
		return ack.OK, ack.Error.Code, ack.Error.Detail
	}
	objects := s.resyncs("me")
	if got := admin.Request(http.MethodDelete, "/v1/schema/parcel", nil, nil); got != http.StatusNoContent {
		t.Fatalf("retire: %d", got)
	}
	for _, topic := range []string{list, record} {
		waittest.Until(t, topic+" to end", func() bool { return s.resyncs(topic) > 0 })
		ok, code, detail := subscribes(topic)
		if ok || code != "forbidden" || !strings.Contains(detail, "parcel") {
			t.Errorf("%s: %t %s %q", topic, ok, code, detail)
		}
	}
	waittest.Until(t, "open pages to hear of other objects", func() bool { return s.resyncs("me") > objects && witness.resyncs("me") > 0 })
	// The socket stays open, and works for everything else.
	if ok, code, _ := subscribes("object:contact"); !ok {
		t.Errorf("contacts can't be followed: %s", code)
	}
	s.wait("a contact", of(admin.newContact("After")))
	if got := admin.Request(http.MethodGet, "/v1/object/parcel", nil, nil); got != http.StatusNotFound {
		t.Errorf("its records are answered %d", got)
	}

	if got := admin.Request(http.MethodPost, "/v1/schema/parcel/restore", map[string]any{}, nil); got != http.StatusOK {
		t.Fatalf("bring back: %d", got)
	}
	for _, topic := range []string{list, record} {
		waittest.Until(t, topic+" to be followed again", func() bool { ok, _, _ := subscribes(topic); return ok })
	}
	s.forget()
	if got := admin.Request(http.MethodPatch, "/v1/object/parcel", map[string]any{"id": one, "name": "Again"}, nil); got != http.StatusOK {
		t.Fatalf("change a record: %d", got)
	}
	s.wait("a change of a record that came back", of(one))
}
