package pg_test

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What is charged is exactly what was committed: fifty changes at once can't pass the
// bound together, what is refused leaves no row, what fails otherwise charges nothing,
// and another organization or month has a sum of its own.
func TestChargesAreBoundedInTheTransaction(t *testing.T) {
	store, org := storetest.New(t)
	note := func(name string, charges ...row.Charge) error {
		_, err := store.Commit(t.Context(), row.Change{Organization: org, Charges: charges, Writes: []row.Write{
			{Object: "note", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": name, "notes": "x"}},
		}})
		return err
	}
	sum := func(account string) int64 {
		t.Helper()
		got, err := store.Charged(t.Context(), org, account)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	var all sync.WaitGroup
	var done atomic.Int64
	for i := range 50 {
		all.Go(func() {
			err := note("bounded "+strconv.Itoa(i), row.Charge{Account: "a", Amount: 30, Most: 1000, Refusal: "All is spent."})
			switch {
			case err == nil:
				done.Add(1)
			case !fault.Is(err, fault.Forbidden) || fault.From(err).Detail != "All is spent.":
				t.Error(err)
			}
		})
	}
	all.Wait()
	found, err := store.Find(t.Context(), org, row.Query{Object: "note"})
	if err != nil || done.Load() != 33 || len(found) != 33 || sum("a") != 990 {
		t.Errorf("%d changes went through, %d notes are stored, the sum is %d, %v", done.Load(), len(found), sum("a"), err)
	}
	for name, c := range map[string]struct {
		charge row.Charge
		want   int64
		fits   bool
	}{
		"the first, past the bound":   {row.Charge{Account: "b", Amount: 11, Most: 10, Refusal: "No."}, 0, false},
		"nothing may be spent at all": {row.Charge{Account: "c", Amount: 1, Refusal: "No."}, 0, false},
		"what must be counted":        {row.Charge{Account: "a", Amount: 500}, 1490, true},
		"what is given back":          {row.Charge{Account: "d", Amount: -5}, -5, true},
	} {
		if err := note(name, c.charge); (err == nil) != c.fits || sum(c.charge.Account) != c.want {
			t.Errorf("%s: %v, the sum is %d", name, err, sum(c.charge.Account))
		}
	}
	_, err = store.Commit(t.Context(), row.Change{Organization: org, Charges: []row.Charge{{Account: "e", Amount: 5}}, Writes: []row.Write{
		{Object: "note", ID: id.New(), Op: entry.Updated, Set: row.Fields{"name": "absent"}},
	}})
	if !fault.Is(err, fault.NotFound) || sum("e") != 0 {
		t.Errorf("a change that failed: %v, charged %d", err, sum("e"))
	}
}
