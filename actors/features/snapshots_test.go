package features_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// thread holds messages of which so many fit into one page of the store.
type thread struct{ messages, room int }

func (t thread) Read(_ context.Context, _ id.ID, request row.ReadRequest) (page row.Page, _ error) {
	held := 1 // the thread itself
	switch o := features.Registry().Object(request.Object); {
	case o.Feed:
		held = t.messages
	case o.Role == schema.Part:
		held = 0
	}
	for n := range min(held, request.Limit) {
		if n == t.room {
			page.Cut = true
			break
		}
		one := id.Derived(fmt.Sprint(request.Object, n))
		if ids, ok := request.Where[0].Value.([]id.ID); ok {
			one = ids[n]
		}
		page.Items = append(page.Items, row.Item{ID: one, Fields: entry.Fields{"id": json.RawMessage(fmt.Sprintf("%q", one))}})
	}
	return page, nil
}

func (thread) Get(context.Context, id.ID, string, id.ID) (row.Record, error) {
	return row.Record{}, fault.New(fault.NotFound, "Record not found")
}

// Whether a thread has older messages than its snapshot doesn't show by their number:
// a page of long ones is short.
func TestSnapshotTellsOfOlderMessages(t *testing.T) {
	p := access.Build(features.Registry(), access.Inputs{Organization: id.Derived("o"), User: id.Derived("u"), Superuser: true})
	for _, f := range features.All() {
		for _, look := range f.Snapshots {
			if look.All != nil {
				continue // of what goes on, not a thread
			}
			limit, _ := read(t, look.Read, thread{1000, 1000}, &p)
			for _, want := range []struct {
				thread
				shown int
				older bool
			}{
				{thread{0, 100}, 0, false},
				{thread{limit - 1, 100}, limit - 1, false},
				{thread{limit, 100}, limit, false},
				{thread{limit + 1, 100}, limit, true},
				{thread{limit, 3}, 3, true},
				{thread{limit + 1, limit}, limit, true},
			} {
				if shown, older := read(t, look.Read, want.thread, &p); shown != want.shown || older != want.older {
					t.Errorf("a %s's page of %d of %+v: %d messages, older %v", look.Object, limit, want.thread, shown, older)
				}
			}
		}
	}
}

// read returns how many messages the thread's snapshot shows, and whether there are older ones.
func read(t *testing.T, look feature.Look, of thread, p *access.Principal) (shown int, older bool) {
	t.Helper()
	state, err := look(t.Context(), of, p, id.Derived("thread"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Messages []json.RawMessage
		Older    *bool
	}
	if err := json.Unmarshal(raw, &got); err != nil || got.Older == nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return len(got.Messages), *got.Older
}
