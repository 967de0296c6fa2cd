package topic_test

import (
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// The consequences of an entry besides its announcement: for the permissions
// of two users; the first holds the set and is in the team, and for
// who sees other records.
func TestWhatFollowsFromAnEntry(t *testing.T) {
	r := features.Registry()
	c, one, other := topic.New(r), id.Derived("one"), id.Derived("other")
	set, team, app := id.Derived("set"), id.Derived("team"), id.Derived("app")
	member := access.Build(r, access.Inputs{User: one, Teams: []id.ID{team}, Permissions: []id.ID{set}, Apps: []id.ID{app}})
	administrators := r.Role(schema.App).Granting(schema.GrantsAdministration)
	stranger := access.Build(r, access.Inputs{User: other, Permissions: []id.ID{}})
	person, members := r.Role(schema.Person), r.Role(schema.Team).Granting(schema.GrantsMembers)
	field := func(name, value string) entry.Fields { return entry.Fields{name: []byte(value)} }
	role := func(role schema.Role) string { return r.Role(role).APIName }
	for _, k := range []struct {
		name string
		of   entry.Entry
		want string // permissions (of member, stranger), ends, visibility
	}{
		{"a record", entry.Entry{Object: "contact", Op: entry.Updated}, ""},
		{"a new person", entry.Entry{Object: person.APIName, Op: entry.Created, ID: one}, ""},
		{"a person's telephone", entry.Entry{Object: person.APIName, Op: entry.Updated, ID: one, After: field("phone", `"1"`)}, ""},
		{"a person's permissions", entry.Entry{Object: person.APIName, Op: entry.Updated, ID: one, After: field("permissions", `[]`)}, "rights member"},
		{"a person's teams", entry.Entry{Object: person.APIName, Op: entry.Updated, ID: one, After: field(person.Granting(schema.GrantsTeams), `[]`)}, "rights member sight"},
		{"a person who is disabled", entry.Entry{Object: person.APIName, Op: entry.Updated, ID: other, After: field("is_active", `false`)}, "rights stranger person-ends"},
		{"a set", entry.Entry{Object: role(schema.PermissionSet), Op: entry.Updated, ID: set}, "rights member"},
		{"a set that nobody holds", entry.Entry{Object: role(schema.PermissionSet), Op: entry.Updated, ID: id.Derived("x")}, "rights"},
		{"a team's name", entry.Entry{Object: role(schema.Team), Op: entry.Updated, ID: team, After: field("name", `"x"`)}, "rights member"},
		{"a team that somebody joins", entry.Entry{Object: role(schema.Team), Op: entry.Updated, ID: id.Derived("x"), After: field(members, `["`+string(other)+`"]`)}, "rights stranger sight"},
		{"a team's end", entry.Entry{Object: role(schema.Team), Op: entry.Removed, ID: team}, "rights member team-ends sight"},
		{"an app's name", entry.Entry{Object: role(schema.App), Op: entry.Updated, ID: app, After: field("name", `"x"`)}, "rights member stranger"},
		{"an app's description", entry.Entry{Object: role(schema.App), Op: entry.Updated, ID: app, After: field("description", `"x"`)}, ""},
		{"an app that is switched off", entry.Entry{Object: role(schema.App), Op: entry.Updated, ID: app, After: field("active", `false`)}, "rights member stranger"},
		{"the apps that the organization uses", entry.Entry{Object: "organization", Op: entry.Updated, After: field("apps", `[]`)}, "rights member stranger"},
		{"the organization's settings", entry.Entry{Object: "organization", Op: entry.Updated, After: field("settings", `{}`)}, ""},
		{"an app that somebody administers", entry.Entry{Object: role(schema.App), Op: entry.Updated, ID: id.Derived("x"), After: field(administrators, `["`+string(other)+`"]`)}, "rights stranger"},
		{"an app's end", entry.Entry{Object: role(schema.App), Op: entry.Removed, ID: app}, "rights member stranger"},
		{"a sign-out", entry.Entry{Object: role(schema.Session), Op: entry.Updated, After: field("revoked_date", `"2026-01-01T00:00:00Z"`)}, "session-ends"},
		{"a session that goes on", entry.Entry{Object: role(schema.Session), Op: entry.Updated, After: field("revoked_date", `null`)}, ""},
		{"another object", entry.Entry{Object: role(schema.Definition), Op: entry.Created}, "rights member stranger objects"},
	} {
		var got []string
		note := func(word string, yes bool) {
			if yes {
				got = append(got, word)
			}
		}
		changed := c.Rights.ChangedBy(&k.of)
		note("rights", changed)
		note("member", changed && c.Rights.Affects(&k.of, &member))
		note("stranger", changed && c.Rights.Affects(&k.of, &stranger))
		note("team-ends", c.Rights.EndsTeam(&k.of))
		note("person-ends", c.Rights.EndsPerson(&k.of))
		note("session-ends", c.Rights.EndsSession(&k.of))
		note("objects", c.Rights.ChangesObjects(&k.of))
		note("sight", c.Visibility.ChangedBy(&k.of))
		if got := strings.Join(got, " "); got != k.want {
			t.Errorf("%s: %q, want %q", k.name, got, k.want)
		}
	}
}
