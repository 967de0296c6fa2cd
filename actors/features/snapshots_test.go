package features_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"switchboard/actors/chat"
	"switchboard/actors/conversations"
	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// thread holds messages of which so many fit into one page of the store.
type thread struct{ messages, room int }

func (t thread) Read(_ context.Context, _ id.ID, request row.ReadRequest) (page row.Page, _ error) {
	held := 1 // the thread itself
	switch request.Object {
	case "chat_message", "twilio_message":
		held = t.messages
	case "twilio_participant":
		held = 0
	}
	for n := range min(held, request.Limit) {
		if n == t.room {
			page.Cut = true
			break
		}
		one := id.Derived(fmt.Sprint(request.Object, n))
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
	for _, c := range []struct {
		of    feature.Look
		limit int
	}{{conversations.Feature.Snapshots[0].Read, conversations.Page}, {chat.Feature.Snapshots[0].Read, chat.Page}} {
		for _, want := range []struct {
			thread
			shown int
			older bool
		}{
			{thread{0, 100}, 0, false},
			{thread{c.limit - 1, 100}, c.limit - 1, false},
			{thread{c.limit, 100}, c.limit, false},
			{thread{c.limit + 1, 100}, c.limit, true},
			{thread{c.limit, 3}, 3, true},
			{thread{c.limit + 1, c.limit}, c.limit, true},
		} {
			state, err := c.of(t.Context(), want.thread, &p, id.Derived("thread"))
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
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatal(err)
			}
			if len(got.Messages) != want.shown || got.Older == nil || *got.Older != want.older {
				t.Errorf("a page of %d of %+v: %d messages, older %v", c.limit, want.thread, len(got.Messages), got.Older)
			}
		}
	}
}
