package smoke_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/waittest"
)

// audited reads the new audit entries as lines.
func (d *desk) audited(objects string) (lines []string) {
	d.T.Helper()
	var page []struct {
		Object, Op, Cause, Address string
		Record                     struct{ Name string }
		By                         map[string]*struct{ Name string }
		Changes                    map[string]struct{ After any }
	}
	if got := d.Request(http.MethodGet, "/v1/audit?limit=6&object="+objects, nil, &page); got != http.StatusOK {
		d.T.Fatalf("audit: %d", got)
	}
	for _, one := range page {
		who := "nobody"
		if by := one.By["modified_by"]; by != nil {
			who = by.Name
		}
		line := fmt.Sprint(who, " ", one.Cause, " ", one.Record.Name)
		for name, change := range one.Changes {
			line += " " + name
			if user, is := change.After.(map[string]any); is {
				line += fmt.Sprint(" ", user["name"])
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// The audit lists sign-ins, refused sign-ins and changes of rights.
func TestTheAuditListsSignInsAndRights(t *testing.T) {
	p := start(t, nil)
	agent, admin := p.signIn("agent1"), p.signIn("admin")
	if got := agent.Request(http.MethodGet, "/v1/audit", nil, nil); got != http.StatusForbidden {
		t.Errorf("an agent reads the audit: %d", got)
	}
	wrong := map[string]string{"username": "agent2@demo.test", "password": "not this one"}
	if got := p.stranger().Request(http.MethodPost, "/v1/oauth2/token", wrong, nil); got != http.StatusUnauthorized {
		t.Fatalf("a wrong password: %d", got)
	}
	want := []string{"nobody session.refused  user Ben Sorensen", "Dana Whitfield session.opened Dana Whitfield", "Alice Moreno session.opened Alice Moreno"}
	var got []string
	waittest.Until(t, "the refused sign-in to be listed", func() bool {
		got = admin.audited("session")
		return strings.HasPrefix(got[0], "nobody")
	})
	if !slices.Equal(got[:min(len(got), 3)], want) {
		t.Errorf("got %q, want %q", got, want)
	}
	team := admin.create("team", map[string]any{"name": "Night shift"})
	change := map[string]any{"id": team, "members": []any{agent.me()}}
	if got := admin.Request(http.MethodPatch, "/v1/object/team", change, nil); got != http.StatusOK {
		t.Fatalf("the team: %d", got)
	}
	if got := admin.audited("team")[:2]; !slices.Equal(got, []string{"Dana Whitfield team.updated Night shift members", "Dana Whitfield team.created Night shift"}) {
		t.Errorf("got the team %q", got)
	}
	// Failed guesses do not fill it, and unknown addresses do not appear.
	unknown := map[string]string{"username": "nobody@nowhere.test", "password": "not this one"}
	if got := p.stranger().Request(http.MethodPost, "/v1/oauth2/token", unknown, nil); got != http.StatusUnauthorized {
		t.Fatalf("an unknown address: %d", got)
	}
	if got := admin.audited("session")[0]; got != want[0] {
		t.Errorf("got %q of nobody's account", got)
	}
	if got := admin.Request(http.MethodGet, "/v1/audit?object=nonsense", nil, nil); got != http.StatusUnprocessableEntity {
		t.Errorf("an unknown object: %d", got)
	}
}
