package chat

import (
	"slices"
	"strings"
	"unicode/utf8"

	"switchboard/actors/runtime"
	"switchboard/actors/thread"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func decidePost(s State, c Post, in runtime.Input) (runtime.Decision, error) {
	if s.Posted != "" {
		return runtime.Decision{Reply: Ref{ID: s.Posted}}, nil
	}
	body := strings.TrimSpace(c.Body)
	switch {
	case body == "" && len(c.Media) == 0:
		return runtime.Decision{}, fault.Field("body", "A message can't be empty.")
	case utf8.RuneCountInString(body) > maxBody:
		return runtime.Decision{}, fault.Field("body", "A message has at most %d characters.", maxBody)
	case s.Chat.Text("status") == "Closed":
		return runtime.Decision{}, fault.New(fault.Conflict, "This chat is closed.")
	}
	mentions, err := mentioned(s, c.Mentions)
	if err != nil {
		return runtime.Decision{}, err
	}
	read, err := s.readNumbers()
	if err != nil {
		return runtime.Decision{}, err
	}
	made := in.NewID()
	message := row.Fields{
		"chat": s.ID, "name": s.Chat.Text("name"), "direction": "Outgoing",
		"user": c.By, "owner": c.By,
	}
	if body != "" {
		message["body"] = body
	}
	if len(c.Media) > 0 {
		message["media"], message["files"] = shownMedia(made, c.Media)
	}
	if len(mentions) > 0 {
		message["mentions"] = mentions
	}
	if c.Here {
		message["mentions_here"] = true
	}
	if c.ClientID != "" {
		message["client_id"] = c.ClientID
	}
	set := row.Fields{}
	if c.Parent == "" || c.InChat {
		message["number"], set = thread.Said(s.Chat, preview(body, c.Media), in.Now)
		read[c.By] = s.last() + 1 // authors have read their own messages
		set["read_numbers"] = row.JSONValue(read)
	}
	d := runtime.Decision{By: c.By, Reply: Ref{ID: made}}
	if c.Parent != "" {
		parent, err := replyTo(s, c, message, set, in.Now)
		if err != nil {
			return runtime.Decision{}, err
		}
		d.Writes = append(d.Writes, parent)
	}
	if !slices.Contains(s.members(), c.By) { // users who post in an open chat join it
		set["members"] = append(slices.Clone(s.members()), c.By)
	}
	if len(set) > 0 {
		d.Writes = append(d.Writes, update(s, set, 0, "chat.message"))
	}
	d.Writes = append(d.Writes, row.Write{Object: "chat_message", ID: made, Op: entry.Created, Set: message, Cause: "chat.message"})
	return d, nil
}

// preview returns what a chat shows of a message.
func preview(body string, files []Media) string {
	if body == "" {
		return named(files)
	}
	return plain(body)
}

// maxMentions bounds the users that one message mentions.
const maxMentions = 50

// mentioned checks the users that a message mentions: only members read a private chat.
func mentioned(s State, users []id.ID) ([]id.ID, error) {
	slices.Sort(users)
	users = slices.Compact(users)
	if len(users) > maxMentions {
		return nil, fault.Field("mentions", "A message mentions at most %d users.", maxMentions)
	}
	private, _ := s.Chat.Bool("private")
	if private && slices.ContainsFunc(users, func(one id.ID) bool { return !slices.Contains(s.members(), one) }) {
		return nil, fault.Field("mentions", "Only members can read this chat. Add the user before you mention them.")
	}
	return users, nil
}

// identity returns the id of a chat created by a command, so that a repeat finds it.
func identity(by id.ID, command string) id.ID {
	if command == "" {
		return id.New()
	}
	return id.Derived("chat:" + string(by) + ":" + command)
}
