package topic_test

import (
	"slices"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/hub/topic"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// catalog returns the topics of objects that the product does not have.
func catalog(t *testing.T) *topic.Catalog {
	t.Helper()
	registry, err := features.Registry().Adding(
		&schema.Object{
			APIName: "letter_thread", Title: "Thread", Role: schema.Thread, Topic: "letters", Route: schema.RouteRule{Thread: "id"},
			Mine:   &schema.Mine{Changes: []string{"last"}, Shows: []string{"last"}},
			Fields: []*schema.Field{{Name: "last", Title: "Last", Type: schema.Integer}},
		},
		&schema.Object{
			APIName: "letter", Title: "Letter", Role: schema.Part, Feed: true, Route: schema.RouteRule{Thread: "of"},
			Fields: []*schema.Field{{Name: "of", Title: "Of", Type: schema.Lookup, Target: "letter_thread"}},
		},
		&schema.Object{
			APIName: "run", Title: "Run", Role: schema.Ongoing, Topic: "runs", Open: &schema.Open{Field: "state", Values: []string{"on"}},
			Fields: []*schema.Field{{Name: "state", Title: "State", Type: schema.Text, Indexed: true}},
		},
		&schema.Object{APIName: "thing", Title: "Thing"},
	)
	if err != nil {
		t.Fatal(err)
	}
	return topic.New(registry)
}

func TestWhereAnEntryBelongs(t *testing.T) {
	c, one, thread := catalog(t), id.Derived("one"), id.Derived("thread")
	in := entry.Routes{Before: entry.Route{Thread: thread}, After: entry.Route{Thread: thread}}
	for _, k := range []struct {
		name string
		of   entry.Entry
		want string // in addition to the topics of object and record
	}{
		{"a plain one", entry.Entry{Object: "thing", Op: entry.Updated}, ""},
		{"a part", entry.Entry{Object: "letter", Op: entry.Created, Route: entry.Routes{After: entry.Route{Thread: thread}}}, "letters:" + string(thread) + " feed"},
		{"a thread's other field", entry.Entry{Object: "letter_thread", Op: entry.Updated, Route: in}, "letters:" + string(thread)},
		{"a thread's badge", entry.Entry{Object: "letter_thread", Op: entry.Updated, Route: in, After: entry.Fields{"last": []byte("1")}}, "letters:" + string(thread) + " me"},
		{"one that goes on", entry.Entry{Object: "run", Op: entry.Updated}, "runs runs:all"},
		{"one of an object that is unknown", entry.Entry{Object: "unheard_of", Op: entry.Created}, ""},
	} {
		k.of.ID = one
		got := c.Of(&k.of)
		if want := append([]string{"object:" + k.of.Object, "record:" + k.of.Object + ":" + string(one)}, strings.Fields(k.want)...); !slices.Equal(got, want) {
			t.Errorf("%s belongs to %v, want %v", k.name, got, want)
		}
		for _, name := range got {
			if about, ok := c.Parse(name); !ok || about.Name() != name || !slices.Contains(c.Heads(), about.Head()) {
				t.Errorf("%s is read as %+v", name, about)
			}
		}
	}
}

func TestABulkTouchesWhatShowsItsObject(t *testing.T) {
	c, one := catalog(t), id.Derived("one")
	e := entry.Entry{Object: "letter", Op: entry.Bulk, IDs: []id.ID{one}}
	for name, want := range map[string]bool{
		"object:letter": true, "object:thing": false, "record:letter:" + string(one): true, "record:letter:" + string(id.Derived("two")): false,
		"letters:" + string(id.Derived("any")): true, "feed": true, "me": false, "runs": false, "presence": false,
	} {
		about, ok := c.Parse(name)
		if !ok || c.Touches(&e, about) != want {
			t.Errorf("%s: touched %v, want %v", name, c.Touches(&e, about), want)
		}
	}
}
