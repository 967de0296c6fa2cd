package calls

import (
	"context"
	"slices"

	"switchboard/actors/feature"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// missedCall notifies the candidates of an inbound call that ended before anybody accepted it.
func missedCall(ctx context.Context, r feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	status, before := text(e.After, "status"), text(e.Before, "status")
	if e.Op != entry.Updated || status == "" || slices.Contains(LiveStatuses(), status) || !slices.Contains(LiveStatuses(), before) {
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
