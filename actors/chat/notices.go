package chat

import (
	"context"
	"encoding/json"
	"slices"

	"switchboard/actors/feature"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// The kinds of notifications of chats.
const (
	kindMention = "Mention"
	kindDirect  = "Direct Message"
	kindReply   = "Thread Reply"
	kindMessage = "Chat Message Created"
)

// written notifies of a new message: the users it mentions, the other members of a direct or help chat,
// those who wrote in the thread of a reply, and the subscribers.
func written(ctx context.Context, r feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	if e.Op != entry.Created {
		return nil, nil
	}
	chat := e.Route.After.Thread
	stored, err := r.Get(ctx, e.Organization, "chat", chat)
	if err != nil {
		return nil, err
	}
	var body string
	_ = json.Unmarshal(e.After["body"], &body)
	text, quotes := plain(body), "body"
	if body == "" { // files alone
		var files []Media
		_ = json.Unmarshal(e.After["media"], &files)
		text, quotes = named(files), "media"
	}
	of := func(kind string, to []id.ID) feature.Happening {
		return feature.Happening{Kind: kind, Object: "chat", Record: chat, Subject: stored.Text("name"), To: to, Text: text, Quotes: quotes}
	}
	members := stored.Lookups("members")
	all := []feature.Happening{of(kindMessage, nil)}
	if isOne(stored.Fields) {
		all = append(all, of(kindDirect, members))
	}
	if parents := lookups(slices.Concat([]byte("["), e.After["parent"], []byte("]"))); len(parents) == 1 && parents[0] != "" {
		parent, err := r.Get(ctx, e.Organization, "chat_message", parents[0])
		if err != nil {
			return nil, err
		}
		wrote := append(slices.Clone(parent.Lookups("repliers")), parent.Lookup("user"))
		all = append(all, of(kindReply, slices.DeleteFunc(wrote, func(one id.ID) bool { return !slices.Contains(members, one) })))
	}
	if mentioned := lookups(e.After["mentions"]); len(mentioned) > 0 {
		slices.Sort(mentioned)
		all = append(all, of(kindMention, slices.Compact(mentioned)))
	}
	if here := string(e.After["mentions_here"]) == "true"; here {
		everybody := of(kindMention, members)
		everybody.Broad = true
		all = append(all, everybody)
	}
	return all, nil
}

// lookups reads a list of references in wire shape.
func lookups(raw json.RawMessage) []id.ID {
	var list []struct {
		ID id.ID `json:"id"`
	}
	_ = json.Unmarshal(raw, &list)
	out := make([]id.ID, 0, len(list))
	for _, one := range list {
		out = append(out, one.ID)
	}
	return out
}
