package smoke_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// fed reads the feed, as "who op object name fields", the newest first; last
// is the number of the oldest.
func (d *desk) fed(query string) (lines []string, last int64) {
	d.T.Helper()
	var page []struct {
		Number     int64
		Object, Op string
		By         map[string]*struct{ Name string }
		Record     struct{ Name *string }
		Fields     []string
	}
	if got := d.Request(http.MethodGet, "/v1/feed"+query, nil, &page); got != http.StatusOK {
		d.T.Fatalf("feed: %d", got)
	}
	for _, one := range page {
		last = one.Number
		who, name := "somebody", "something"
		if by := one.By["modified_by"]; by != nil {
			who = by.Name
		}
		if one.Record.Name != nil {
			name = *one.Record.Name
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprint(who, " ", one.Op, " ", one.Object, " ", name, " ", strings.Join(one.Fields, ","))))
	}
	return lines, last
}

// The feed shows each reader the latest changes, newest first: nothing of a
// record that the reader may not see, and nothing of a field that the reader
// may not read, not even that it changed.
func TestTheFeedShowsOnlyWhatItsReaderMaySee(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	agent := p.plain(admin)
	if lines, _ := agent.fed(""); len(lines) != 0 {
		t.Errorf("a user without rights received %q", lines)
	}
	set := admin.create("permission", map[string]any{
		"name": "Clerks", "object_permissions": map[string]any{"contact": map[string]bool{"read": true}},
		"object_field_permissions": map[string]any{"contact": map[string]any{
			"name": map[string]bool{"read": true}, "company": map[string]bool{"read": true}, "email": map[string]bool{"read": false},
		}},
	})
	contact := admin.create("contact", map[string]any{"name": "Carl Feed", "company": "Acme"})
	gone := admin.create("contact", map[string]any{"name": "Soon gone"})
	admin.create("note", map[string]any{"name": "For bosses", "notes": "x"})
	change := func(object string, fields map[string]any) {
		t.Helper()
		if got := admin.Request(http.MethodPatch, "/v1/object/"+object, fields, nil); got != http.StatusOK {
			t.Fatalf("change a %s: %d", object, got)
		}
	}
	change("contact", map[string]any{"id": contact, "company": "Bolt", "email": "carl@bolt.test"})
	change("contact", map[string]any{"id": contact, "email": "carl@secret.test"})
	if got := admin.Request(http.MethodDelete, "/v1/object/contact/"+gone.String(), nil, nil); got >= http.StatusMultipleChoices {
		t.Fatalf("delete: %d", got)
	}
	change("user", map[string]any{"id": agent.me(), "permissions": []id.ID{set}})

	const (
		secret = "Dana Whitfield updated contact Carl Feed email"
		both   = "Dana Whitfield updated contact Carl Feed company,email"
		made   = "Dana Whitfield created contact Carl Feed"
		note   = "Dana Whitfield created note For bosses"
	)
	var lines []string
	waittest.Until(t, "the feed to show the last change", func() bool {
		lines, _ = admin.fed("?limit=4")
		return len(lines) > 0 && lines[0] == secret
	})
	if got := strings.Join(lines, "\n"); got != strings.Join([]string{secret, both, note, made}, "\n") {
		t.Errorf("the superuser received\n%s", got)
	}
	waittest.Until(t, "the agent to receive contacts", func() bool {
		lines, _ = agent.fed("?limit=2")
		return len(lines) == 2
	})
	for i, want := range []string{"updated contact Carl Feed company", "created contact Carl Feed"} {
		if !strings.HasSuffix(lines[i], want) {
			t.Errorf("the clerk received %q, want %q", lines[i], want)
		}
	}

	// The next page continues at the end of the last one.
	first, next := admin.fed("?limit=1")
	second, _ := admin.fed(fmt.Sprint("?limit=1&before=", next))
	if len(first) != 1 || len(second) != 1 || first[0] != secret || second[0] != both {
		t.Errorf("page by page it shows %q and %q", first, second)
	}
	// By kind, and of one's own.
	if lines, _ := admin.fed("?objects=note&limit=1"); len(lines) != 1 || lines[0] != note {
		t.Errorf("of notes alone it shows %q", lines)
	}
	if lines, _ := admin.fed("?own=true&objects=contact&limit=1"); len(lines) != 1 || lines[0] != secret {
		t.Errorf("of one's own changes it shows %q", lines)
	}
	if lines, _ := agent.fed("?own=true"); len(lines) != 0 {
		t.Errorf("the clerk, who changed nothing, received %q", lines)
	}
	for _, query := range []string{"objects=note", "objects=contact,ghost", "own=perhaps"} {
		if got := agent.Request(http.MethodGet, "/v1/feed?"+query, nil, nil); got != http.StatusUnprocessableEntity && got != http.StatusBadRequest {
			t.Errorf("the clerk's %s: %d", query, got)
		}
	}
	if got := admin.Request(http.MethodGet, "/v1/feed?object=contact", nil, nil); got != http.StatusBadRequest && got != http.StatusUnprocessableEntity {
		t.Errorf("an unknown parameter: %d", got)
	}
}
