package access_test

import (
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// A shared record is visible to those it is shared with, whatever the scope of their sets, if
// they may read the record that it refers to.
func TestWhatIsShared(t *testing.T) {
	full := access.ObjectPermission{Read: true, Update: true, Delete: true}
	withContacts := set("contact", access.ObjectPermission{Read: true}, access.ScopeOwn, nil)
	own, team, all := set("list_filter", full, access.ScopeOwn, nil), set("list_filter", full, access.ScopeTeam, nil), set("list_filter", full, access.ScopeAll, nil)
	mine := func(with string) entry.Route { return entry.Route{Owner: me, Shared: with, About: "contact"} }
	theirs := func(with string, teams ...id.ID) entry.Route {
		return entry.Route{Owner: other, Teams: teams, Shared: with, About: "contact"}
	}
	const private, teams, everybody = schema.SharedWithNobody, schema.SharedWithTeam, schema.SharedWithOrganization
	for what, one := range map[string]struct {
		p            access.Principal
		route        entry.Route
		sees, change bool
	}{
		"one's own":                        {principal(t, false, own, withContacts), mine(private), true, true},
		"one's own of what is closed":      {principal(t, false, own), mine(private), false, false},
		"another's":                        {principal(t, false, all, withContacts), theirs(private, teamA), false, false},
		"another's, by a superuser":        {principal(t, true), theirs(private), true, true},
		"one's team's":                     {principal(t, false, own, withContacts), theirs(teams, teamA), true, false},
		"one's team's, with its scope":     {principal(t, false, team, withContacts), theirs(teams, teamA), true, true},
		"another team's":                   {principal(t, false, all, withContacts), theirs(teams), false, false},
		"everybody's":                      {principal(t, false, own, withContacts), theirs(everybody), true, false},
		"everybody's, with all rows":       {principal(t, false, all, withContacts), theirs(everybody), true, true},
		"everybody's, of what is closed":   {principal(t, false, all), theirs(everybody), false, false},
		"of no object that there is":       {principal(t, false, all, withContacts), entry.Route{Owner: other, Shared: everybody, About: "gone"}, false, false},
		"without a word on whom it is for": {principal(t, false, all, withContacts), theirs(""), false, false},
	} {
		r := one.p.Rights("list_filter")
		if sees, change := r.Visible(&one.route) != nil, r.Updatable(&one.route).Has("name"); sees != one.sees || change != one.change || sees && r.Deletable(&one.route) != one.change {
			t.Errorf("%s: seen %v, changed %v", what, sees, change)
		}
	}
}
