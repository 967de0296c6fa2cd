package people_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/pg/people"
)

var _ eventlog.Selective = (*people.Known)(nil)

var org, ada, bob = id.New(), id.New(), id.New()

func persons(names ...string) map[id.ID]people.Person {
	out := map[id.ID]people.Person{}
	for i, name := range names {
		out[[]id.ID{ada, bob}[i]] = people.Person{Name: &name}
	}
	return out
}

func known(k *people.Known) map[id.ID]string {
	out := map[id.ID]string{}
	k.Find(org, map[id.ID]struct{}{ada: {}, bob: {}}, func(one id.ID, p people.Person) { out[one] = *p.Name })
	return out
}

func TestWhatMakesPeopleUnknown(t *testing.T) {
	for what, c := range map[string]struct {
		do   func(k *people.Known, now *time.Time)
		left int
	}{
		"nothing": {func(*people.Known, *time.Time) {}, 2},
		"seconds": {func(_ *people.Known, now *time.Time) { *now = now.Add(5 * time.Second) }, 0},
		"a change of one": {func(k *people.Known, _ *time.Time) {
			k.Append(org, []entry.Entry{{Object: "user", ID: ada, Op: entry.Updated}})
		}, 1},
		"a change of many": {func(k *people.Known, _ *time.Time) { k.Append(org, []entry.Entry{{Object: "user", Op: entry.Bulk}}) }, 0},
		"a change of a team": {func(k *people.Known, _ *time.Time) {
			k.Append(org, []entry.Entry{{Object: "team", ID: id.New(), Op: entry.Removed}})
		}, 0},
		"a change of something": {func(k *people.Known, _ *time.Time) { k.Append(org, []entry.Entry{{Object: "contact", ID: ada}}) }, 2},
		"a change elsewhere":    {func(k *people.Known, _ *time.Time) { k.Append(id.New(), []entry.Entry{{Object: "team"}}) }, 2},
		"a commit here":         {func(k *people.Known, _ *time.Time) { k.Committed(org, []string{"contact", "user"}) }, 0},
		"a commit of something": {func(k *people.Known, _ *time.Time) { k.Committed(org, []string{"contact"}) }, 2},
	} {
		now := time.Now()
		k := people.New(features.Registry(), func() time.Time { return now })
		k.Read(org).End(persons("Ada", "Bob"))
		c.do(k, &now)
		if got := known(k); len(got) != c.left {
			t.Errorf("after %s %v are known, want %d", what, got, c.left)
		}
		if k.Any(org) != (c.left > 0) {
			t.Errorf("after %s somebody is known: %v", what, k.Any(org))
		}
	}
}

// What was read while somebody changed may be either; it is not remembered.
func TestAChangeWhilePeopleAreRead(t *testing.T) {
	now := time.Now()
	k := people.New(features.Registry(), func() time.Time { return now })
	if k.Serves(org) {
		t.Error("it follows an organization of which it knows nobody")
	}
	early := k.Read(org)
	if !k.Serves(org) {
		t.Error("it doesn't hear of what changes while it reads")
	}
	k.Append(org, []entry.Entry{{Object: "user", ID: bob, Op: entry.Updated}})
	late := k.Read(org)
	late.End(persons("Ada"))
	early.End(persons("Old", "Old"))
	if got := known(k); len(got) != 1 || got[ada] != "Ada" {
		t.Errorf("it knows %v", got)
	}
	if now = now.Add(4 * time.Second); !k.Serves(org) {
		t.Error("it doesn't follow what it knows")
	}
	if now = now.Add(time.Second); k.Serves(org) {
		t.Error("it follows what it knows no more")
	}
	k.Read(org).End(nil) // refused by the database
	if k.Serves(org) || len(known(k)) > 0 {
		t.Error("it knows what was not read")
	}
}

// Whatever the order of readings and changes, nobody is known as he was before a change that
// was heard of.
func TestPeopleUnderChanges(t *testing.T) {
	k := people.New(features.Registry(), time.Now)
	var stored struct {
		sync.Mutex
		name string
	}
	stored.name = "a"
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 500 {
				reading := k.Read(org)
				stored.Lock()
				name := stored.name
				stored.Unlock()
				reading.End(map[id.ID]people.Person{ada: {Name: &name}})
				k.Serves(org)
			}
		})
	}
	all.Go(func() {
		for i := range 500 {
			name := string(rune('a' + i%26))
			stored.Lock()
			stored.name = name
			stored.Unlock()
			k.Committed(org, []string{"user"})
			if got := known(k); got[ada] != "" && got[ada] != name {
				t.Errorf("she is known as %s after she was named %s", got[ada], name)
			}
		}
	})
	all.Wait()
}

// The people of a thousand organizations are remembered, and those of whom nobody is believed
// any more give way first.
func TestOfHowManyPeopleAreKnown(t *testing.T) {
	now := time.Now()
	k := people.New(features.Registry(), func() time.Time { return now })
	reading := k.Read(id.New()) // by somebody slow
	known := func(n int) (some []id.ID) {
		for range n {
			one := id.New()
			k.Read(one).End(persons("Ada"))
			some = append(some, one)
		}
		return some
	}
	count := func(of []id.ID) (n int) {
		for _, one := range of {
			if k.Any(one) {
				n++
			}
		}
		return n
	}
	early := known(999)
	if n := count(early); n != 999 {
		t.Errorf("%d of 999 are known", n)
	}
	late := known(1)
	if n := count(slices.Concat(early, late)); n != 999 {
		t.Errorf("%d are known beside one that is being read, want 999", n)
	}
	now = now.Add(time.Minute)
	if late = known(100); count(late) != 100 || count(early) != 0 {
		t.Errorf("%d new ones are known, and %d old ones", count(late), count(early))
	}
	reading.End(persons("Ada"))
}
