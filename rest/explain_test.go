package rest_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestRightsAreExplained(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}})
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	head := w.person("Head", row.Fields{"permissions": []id.ID{set, w.put("permission", row.Fields{"name": "Heads", "system": []string{access.AdministerUsers}})}})
	theirs := w.put("note", row.Fields{"name": "Theirs", "notes": "x", "owner": boss.id})
	contact := w.put("contact", row.Fields{"name": "Carl", "company": "Acme"})

	ask := func(p *person, query string) access.Explanation {
		t.Helper()
		var out access.Explanation
		p.do("GET", "/v1/permission/explain?"+query, "").is(http.StatusOK).into(&out)
		return out
	}
	texts := func(e access.Explanation) string {
		var all []string
		for _, reason := range e.Because {
			all = append(all, reason.Text)
		}
		return strings.Join(all, " ")
	}
	for query, want := range map[string]struct {
		allowed bool
		text    string
	}{
		"object=contact": {true, "A permission set lets one read contacts: all that are not private."},
		"object=Contact&right=update&field=phone":                         {false, "A permission set lists the fields that it gives of contacts; Phone is not among them."},
		"object=contact&right=update&field=company&id=" + string(contact): {true, "A permission set lets one update Company of contacts: all that are not private."},
		"object=contact&right=delete":                                     {false, "A permission set does not let one delete contacts."},
		"object=call&right=delete":                                        {false, "Calls are kept for their history."},
	} {
		if got := ask(agent, query); got.Allowed != want.allowed || !strings.Contains(texts(got), want.text) {
			t.Errorf("%s: %+v", query, got)
		}
	}
	// Who may give permission sets may know what they are called.
	of := "user=" + string(agent.id) + "&object=note&right=update"
	if got := ask(head, of); !got.Allowed || !strings.Contains(texts(got), "The permission set Agents lets one update notes: those that one owns.") || got.Because[0].Permission != set {
		t.Errorf("to an administrator: %+v", got)
	}
	if got := ask(boss, of+"&id="+string(theirs)); got.Allowed || !strings.Contains(texts(got), "this is none of them") {
		t.Errorf("of another's note: %+v", got)
	}
	if got := ask(boss, "object=note&right=delete&id="+string(theirs)); !got.Allowed || got.Because[0].Source != access.FromSuperuser {
		t.Errorf("of a superuser: %+v", got)
	}
	away := w.person("Away", row.Fields{"permissions": []id.ID{set}})
	boss.do("PATCH", "/v1/object/user", `[{"id":"`+string(away.id)+`","is_active":false}]`).is(http.StatusOK)
	if got := ask(boss, "user="+string(away.id)+"&object=contact"); got.Allowed || !slices.ContainsFunc(got.Because, func(r access.Reason) bool { return r.Source == access.FromPerson }) {
		t.Errorf("of one who is deactivated: %+v", got)
	}

	// An explanation never reveals records that the caller can't see.
	for query, status := range map[string]int{
		"user=" + string(boss.id) + "&object=contact":       http.StatusForbidden,
		"object=note&id=" + string(theirs):                  http.StatusForbidden,
		"object=permission":                                 http.StatusForbidden,
		"object=session":                                    http.StatusNotFound,
		"object=nothing":                                    http.StatusNotFound,
		"object=contact&id=" + string(id.New()):             http.StatusNotFound,
		"object=contact&field=email":                        http.StatusUnprocessableEntity, // exists, but is not readable for the user
		"object=contact&field=nothing":                      http.StatusUnprocessableEntity,
		"object=contact&right=own":                          http.StatusUnprocessableEntity,
		"object=contact&right=delete&field=name":            http.StatusUnprocessableEntity,
		"object=contact&right=create&id=" + string(contact): http.StatusUnprocessableEntity,
		"object=contact&id=x":                               http.StatusUnprocessableEntity,
		"object=contact&other=1":                            http.StatusUnprocessableEntity,
		"":                                                  http.StatusUnprocessableEntity,
	} {
		agent.do("GET", "/v1/permission/explain?"+query, "").problem(status)
	}
	hidden := agent.do("GET", "/v1/permission/explain?object=contact&field=email", "").problem(http.StatusUnprocessableEntity)
	absent := agent.do("GET", "/v1/permission/explain?object=contact&field=nothing", "").problem(http.StatusUnprocessableEntity)
	if strings.ReplaceAll(hidden.Detail, "email", "nothing") != absent.Detail {
		t.Errorf("a hidden field: %q, an absent one: %q", hidden.Detail, absent.Detail)
	}
	head.do("GET", "/v1/permission/explain?user="+string(id.New())+"&object=contact", "").problem(http.StatusNotFound)
}
