package smoke_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// A field is retired while users follow queries that name it and contacts
// change: those queries end with the refusal of the query, all others stay
// current, and no result goes stale silently. Once the field is restored, the
// queries can be followed again.
func TestALiveQueryOfARetiredFieldEnds(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	admin.generous()
	admin.Must(http.MethodPatch, "/v1/schema/contact", map[string]any{"properties": map[string]any{"tier": map[string]any{"title": "Tier", "format": "text"}}}, nil)
	contact := func(name, tier string) id.ID {
		return admin.create("contact", map[string]any{"name": name, "company": "Tier Live", "tier": tier})
	}
	contacts := []id.ID{contact("Tier A", "Gold"), contact("Tier B", "Gold"), contact("Tier C", "Blue")}
	admin.create("note", map[string]any{"name": "About A", "notes": "x", "related_to": map[string]any{"schema": "contact", "id": contacts[0]}})

	naming := []string{
		"SELECT id, name FROM contact WHERE tier = 'Gold' ORDER BY name",
		"SELECT id, name, tier FROM contact WHERE company = 'Tier Live'",
		"SELECT id, name FROM contact WHERE company = 'Tier Live' ORDER BY tier, name LIMIT 2",
		"SELECT tier, COUNT(*) AS n FROM contact WHERE company = 'Tier Live' GROUP BY tier",
		"SELECT contact.tier, note.name FROM note JOIN contact ON note.related_to.id = contact.id WHERE contact.company = 'Tier Live'",
		"SELECT id, name FROM note WHERE related_to.id IN (SELECT id FROM contact WHERE tier = 'Gold')",
	}
	others := []string{
		"SELECT * FROM contact WHERE company = 'Tier Live' ORDER BY name",
		"SELECT id, name FROM contact WHERE company = 'Tier Live' ORDER BY name",
		"SELECT COUNT(*) AS n FROM contact WHERE company = 'Tier Live'",
	}
	watchers := []*watcher{admin.watch(append(naming, others...)...), agent.watch(append(naming, others...)...)}
	current := func() error {
		for _, w := range watchers {
			if len(w.held) != len(naming)+len(others) {
				t.Fatalf("%d queries are live", len(w.held))
			}
			if differs := w.differs(); differs != "" {
				return errors.New(differs)
			}
		}
		return nil
	}
	followed := func() string {
		for line := range strings.Lines(p.metrics()) {
			if n, is := strings.CutPrefix(line, "switchboard_hub_live_queries "); is {
				return strings.TrimSpace(n)
			}
		}
		return "no figure"
	}
	waittest.UntilNil(t, "all to be followed", current)
	if got, want := followed(), fmt.Sprint(2*(len(naming)+len(others))); got != want {
		t.Fatalf("%s live queries, not %s", got, want)
	}

	// While it is retired, contacts change that every one of the queries
	// reads.
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				body := map[string]any{"id": contacts[n%3], "name": fmt.Sprintf("Tier %c%d", 'A'+rune(n%5), n)}
				status := admin.Request(http.MethodPatch, "/v1/object/contact", body, nil)
				if status != http.StatusOK && status != http.StatusServiceUnavailable { // while the object changes
					t.Errorf("a contact changes: %d", status)
					return
				}
			}
		}
	})
	admin.Must(http.MethodPatch, "/v1/schema/contact", map[string]any{"properties": map[string]any{"tier": nil}}, nil)
	ended := func() error {
		for _, w := range watchers {
			w.follow()
			for _, h := range w.held {
				if names := strings.Contains(h.text, "tier"); names != (h.word == "tier") {
					return fmt.Errorf("%s received %q with %q", h.text, h.why, h.word)
				}
			}
		}
		return nil
	}
	waittest.UntilNil(t, "queries of the field to end", ended)
	close(stop)
	writer.Wait()
	for _, text := range naming {
		refused := admin.refused(text)
		for _, w := range watchers {
			for _, h := range w.held {
				if h.text == text && h.why != refused {
					t.Errorf("%s\nreceived %q, and refused with %q", text, h.why, refused)
				}
			}
		}
	}
	waittest.UntilNil(t, "all others to be current", current)
	if got, want := followed(), fmt.Sprint(2*len(others)); got != want {
		t.Errorf("%s live queries are followed, not %s", got, want)
	}

	admin.Must(http.MethodPost, "/v1/schema/contact/restore", map[string]any{"field": "tier"}, nil)
	waittest.UntilNil(t, "all to be followed again", func() error {
		if err := current(); err != nil {
			return err
		}
		if got, want := followed(), fmt.Sprint(2*(len(naming)+len(others))); got != want {
			return fmt.Errorf("%s live queries, not %s", got, want)
		}
		return nil
	})
	admin.Must(http.MethodPatch, "/v1/object/contact", map[string]any{"id": contacts[2], "tier": "Gold"}, nil)
	waittest.UntilNil(t, "all to be current again", current)
	for _, w := range watchers {
		w.socket.close()
	}
	waittest.UntilIs(t, "the live queries that are followed", "0", followed)
}

// refused returns the message with which a query is refused.
func (d *desk) refused(text string) string {
	d.T.Helper()
	var problem struct {
		Detail string `json:"detail"`
	}
	if raw, _, status := d.answered(text, false); status != http.StatusUnprocessableEntity || json.Unmarshal(raw, &problem) != nil {
		d.T.Errorf("%s: %d %s", text, status, raw)
	}
	return problem.Detail
}
