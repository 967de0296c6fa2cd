package pg_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// The first records of a table come at once, alone and in transactions, one of which is rolled
// back: what is unique stays so, and every table that was written to has its indexes.
func TestATableHasItsIndexesFromItsFirstRecord(t *testing.T) {
	f := newFixture(t)
	if has := f.validIndexes("permission"); len(has) != 0 {
		t.Fatalf("a table without a record has %v", has)
	}
	rolledBack := errors.New("rolled back")
	err := f.Together(t.Context(), func(ctx context.Context) error {
		for _, key := range []string{"red", "blue"} {
			if _, err := f.Commit(ctx, f.change(row.Write{Object: "permission", Op: "created", Set: row.Fields{"name": key}})); err != nil {
				return err
			}
		}
		return rolledBack
	})
	if !errors.Is(err, rolledBack) {
		t.Fatal(err)
	}
	if has := f.validIndexes("permission"); len(has) != 0 {
		t.Fatalf("a table whose first record was rolled back has %v", has)
	}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for n := range errs {
		wg.Go(func() {
			create := func(ctx context.Context) error {
				_, err := f.Commit(ctx, f.change(row.Write{Object: "permission", Op: "created", Set: row.Fields{"name": "red"}}))
				return err
			}
			if n%2 == 0 {
				errs[n] = create(t.Context())
			} else {
				errs[n] = f.Together(t.Context(), create)
			}
		})
	}
	wg.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		} else if e := fault.From(err); e.Code != fault.Conflict {
			t.Errorf("refused with %v", err)
		}
	}
	if has := f.validIndexes("permission"); made != 1 || !has["permission_pkey"] || !has["permission_name_key_folded"] {
		t.Errorf("%d of 8 are made; the table has %v", made, has)
	}
}
