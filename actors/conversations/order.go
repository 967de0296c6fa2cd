package conversations

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// providerIndex is the field with a message's position at the provider. Numbers
// follow it: a late message takes its number in sequence, and the messages after it
// move up by one. A text of ours has no index until the provider has accepted it.
const providerIndex = "provider_index"

// maxPassed bounds the number of messages that a late one can precede.
const maxPassed = 50

// newest reads the newest messages if the one with the index may precede some of
// them.
func (c core) newest(ctx context.Context, who runtime.Identity, s *State, index int64) error {
	if s.Message.Fields[providerIndex] != nil {
		return nil
	}
	last, err := c.lastMessages(ctx, who, 1)
	if err != nil || len(last) == 0 || last[0].ID == s.Message.ID || precedes(last[0], index) {
		return err
	}
	s.Newest, err = c.lastMessages(ctx, who, maxPassed)
	return err
}

func (c core) lastMessages(ctx context.Context, who runtime.Identity, limit int) ([]row.Record, error) {
	return c.store.Find(ctx, who.Organization, row.Query{
		Object: "twilio_message", Where: is("conversation", who.ID),
		Order: []row.Order{{Field: "number", Descending: true}}, Limit: limit,
	})
}

// precedes reports whether the message is known to come before one with the index.
func precedes(m row.Record, index int64) bool {
	return m.Fields[providerIndex] != nil && m.Int(providerIndex) < index
}

// follows reports whether the message is known to come after one with the index.
func follows(m row.Record, index int64) bool {
	return m.Fields[providerIndex] != nil && m.Int(providerIndex) > index
}

// place returns the number of the message with the index, which is at number now or would be
// appended there, and the writes that renumber the messages it passes.
func place(newest []row.Record, message id.ID, number, index int64) (int64, []row.Write) {
	before, after, oldest := number, number, number
	for _, m := range newest {
		at := m.Int("number")
		oldest = min(oldest, at)
		switch {
		case m.ID == message:
		case at < number && follows(m, index):
			before = min(before, at)
		case at > number && precedes(m, index):
			after = max(after, at)
		}
	}
	to, shift := after, int64(-1)
	if before < number {
		to, shift = before, 1
	}
	if to == number || len(newest) == maxPassed && number == oldest {
		return number, nil // it is in place, or the messages between are unknown
	}
	var writes []row.Write
	for _, m := range newest {
		if at := m.Int("number"); m.ID != message && at >= min(to, number) && at <= max(to, number) {
			writes = append(writes, row.Write{
				Object: "twilio_message", ID: m.ID, Op: entry.Updated, Expect: m.Version,
				Set: row.Fields{"number": at + shift}, Cause: "message.reordered",
			})
		}
	}
	return to, writes
}

// accepted places a text of ours after the provider has assigned its index. It adds
// the index and the number to set and the conversation's preview to want, and returns
// the writes of the messages that the text passes.
func accepted(s State, index int64, set, want row.Fields) []row.Write {
	if s.Message.Fields[providerIndex] != nil {
		return nil
	}
	set[providerIndex] = index
	have := s.Message.Int("number")
	number, moved := place(s.Newest, s.Message.ID, have, index)
	if number == have {
		return nil
	}
	set["number"] = number
	last := s.Message
	if have == s.Conversation.Int("last_number") { // the one before it is now the last
		for _, m := range s.Newest {
			if m.Int("number") == have-1 {
				last = m
			}
		}
	}
	if have == s.Conversation.Int("last_number") || number == s.Conversation.Int("last_number") {
		want["last_message"] = preview(last.Text("body"), last.Fields["media"] != nil)
	}
	return moved
}
