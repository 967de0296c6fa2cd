package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what chats need of storage.
type Store interface {
	runtime.Committer
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
}

// core is the chat's part of its actor; Decide and Apply stand in state.go.
type core struct{ store Store }

// Factory makes the chat actors.
func Factory(store Store, options runtime.WriterOptions) runtime.Factory {
	return func(who runtime.Identity) runtime.Actor {
		return runtime.NewWriter[State](who, core{store}, store, options)
	}
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	s := State{Who: who}
	record, err := c.store.Get(ctx, who.Organization, "chat", who.ID)
	if fault.Is(err, fault.NotFound) {
		return s, nil
	}
	s.Chat = record
	return s, err
}

// Prepare implements runtime.Core: it looks for a message that was posted with
// the same client id, and for the one that is to be removed.
func (c core) Prepare(ctx context.Context, who runtime.Identity, s *State, command any) error {
	s.Message = row.Record{}
	switch m := command.(type) {
	case Post:
		if m.ClientID == "" {
			return nil
		}
		found, err := c.store.Find(ctx, who.Organization, row.Query{Object: "chat_message", Limit: 1, Where: []row.Condition{
			{Field: "client_id", Operator: "=", Value: m.ClientID}, {Field: "chat", Operator: "=", Value: who.ID},
		}})
		if err != nil || len(found) == 0 {
			return err
		}
		s.Message = found[0]
	case Remove:
		if m.Message == "" {
			return nil
		}
		message, err := c.store.Get(ctx, who.Organization, "chat_message", m.Message)
		if err != nil {
			return err
		}
		if message.Lookup("chat") != who.ID {
			return fault.New(fault.NotFound, "This message does not exist.")
		}
		s.Message = message
	}
	return nil
}
