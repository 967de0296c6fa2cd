package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/calls"
	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Calls is the owner of calls (actors/calls).
type Calls interface {
	Dial(ctx context.Context, p *access.Principal, to string, contact id.ID, command string) (calls.Ref, error)
	Accept(ctx context.Context, p *access.Principal, call id.ID, command string) (calls.Ref, error)
	Decline(ctx context.Context, p *access.Principal, call id.ID, command string) (calls.Ref, error)
	Hangup(ctx context.Context, p *access.Principal, call id.ID, command string) (calls.Ref, error)
}

// callAck is the content of the ack of a call's command.
type callAck struct {
	Call calls.Ref `json:"call"`
}

// registerCalls gives the hub the commands on calls. REST has the same.
func registerCalls(h *hub.Hub, owner Calls) {
	h.Handle("call.dial", func(ctx context.Context, p *access.Principal, payload json.RawMessage) (any, error) {
		var in struct {
			To      string `json:"to"`
			Contact id.ID  `json:"contact"`
			Command string `json:"command"`
		}
		if err := hub.Decode(payload, &in); err != nil {
			return nil, err
		}
		if in.Contact != "" && !in.Contact.Valid() {
			return nil, fault.Field("contact", "contact must be the id of a contact")
		}
		if err := checkCommand(in.Command); err != nil {
			return nil, err
		}
		ref, err := owner.Dial(ctx, p, in.To, in.Contact, in.Command)
		return callAck{ref}, err
	})
	for name, do := range map[string]func(context.Context, *access.Principal, id.ID, string) (calls.Ref, error){
		"call.accept": owner.Accept, "call.decline": owner.Decline, "call.hangup": owner.Hangup,
	} {
		h.Handle(name, func(ctx context.Context, p *access.Principal, payload json.RawMessage) (any, error) {
			call, command, err := named(payload, "a call")
			if err != nil {
				return nil, err
			}
			ref, err := do(ctx, p, call, command)
			return callAck{ref}, err
		})
	}
}

// checkCommand takes a command's id as the client's announcements will carry it: a
// UUID, or none.
func checkCommand(command string) error {
	if command == "" || id.ID(command).Valid() {
		return nil
	}
	return fault.Field("command", "command must be a UUID")
}
