package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// core is the chat's runtime.Core. Decide and Apply are in state.go.
type core struct{ store runtime.Store }

// Factory returns the factory of chat actors.
func Factory(store runtime.Store, options runtime.WriterOptions) runtime.Factory {
	return runtime.Writers(core{store}, store, options)
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	chat, err := runtime.Own(ctx, c.store, who, "chat")
	return State{ID: who.ID, Chat: chat}, err
}

// Prepare implements runtime.Core. It looks up whether the message was already
// posted, perhaps before a restart.
func (c core) Prepare(ctx context.Context, who runtime.Identity, s *State, command any) error {
	s.Posted, s.Message = "", row.Record{}
	if message := messageOf(command); message != "" {
		stored, err := c.store.Get(ctx, who.Organization, "chat_message", message)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		s.Message = stored
		return err
	}
	post, ok := command.(Post)
	if !ok {
		return nil
	}
	if post.Parent != "" {
		parent, err := c.store.Get(ctx, who.Organization, "chat_message", post.Parent)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		s.Message = parent
	}
	if post.ClientID == "" {
		return nil
	}
	found, err := c.store.Find(ctx, who.Organization, row.Query{
		Object: "chat_message", Limit: 1,
		Where: []row.Condition{
			{Field: "client_id", Operator: "=", Value: post.ClientID}, {Field: "chat", Operator: "=", Value: who.ID},
			{Field: "user", Operator: "=", Value: post.By},
		},
	})
	if err == nil && len(found) == 1 {
		s.Posted = found[0].ID
	}
	return err
}
