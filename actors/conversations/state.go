package conversations

import (
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// State is a stored conversation, and what Prepare read for the current command.
type State struct {
	Who          runtime.Identity
	Conversation row.Record   // the zero Record if it does not exist yet
	Participants []row.Record // by time of joining

	Contacts []row.Record // the recipients of a text, or the possible authors of an incoming one
	Consents []row.Record // events of their numbers
	Message  row.Record   // the message the command is about
	// Behind are the texts that wait behind the message. Ahead is our last text.
	Behind []row.Record
	Ahead  row.Record
	Unread []row.Record // messages to be marked read, oldest first, at most readBatch
	// Newest are the newest messages, at most maxPassed, if the command's message may
	// precede one of them.
	Newest []row.Record
	Sender string // our number, in E.164
	// LastInbound is when the last text came in.
	LastInbound time.Time
	Rules       Rules
}

func (s State) exists() bool { return s.Conversation.ID != "" }

// Decide implements runtime.Core.
func (core) Decide(s State, command any, in runtime.Input) (runtime.Decision, error) {
	switch c := command.(type) {
	case Event:
		return decideEvent(s, c, in)
	case Begin:
		return decideBegin(s, c, in)
	}
	if !s.exists() {
		return runtime.Decision{}, fault.New(fault.NotFound, "This conversation does not exist.")
	}
	switch c := command.(type) {
	case Send:
		return decideSend(s, c, in)
	case Sent:
		return decideSent(s, c)
	case Waiting:
		return decideWaiting(s, c), nil
	case Cancel:
		return decideCancel(s, c)
	case MaySend:
		return decideMaySend(s, in)
	case Receipt:
		return decideReceipt(s, c.Event, c.Tries, in), nil
	case Fetched:
		return decideFetched(s, c), nil
	case MarkRead:
		return decideRead(s, c), nil
	case MarkMessage:
		return decideMark(s, c), nil
	case Patch:
		return decidePatch(s, c), nil
	case Close:
		return decideClose(s, c, in), nil
	case Work:
		return decideWork(s, c, in)
	case Wake:
		return decideWake(s, c), nil
	default:
		return runtime.Unfamiliar("A conversation", command)
	}
}

// Apply implements runtime.Core.
func (core) Apply(s State, committed []row.Record) State {
	for _, r := range committed {
		switch r.Object {
		case "twilio_conversation":
			s.Conversation = r
		case "twilio_participant":
			s.Participants = replaced(s.Participants, r)
		}
	}
	return forget(s)
}

// forget drops what was read for one command.
func forget(s State) State {
	s.Contacts, s.Consents, s.Message, s.Unread = nil, nil, row.Record{}, nil
	s.Behind, s.Ahead, s.Newest = nil, row.Record{}, nil
	s.Sender, s.LastInbound, s.Rules = "", time.Time{}, Rules{}
	return s
}

func replaced(list []row.Record, r row.Record) []row.Record {
	out := make([]row.Record, 0, len(list)+1)
	for _, have := range list {
		if have.ID != r.ID {
			out = append(out, have)
		}
	}
	return append(out, r)
}

// write returns the write of the fields in want that differ, or none.
func write(s State, want row.Fields, cause string) []row.Write {
	set := runtime.Differing(s.Conversation, want)
	switch {
	case !s.exists():
		return []row.Write{{Object: "twilio_conversation", ID: s.Who.ID, Op: entry.Created, Set: set, Cause: cause}}
	case len(set) == 0:
		return nil
	default:
		return []row.Write{{
			Object: "twilio_conversation", ID: s.Who.ID, Op: entry.Updated, Expect: s.Conversation.Version, Set: set, Cause: cause,
		}}
	}
}

func reply(s State) Ref { return Ref{ID: s.Who.ID} }

func decidePatch(s State, c Patch) runtime.Decision {
	want := row.Fields{}
	for _, field := range []string{"friendly_name", "assigned_user"} {
		if value, given := c.Set[field]; given {
			want[field] = value
		}
	}
	if name, given := want["friendly_name"].(string); given && name != "" {
		want["name"] = name
	}
	d := runtime.Decision{By: c.By, Reply: reply(s), Writes: write(s, want, "conversation.updated")}
	if len(d.Writes) > 0 && c.Expect != 0 {
		d.Writes[0].Expect = c.Expect
	}
	return d
}

// decideRead marks a batch of messages as read and moves the team's read number
// accordingly.
func decideRead(s State, c MarkRead) runtime.Decision {
	upTo := thread.UpTo(s.Conversation, c.Number)
	if upTo < s.Conversation.Int("last_number") {
		s.Unread = slices.DeleteFunc(slices.Clone(s.Unread), func(m row.Record) bool { return m.Int("number") > upTo })
	}
	marks, number := marked(s)
	number = max(min(number, upTo), s.Conversation.Int("read_number"))
	writes := append(write(s, row.Fields{"read_number": number}, "conversation.read"), marks...)
	return runtime.Decision{By: c.By, Writes: writes, Reply: Read{More: len(s.Unread) >= readBatch}}
}

// marked returns the writes that mark the unread batch, and the resulting read
// number.
func marked(s State) ([]row.Write, int64) {
	number := s.Conversation.Int("last_number")
	if len(s.Unread) >= readBatch {
		number = s.Unread[len(s.Unread)-1].Int("number")
	}
	writes := make([]row.Write, 0, len(s.Unread))
	for _, m := range s.Unread {
		writes = append(writes, markWrite(m.ID))
	}
	return writes, max(number, s.Conversation.Int("read_number"))
}

func markWrite(message id.ID) row.Write {
	return row.Write{
		Object: "twilio_message", ID: message, Op: entry.Updated, Set: row.Fields{"read": true}, Cause: "message.read",
	}
}

// decideMark marks one message as read. The read number moves up to the next unread
// one.
func decideMark(s State, c MarkMessage) runtime.Decision {
	d := runtime.Decision{By: c.By, Reply: reply(s)}
	if read, _ := s.Message.Bool("read"); read || s.Message.ID == "" {
		return d
	}
	number := s.Conversation.Int("last_number")
	for _, m := range s.Unread {
		if m.ID != s.Message.ID {
			number = m.Int("number") - 1
			break
		}
	}
	number = max(number, s.Conversation.Int("read_number"))
	mark := markWrite(s.Message.ID)
	mark.Expect = c.Expect
	d.Writes = append(write(s, row.Fields{"read_number": number}, "conversation.read"), mark)
	return d
}
