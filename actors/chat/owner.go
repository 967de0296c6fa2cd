package chat

import (
	"context"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of chat and chat_message records behind the
// generic doors (actors/records).
type Owner struct{ Service *Service }

// Create makes a chat, or posts a message.
func (o Owner) Create(ctx context.Context, p *access.Principal, object string, set row.Fields, command string) (id.ID, error) {
	text := func(field string) string {
		v, _ := set[field].(string)
		return v
	}
	if object == "chat_message" {
		chat := row.Record{Fields: set}.Lookup("chat")
		if chat == "" {
			return "", fault.Field("chat", "Please say in which chat.")
		}
		posted, err := o.Service.Post(ctx, p, chat, text("body"), text("client_id"), command)
		return posted.ID, err
	}
	private, _ := set["private"].(bool)
	members, _ := set["members"].([]id.ID)
	return o.Service.Create(ctx, p, Draft{Name: text("name"), Topic: text("topic"), Private: private, Members: members}, command)
}

// Patch changes a chat; a message that was sent stays as it is.
func (o Owner) Patch(ctx context.Context, p *access.Principal, object string, record id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	if object == "chat_message" {
		return nil, fault.New(fault.Conflict, "A message that was sent can't be changed.")
	}
	return o.Service.Patch(ctx, p, record, set, expect, command)
}

// Remove deletes a chat or a message for those with the right to.
func (o Owner) Remove(ctx context.Context, p *access.Principal, object string, record id.ID, expect int64, command string) error {
	item, err := sight.Of(ctx, o.Service.store, p, object, record)
	if err != nil {
		return err
	}
	if !p.Rights(object).Deletable(&item.Route) {
		return fault.New(fault.Forbidden, "You may not delete this record.")
	}
	c := Remove{By: p.User, Command: command, Expect: expect}
	chat := record
	if object == "chat_message" {
		c.Message, chat = record, item.Route.Thread
	}
	_, err = o.Service.ask(ctx, p, chat, c)
	return err
}
