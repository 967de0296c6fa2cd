package pg_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

// Who changes a person or a team sees it in the next record that names somebody; another
// node, once the log told it, and after seconds at the latest. What is not committed nobody
// else sees.
func TestPeopleAreKnownAsTheyAre(t *testing.T) {
	f := newFixture(t)
	var ours entry.Fields
	red := f.create("team", row.Fields{"name": "Red"})
	ada := f.create("user", row.Fields{"name": "Ada", "email": "ada@example.test"})
	record := f.create("contact", row.Fields{"name": "C", "owner": ada.ID}).ID
	now := time.Now()
	other, err := pg.Open(t.Context(), pg.Config{
		DSN: f.conn.Config().ConnString(), Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	shown := func(ctx context.Context, of *pg.Store) (name string, teams []id.ID) {
		page, err := of.Read(ctx, f.org, row.ReadRequest{Object: "contact", Visible: everything, Where: []row.Condition{{Field: "id", Operator: "IN", Value: []id.ID{record}}}})
		if err != nil || len(page.Items) != 1 {
			t.Fatalf("%v, %v", page, err)
		}
		ours = page.Items[0].Fields
		var owner struct{ Name string }
		if err := json.Unmarshal(ours["owner"], &owner); err != nil {
			t.Fatal(err)
		}
		return owner.Name, page.Items[0].Route.Teams
	}
	is := func(who string, of *pg.Store, want string, teams ...id.ID) {
		t.Helper()
		if name, in := shown(t.Context(), of); name != want || !slices.Equal(in, teams) {
			t.Errorf("%s shows %s in the teams %v, want %s in %v", who, name, in, want, teams)
		}
	}
	is("this node", f.Store, "Ada")
	is("the other", other, "Ada")
	f.entries()

	ada = f.update(ada, row.Fields{"name": "Ada L."})
	is("this node after a change", f.Store, "Ada L.")
	is("the other, which has not heard of it,", other, "Ada")
	told := f.entries()
	other.People().Append(f.org, told)
	is("the other once it heard of it", other, "Ada L.")

	red = f.update(red, row.Fields{"members": []id.ID{ada.ID}})
	is("this node after she came into a team", f.Store, "Ada L.", red.ID)
	is("the other, which has not heard of the team,", other, "Ada L.")
	now = now.Add(time.Minute)
	is("the other after a while", other, "Ada L.", red.ID)

	enough := errors.New("enough")
	err = f.Together(t.Context(), func(ctx context.Context) error {
		if _, err := f.Commit(ctx, f.change(row.Write{Object: "user", ID: ada.ID, Op: entry.Updated, Set: row.Fields{"name": "Nobody"}})); err != nil {
			return err
		}
		if name, _ := shown(ctx, f.Store); name != "Nobody" {
			t.Errorf("what is not committed yet shows %s to who did it", name)
		}
		is("this node before the commit", f.Store, "Ada L.", red.ID)
		return enough
	})
	if !errors.Is(err, enough) {
		t.Fatal(err)
	}
	is("this node after nothing was committed", f.Store, "Ada L.", red.ID)
}
