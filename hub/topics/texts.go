package topics

import (
	"context"
	"encoding/json"

	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Texts is the owner of text conversations (actors/conversations).
type Texts interface {
	Cancel(ctx context.Context, p *access.Principal, message id.ID, command string) error
}

// textAck is the content of the ack of a text's command.
type textAck struct {
	Message textRef `json:"message"`
}

type textRef struct {
	ID id.ID `json:"id"`
}

// registerTexts gives the hub the commands on texts. REST has the same.
func registerTexts(h *hub.Hub, owner Texts) {
	h.Handle("message.cancel", func(ctx context.Context, p *access.Principal, payload json.RawMessage) (any, error) {
		message, command, err := named(payload, "a text")
		if err != nil {
			return nil, err
		}
		return textAck{textRef{message}}, owner.Cancel(ctx, p, message, command)
	})
}

// named reads a command on one thing: its id, and the command's own.
func named(payload json.RawMessage, what string) (one id.ID, command string, err error) {
	var in struct {
		ID      string `json:"id"`
		Command string `json:"command"`
	}
	if err := hub.Decode(payload, &in); err != nil {
		return "", "", err
	}
	one, ok := id.Parse(in.ID)
	if !ok {
		return "", "", fault.Field("id", "id must be the id of %s", what)
	}
	return one, in.Command, checkCommand(in.Command)
}
