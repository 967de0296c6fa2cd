package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of chats behind the generic doors
// (actors/records).
type Owner struct{ *Service }

// Create starts chats; the one who starts a chat is a member.
func (o Owner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]id.ID, error) {
	return o.all(ctx, p, rows, starting)
}

// Patch changes chats.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	_, err := o.all(ctx, p, rows, patching)
	return err
}

// Remove deletes chats.
func (o Owner) Remove(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	_, err := o.all(ctx, p, rows, removing)
	return err
}

// MessageOwner is the service as the owner of chat messages. Messages are neither changed
// nor deleted in this release.
type MessageOwner struct{ *Service }

// Create posts messages, those of one chat all or none.
func (o MessageOwner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]id.ID, error) {
	return o.all(ctx, p, rows, posting)
}

// Patch refuses.
func (o MessageOwner) Patch(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A chat message can't be changed.")
}

// Remove refuses.
func (o MessageOwner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A chat message can't be deleted.")
}

// all asks the chats of the rows, and gives the records that they answer with.
func (s *Service) all(ctx context.Context, p *access.Principal, rows []row.ChangeRequest,
	wanted func(*access.Principal, row.ChangeRequest) runtime.Order,
) ([]id.ID, error) {
	replies, err := runtime.AskRows(ctx, s.engine, Kind, rows, func(r row.ChangeRequest) (runtime.Order, error) {
		return wanted(p, r), nil
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
