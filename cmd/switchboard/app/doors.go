package app

import (
	"context"

	"switchboard/actors/calls"
	"switchboard/actors/conversations"
	"switchboard/rest"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// callsDoor is the calls' service as REST asks it.
type callsDoor struct{ *calls.Service }

// Dial implements rest.Calls.
func (d callsDoor) Dial(ctx context.Context, p *access.Principal, dial rest.Dial) (id.ID, error) {
	ref, err := d.Service.Dial(ctx, p, dial.To, dial.Contact, dial.Command)
	return ref.ID, err
}

// Accept implements rest.Calls.
func (d callsDoor) Accept(ctx context.Context, p *access.Principal, call id.ID, command string) error {
	_, err := d.Service.Accept(ctx, p, call, command)
	return err
}

// Decline implements rest.Calls.
func (d callsDoor) Decline(ctx context.Context, p *access.Principal, call id.ID, command string) error {
	_, err := d.Service.Decline(ctx, p, call, command)
	return err
}

// Hangup implements rest.Calls.
func (d callsDoor) Hangup(ctx context.Context, p *access.Principal, call id.ID, command string) error {
	_, err := d.Service.Hangup(ctx, p, call, command)
	return err
}

// textsDoor is the conversations' service as REST asks it.
type textsDoor struct{ *conversations.Service }

// Send implements rest.Texts.
func (d textsDoor) Send(ctx context.Context, p *access.Principal, t rest.Text) (id.ID, error) {
	sent, err := d.Service.Send(ctx, p, t.Conversation, t.Body, t.ClientID, t.Command)
	return sent.ID, err
}

// Cancel implements rest.Texts.
func (d textsDoor) Cancel(ctx context.Context, p *access.Principal, message id.ID, command string) error {
	return d.Service.Cancel(ctx, p, message, command)
}

// MarkRead implements rest.Texts. Repeating it is without effect, so the command's
// id says nothing.
func (d textsDoor) MarkRead(ctx context.Context, p *access.Principal, conversation id.ID, number int64, _ string) error {
	return d.Service.MarkRead(ctx, p, conversation, number)
}
