package thread

import (
	"context"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Newest reads the newest messages of a thread, and reports whether there are older ones: a page
// may hold fewer than its limit because they are long. field is the object's lookup to its
// thread.
func Newest(ctx context.Context, r sight.Reader, p *access.Principal, object, field string, thread id.ID, limit int) (messages []entry.Fields, older bool, err error) {
	messages, older, err = sight.Parts(ctx, r, p, field, row.ReadRequest{
		Object: object, Limit: limit + 1,
		Where: []row.Condition{{Field: field, Operator: "=", Value: thread}},
		Order: []row.Order{{Field: "number", Descending: true}},
	})
	return messages[:min(limit, len(messages))], older && len(messages) > 0, err
}
