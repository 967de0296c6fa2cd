package pg_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/soaktest"
	"switchboard/storage/waittest"
)

// seesAll stands in every relation to every record.
var seesAll = []row.Relation{{Kind: "all"}}

// A page ends where it is full, also where the database has packed its records to a
// hundredth, and says so; what a record says of others counts too.
func TestPagesEndWhereTheyAreFull(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and nothing in it is concurrent")
	}
	f := newFixture(t)
	member := f.user(strings.Repeat("x", 200))
	objects := map[string]row.Fields{
		"note":                {"notes": strings.Repeat("x", 390_000)},                                  // packs well
		"twilio_message":      {"media": row.JSONValue([]string{strings.Repeat("y", 200_000)})},         // so does JSON
		"twilio_phone":        {"capabilities": row.JSONValue(map[string]string{"a": random(200_000)})}, // this does not
		"chat":                {"members": repeated(member, 1_000)},
		"twilio_conversation": {"contact_phones": strings.Split(strings.Repeat("+15551234567,", 9_000), ",")},
	}
	_, seed := soaktest.Rounds(t, 1)
	for _, name := range soaktest.Sample(rand.New(rand.NewPCG(seed, 1)), slices.Sorted(maps.Keys(objects)), 2) {
		set := objects[name]
		const many = 60
		for range many { // one commit each: a busy machine is cut off within one of 20 MB
			f.commit(f.change(row.Write{Object: name, Op: entry.Created, Set: set}))
		}
		seen := map[id.ID]bool{}
		pages, largest := 0, 0
		for offset := 0; offset < many; pages++ {
			limit := 1_000
			if pages == 1 { // of few the database does not say where they are full
				limit = 30
			}
			page, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: name, Visible: seesAll, Offset: offset, Limit: limit, Total: true, Browse: true})
			if err != nil || len(page.Items) == 0 {
				t.Fatalf("%s from %d: %d records, %v", name, offset, len(page.Items), err)
			}
			size := 0
			for _, item := range page.Items {
				seen[item.ID] = true
				for _, value := range item.Fields {
					size += len(value)
				}
			}
			largest = max(largest, size)
			offset += len(page.Items)
			if page.Cut != (offset < many && len(page.Items) < limit) || page.Total != many {
				t.Errorf("%s: cut %v of %d after %d", name, page.Cut, page.Total, offset)
			}
		}
		if len(seen) != many || pages < 2 || largest > 5<<20 {
			t.Errorf("%s: %d records on %d pages of up to %d bytes", name, len(seen), pages, largest)
		}
	}
	// A page that is not full is read to its limit.
	f.user("last")
	page, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "user", Visible: seesAll})
	if err != nil || page.Cut || len(page.Items) != 2 {
		t.Errorf("%+v, %v", page, err)
	}
}

func repeated(one id.ID, n int) []id.ID {
	out := make([]id.ID, n)
	for i := range out {
		out[i] = one
	}
	return out
}

// A read of some fields gives those, what is derived from them, and the route.
func TestReadsOfSomeFields(t *testing.T) {
	f := newFixture(t)
	owner := f.user("Owner")
	f.create("note", row.Fields{"name": "A", "notes": "long", "owner": owner})
	page, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "note", Visible: seesAll, Fields: []string{"name", "updated_by"}})
	if err != nil || len(page.Items) != 1 {
		t.Fatal(err)
	}
	item := page.Items[0]
	if _, read := item.Fields["notes"]; read || string(item.Fields["name"]) != `"A"` || item.Fields["updated_by"] == nil || item.Route.Owner != owner || item.Version != 1 {
		t.Errorf("got %+v", item)
	}
	_, err = f.Read(t.Context(), f.org, row.ReadRequest{Object: "user", Visible: seesAll, Fields: []string{"account"}})
	f.refused(err, fault.Invalid)
}

// CommitMany announces what Commit announces.
func TestCommitManySaysTheSame(t *testing.T) {
	f := newFixture(t)
	owner, other := f.user("Owner"), f.user("Other")
	status := func(s string) any {
		return row.JSONValue(map[string]any{"call_availability": map[string]any{"call_status": s}})
	}
	for name, set := range map[string]row.Fields{
		"note":                {"name": "New"},
		"contact":             {"owner": other, "company": "New"},
		"user":                {"availability": status("do_not_disturb")},
		"twilio_conversation": {"last_number": int64(7)},
		"chat":                {"last_number": int64(7), "private": true},
	} {
		var said [2][]entry.Entry
		for i, many := range []bool{false, true} {
			first := row.Fields{"name": "Old", "owner": owner}
			if name == "user" {
				first["availability"] = status("available")
			}
			r := f.create(name, first)
			f.entries()
			change := f.change(
				row.Write{Object: name, ID: r.ID, Op: entry.Updated, Expect: 1, Set: set, Cause: "x"},
				row.Write{Object: "note", ID: f.create("note", nil).ID, Op: entry.Removed},
			)
			f.entries()
			if many {
				if err := f.CommitMany(t.Context(), change); err != nil {
					t.Fatal(err)
				}
			} else {
				f.commit(change)
			}
			said[i] = f.entries()
			for j := range said[i] { // what differs between two records
				e := &said[i][j]
				e.ID, e.At, e.Route.Before.Thread, e.Route.After.Thread = "", time.Time{}, "", ""
				if name == "user" {
					e.Route.Before.Owner, e.Route.After.Owner = "", ""
				}
				for _, field := range []string{"id", "created_date", "modified_date", "modified_by"} {
					delete(e.Record, field)
					delete(e.Before, field)
					delete(e.After, field)
				}
			}
		}
		if !reflect.DeepEqual(said[0], said[1]) || len(said[0]) != 2 {
			t.Errorf("%s:\n%+v\n%+v", name, said[0], said[1])
		}
	}
}

// A record holds a megabyte in all, however its parts came.
func TestARecordIsBounded(t *testing.T) {
	f := newFixture(t)
	_, err := f.Commit(t.Context(), f.change(row.Write{Object: "note", Op: entry.Created, Set: row.Fields{"name": "N", "notes": random(1_100_000)}}))
	if e := f.refused(err, fault.TooLarge); len(e.Fields["notes"]) != 1 {
		t.Errorf("refused with %+v", e)
	}
	nearly := f.create("note", row.Fields{"name": "N", "notes": strings.Repeat("x", 1<<20-500)})
	grow := f.change(row.Write{Object: "note", ID: nearly.ID, Op: entry.Updated, Set: row.Fields{"name": random(800)}})
	f.refused(f.CommitMany(t.Context(), grow), fault.TooLarge)
	_, err = f.Commit(t.Context(), grow)
	f.refused(err, fault.TooLarge)
	if shorter := f.update(nearly, row.Fields{"name": "", "notes": "short"}); shorter.Text("notes") != "short" {
		t.Errorf("got %+v", shorter)
	}
}

// Lists that wait, here for a table that somebody locked, leave connections to
// everything else.
func TestListsLeaveConnectionsToOthers(t *testing.T) {
	f := newFixture(t)
	note := f.create("note", row.Fields{"name": "N"})
	letGo := f.holds(`LOCK TABLE org_` + strings.ReplaceAll(string(f.org), "-", "") + `.contact`)
	lists, giveUp := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range 40 { // there are 8 connections
		wg.Go(func() {
			_, _ = f.Read(lists, f.org, row.ReadRequest{Object: "contact", Visible: seesAll, Browse: true})
		})
	}
	waittest.Until(t, "lists wait for the table", func() bool {
		return f.waiting() >= 2
	})
	for range 20 {
		f.create("note", row.Fields{"name": "meanwhile"})
		if _, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "note", Visible: seesAll, Where: []row.Condition{{Field: "id", Operator: "=", Value: note.ID}}}); err != nil {
			t.Error(err)
		}
	}
	giveUp()
	wg.Wait()
	letGo()
	if _, err := f.Read(t.Context(), f.org, row.ReadRequest{Object: "contact", Visible: seesAll, Browse: true}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
