package tables

import (
	"context"
	"errors"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// owner is an organization whose objects change.
type owner struct {
	reads  int
	during func()
	fails  error
}

func (o *owner) read(_ context.Context, _ id.ID, base *schema.Registry) (*schema.Registry, error) {
	o.reads++
	if o.during != nil {
		o.during()
	}
	return base, o.fails
}

func newOwned(t *testing.T) (*Cache, *owner, *time.Time) {
	t.Helper()
	o, now := &owner{}, time.Now()
	c := NewCache(features.Registry(), o.read)
	c.now = func() time.Time { return now }
	return c, o, &now
}

func TestTablesAreReadAnewWhereTheirObjectsChanged(t *testing.T) {
	c, o, now := newOwned(t)
	org := id.New()
	use := func() *Tables {
		t.Helper()
		of, err := c.Of(t.Context(), org)
		if err != nil {
			t.Fatal(err)
		}
		return of
	}
	reads := func(want int, when string) {
		t.Helper()
		if o.reads != want {
			t.Errorf("%s: %d reads, want %d", when, o.reads, want)
		}
	}
	if c.Serves(org) {
		t.Error("follows an organization that nobody asked for")
	}
	first := use()
	if use() != first || !c.Serves(org) {
		t.Error("forgets what it just read")
	}
	reads(1, "at first")
	c.Append(org, []entry.Entry{{Object: "contact"}})
	c.Append(id.New(), []entry.Entry{{Object: "schema"}})
	use()
	reads(1, "after changes of other things")
	c.Append(org, []entry.Entry{{Object: "contact"}, {Object: "schema"}})
	use()
	reads(2, "after a change of objects")

	c.Forget(org)
	o.during = func() { // what is being read may be older than the change
		o.during = nil
		if !c.Serves(org) {
			t.Error("does not follow while it reads")
		}
		c.Append(org, []entry.Entry{{Object: "schema"}})
	}
	use()
	use()
	reads(4, "after a change while it read")

	for range 3 { // who is asked for goes on being followed, but is not believed for ever
		*now = now.Add(believedFor - 1)
		use()
	}
	reads(5, "after a long time")
	*now = now.Add(servedFor)
	if c.Serves(org) {
		t.Error("follows an organization that nobody asks for any more")
	}
	use()
	reads(6, "after its log was not followed")
}

func TestWhatCantBeReadIsNotKept(t *testing.T) {
	c, o, _ := newOwned(t)
	o.fails = errors.New("away")
	org := id.New()
	for range 2 {
		if _, err := c.Of(t.Context(), org); !errors.Is(err, o.fails) {
			t.Error(err)
		}
	}
	o.fails = nil
	if of, err := c.Of(t.Context(), org); err != nil || of == nil || o.reads != 3 {
		t.Error(of, err, o.reads)
	}
	if _, err := c.Of(t.Context(), "x"); !fault.Is(err, fault.NotFound) || len(c.byOrganization) != 1 {
		t.Error(err, len(c.byOrganization))
	}
}

func TestTheCacheIsBounded(t *testing.T) {
	c, _, _ := newOwned(t)
	for range maxCachedOrganizations + 10 {
		if _, err := c.Of(t.Context(), id.New()); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(c.byOrganization); n > maxCachedOrganizations {
		t.Errorf("%d organizations", n)
	}
}

func TestWhoPassesLeavesNoTrace(t *testing.T) {
	c, o, now := newOwned(t)
	org := id.New()
	ctx := Passing(t.Context())
	for n := range 2 {
		if of, err := c.Of(ctx, org); err != nil || of == nil || o.reads != n+1 {
			t.Errorf("pass %d: %v, %v, %d reads", n, of, err, o.reads)
		}
	}
	if c.Serves(org) || len(c.byOrganization) != 0 {
		t.Error("it is remembered")
	}
	if _, err := c.Of(ctx, "nobody"); !fault.Is(err, fault.NotFound) {
		t.Errorf("no organization: %v", err)
	}
	first, err := c.Of(t.Context(), org)
	if err != nil {
		t.Fatal(err)
	}
	*now = now.Add(servedFor)
	if of, err := c.Of(ctx, org); of != first || err != nil {
		t.Errorf("what is known: %v, %v", of, err)
	}
	if c.Serves(org) {
		t.Error("who passes has it served on")
	}
	o.fails = errors.New("no database")
	if _, err := c.Of(ctx, id.New()); err == nil {
		t.Error("a failure is kept silent")
	}
}
