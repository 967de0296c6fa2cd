package pg_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

// told reads all pages of the audit, as lines.
func (f *fixture) told(r row.AuditRequest) (lines []string) {
	f.Helper()
	for {
		page, err := f.Audit(f.Context(), f.org, r)
		if err != nil {
			f.Fatal(err)
		}
		for _, one := range page.Told {
			name := "nobody"
			if one.Name != nil {
				name = *one.Name
			}
			if since := time.Since(one.At); since < -time.Millisecond || since > time.Minute {
				f.Errorf("at %v", one.At)
			}
			lines = append(lines, fmt.Sprintf("%s %s %d %s %s %s %d %s", one.Object, name, one.Version, one.Op, one.Cause, one.From.Address, len(one.Before), one.After))
			r.Before = one.Number
		}
		if !page.More {
			return lines
		}
	}
}

// The audit tells of what gives rights, in the order in which it happened, and of nothing
// else.
func TestTheAudit(t *testing.T) {
	f := newFixture(t)
	ctx := origin.With(t.Context(), origin.Origin{Via: origin.UI, Address: "192.0.2.7"})
	do := func(write row.Write) id.ID {
		t.Helper()
		records, err := f.Commit(ctx, f.change(write))
		if err != nil {
			t.Fatal(err)
		}
		return records[0].ID
	}
	ada := do(row.Write{Object: "user", Op: entry.Created, Cause: "user.invited", Set: row.Fields{"name": "Ada", "email": "ada@example.com"}})
	set := do(row.Write{Object: "permission", Op: entry.Created, Set: row.Fields{"name": "Agents"}})
	do(row.Write{Object: "user", ID: ada, Op: entry.Updated, Set: row.Fields{"extension": "77"}})
	do(row.Write{Object: "user", ID: ada, Op: entry.Updated, Cause: "user.updated", Set: row.Fields{"extension": "78", "permissions": []id.ID{set}}})
	one := do(row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "Grace"}})
	do(row.Write{Object: "contact", ID: one, Op: entry.Removed})
	session := do(row.Write{Object: "session", Op: entry.Created, Cause: "session.opened", Quiet: true, Set: row.Fields{"name": "Ada", "user": ada, "expires_date": time.Now(), "refresh_hash": "secret"}})
	do(row.Write{Object: "session", ID: session, Op: entry.Updated, Quiet: true, Set: row.Fields{"last_seen": time.Now(), "refresh_hash": "another"}})
	if err := f.Happened(ctx, row.Happening{Organization: f.org, Object: "session", Record: session, Cause: "session.refused", Fields: row.Fields{"user": ada}}); err != nil {
		t.Fatal(err)
	}
	team := do(row.Write{Object: "team", Op: entry.Created, Set: row.Fields{"name": "Support"}})
	if _, err := f.CommitBulk(ctx, commit.Bulk{Organization: f.org, Object: "team", IDs: []id.ID{team}, Cause: "team.updated", Set: row.Fields{"supervisors": []id.ID{ada}}}); err != nil {
		t.Fatal(err)
	}
	do(row.Write{Object: "permission", ID: set, Op: entry.Removed})
	do(row.Write{Object: "permission", ID: set, Op: row.Restored})
	want := []string{
		"permission Agents 3 restored  192.0.2.7 0 map[]",
		"permission Agents 2 removed  192.0.2.7 0 map[]",
		`team Support 2 updated team.updated 192.0.2.7 1 map[supervisors:[{"id":"` + string(ada) + `","name":"Ada"}]]`,
		"team Support 1 created  192.0.2.7 0 map[]",
		`session Ada 0 happened session.refused 192.0.2.7 1 map[user:{"id":"` + string(ada) + `","name":"Ada"}]`,
		"session Ada 1 created session.opened 192.0.2.7 0 map[]",
		`user Ada 3 updated user.updated 192.0.2.7 2 map[extension:"78" permissions:[{"id":"` + string(set) + `","name":"Agents"}]]`,
		"permission Agents 1 created  192.0.2.7 0 map[]",
		"user Ada 1 created user.invited 192.0.2.7 0 map[]",
	}
	for _, limit := range []int{1, 2, 4, 100} {
		if got := f.told(row.AuditRequest{Limit: limit}); !slices.Equal(got, want) {
			t.Errorf("by pages of %d\n%s\nwant\n%s", limit, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if got := f.told(row.AuditRequest{Limit: 1, Objects: []string{"session", "user"}}); len(got) != 4 {
		t.Errorf("of sessions and users: %v", got)
	}
	// What happened without a change is in no record's history.
	if h := f.history("user", ada); len(h) != 3 {
		t.Errorf("her history: %+v", h)
	}
	if past := f.past("user", ada, 1); !past.Known || past.Oldest != 1 {
		t.Errorf("her past: %+v", past)
	}
	// What was removed for good is told of without its name and its fields.
	f.removed("team", team, 1000*time.Hour)
	f.purge(time.Hour, 1000)
	got := f.told(row.AuditRequest{Limit: 100, Objects: []string{"team"}})
	if want := []string{"team nobody 3 removed   0 map[]", "team nobody 2 updated team.updated 192.0.2.7 0 map[]", "team nobody 1 created  192.0.2.7 0 map[]"}; !slices.Equal(got, want) {
		t.Errorf("of a team that was: %q", got)
	}
}

// Another organization's audit is its own.
func TestAnAuditIsOfOneOrganization(t *testing.T) {
	f := newFixture(t)
	f.user("Ada")
	mine := len(f.told(row.AuditRequest{Limit: 10}))
	other := id.New()
	if err := f.CreateOrganization(t.Context(), organizations.Organization{ID: other, Name: "Other"}); err != nil {
		t.Fatal(err)
	}
	page, err := f.Audit(t.Context(), other, row.AuditRequest{Limit: 10})
	if err != nil || mine == 0 || len(page.Told) > 1 || len(page.Told) == 1 && page.Told[0].Object != "organization" {
		t.Errorf("mine %d, the other's %+v, %v", mine, page.Told, err)
	}
}
