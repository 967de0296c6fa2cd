package smoke_test

import (
	"net/http"
	"testing"

	"switchboard/hub/wire"
	"switchboard/storage/entry"
)

// A filter that its owner shares appears in other users' lists immediately,
// and disappears when it is no longer shared.
func TestAFilterIsSharedLive(t *testing.T) {
	p := start(t, nil)
	owner, other := p.signIn("agent1"), p.signIn("agent2")
	s := other.connect("object:list_filter")
	filter := owner.create("list_filter", map[string]any{"name": "My leads", "object": "contact"})
	share := func(with string) {
		t.Helper()
		if got := owner.Request(http.MethodPatch, "/v1/object/list_filter", map[string]any{"id": filter, "visibility": with}, nil); got != http.StatusOK {
			t.Fatalf("share with %s: %d", with, got)
		}
	}
	share("organization")
	s.wait("the filter to come", func(c wire.Change) bool {
		return c.ID == filter && c.Op == entry.Created && string(c.Fields["rights"]) != ""
	})
	if got := other.get("list_filter", filter, nil); got != http.StatusOK {
		t.Errorf("it is read: %d", got)
	}
	share("private")
	s.wait("the filter to go", func(c wire.Change) bool { return c.ID == filter && c.Op == entry.Removed })
	if got := other.get("list_filter", filter, nil); got != http.StatusForbidden {
		t.Errorf("it is read again: %d", got)
	}
}
