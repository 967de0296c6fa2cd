package live_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"switchboard/hub/live"
	"switchboard/hub/wire"
	"switchboard/storage/id"
	"switchboard/storage/query"
)

// take applies an event as a client does (docs/realtime.md).
func take(held []wire.QueryRow, e wire.RowsEvent) []wire.QueryRow {
	moved := map[string]wire.QueryRow{}
	held = slices.DeleteFunc(slices.Clone(held), func(r wire.QueryRow) bool {
		goes := slices.ContainsFunc(e.Moved, func(m wire.RowMoved) bool { return m.Key == r.Key })
		if goes {
			moved[r.Key] = r
		}
		return goes || slices.Contains(e.Removed, r.Key)
	})
	type put struct {
		at  int
		row wire.QueryRow
	}
	var puts []put
	for _, a := range e.Added {
		puts = append(puts, put{a.At, wire.QueryRow{Key: a.Key, Row: a.Row}})
	}
	for _, m := range e.Moved {
		puts = append(puts, put{m.At, moved[m.Key]})
	}
	slices.SortFunc(puts, func(a, b put) int { return a.at - b.at })
	for _, p := range puts {
		held = slices.Insert(held, p.at, p.row)
	}
	for _, c := range e.Changed {
		for i := range held {
			if held[i].Key == c.Key {
				held[i].Row = c.Row
			}
		}
	}
	return held
}

// However a result changed, a client that applies the event holds the new
// one, in its order.
func TestEventsTurnTheOldResultIntoTheNew(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 2_000 {
		keyed := round%3 > 0
		some := func() *query.Answer {
			a := &query.Answer{Total: int64(random.IntN(3))}
			for _, n := range random.Perm(9)[:random.IntN(10)] {
				row := fmt.Sprintf(`{"n":%d,"v":%d}`, n, random.IntN(2))
				if keyed {
					a.Keys = append(a.Keys, id.ID(fmt.Sprint("k", n)))
				} else {
					row = fmt.Sprintf(`{"v":%d}`, n%3)
				}
				a.Rows = append(a.Rows, json.RawMessage(row))
			}
			return a
		}
		before, after := some(), some()
		rows := live.Rows(before)
		held := live.NewResult(before, rows)
		now, e, changed := held.Compare(after)
		if got, want := fmt.Sprintf("%s", take(rows, e)), fmt.Sprintf("%s", live.Rows(after)); got != want || e.Total != after.Total {
			t.Fatalf("from %s\nby %+v\nbecame %s\nand not %s", rows, e, got, want)
		}
		if _, _, again := now.Compare(after); again {
			t.Fatalf("the same answer is another: %s", rows)
		}
		if same := fmt.Sprintf("%s", rows) == fmt.Sprintf("%s", live.Rows(after)) && before.Total == after.Total; same == changed {
			t.Fatalf("changed is %v from %s to %s", changed, rows, live.Rows(after))
		}
	}
}

// As few rows as possible are sent as moved, and a row that was set
// separately is sent again, since its content is unknown.
func TestFewRowsMoveAndRowsSetApartAreSentAgain(t *testing.T) {
	answer := func(keys ...id.ID) *query.Answer {
		a := &query.Answer{Keys: keys, Total: int64(len(keys))}
		for _, key := range keys {
			a.Rows = append(a.Rows, json.RawMessage(`{"id":"`+string(key)+`"}`))
		}
		return a
	}
	first := answer("a", "b", "c", "d", "e")
	held := live.NewResult(first, live.Rows(first))
	_, e, _ := held.Compare(answer("e", "a", "b", "c", "d"))
	if fmt.Sprint(e.Moved) != "[{e 0}]" || len(e.Added)+len(e.Removed)+len(e.Changed) > 0 {
		t.Errorf("received %+v", e)
	}
	held.Touched("c")
	if _, e, changed := held.Compare(first); !changed || len(e.Changed) != 1 || e.Changed[0].Key != "c" {
		t.Errorf("received %+v", e)
	}
	if !held.Whole() || !held.Has("a") || held.Has("f") {
		t.Error("what is held isn't known")
	}
}
