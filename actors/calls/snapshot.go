package calls

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxLiveShown bounds the calls of a snapshot.
const maxLiveShown = 200

// Bounds on missed calls in a snapshot: their number and age.
const (
	maxMissed    = 25
	missedWindow = 14 * 24 * time.Hour
)

// Snapshot is the state of the topics calls and calls:all: calls that are not over,
// the newest first. The topic calls adds the principal's missed calls.
type Snapshot struct {
	Calls  []entry.Fields `json:"calls"`
	Missed []entry.Fields `json:"missed,omitempty"`
}

// ownCalls reads the live calls that ring for the principal or belong to the
// principal.
func ownCalls(ctx context.Context, r feature.Reader, p *access.Principal, _ id.ID) (any, error) {
	found, err := liveCalls(ctx, r, p)
	if err != nil {
		return nil, err
	}
	missed, err := missedCalls(ctx, r, p)
	return Snapshot{
		Calls:  slices.DeleteFunc(found, func(c entry.Fields) bool { return !concerns(c, p.User) }),
		Missed: missed,
	}, err
}

// missedCalls reads the calls that rang for the principal and that nobody accepted.
func missedCalls(ctx context.Context, r feature.Reader, p *access.Principal) ([]entry.Fields, error) {
	return sight.List(ctx, r, p, row.ReadRequest{
		Object: "call", Limit: maxMissed,
		Where: []row.Condition{
			{Field: "candidates", Operator: "CONTAINS", Value: p.User},
			{Field: "status", Operator: "NOT IN", Value: LiveStatuses()},
			{Field: "start_time", Operator: ">", Value: time.Now().Add(-missedWindow).UTC()},
		},
		Order: []row.Order{{Field: "start_time", Descending: true}, {Field: "id", Descending: true}},
	})
}

// allCalls reads all live calls that the principal may read.
func allCalls(ctx context.Context, r feature.Reader, p *access.Principal, _ id.ID) (any, error) {
	found, err := liveCalls(ctx, r, p)
	return Snapshot{Calls: found}, err
}

func liveCalls(ctx context.Context, r feature.Reader, p *access.Principal) ([]entry.Fields, error) {
	return sight.List(ctx, r, p, row.ReadRequest{
		Object: "call", Limit: maxLiveShown,
		Where: []row.Condition{{Field: "status", Operator: "IN", Value: LiveStatuses()}},
		Order: []row.Order{{Field: "start_time", Descending: true}, {Field: "id", Descending: true}},
	})
}

// concerns reports whether a call belongs to the user or rings for the user.
func concerns(call entry.Fields, user id.ID) bool {
	type reference struct {
		ID id.ID `json:"id"`
	}
	var owner *reference
	if json.Unmarshal(call["user"], &owner) == nil && owner != nil && owner.ID == user {
		return true
	}
	var candidates []reference
	return json.Unmarshal(call["candidates"], &candidates) == nil &&
		slices.ContainsFunc(candidates, func(c reference) bool { return c.ID == user })
}
