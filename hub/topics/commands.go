package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// registerCommands registers a feature's commands with the hub. REST offers
// the same commands.
func registerCommands(h *hub.Hub, f feature.Running) {
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Event == "" {
			continue
		}
		h.Handle(c.Event, func(ctx context.Context, p *access.Principal, payload json.RawMessage) (any, error) {
			input, err := c.Read(payload)
			if err != nil {
				return nil, err
			}
			if err := c.Whole(input); err != nil {
				return nil, err
			}
			if given := input.CommandID(); given != "" && !id.ID(given).Valid() { // as the client's announcements will carry it
				return nil, fault.Field("command", "command must be a UUID")
			}
			reply, err := c.Execute(ctx, f.Service, p, input)
			if err != nil || c.Answer == "" {
				return reply, err
			}
			return map[string]any{c.Answer: reply}, nil
		})
	}
}
