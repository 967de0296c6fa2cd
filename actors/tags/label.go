package tags

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// labelReviewer gives a label of a pick-list its value, which is the label itself where none
// is given.
type labelReviewer struct{}

// Review implements feature.Reviewer.
func (labelReviewer) Review(_ context.Context, _ *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	value, given := set["value"]
	if value != nil || !given && before.ID != "" {
		return nil, nil
	}
	label, said := set["label"]
	if !said {
		label = before.Fields["label"]
	}
	set["value"] = label
	return nil, nil
}
