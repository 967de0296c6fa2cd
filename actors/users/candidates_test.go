package users_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"switchboard/actors/users"
	"switchboard/actors/users/presence"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

// narrow is a store that records its queries.
type narrow struct {
	*pg.Store
	asked []row.Query
}

func (n *narrow) Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error) {
	n.asked = append(n.asked, query)
	return n.Store.Find(ctx, organization, query)
}

// A call rings for all available users, however many there are, and reads only the
// ids of available users and their availability.
func TestCandidatesOfALargeOrganization(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	s := open(t)
	const many = 2_100
	var want []id.ID
	var writes []row.Write
	for i := range many {
		status, user := users.Available, id.New()
		if i%2 == 0 {
			status = users.Busy
		} else {
			want = append(want, user)
		}
		writes = append(writes, row.Write{Object: "user", ID: user, Op: entry.Created, Set: row.Fields{
			"name": "x", "email": fmt.Sprintf("u%d@demo.test", i), "is_active": true,
			"availability": row.JSONValue(map[string]any{"call_availability": map[string]any{"call_status": status}}),
		}})
	}
	if _, err := s.store.Commit(t.Context(), row.Change{Organization: s.org, Writes: writes}); err != nil {
		t.Fatal(err)
	}
	store := &narrow{Store: s.store}
	presence := presence.New(store, slog.New(slog.DiscardHandler), nil)
	got, err := users.New(s.engine, store, presence).Candidates(t.Context(), s.org)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d candidates, want %d", len(got), len(want))
	}
	for _, query := range store.asked {
		found := slices.Equal(query.Fields, []string{"id", "availability"}) && query.Where[2].Operator == "IN"
		if !found && !slices.Equal(query.Fields, []string{"id"}) || query.Where[0].Field != "chosen_status" {
			t.Errorf("the fields %v were read of %v", query.Fields, query.Where[:2])
		}
	}
	store.asked = nil
	everyone, err := presence.Snapshot(t.Context(), s.org)
	if err != nil || len(everyone) < many {
		t.Errorf("presence knows %d of %d users, %v", len(everyone), many, err)
	}
	for _, query := range store.asked {
		if len(query.Fields) == 0 || slices.Contains(query.Fields, "settings") {
			t.Errorf("presence reads %v", query.Fields)
		}
	}
}
