package chat

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of chats behind the generic doors
// (actors/records).
type Owner struct{ *Service }

// Create starts a chat.
func (o Owner) Create(ctx context.Context, p *access.Principal, _ string, set row.Fields, command string) (id.ID, error) {
	return o.Make(ctx, p, set, command)
}

// Patch changes a chat.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, chat id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	return o.Service.Patch(ctx, p, chat, set, expect, command)
}

// Remove deletes a chat.
func (o Owner) Remove(ctx context.Context, p *access.Principal, _ string, chat id.ID, expect int64, command string) error {
	return o.Delete(ctx, p, chat, expect, command)
}

// MessageOwner is the service as the owner of chat messages. What was said
// stands: a message is neither changed nor taken back in this release.
type MessageOwner struct{ *Service }

// Create posts a message.
func (o MessageOwner) Create(ctx context.Context, p *access.Principal, _ string, set row.Fields, command string) (id.ID, error) {
	chat, _ := set["chat"].(id.ID)
	body, _ := set["body"].(string)
	client, _ := set["client_id"].(string)
	return o.Post(ctx, p, chat, body, client, command)
}

// Patch refuses.
func (o MessageOwner) Patch(context.Context, *access.Principal, string, id.ID, row.Fields, int64, string) ([]string, error) {
	return nil, fault.New(fault.Conflict, "A chat message can't be changed.")
}

// Remove refuses.
func (o MessageOwner) Remove(context.Context, *access.Principal, string, id.ID, int64, string) error {
	return fault.New(fault.Conflict, "A chat message can't be deleted.")
}
