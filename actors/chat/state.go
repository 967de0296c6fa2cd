package chat

import (
	"maps"
	"slices"
	"strings"

	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// State is a stored chat.
type State struct {
	ID   id.ID      // the identity, even before the chat exists
	Chat row.Record // the zero Record if the chat does not exist
	// Message is the stored message that the command changes or replies to, the zero Record for none.
	Message row.Record
	// Posted is the existing message with the command's client id, or "".
	Posted id.ID
}

func (s State) members() []id.ID { return s.Chat.Lookups("members") }

func (s State) last() int64 { return s.Chat.Int("last_number") }

// readNumbers returns the members' read numbers. A member without one has read
// nothing.
func (s State) readNumbers() (map[id.ID]int64, error) {
	read := map[id.ID]int64{}
	return read, s.Chat.JSON("read_numbers", &read)
}

// Decide implements runtime.Core.
func (core) Decide(s State, command any, in runtime.Input) (runtime.Decision, error) {
	if c, ok := command.(Create); ok {
		return decideCreate(s, c)
	}
	if s.Chat.ID == "" {
		return runtime.Decision{}, fault.New(fault.NotFound, "Chat not found.")
	}
	switch c := command.(type) {
	case Patch:
		return decidePatch(s, c)
	case Post:
		return decidePost(s, c, in)
	case MarkRead:
		return decideMarkRead(s, c)
	case MarkUnread:
		return decideMarkUnread(s, c)
	case ReadReplies:
		return decideReadReplies(s, c)
	case Edit, Delete, React, Pin:
		return decideAmend(s, command, in)
	case Remove:
		// Its id is derived from its users: it could not be created again.
		if direct, _ := s.Chat.Bool("direct"); direct {
			return runtime.Decision{}, fault.New(fault.Conflict, "A direct message can't be deleted. Close it instead.")
		}
		if isOne(s.Chat.Fields) {
			return runtime.Decision{}, fault.New(fault.Conflict, "A help chat can't be deleted. Close it instead.")
		}
		return runtime.Decision{
			By: c.By, Reply: Ref{ID: s.ID},
			Writes: []row.Write{{Object: "chat", ID: s.ID, Op: entry.Removed, Expect: expected(s, c.Expect), Cause: "chat.removed"}},
		}, nil
	default:
		return runtime.Unfamiliar("A chat", command)
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
	s.Posted, s.Message = "", row.Record{}
	return s
}

func decideCreate(s State, c Create) (runtime.Decision, error) {
	if s.Chat.ID != "" { // a repeat of the command that created it, or an existing unique chat
		d := runtime.Decision{By: c.By, Reply: Ref{ID: s.ID}}
		if !isOne(c.Set) {
			return d, nil
		}
		set, err := reopen(s, c)
		if err == nil && len(set) > 0 {
			d.Writes = []row.Write{update(s, set, 0, "chat.updated")}
		}
		return d, err
	}
	set := maps.Clone(c.Set)
	name, _ := set["name"].(string)
	if strings.TrimSpace(name) == "" {
		return runtime.Decision{}, fault.Field("name", "Name is required")
	}
	given, _ := set["members"].([]id.ID)
	members, err := unique(append([]id.ID{c.By}, given...))
	if err != nil {
		return runtime.Decision{}, err
	}
	set["members"], set["last_number"], set["read_numbers"] = members, int64(0), row.JSONValue(map[id.ID]int64{})
	return runtime.Decision{
		By: c.By, Reply: Ref{ID: s.ID},
		Writes: []row.Write{{Object: "chat", ID: s.ID, Op: entry.Created, Set: set, Cause: "chat.created"}},
	}, nil
}

func decidePatch(s State, c Patch) (runtime.Decision, error) {
	set, err := c.Over(s.Chat)
	if err != nil {
		return runtime.Decision{}, err
	}
	if name, given := set["name"]; given {
		if text, _ := name.(string); strings.TrimSpace(text) == "" {
			return runtime.Decision{}, fault.Field("name", "Name is required")
		}
	}
	if given, ok := set["members"]; ok {
		if direct, _ := s.Chat.Bool("direct"); direct {
			return runtime.Decision{}, fault.Field("members", "A direct message has two members. Start a chat to talk with more people.")
		}
		list, _ := given.([]id.ID)
		members, err := unique(list)
		if err != nil {
			return runtime.Decision{}, err
		}
		if len(members) == 0 {
			return runtime.Decision{}, fault.Field("members", "A chat needs at least one member.")
		}
		read, err := s.readNumbers()
		if err != nil {
			return runtime.Decision{}, err
		}
		replies, err := membersReplies(s, members)
		if err != nil {
			return runtime.Decision{}, err
		}
		set["members"], set["read_numbers"], set["unread_replies"] = members, row.JSONValue(readOf(members, s, read)), row.JSONValue(replies)
	}
	return runtime.Decision{By: c.By, Reply: Ref{ID: s.ID}, Writes: []row.Write{update(s, set, c.Expect, "chat.updated")}}, nil
}

// readOf returns the read numbers of the members. A new member has nothing unread.
func readOf(members []id.ID, s State, read map[id.ID]int64) map[id.ID]int64 {
	next := make(map[id.ID]int64, len(members))
	for _, m := range members {
		next[m] = s.last()
		if slices.Contains(s.members(), m) {
			next[m] = read[m]
		}
	}
	return next
}

func decideMarkRead(s State, c MarkRead) (runtime.Decision, error) {
	d := runtime.Decision{By: c.By, Reply: Ref{ID: s.ID}}
	number := thread.UpTo(s.Chat, c.Number)
	read, err := s.readNumbers()
	if err != nil || !slices.Contains(s.members(), c.By) {
		return d, err
	}
	set := row.Fields{}
	if read[c.By] < number {
		read[c.By] = number
		set["read_numbers"] = row.JSONValue(read)
	}
	unread, err := s.unreadReplies()
	if err != nil {
		return d, err
	}
	if c.Number == 0 && len(unread[c.By]) > 0 {
		delete(unread, c.By)
		set["unread_replies"] = row.JSONValue(unread)
	}
	if len(set) > 0 {
		d.Writes = []row.Write{update(s, set, 0, "chat.read")}
	}
	return d, nil
}

func decideMarkUnread(s State, c MarkUnread) (runtime.Decision, error) {
	d := runtime.Decision{By: c.By, Reply: Ref{ID: s.ID}}
	read, err := s.readNumbers()
	switch {
	case err != nil:
		return d, err
	case !slices.Contains(s.members(), c.By):
		return d, fault.New(fault.Conflict, "Join the chat first: only members have unread messages.")
	case c.Number < 1 || read[c.By] < c.Number:
		return d, nil
	}
	read[c.By] = c.Number - 1
	d.Writes = []row.Write{update(s, row.Fields{"read_numbers": row.JSONValue(read)}, 0, "chat.unread")}
	return d, nil
}

func update(s State, set row.Fields, expect int64, cause string) row.Write {
	return row.Write{Object: "chat", ID: s.ID, Op: entry.Updated, Expect: expected(s, expect), Set: set, Cause: cause}
}

// expected returns the version that the client read, else the one of this state, so
// that a second activation of the same chat loses.
func expected(s State, wanted int64) int64 {
	if wanted > 0 {
		return wanted
	}
	return s.Chat.Version
}

func unique(members []id.ID) ([]id.ID, error) {
	out := make([]id.ID, 0, len(members))
	for _, m := range members {
		if m != "" && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	if len(out) > maxMembers {
		return nil, fault.Field("members", "A chat has at most %d members.", maxMembers)
	}
	return out, nil
}
