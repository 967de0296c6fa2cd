package topics

import (
	"context"
	"encoding/json"

	"switchboard/actors/calls"
	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// liveCalls bounds the calls of a snapshot.
const liveCalls = 200

// liveOf reads the live calls: those that ring for the principal or are his, or
// with everybody all he may read.
func liveOf(r Reader, everybody bool) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
		found, err := read(ctx, r, p, row.ReadRequest{
			Object: "call", Limit: liveCalls,
			Where: []row.Condition{{Field: "status", Operator: "IN", Value: calls.LiveStatuses()}},
			Order: []row.Order{{Field: "start_time", Descending: true}, {Field: "id", Descending: true}},
		})
		if err != nil {
			return nil, err
		}
		snapshot := wire.CallsSnapshot{Calls: []entry.Fields{}}
		for _, c := range found {
			if everybody || concerns(c, p.User) {
				snapshot.Calls = append(snapshot.Calls, c)
			}
		}
		return encode(snapshot)
	}
}

// concerns tells whether a call is the user's or rings for him.
func concerns(call entry.Fields, user id.ID) bool {
	var owner *wire.Reference
	if json.Unmarshal(call["user"], &owner) == nil && owner != nil && owner.ID == user {
		return true
	}
	var candidates []wire.Reference
	if json.Unmarshal(call["candidates"], &candidates) != nil {
		return false
	}
	for _, c := range candidates {
		if c.ID == user {
			return true
		}
	}
	return false
}
