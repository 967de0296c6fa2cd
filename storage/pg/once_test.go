package pg_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/retention"
	"switchboard/storage/row"
)

func TestACommandIsCarriedOutOnce(t *testing.T) {
	f := newFixture(t)
	one, other, note := id.New(), id.New(), id.New()
	commit := func(by id.ID, command, once, name string) error {
		t.Helper()
		_, err := f.Commit(t.Context(), row.Change{Organization: f.org, By: by, Command: command, Once: once, Writes: []row.Write{
			{Object: "note", ID: note, Op: entry.Updated, Set: row.Fields{"name": name}},
		}})
		return err
	}
	if _, err := f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{
		{Object: "note", ID: note, Op: entry.Created, Set: row.Fields{"name": "first", "notes": "x"}},
	}}); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		by                  id.ID
		command, once, name string
		repeated            bool
	}{
		{one, "a", "notes", "second", false},
		{one, "a", "notes", "third", true},
		{one, "a", "chats", "third", false}, // something else under the same command
		{one, "b", "notes", "fourth", false},
		{other, "a", "notes", "fifth", false}, // a colleague's command of that name
		{one, "a", "notes", "sixth", true},
		{one, "a", "", "seventh", false}, // what may be done again
	} {
		err := commit(c.by, c.command, c.once, c.name)
		if errors.Is(err, row.ErrRepeated) != c.repeated || !c.repeated && err != nil {
			t.Errorf("change %d: %v", i, err)
		}
		r, err := f.Get(t.Context(), f.org, "note", note)
		if is := r.Text("name") == c.name; err != nil || is == c.repeated {
			t.Errorf("after change %d it is named %q, %v", i, r.Text("name"), err)
		}
	}
	if done, err := f.CarriedOut(t.Context(), f.org, one, "a", "notes"); err != nil || !done {
		t.Errorf("carried out: %v, %v", done, err)
	}
	if done, err := f.CarriedOut(t.Context(), f.org, one, "c", "notes"); err != nil || done {
		t.Errorf("never asked for: %v, %v", done, err)
	}
	// What was refused was not carried out.
	if _, err := f.Commit(t.Context(), row.Change{Organization: f.org, By: one, Command: "d", Once: "notes", Writes: []row.Write{
		{Object: "note", ID: note, Op: entry.Updated, Expect: 99, Set: row.Fields{"name": "eighth"}},
	}}); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("a version that is not: %v", err)
	}
	if err := commit(one, "d", "notes", "eighth"); err != nil {
		t.Errorf("put right: %v", err)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.command SET received = now() - interval '2 days'`); err != nil {
		t.Fatal(err)
	}
	if n, err := f.Trim(t.Context(), retention.Periods{Keys: 24 * time.Hour}); err != nil || n != 5 {
		t.Errorf("trimmed %d, %v", n, err)
	}
}

func TestOneOfManyCarriesTheCommandOut(t *testing.T) {
	f := newFixture(t)
	user, note := id.New(), id.New()
	if _, err := f.Commit(t.Context(), row.Change{Organization: f.org, Writes: []row.Write{
		{Object: "note", ID: note, Op: entry.Created, Set: row.Fields{"name": "first", "notes": "x"}},
	}}); err != nil {
		t.Fatal(err)
	}
	var first atomic.Int64
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := f.Commit(t.Context(), row.Change{Organization: f.org, By: user, Command: "a", Once: "notes", Writes: []row.Write{
				{Object: "note", ID: note, Op: entry.Updated, Set: row.Fields{"name": string(rune('a' + i))}},
			}})
			switch {
			case err == nil:
				first.Add(1)
			case !errors.Is(err, row.ErrRepeated):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if r, err := f.Get(t.Context(), f.org, "note", note); err != nil || first.Load() != 1 || r.Version != 2 {
		t.Errorf("%d carried it out, version %d, %v", first.Load(), r.Version, err)
	}
}
