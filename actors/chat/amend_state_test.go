package chat

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// said is a chat with a message of Ann's that a command can change.
func said(t *testing.T) State {
	t.Helper()
	s, d := play(t, made(t), Post{CommandMeta: by(ann), Body: "Helo"})
	for _, w := range d.Writes {
		if w.Object == "chat_message" {
			s.Message = row.Record{Object: w.Object, ID: w.ID, Version: 1, Fields: w.Set}
		}
	}
	return s
}

// amend plays a command on the message and returns the message and the chat after it.
func amend(t *testing.T, s State, command any) State {
	t.Helper()
	before := s.Message
	next, d := play(t, s, command)
	next.Message = before
	for _, w := range d.Writes {
		if w.Object == "chat_message" {
			fields := row.Fields{}
			maps.Copy(fields, before.Fields)
			maps.Copy(fields, w.Set)
			next.Message = row.Record{Object: w.Object, ID: w.ID, Version: w.Expect + 1, Fields: fields}
		}
	}
	return next
}

func refused(t *testing.T, s State, command any, want fault.Code) {
	t.Helper()
	if _, err := (core{}).Decide(s, command, input()); !fault.Is(err, want) {
		t.Errorf("%+v: %v, want %s", command, err, want)
	}
}

func TestAuthorsEditAndDeleteTheirMessages(t *testing.T) {
	s := said(t)
	m := s.Message.ID
	edited := amend(t, s, Edit{CommandMeta: by(ann), Message: m, Body: " **Hello** "})
	if edited.Message.Text("body") != "**Hello**" || edited.Message.Time("edited_at").IsZero() || edited.Chat.Text("last_message") != "Hello" {
		t.Errorf("edited: %v, %v", edited.Message.Fields, edited.Chat.Text("last_message"))
	}
	refused(t, s, Edit{CommandMeta: by(bob), Message: m, Body: "x"}, fault.Forbidden)
	refused(t, s, Edit{CommandMeta: by(ann), Message: m, Body: " \n"}, fault.Invalid)
	refused(t, s, Edit{CommandMeta: by(ann), Message: m, Body: strings.Repeat("x", maxBody+1)}, fault.Invalid)
	refused(t, s, Delete{CommandMeta: by(bob), Message: m}, fault.Forbidden)
	gone := amend(t, amend(t, s, React{CommandMeta: by(bob), Message: m, Emoji: "👍"}), Delete{CommandMeta: by(ann), Message: m})
	if deleted, _ := gone.Message.Bool("deleted"); !deleted || gone.Message.Text("body") != deletedBody || gone.Message.Fields["reactions"] != nil || gone.Chat.Text("last_message") != deletedBody {
		t.Errorf("deleted: %v", gone.Message.Fields)
	}
	for _, command := range []any{Edit{CommandMeta: by(ann), Message: m, Body: "x"}, Delete{CommandMeta: by(ann), Message: m}, React{CommandMeta: by(ann), Message: m, Emoji: "👍"}, Pin{CommandMeta: by(ann), Message: m}} {
		refused(t, gone, command, fault.Conflict)
	}
}

func TestReactionsCountEachUserOnce(t *testing.T) {
	s := said(t)
	m := s.Message.ID
	of := func(s State) string {
		raw, _ := s.Message.Fields["reactions"].(json.RawMessage)
		return string(raw)
	}
	for range 2 {
		s = amend(t, s, React{CommandMeta: by(bob), Message: m, Emoji: "👍"})
	}
	s = amend(t, s, React{CommandMeta: by(ann), Message: m, Emoji: "👍"})
	if want := `{"👍":["` + string(bob) + `","` + string(ann) + `"]}`; of(s) != want {
		t.Errorf("%s, want %s", of(s), want)
	}
	for range 2 {
		s = amend(t, s, React{CommandMeta: by(bob), Message: m, Emoji: "👍", Remove: true})
	}
	s = amend(t, s, React{CommandMeta: by(ann), Message: m, Emoji: "👍", Remove: true})
	if of(s) != "{}" {
		t.Errorf("after removal: %s", of(s))
	}
	for _, emoji := range []string{"", "a", "1", "<b>", "👍 ", "ok👍", "\u202e", strings.Repeat("👍", maxEmoji+1)} {
		refused(t, s, React{CommandMeta: by(bob), Message: m, Emoji: emoji}, fault.Invalid)
	}
	for n := range maxReactions {
		s = amend(t, s, React{CommandMeta: by(bob), Message: m, Emoji: string(rune(0x1F600 + n))})
	}
	refused(t, s, React{CommandMeta: by(bob), Message: m, Emoji: "🎉"}, fault.Conflict)
	for _, emoji := range []string{"❤️", "1️⃣", "🇺🇸", "👩‍💻"} {
		if !isEmoji(emoji) {
			t.Errorf("%s is no emoji", emoji)
		}
	}
}

func TestAMessageIsPinnedInItsOwnOpenChat(t *testing.T) {
	s := said(t)
	m := s.Message.ID
	pinned := amend(t, s, Pin{CommandMeta: by(bob), Message: m})
	if is, _ := pinned.Message.Bool("pinned"); !is {
		t.Error("it is not pinned")
	}
	if is, _ := amend(t, pinned, Pin{CommandMeta: by(ann), Message: m, Remove: true}).Message.Bool("pinned"); is {
		t.Error("it is still pinned")
	}
	other := s
	other.Message.Fields = row.Fields{"chat": id.New()}
	refused(t, other, Pin{CommandMeta: by(ann), Message: m}, fault.NotFound)
	refused(t, State{ID: s.ID, Chat: s.Chat}, Pin{CommandMeta: by(ann), Message: m}, fault.NotFound)
	closed, _ := play(t, s, Patch{})
	closed.Message = s.Message
	closed.Chat.Fields["status"] = "Closed"
	refused(t, closed, Pin{CommandMeta: by(ann), Message: m}, fault.Conflict)
}

func TestPlainLeavesOutMarks(t *testing.T) {
	for body, want := range map[string]string{
		"**Bold** and *slanted* `code`": "Bold and slanted code", "# Title\n> quote": "Title quote",
		"[Link](https://a.test) 2*3*4": "Link 2*3*4", "```go\nx := 1\n```": "x := 1", "snake_case a*b": "snake_case a*b",
	} {
		if got := plain(body); got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
}
