package pg_test

import (
	"fmt"
	"sync"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// demotions are the ways in which a superuser is lost.
var demotions = map[string]row.Write{
	"demoted":  {Op: entry.Updated, Set: row.Fields{"is_superuser": false}},
	"disabled": {Op: entry.Updated, Set: row.Fields{"is_active": false}},
	"nobody":   {Op: entry.Updated, Set: row.Fields{"is_superuser": nil}},
	"removed":  {Op: entry.Removed},
}

func (f *fixture) superuser(name string) id.ID {
	f.Helper()
	return f.create("user", row.Fields{"name": name, "email": name + "@example.test", "is_superuser": true}).ID
}

func (f *fixture) lose(way row.Write, users ...id.ID) error {
	var c row.Change
	for _, user := range users {
		way.Object, way.ID = "user", user
		c.Writes = append(c.Writes, way)
	}
	c.Organization = f.org
	_, err := f.Commit(f.Context(), c)
	return err
}

func TestTheLastSuperuserStays(t *testing.T) {
	for name, way := range demotions {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.user("ann") // no superuser
			a, b := f.superuser("a"), f.superuser("b")
			off := f.superuser("off")
			if err := f.lose(row.Write{Op: entry.Updated, Set: row.Fields{"is_active": false}}, off); err != nil {
				t.Fatal(err)
			}
			if err := f.lose(way, a, b); !fault.Is(err, fault.Conflict) {
				t.Errorf("both at once: %v", err)
			}
			if err := f.lose(way, a); err != nil {
				t.Errorf("one of two: %v", err)
			}
			if err := f.lose(way, b); !fault.Is(err, fault.Conflict) {
				t.Errorf("the last one: %v", err)
			}
			if err := f.lose(row.Write{Op: entry.Updated, Set: row.Fields{"name": "B", "is_active": nil}}, b); err != nil {
				t.Errorf("an active field without a value counts as active: %v", err)
			}
			if err := f.lose(way, b); !fault.Is(err, fault.Conflict) {
				t.Errorf("the last one, without a value in is_active: %v", err)
			}
			if err := f.lose(way, off); err != nil {
				t.Errorf("one who is disabled: %v", err)
			}
		})
	}
}

func TestTwoSuperusersDemoteEachOther(t *testing.T) {
	for name, way := range demotions {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			left := f.superuser("first")
			for i := range 10 {
				next := f.superuser(fmt.Sprint("next", i))
				var work sync.WaitGroup
				errs := make([]error, 2)
				for i, user := range []id.ID{left, next} {
					work.Go(func() { errs[i] = f.lose(way, user) })
				}
				work.Wait()
				if (errs[0] == nil) == (errs[1] == nil) {
					t.Fatalf("at once: %v, %v", errs[0], errs[1])
				}
				if errs[1] != nil {
					left = next
				}
			}
		})
	}
}
