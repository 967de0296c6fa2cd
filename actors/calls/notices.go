package calls

import (
	"context"
	"encoding/json"
	"slices"

	"switchboard/actors/feature"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// missedCall tells those for whom an inbound call rang that it ended before anybody accepted it.
func missedCall(ctx context.Context, r feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	var status string
	if e.Op != entry.Updated || json.Unmarshal(e.After["status"], &status) != nil || slices.Contains(LiveStatuses(), status) {
		return nil, nil
	}
	var before string
	if json.Unmarshal(e.Before["status"], &before) != nil || !slices.Contains(LiveStatuses(), before) {
		return nil, nil
	}
	call, err := r.Get(ctx, e.Organization, "call", e.ID)
	if err != nil || call.Text("direction") != "inbound" || !call.Time("answered_at").IsZero() {
		return nil, err
	}
	var to []id.ID
	for _, user := range call.Lookups("candidates") {
		if !slices.Contains(call.Lookups("declined_by"), user) {
			to = append(to, user)
		}
	}
	if len(to) == 0 {
		return nil, nil
	}
	return []feature.Happening{{Kind: "Missed Call", Object: "call", Record: e.ID, To: to}}, nil
}
