package pg_test

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/row"
)

// teamsAre checks that a user, the teams and the user's rights agree.
func (f *fixture) teamsAre(when string, user id.ID, want ...id.ID) {
	f.Helper()
	slices.Sort(want)
	record, err := f.Get(f.Context(), f.org, "user", user)
	if err != nil {
		f.Fatal(err)
	}
	own := slices.Sorted(slices.Values(record.Lookups("teams")))
	found, err := f.Find(f.Context(), f.org, row.Query{Object: "team", Where: []row.Condition{{Field: "members", Operator: "CONTAINS", Value: user}}})
	if err != nil {
		f.Fatal(err)
	}
	var naming []id.ID
	for _, team := range found {
		naming = append(naming, team.ID)
	}
	slices.Sort(naming)
	inputs, _, err := f.UserInputs(f.Context(), f.org, user)
	if err != nil {
		f.Fatal(err)
	}
	if !slices.Equal(own, want) || !slices.Equal(naming, want) || !slices.Equal(inputs.Teams, want) {
		f.Errorf("%s: the user names %v, the teams naming the user are %v, the rights come from %v; want %v", when, own, naming, inputs.Teams, want)
	}
}

func TestUsersAndTeamsAgreeOnMembership(t *testing.T) {
	f := newFixture(t)
	write := func(object string, op entry.Op, one id.ID, set row.Fields) {
		t.Helper()
		f.commit(f.change(row.Write{Object: object, Op: op, ID: one, Set: set, Cause: object + ".updated"}))
	}
	red := f.create("team", row.Fields{"name": "Red"}).ID
	ann, bob := f.user("ann", red), f.user("bob")
	f.teamsAre("a new user with a team", ann, red)
	blue := f.create("team", row.Fields{"name": "Blue", "members": []id.ID{ann, bob}}).ID
	f.teamsAre("a new team with members", ann, red, blue)
	f.teamsAre("a new team with members", bob, blue)

	f.entries()
	write("user", entry.Updated, ann, row.Fields{"teams": []id.ID{}})
	f.teamsAre("a user without teams", ann)
	var told []string
	for _, e := range f.entries() {
		told = append(told, e.Object)
	}
	if slices.Sort(told); !slices.Equal(told, []string{"team", "team", "user"}) {
		t.Errorf("entries of %v, want the user and both teams", told)
	}
	write("team", entry.Updated, red, row.Fields{"members": []id.ID{ann, bob}})
	f.teamsAre("members set", ann, red)
	f.teamsAre("members set", bob, blue, red)
	if err := f.CommitMany(t.Context(), f.change(
		row.Write{Object: "user", Op: entry.Updated, ID: bob, Set: row.Fields{"name": "Bob"}},
		row.Write{Object: "team", Op: entry.Updated, ID: red, Set: row.Fields{"members": []id.ID{ann}}})); err != nil {
		t.Fatal(err)
	}
	f.teamsAre("both in one change", bob, blue)

	write("team", entry.Removed, red, nil)
	f.teamsAre("a deleted team", ann)
	write("user", entry.Updated, ann, row.Fields{"teams": []id.ID{blue}})
	write("team", row.Restored, red, nil)
	f.teamsAre("a restored team", ann, blue, red)
	write("user", entry.Removed, ann, nil)
	if left, err := f.Get(t.Context(), f.org, "team", red); err != nil || len(left.Lookups("members")) > 0 {
		t.Errorf("a deleted user is left in %v (%v)", left.Lookups("members"), err)
	}

	_, err := f.CommitBulk(t.Context(), commit.Bulk{Organization: f.org, Object: "user", IDs: []id.ID{bob}, Set: row.Fields{"teams": []id.ID{red}}})
	f.refused(err, fault.Invalid)
}

func TestMembershipWrittenFromBothSidesAtOnce(t *testing.T) {
	f := newFixture(t)
	var users, teams []id.ID
	for _, name := range []string{"ann", "bob", "cat"} {
		users = append(users, f.user(name))
		teams = append(teams, f.create("team", row.Fields{"name": name}).ID)
	}
	var work sync.WaitGroup
	for i := range users {
		work.Go(func() {
			f.commit(f.change(row.Write{Object: "user", Op: entry.Updated, ID: users[i], Set: row.Fields{"teams": teams}}))
		})
		work.Go(func() {
			f.commit(f.change(row.Write{Object: "team", Op: entry.Updated, ID: teams[i], Set: row.Fields{"members": users[:2]}}))
		})
	}
	work.Wait()
	for _, user := range users {
		record, err := f.Get(t.Context(), f.org, "user", user)
		if err != nil {
			t.Fatal(err)
		}
		f.teamsAre("after all", user, record.Lookups("teams")...)
	}
}

// Databases of earlier releases hold what one side alone says. Both granted, so both get it.
func TestMigrationTakesMembershipFromBothSides(t *testing.T) {
	f := newFixture(t)
	red, blue := f.create("team", row.Fields{"name": "Red"}).ID, f.create("team", row.Fields{"name": "Blue"}).ID
	gone := f.create("team", row.Fields{"name": "Gone"})
	ann, bob := f.user("ann"), f.user("bob")
	f.commit(f.change(row.Write{Object: "team", Op: entry.Removed, ID: gone.ID}))
	in := "org_" + f.org.Compact()
	file, err := os.ReadFile("migrations/0031_membership.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, up, _ := strings.Cut(string(file), "-- +goose StatementBegin")
	up, _, _ = strings.Cut(up, "-- +goose StatementEnd")
	for _, statement := range []string{
		`UPDATE ` + in + `."user" SET teams = ARRAY['` + string(red) + `', '` + string(gone.ID) + `']::uuid[] WHERE id = '` + string(ann) + `'`,
		`UPDATE ` + in + `.team SET members = ARRAY['` + string(bob) + `', '` + string(ann) + `']::uuid[] WHERE id IN ('` + string(blue) + `', '` + string(gone.ID) + `')`,
		up, up,
	} {
		if _, err := f.conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	f.teamsAre("migrated", bob, blue)
	if teams := f.teamsOf(ann); !slices.Equal(teams, []id.ID{red, gone.ID, blue}) {
		t.Errorf("ann is in %v", teams)
	}
}

func (f *fixture) teamsOf(user id.ID) []id.ID {
	f.Helper()
	record, err := f.Get(f.Context(), f.org, "user", user)
	if err != nil {
		f.Fatal(err)
	}
	return record.Lookups("teams")
}
