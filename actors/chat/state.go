package chat

import (
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// State is a chat as stored, with the message that the command is about where
// there is one already.
type State struct {
	Who     runtime.Identity
	Chat    row.Record // the zero Record where there is no such chat
	Message row.Record
}

// Decide implements runtime.Core.
func (core) Decide(s State, command any, in runtime.Input) (runtime.Decision, error) {
	if c, ok := command.(Create); ok {
		return decideCreate(s, c)
	}
	if s.Chat.ID == "" {
		return runtime.Decision{}, fault.New(fault.NotFound, "This chat does not exist.")
	}
	switch c := command.(type) {
	case Patch:
		return decidePatch(s, c)
	case Post:
		return decidePost(s, c, in)
	case MarkRead:
		return decideRead(s, c)
	case Remove:
		return decideRemove(s, c)
	default:
		return runtime.Decision{}, fault.New(fault.Internal, "A chat does not know the command %T.", command)
	}
}

// Apply implements runtime.Core.
func (core) Apply(s State, committed []row.Record) State {
	for _, r := range committed {
		if r.Object != "chat" {
			continue
		}
		s.Chat = r
		if !r.Time("deleted_date").IsZero() {
			s.Chat = row.Record{}
		}
	}
	s.Message = row.Record{}
	return s
}

func decideCreate(s State, c Create) (runtime.Decision, error) {
	reply := Ref{ID: s.Who.ID}
	if s.Chat.ID != "" {
		return runtime.Decision{Reply: reply}, nil
	}
	name, err := checkName(c.Name)
	if err != nil {
		return runtime.Decision{}, err
	}
	members := withMember(c.Members, c.By)
	if len(members) > MaxMembers {
		return runtime.Decision{}, fault.Field("members", "A chat has at most %d members.", MaxMembers)
	}
	return runtime.Decision{By: c.By, Reply: reply, Writes: []row.Write{{
		Object: "chat", ID: s.Who.ID, Op: entry.Created, Cause: "chat.created",
		Set: row.Fields{
			"name": name, "topic": c.Topic, "private": c.Private, "status": "Open", "members": members,
			"last_number": int64(0), "read_numbers": row.JSONValue(map[id.ID]int64{}),
		},
	}}}, nil
}

func decidePatch(s State, c Patch) (runtime.Decision, error) {
	set := row.Fields{}
	for _, field := range []string{"name", "status", "topic", "private", "members"} {
		value, given := c.Set[field]
		if !given {
			continue
		}
		switch field {
		case "name":
			text, _ := value.(string)
			name, err := checkName(text)
			if err != nil {
				return runtime.Decision{}, err
			}
			value = name
		case "members":
			members, _ := value.([]id.ID)
			if len(members) == 0 || len(members) > MaxMembers {
				return runtime.Decision{}, fault.Field("members", "A chat has 1 to %d members.", MaxMembers)
			}
			value = withMember(members, "")
		}
		set[field] = value
	}
	expect := c.Expect
	if expect == 0 {
		expect = s.Chat.Version
	}
	d := runtime.Decision{By: c.By, Reply: Ref{ID: s.Who.ID}}
	if len(set) > 0 {
		d.Writes = []row.Write{{Object: "chat", ID: s.Who.ID, Op: entry.Updated, Expect: expect, Set: set, Cause: "chat.updated"}}
	}
	return d, nil
}

// decidePost stores a message and moves the author's own read number with it.
func decidePost(s State, c Post, in runtime.Input) (runtime.Decision, error) {
	if s.Message.ID != "" {
		return runtime.Decision{Reply: Posted{ID: s.Message.ID, Number: s.Message.Int("number")}}, nil
	}
	body, err := checkBody(c.Body)
	if err != nil {
		return runtime.Decision{}, err
	}
	if s.Chat.Text("status") == "Closed" {
		return runtime.Decision{}, fault.New(fault.Conflict, "This chat is closed.")
	}
	message := in.NewID()
	number := s.Chat.Int("last_number") + 1
	read := readNumbers(s.Chat)
	read[c.By] = number
	var client any
	if c.ClientID != "" {
		client = c.ClientID
	}
	return runtime.Decision{
		By:    c.By,
		Reply: Posted{ID: message, Number: number},
		Writes: []row.Write{
			{Object: "chat_message", ID: message, Op: entry.Created, Cause: "chat.message", Set: row.Fields{
				"name": c.ByName, "chat": s.Who.ID, "number": number, "body": body, "direction": "Outgoing",
				"user": c.By, "client_id": client,
			}},
			{Object: "chat", ID: s.Who.ID, Op: entry.Updated, Expect: s.Chat.Version, Cause: "chat.message", Set: row.Fields{
				"last_message": cut(body, 160), "last_message_at": in.Now.Truncate(time.Millisecond), "last_number": number,
				"read_numbers": row.JSONValue(read),
			}},
		},
	}, nil
}

func decideRead(s State, c MarkRead) (runtime.Decision, error) {
	last := s.Chat.Int("last_number")
	number := c.Number
	if number <= 0 || number > last {
		number = last
	}
	read := readNumbers(s.Chat)
	d := runtime.Decision{By: c.By, Reply: Ref{ID: s.Who.ID}}
	if read[c.By] >= number {
		return d, nil
	}
	read[c.By] = number
	d.Writes = []row.Write{{
		Object: "chat", ID: s.Who.ID, Op: entry.Updated, Expect: s.Chat.Version, Cause: "chat.read",
		Set: row.Fields{"read_numbers": row.JSONValue(read)},
	}}
	return d, nil
}

func decideRemove(s State, c Remove) (runtime.Decision, error) {
	d := runtime.Decision{By: c.By, Reply: Ref{ID: s.Who.ID}}
	w := row.Write{Object: "chat", ID: s.Who.ID, Op: entry.Removed, Expect: c.Expect, Cause: "chat.removed"}
	if c.Message != "" {
		w.Object, w.ID, w.Cause = "chat_message", c.Message, "chat.message_removed"
	}
	d.Writes = []row.Write{w}
	return d, nil
}

// readNumbers are how far each member has read; the map is the caller's own.
func readNumbers(chat row.Record) map[id.ID]int64 {
	read := map[id.ID]int64{}
	if chat.JSON("read_numbers", &read) != nil || read == nil {
		return map[id.ID]int64{}
	}
	return maps.Clone(read)
}

func checkName(text string) (string, error) {
	name := strings.TrimSpace(text)
	if name == "" {
		return "", fault.Field("name", "Please give the chat a name.")
	}
	if len(name) > maxName {
		return "", fault.Field("name", "The name is too long.")
	}
	return name, nil
}

func checkBody(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", fault.Field("body", "Please enter a message.")
	}
	if len(text) > MaxBody {
		return "", fault.Field("body", "The message is too long.")
	}
	return text, nil
}

// withMember gives the members without doubles, with one more.
func withMember(members []id.ID, more id.ID) []id.ID {
	out := make([]id.ID, 0, len(members)+1)
	for _, m := range append(slices.Clone(members), more) {
		if m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

func cut(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}
