package thread

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Reading marks a thread read: up to the message Last or to the place Number, or all of
// it where neither is given.
type Reading struct {
	ID     id.ID `json:"id"`
	Last   id.ID `json:"last_read_message_id" of:"a message of the thread"`
	Number int64 `json:"number"`
	feature.Given
}

// Place returns the number up to which the thread is read, 0 for all of it. Last must be a record
// of the object that the principal may see. Errors: fault.Invalid, Forbidden, NotFound.
func (r *Reading) Place(ctx context.Context, reader sight.Reader, p *access.Principal, object string) (int64, error) {
	if r.Number < 0 {
		return 0, fault.Field("number", "number must not be negative")
	}
	if r.Last == "" {
		return r.Number, nil
	}
	message, err := sight.Shown(ctx, reader, p, object, r.Last)
	if err != nil {
		return 0, err
	}
	var number int64
	if json.Unmarshal(message["number"], &number) != nil {
		return 0, fault.Field("last_read_message_id", "That message has no place in the thread yet")
	}
	return number, nil
}
