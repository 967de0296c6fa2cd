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
	case body == "":
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
	number, set := thread.Said(s.Chat, plain(body), in.Now)
	message := row.Fields{
		"chat": s.ID, "number": number, "body": body, "name": s.Chat.Text("name"), "direction": "Outgoing",
		"user": c.By, "owner": c.By,
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
	if !slices.Contains(s.members(), c.By) { // users who post in an open chat join it
		set["members"] = append(slices.Clone(s.members()), c.By)
	}
	read[c.By] = number // authors have read their own messages
	set["read_numbers"] = row.JSONValue(read)
	made := in.NewID()
	return runtime.Decision{
		By: c.By, Reply: Ref{ID: made},
		Writes: []row.Write{
			update(s, set, 0, "chat.message"),
			{Object: "chat_message", ID: made, Op: entry.Created, Set: message, Cause: "chat.message"},
		},
	}, nil
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
