package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the owner of chats behind the generic routes (actors/records).
type Owner struct{ *Service }

// Create starts chats. Their author is a member.
func (o Owner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]id.ID, error) {
	return o.all(ctx, p, rows, certain(starting))
}

// Patch changes chats.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	_, err := o.all(ctx, p, rows, certain(patching))
	return err
}

// Remove deletes chats.
func (o Owner) Remove(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	_, err := o.all(ctx, p, rows, certain(removing))
	return err
}

// MessageOwner is the owner of chat messages, which can't be changed or deleted.
type MessageOwner struct{ *Service }

// Create posts messages. Of one chat it posts all or none.
func (o MessageOwner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]id.ID, error) {
	return o.all(ctx, p, rows, o.posting)
}

// Patch rejects: messages never change.
func (o MessageOwner) Patch(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "Use the commands of a chat message to change it.")
}

// Remove rejects: messages are kept.
func (o MessageOwner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A chat message can't be deleted.")
}

// all sends the rows' commands to their chats and returns the ids of the replies.
func (s *Service) all(ctx context.Context, p *access.Principal, rows []row.ChangeRequest,
	wanted func(context.Context, *access.Principal, row.ChangeRequest) (runtime.Order, error),
) ([]id.ID, error) {
	replies, err := runtime.AskRows(ctx, s.engine, Kind, rows, func(r row.ChangeRequest) (runtime.Order, error) {
		return wanted(ctx, p, r)
	})
	named := make([]id.ID, len(replies))
	for i, of := range replies {
		if len(of) > 0 {
			ref, _ := of[0].(Ref)
			named[i] = ref.ID
		}
	}
	return named, err
}

// certain is an order that needs nothing but the row.
func certain(of func(*access.Principal, row.ChangeRequest) runtime.Order) func(context.Context, *access.Principal, row.ChangeRequest) (runtime.Order, error) {
	return func(_ context.Context, p *access.Principal, r row.ChangeRequest) (runtime.Order, error) {
		return of(p, r), nil
	}
}
