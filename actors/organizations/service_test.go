package organizations_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"switchboard/actors/organizations"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// shelf holds one organization's record and counts who asks for it.
type shelf struct {
	settings string
	uses     []id.ID
	apps     []row.Record
	asked    int
	beside   func() // runs while a read is under way
}

func (s *shelf) Get(_ context.Context, _ id.ID, object string, record id.ID) (row.Record, error) {
	s.asked++
	found := row.Record{Object: object, ID: record, Fields: row.Fields{"name": "Acme", "settings": json.RawMessage(s.settings), "apps": s.uses}}
	if s.beside != nil {
		s.beside()
	}
	return found, nil
}

func (s *shelf) Find(context.Context, id.ID, row.Query) ([]row.Record, error) { return s.apps, nil }

func ring(t *testing.T, s *organizations.Service, organization id.ID) int {
	t.Helper()
	set, err := s.Settings(t.Context(), organization)
	if err != nil {
		t.Fatal(err)
	}
	return set.RingSeconds
}

func TestSettingsAreRememberedUntilTheyChange(t *testing.T) {
	store := &shelf{settings: `{"ring_seconds":20}`}
	s := organizations.New(store, nil)
	one, other := id.New(), id.New()
	for range 3 {
		if got := ring(t, s, one); got != 20 {
			t.Fatal(got)
		}
	}
	if name, err := s.OrganizationName(t.Context(), one); err != nil || name != "Acme" || store.asked != 1 {
		t.Errorf("%q %v, read %d times", name, err, store.asked)
	}
	store.settings = `{"ring_seconds":40}`
	s.Append(other, []entry.Entry{{Object: organizations.Object, ID: other, Op: entry.Updated}})
	s.Append(one, []entry.Entry{{Object: "note", Op: entry.Updated}})
	if got := ring(t, s, one); got != 20 {
		t.Errorf("another entry made it forget: %d", got)
	}
	s.Append(one, []entry.Entry{{Object: organizations.Object, ID: one, Op: entry.Updated}})
	if got := ring(t, s, one); got != 40 {
		t.Errorf("a change was not seen: %d", got)
	}
}

// A change made on this node is in force before the log tells of it, also for one who
// was reading at that moment.
func TestAChangeOfThisNodeIsInForceAtOnce(t *testing.T) {
	store := &shelf{settings: `{"ring_seconds":20}`}
	s := organizations.New(store, nil)
	one := id.New()
	ring(t, s, one)
	store.settings = `{"ring_seconds":40}`
	s.Forget(one)
	store.beside = func() {
		store.beside = nil
		store.settings = `{"ring_seconds":50}`
		s.Forget(one)
	}
	if got := ring(t, s, one); got != 40 {
		t.Errorf("read %d", got)
	}
	if got := ring(t, s, one); got != 50 {
		t.Errorf("what was overtaken is remembered: %d", got)
	}
}

func TestAReadThatAnEntryOvertookIsNotKept(t *testing.T) {
	store := &shelf{settings: `{"ring_seconds":20}`}
	s := organizations.New(store, nil)
	one := id.New()
	store.beside = func() {
		store.beside, store.settings = nil, `{"ring_seconds":40}`
		s.Append(one, []entry.Entry{{Object: organizations.Object, ID: one, Op: entry.Updated}})
	}
	ring(t, s, one)
	if got := ring(t, s, one); got != 40 {
		t.Errorf("the overtaken read was kept: %d", got)
	}
}

// The log is needed of what is remembered or being read, and of nothing else.
func TestServesWhatItRemembers(t *testing.T) {
	store := &shelf{settings: `{"ring_seconds":20}`}
	s := organizations.New(store, nil)
	now := time.Now()
	s.SetNow(func() time.Time { return now })
	one := id.New()
	if s.Serves(one) {
		t.Error("before anything was asked")
	}
	if _, err := s.StoredSettings(t.Context(), one); err != nil || s.Serves(one) {
		t.Errorf("after a look that remembers nothing: %v", err)
	}
	store.beside = func() {
		if !s.Serves(one) {
			t.Error("not while it is read")
		}
	}
	ring(t, s, one)
	store.beside = nil
	now = now.Add(organizations.KeptFor - 1)
	ring(t, s, one) // asked for again: remembered for as long again
	now = now.Add(organizations.KeptFor - 1)
	if !s.Serves(one) {
		t.Error("not while it is remembered")
	}
	now = now.Add(1)
	if s.Serves(one) {
		t.Error("though nobody asks")
	}
	store.settings = `{"ring_seconds":40}` // nobody tells it now
	if got := ring(t, s, one); got != 40 {
		t.Errorf("something was remembered that nothing kept true: %d", got)
	}
}

// A feature is used where its app is active and one of the organization's, and where there is
// no such app.
func TestAFeatureIsUsedWithItsApp(t *testing.T) {
	app := id.New()
	named := func(name string, active bool) []row.Record {
		return []row.Record{{Object: "app", ID: app, Fields: row.Fields{"name": name, "active": active}}}
	}
	for name, c := range map[string]struct {
		apps []row.Record
		uses []id.ID
		want bool
	}{
		"no such app":         {nil, nil, true},
		"another app":         {named("Dispatch", true), nil, true},
		"active and used":     {named("ValPhone", true), []id.ID{id.New(), app}, true},
		"active and not used": {named("ValPhone", true), []id.ID{id.New()}, false},
		"used and not active": {named("ValPhone", false), []id.ID{app}, false},
	} {
		store := &shelf{settings: `{}`, apps: c.apps, uses: c.uses}
		s := organizations.New(store, organizations.Apps{"calls": {Name: "ValPhone"}, "added": {Name: "ValPhone", IsAdded: true}})
		one := id.New()
		isThere := c.want && name == "active and used"
		if got, err := s.Uses(t.Context(), one, "added"); err != nil || got != isThere {
			t.Errorf("%s: a feature that comes with its app: %v %v", name, got, err)
		}
		if got, err := s.Uses(t.Context(), one, "calls"); err != nil || got != c.want {
			t.Errorf("%s: used is %v %v", name, got, err)
		}
		if got, err := s.Uses(t.Context(), one, "chat"); err != nil || !got {
			t.Errorf("%s: a feature that no app stands for: %v %v", name, got, err)
		}
		store.apps, store.uses = named("ValPhone", true), nil
		s.Append(one, []entry.Entry{{Object: "app", ID: app, Op: entry.Updated}})
		if got, _ := s.Uses(t.Context(), one, "calls"); got {
			t.Errorf("%s: a change of the app was not seen", name)
		}
	}
}
