package chat

import (
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxUnreadThreads bounds the threads of one member that have unread replies; replies in further
// threads are not counted.
const maxUnreadThreads = 100

// ReadReplies marks the replies to a message as read. Reply: Ref of the message.
type ReadReplies struct {
	runtime.CommandMeta
	Message id.ID
}

// unreadReplies counts unread replies by member and by the message that they reply to.
type unreadReplies map[id.ID]map[id.ID]int64

func (s State) unreadReplies() (unreadReplies, error) {
	unread := unreadReplies{}
	return unread, s.Chat.JSON("unread_replies", &unread)
}

// add counts one more reply, and read reports none for a member. Both report a change.
func (u unreadReplies) add(member, parent id.ID) bool {
	by := u[member]
	if by == nil {
		by = map[id.ID]int64{}
		u[member] = by
	}
	if by[parent] == 0 && len(by) >= maxUnreadThreads {
		return false
	}
	by[parent]++
	return true
}

func (u unreadReplies) read(member, parent id.ID) bool {
	if u[member][parent] == 0 {
		return false
	}
	delete(u[member], parent)
	if len(u[member]) == 0 {
		delete(u, member)
	}
	return true
}

// replyTo makes a message a reply to the stored message s.Message. It returns the write of that
// message, and sets what the chat keeps of unread replies.
func replyTo(s State, c Post, message, chat row.Fields, at time.Time) (row.Write, error) {
	parent := s.Message
	switch {
	case parent.ID == "" || parent.Lookup("chat") != s.ID:
		return row.Write{}, fault.Field("parent", "Message not found.")
	case parent.Lookup("parent") != "":
		return row.Write{}, fault.Field("parent", "A reply can't have replies. Reply to the message that began the thread.")
	}
	if deleted, _ := parent.Bool("deleted"); deleted && parent.Int("reply_count") == 0 {
		return row.Write{}, fault.New(fault.Conflict, "This message was deleted.")
	}
	number := parent.Int("reply_count") + 1
	message["parent"], message["reply_number"], message["in_chat"] = parent.ID, number, c.InChat
	repliers := parent.Lookups("repliers")
	set := row.Fields{"reply_count": number, "last_reply_at": at.UTC().Truncate(time.Millisecond)}
	if !slices.Contains(repliers, c.By) {
		set["repliers"] = append(slices.Clone(repliers), c.By)
	}
	unread, err := s.unreadReplies()
	if err != nil {
		return row.Write{}, err
	}
	changed := unread.read(c.By, parent.ID)
	if !c.InChat { // a message of the chat is unread as such
		mentions, _ := message["mentions"].([]id.ID)
		for _, member := range s.followers(mentions, c.Here) {
			if member != c.By && unread.add(member, parent.ID) {
				changed = true
			}
		}
	}
	if changed {
		chat["unread_replies"] = row.JSONValue(unread)
	}
	return row.Write{Object: "chat_message", ID: parent.ID, Op: entry.Updated, Expect: parent.Version, Set: set, Cause: "chat.reply"}, nil
}

// followers returns the members who have a reply to s.Message unread: those who wrote in the
// thread and those that the reply mentions.
func (s State) followers(mentions []id.ID, here bool) []id.ID {
	members := s.members()
	if here {
		return members
	}
	wrote := append(slices.Clone(s.Message.Lookups("repliers")), s.Message.Lookup("user"))
	return slices.DeleteFunc(slices.Clone(members), func(one id.ID) bool {
		return !slices.Contains(wrote, one) && !slices.Contains(mentions, one)
	})
}

func decideReadReplies(s State, c ReadReplies) (runtime.Decision, error) {
	d := runtime.Decision{By: c.By, Reply: Ref{ID: c.Message}}
	if s.Message.ID == "" || s.Message.Lookup("chat") != s.ID {
		return d, fault.New(fault.NotFound, "Message not found.")
	}
	unread, err := s.unreadReplies()
	if err != nil || !unread.read(c.By, c.Message) {
		return d, err
	}
	d.Writes = []row.Write{update(s, row.Fields{"unread_replies": row.JSONValue(unread)}, 0, "chat.read")}
	return d, nil
}

// membersReplies drops the counts of those who are members no more.
func membersReplies(s State, members []id.ID) (unreadReplies, error) {
	unread, err := s.unreadReplies()
	for member := range unread {
		if !slices.Contains(members, member) {
			delete(unread, member)
		}
	}
	return unread, err
}
