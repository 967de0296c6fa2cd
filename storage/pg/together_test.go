package pg_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
)

var errEnough = errors.New("enough")

// What is done together is written whole or not at all, and sees itself meanwhile.
func TestChangesTogether(t *testing.T) {
	f := newFixture(t)
	var heard []pool.Committed
	f.OnCommit(func(c pool.Committed) { heard = append(heard, c) })
	contact := f.create("contact", row.Fields{"name": "A"})
	f.entries()
	heard = nil
	named := func(ctx context.Context) []string {
		page, err := f.Read(ctx, f.org, row.ReadRequest{Object: "contact", Visible: []row.Relation{{Kind: "all"}}, Order: []row.Order{{Field: "name"}}})
		if err != nil {
			t.Fatal(err)
		}
		out := make([]string, len(page.Items))
		for i, item := range page.Items {
			out[i] = string(item.Fields["name"])
		}
		return out
	}
	run := func(last error) error {
		return f.Together(t.Context(), func(ctx context.Context) error {
			change := f.change(row.Write{Object: "contact", ID: contact.ID, Op: entry.Updated, Expect: 1, Set: row.Fields{"name": "B"}})
			change.Command = "first"
			change.Effects = []row.Effect{{Kind: "call.dial", Actor: "call", Subject: contact.ID}}
			if _, err := f.Commit(ctx, change); err != nil {
				return err
			}
			if _, err := f.Commit(ctx, f.change(
				row.Write{Object: "contact", ID: contact.ID, Op: entry.Updated, Expect: 2, Set: row.Fields{"name": "C"}},
				row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "D"}},
			)); err != nil {
				return err
			}
			mine, err := f.Get(ctx, f.org, "contact", contact.ID)
			if err != nil || mine.Version != 3 || mine.Text("name") != "C" {
				t.Errorf("it sees %v, %v", mine.Fields, err)
			}
			found, err := f.Find(ctx, f.org, row.Query{Object: "contact"})
			n, failed := f.Count(ctx, f.org, row.Query{Object: "contact"})
			if err != nil || failed != nil || len(found) != 2 || n != 2 || len(named(ctx)) != 2 {
				t.Errorf("it finds %v of %d, %v, %v", found, n, err, failed)
			}
			if now := named(t.Context()); len(now) != 1 || now[0] != `"A"` {
				t.Errorf("others see %v", now)
			}
			if len(heard) != 0 {
				t.Errorf("the hooks heard %v before the commit", heard)
			}
			return last
		})
	}
	if err := run(errEnough); !errors.Is(err, errEnough) || len(f.entries()) != 0 || len(heard) != 0 || len(named(t.Context())) != 1 {
		t.Errorf("a refusal: %v, heard %v, stored %v", err, heard, named(t.Context()))
	}
	if err := run(nil); err != nil {
		t.Fatal(err)
	}
	entries := f.entries()
	if len(entries) != 3 || entries[0].Version != 2 || entries[0].Command != "first" || entries[1].Version != 3 || entries[2].Op != entry.Created {
		t.Errorf("entries %+v", entries)
	}
	if len(heard) != 2 || heard[0].Effects != 1 || heard[1].Entries != 2 {
		t.Errorf("the hooks heard %v", heard)
	}
	if now := named(t.Context()); len(now) != 2 || now[0] != `"C"` {
		t.Errorf("stored %v", now)
	}
}

// failing is a filter that the database fails at.
type failing struct{}

func (failing) Fields() []string { return nil }

func (failing) Write(row.Layout, int) (joins, where string, args []any, err error) {
	return "", "1 / (version - version) > 0", nil, nil
}

// A change that was refused takes the others back, also where nobody looks at its
// error, and a statement that failed does too.
func TestWhatFailsTogetherLeavesNothing(t *testing.T) {
	f := newFixture(t)
	made := func(ctx context.Context) {
		if _, err := f.Commit(ctx, f.change(row.Write{Object: "contact", Op: entry.Created, Set: row.Fields{"name": "A"}})); err != nil {
			t.Error(err)
		}
	}
	err := f.Together(t.Context(), func(ctx context.Context) error {
		made(ctx)
		_, _ = f.Commit(ctx, f.change(row.Write{Object: "contact", ID: id.New(), Op: entry.Updated, Set: row.Fields{"name": "B"}}))
		return nil
	})
	f.refused(err, fault.NotFound)
	err = f.Together(t.Context(), func(ctx context.Context) error {
		made(ctx)
		_, _ = f.Read(ctx, f.org, row.ReadRequest{Object: "contact", Visible: everything, Filter: failing{}})
		return nil
	})
	if err == nil {
		t.Error("a failed statement was passed over")
	}
	func() {
		defer func() { _ = recover() }()
		_ = f.Together(t.Context(), func(ctx context.Context) error {
			made(ctx)
			panic("in the middle")
		})
	}()
	if got := f.find(row.Query{Object: "contact"}); len(got) != 0 || len(f.entries()) != 0 {
		t.Errorf("left %v", got)
	}
	// One within another is part of it.
	err = f.Together(t.Context(), func(ctx context.Context) error {
		if err := f.Together(ctx, func(ctx context.Context) error { made(ctx); return nil }); err != nil {
			return err
		}
		return errEnough
	})
	if got := f.find(row.Query{Object: "contact"}); !errors.Is(err, errEnough) || len(got) != 0 {
		t.Errorf("%v, left %v", err, got)
	}
}

// Two that lock the same rows in opposite order deadlock: one of them is run again,
// from its beginning.
func TestADeadlockTogetherIsTriedAgain(t *testing.T) {
	f := newFixture(t)
	a, b := f.create("contact", row.Fields{"name": "a"}), f.create("contact", row.Fields{"name": "b"})
	write := func(ctx context.Context, r row.Record, company string) error {
		_, err := f.Commit(ctx, f.change(row.Write{Object: "contact", ID: r.ID, Op: entry.Updated, Set: row.Fields{"company": company}}))
		return err
	}
	var both sync.WaitGroup
	both.Add(2)
	errs, runs := make(chan error, 2), make(chan int, 2)
	for i, order := range [][2]row.Record{{a, b}, {b, a}} {
		go func() {
			n := 0
			errs <- f.Together(t.Context(), func(ctx context.Context) error {
				n++
				if err := write(ctx, order[0], string(rune('x'+i))); err != nil {
					return err
				}
				if n == 1 { // both hold their first row
					both.Done()
					both.Wait()
				}
				return write(ctx, order[1], string(rune('x'+i)))
			})
			runs <- n
		}()
	}
	for range 2 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if n := <-runs + <-runs; n < 3 {
		t.Errorf("they ran %d times: there was no deadlock", n)
	}
	if x, y := f.get("contact", a.ID), f.get("contact", b.ID); x.Text("company") != y.Text("company") || x.Version != 3 || y.Version != 3 {
		t.Errorf("stored %v and %v", x.Fields, y.Fields)
	}
}
