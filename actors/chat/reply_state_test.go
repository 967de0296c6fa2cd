package chat

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// replied posts a reply to s.Message. It returns the state after it and the reply.
func replied(t *testing.T, s State, c Post) (State, row.Fields) {
	t.Helper()
	parent := s.Message
	c.Parent = parent.ID
	next, d := play(t, s, c)
	var reply row.Fields
	for _, w := range d.Writes {
		if w.Object != "chat_message" {
			continue
		}
		if w.Op == entry.Created {
			reply = w.Set
			continue
		}
		if w.ID != parent.ID || w.Expect != parent.Version {
			t.Fatalf("changes %s of version %d", w.ID, w.Expect)
		}
		fields := maps.Clone(parent.Fields)
		maps.Copy(fields, w.Set)
		next.Message = row.Record{Object: w.Object, ID: w.ID, Version: w.Expect + 1, Fields: fields}
	}
	return next, reply
}

func (s State) unreadIn(t *testing.T, user id.ID) int64 {
	t.Helper()
	unread, err := s.unreadReplies()
	if err != nil {
		t.Fatal(err)
	}
	return unread[user][s.Message.ID]
}

func TestRepliesBelongToTheirMessage(t *testing.T) {
	s := said(t)
	first, reply := replied(t, s, Post{CommandMeta: by(bob), Body: "Which one?"})
	if reply["parent"] != s.Message.ID || reply["reply_number"] != int64(1) || reply["number"] != nil {
		t.Errorf("the reply is %v", reply)
	}
	if first.Chat.Int("last_number") != 1 || first.Chat.Text("last_message") != "Helo" {
		t.Errorf("the chat is %v", first.Chat.Fields)
	}
	second, _ := replied(t, first, Post{CommandMeta: by(bob), Body: "The red one?"})
	m := second.Message
	if m.Int("reply_count") != 2 || m.Time("last_reply_at").IsZero() || !slices.Equal(m.Lookups("repliers"), []id.ID{bob}) {
		t.Errorf("the message is %v", m.Fields)
	}
}

// A reply is unread for those who wrote in the thread and those that it mentions.
func TestWhoHasUnreadReplies(t *testing.T) {
	s, _ := play(t, made(t), Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"members": []id.ID{ann, bob, eve}}}})
	s, d := play(t, s, Post{CommandMeta: by(ann), Body: "Lunch?"})
	s.Message = row.Record{Object: "chat_message", ID: d.Writes[1].ID, Version: 1, Fields: d.Writes[1].Set}
	expect := func(what string, s State, want map[id.ID]int64) {
		t.Helper()
		for _, user := range []id.ID{ann, bob, eve} {
			if got := s.unreadIn(t, user); got != want[user] {
				t.Errorf("%s: %s has %d unread, not %d", what, user, got, want[user])
			}
		}
	}
	s, _ = replied(t, s, Post{CommandMeta: by(bob), Body: "Yes"})
	expect("the first reply", s, map[id.ID]int64{ann: 1})
	s, _ = replied(t, s, Post{CommandMeta: by(bob), Body: "@Eve?", Mentions: []id.ID{eve}})
	expect("a mention", s, map[id.ID]int64{ann: 2, eve: 1})
	s, _ = replied(t, s, Post{CommandMeta: by(eve), Body: "No"})
	expect("an answer reads what came before", s, map[id.ID]int64{ann: 3, bob: 1})
	m := s.Message
	s, _ = play(t, s, ReadReplies{CommandMeta: by(ann), Message: m.ID})
	s.Message = m
	expect("reading", s, map[id.ID]int64{bob: 1})
	s, _ = replied(t, s, Post{CommandMeta: by(eve), Body: "Everybody!", Here: true})
	expect("everybody", s, map[id.ID]int64{ann: 1, bob: 2})
	m = s.Message
	s, _ = play(t, s, MarkRead{CommandMeta: by(bob)})
	s.Message = m
	expect("all of a chat", s, map[id.ID]int64{ann: 1})
	s, _ = play(t, s, Patch{runtime.Patch{CommandMeta: by(ann), Set: row.Fields{"members": []id.ID{bob, eve}}}})
	s.Message = m
	expect("who left", s, nil)
}

// A reply that is sent to the chat, too, is unread as a message of the chat alone.
func TestRepliesAlsoInTheChat(t *testing.T) {
	s, reply := replied(t, said(t), Post{CommandMeta: by(bob), Body: "Found it", InChat: true})
	if reply["number"] != int64(2) || reply["reply_number"] != int64(1) || reply["in_chat"] != true {
		t.Errorf("the reply is %v", reply)
	}
	if s.last() != 2 || s.Chat.Text("last_message") != "Found it" || unread(t, s, ann) != 1 || s.unreadIn(t, ann) != 0 {
		t.Errorf("the chat is %v", s.Chat.Fields)
	}
}

func TestRefusedReplies(t *testing.T) {
	s := said(t)
	refused(t, s, Post{CommandMeta: by(bob), Body: " ", Parent: s.Message.ID}, fault.Invalid)
	other := s
	other.Message.Fields = maps.Clone(s.Message.Fields)
	other.Message.Fields["parent"] = id.New()
	refused(t, other, Post{CommandMeta: by(bob), Body: "x", Parent: s.Message.ID}, fault.Invalid)
	other.Message.Fields["parent"], other.Message.Fields["deleted"] = nil, true
	refused(t, other, Post{CommandMeta: by(bob), Body: "x", Parent: s.Message.ID}, fault.Conflict)
	other.Message.Fields["reply_count"] = int64(1) // the thread goes on
	if _, err := (core{}).Decide(other, Post{CommandMeta: by(bob), Body: "x", Parent: s.Message.ID}, input()); err != nil {
		t.Error(err)
	}
	s.Message = row.Record{}
	refused(t, s, Post{CommandMeta: by(bob), Body: "x", Parent: id.New()}, fault.Invalid)
	refused(t, s, ReadReplies{CommandMeta: by(bob), Message: id.New()}, fault.NotFound)
}

func TestUnreadThreadsAreBounded(t *testing.T) {
	unread := unreadReplies{}
	for range maxUnreadThreads {
		unread.add(ann, id.New())
	}
	if unread.add(ann, id.New()) || len(unread[ann]) != maxUnreadThreads {
		t.Errorf("%d threads are counted", len(unread[ann]))
	}
}

func TestFilesGoWithAMessage(t *testing.T) {
	files := []Media{{ContentType: "image/png", Filename: "red.png", Size: 3, File: id.New()}, {ContentType: "text/plain", Filename: "a.txt", File: id.New()}}
	s, d := play(t, made(t), Post{CommandMeta: by(ann), Media: files})
	m := row.Record{Object: "chat_message", ID: d.Writes[1].ID, Version: 1, Fields: d.Writes[1].Set}
	if s.Chat.Text("last_message") != "red.png, a.txt" || m.Text("body") != "" || !slices.Equal(m.Lookups("files"), []id.ID{files[0].File, files[1].File}) {
		t.Errorf("%v, %v", s.Chat.Fields, m.Fields)
	}
	var shown []Media
	if err := m.JSON("media", &shown); err != nil || len(shown) != 2 || !strings.HasSuffix(shown[1].Links.Direct, string(m.ID)+".1") {
		t.Errorf("%v, %v", shown, err)
	}
	if s, _ = play(t, made(t), Post{CommandMeta: by(ann), Body: "*Look*", Media: files}); s.Chat.Text("last_message") != "Look" {
		t.Errorf("%v", s.Chat.Fields)
	}
	s.Message = m
	cleared := amend(t, s, Delete{CommandMeta: by(ann), Message: m.ID}).Message
	if raw, _ := json.Marshal(cleared.Fields["media"]); len(cleared.Lookups("files")) > 0 || string(raw) != "null" {
		t.Errorf("a deleted message has %v", cleared.Fields)
	}
}
