package chat

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Owner is the service as the owner of chats behind the generic doors
// (actors/records).
type Owner struct{ *Service }

// Create starts chats; the one who starts a chat is a member.
func (o Owner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]row.ChangeDone, error) {
	return o.all(ctx, p, rows, o.starting)
}

// Patch changes chats.
func (o Owner) Patch(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]row.ChangeDone, error) {
	return o.all(ctx, p, rows, o.patching)
}

// Remove deletes chats.
func (o Owner) Remove(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) error {
	_, err := o.all(ctx, p, rows, o.removing)
	return err
}

// MessageOwner is the service as the owner of chat messages. Messages are neither changed
// nor deleted in this release.
type MessageOwner struct{ *Service }

// Create posts messages, those of one chat all or none.
func (o MessageOwner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]row.ChangeDone, error) {
	return o.all(ctx, p, rows, o.posting)
}

// Patch refuses.
func (o MessageOwner) Patch(context.Context, *access.Principal, string, []row.ChangeRequest) ([]row.ChangeDone, error) {
	return nil, fault.New(fault.Conflict, "A chat message can't be changed.")
}

// Remove refuses.
func (o MessageOwner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "A chat message can't be deleted.")
}

// all asks the chats of the rows.
func (s *Service) all(ctx context.Context, p *access.Principal, rows []row.ChangeRequest,
	wanted func(context.Context, *access.Principal, row.ChangeRequest) (runtime.Order, []string, error),
) ([]row.ChangeDone, error) {
	done, replies, err := runtime.AskRows(ctx, s.engine, Kind, rows, func(r row.ChangeRequest) (runtime.Order, []string, error) {
		return wanted(ctx, p, r)
	})
	for i, of := range replies {
		if len(of) > 0 {
			ref, _ := of[0].(Ref)
			done[i].Record = ref.ID
		}
	}
	return done, err
}
