package chat

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// maxEmoji bounds one reaction in characters: some emoji consist of several.
	maxEmoji = 16
	// maxReactions bounds the different reactions to a message.
	maxReactions = 30
	// deletedBody replaces the body of a deleted message.
	deletedBody = "This message was deleted."
)

// Edit replaces the body of an own message. Reply: Ref of the message.
type Edit struct {
	runtime.CommandMeta
	Message id.ID
	Body    string
}

// Delete empties an own message; its place in the chat stays. Reply: Ref of the message.
type Delete struct {
	runtime.CommandMeta
	Message id.ID
}

// React adds a reaction to a message, or removes one's own. Reply: Ref of the message.
type React struct {
	runtime.CommandMeta
	Message id.ID
	Emoji   string
	Remove  bool
}

// Pin pins a message for everybody in the chat, or unpins it. Reply: Ref of the message.
type Pin struct {
	runtime.CommandMeta
	Message id.ID
	Remove  bool
}

// messageOf returns the message that a command changes, "" for other commands.
func messageOf(command any) id.ID {
	switch c := command.(type) {
	case Edit:
		return c.Message
	case Delete:
		return c.Message
	case React:
		return c.Message
	case Pin:
		return c.Message
	case ReadReplies:
		return c.Message
	default:
		return ""
	}
}

// decideAmend decides the commands on a message that exists.
func decideAmend(s State, command any, in runtime.Input) (runtime.Decision, error) {
	if s.Message.ID == "" || s.Message.Lookup("chat") != s.ID {
		return runtime.Decision{}, fault.New(fault.NotFound, "Message not found.")
	}
	if s.Chat.Text("status") == "Closed" {
		return runtime.Decision{}, fault.New(fault.Conflict, "This chat is closed.")
	}
	if deleted, _ := s.Message.Bool("deleted"); deleted {
		return runtime.Decision{}, fault.New(fault.Conflict, "This message was deleted.")
	}
	switch c := command.(type) {
	case Edit:
		return decideEdit(s, c, in)
	case Delete:
		if s.Message.Lookup("user") != c.By {
			return runtime.Decision{}, fault.New(fault.Forbidden, "You can only delete your own messages.")
		}
		return amended(s, c.By, row.Fields{
			"body": deletedBody, "deleted": true, "pinned": false, "mentions": []id.ID{}, "mentions_here": false, "reactions": nil,
			"files": []id.ID{}, "media": nil,
		}, deletedBody), nil
	case React:
		return decideReact(s, c)
	case Pin:
		return amended(s, c.By, row.Fields{"pinned": !c.Remove}, ""), nil
	default:
		return runtime.Unfamiliar("A chat", command)
	}
}

func decideEdit(s State, c Edit, in runtime.Input) (runtime.Decision, error) {
	body := strings.TrimSpace(c.Body)
	switch {
	case s.Message.Lookup("user") != c.By:
		return runtime.Decision{}, fault.New(fault.Forbidden, "You can only edit your own messages.")
	case body == "" && len(s.Message.Lookups("files")) == 0:
		return runtime.Decision{}, fault.Field("body", "A message can't be empty.")
	case utf8.RuneCountInString(body) > maxBody:
		return runtime.Decision{}, fault.Field("body", "A message has at most %d characters.", maxBody)
	case body == s.Message.Text("body"):
		return runtime.Decision{By: c.By, Reply: Ref{ID: s.Message.ID}}, nil
	}
	return amended(s, c.By, row.Fields{"body": body, "edited_at": in.Now.UTC()}, body), nil
}

func decideReact(s State, c React) (runtime.Decision, error) {
	if !isEmoji(c.Emoji) {
		return runtime.Decision{}, fault.Field("emoji", "A reaction is one emoji.")
	}
	var reactions map[string][]id.ID
	if err := s.Message.JSON("reactions", &reactions); err != nil {
		return runtime.Decision{}, err
	}
	if reactions == nil {
		reactions = map[string][]id.ID{}
	}
	users := reactions[c.Emoji]
	had := slices.Contains(users, c.By)
	switch {
	case had != c.Remove:
		return runtime.Decision{By: c.By, Reply: Ref{ID: s.Message.ID}}, nil
	case c.Remove:
		users = slices.DeleteFunc(slices.Clone(users), func(one id.ID) bool { return one == c.By })
	case len(users) == 0 && len(reactions) >= maxReactions:
		return runtime.Decision{}, fault.New(fault.Conflict, "A message has at most %d different reactions.", maxReactions)
	default:
		users = append(slices.Clone(users), c.By)
	}
	if reactions[c.Emoji] = users; len(users) == 0 {
		delete(reactions, c.Emoji)
	}
	return amended(s, c.By, row.Fields{"reactions": row.JSONValue(reactions)}, ""), nil
}

// isEmoji reports whether a text can be a reaction: symbols without letters, digits alone or spaces.
func isEmoji(text string) bool {
	if n := utf8.RuneCountInString(text); n == 0 || n > maxEmoji || !utf8.ValidString(text) {
		return false
	}
	symbol := false
	for _, r := range text {
		switch {
		case unicode.IsLetter(r) || unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune(`<>&"'\/`, r):
			return false
		case r > unicode.MaxLatin1 && (unicode.IsSymbol(r) || unicode.Is(unicode.Regional_Indicator, r)):
			symbol = true
		case r == 0x20E3: // a keycap, such as 1️⃣
			symbol = true
		}
	}
	return symbol
}

// amended changes the message. If it is the newest one, the chat shows the preview of its new body.
func amended(s State, by id.ID, set row.Fields, body string) runtime.Decision {
	d := runtime.Decision{
		By: by, Reply: Ref{ID: s.Message.ID},
		Writes: []row.Write{{Object: "chat_message", ID: s.Message.ID, Op: entry.Updated, Expect: s.Message.Version, Set: set, Cause: "chat.amended"}},
	}
	if body != "" && s.Message.Int("number") == s.last() {
		d.Writes = append(d.Writes, update(s, row.Fields{"last_message": thread.Preview(plain(body))}, 0, "chat.amended"))
	}
	return d
}
