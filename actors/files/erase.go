package files

import (
	"context"

	"switchboard/actors/effects"
	"switchboard/storage/blob"
	"switchboard/storage/row"
)

// effectDelete is the kind of the effect that deletes the content of a record that was deleted for
// good.
const effectDelete = "file.delete"

// deletePayload is the payload of effectDelete as storage writes it (schema.Outside).
type deletePayload struct {
	Key string `json:"storage_key"`
}

// eraser executes effectDelete.
type eraser struct{ blobs blob.Storage }

// Do deletes the content and its thumbnail. Repeating it is safe.
func (e eraser) Do(ctx context.Context, claimed row.ClaimedEffect) (any, error) {
	p, err := effects.Payload[deletePayload](claimed.Effect)
	if err != nil {
		return nil, err
	}
	return nil, e.blobs.Delete(ctx, p.Key, thumbnailKey(p.Key))
}

// Failed returns no command: the failure is logged.
func (eraser) Failed(row.ClaimedEffect, error) any { return nil }
