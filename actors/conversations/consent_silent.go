package conversations

import (
	"context"
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
)

// silent is the key of the numbers in a context that have no consent events.
type silent struct{}

// askedAtOnce bounds the numbers that are asked about, and eventsAtOnce the events that are
// read of them: where there are more, nothing is known of those numbers beforehand.
const askedAtOnce, eventsAtOnce = 200, 1_000

// withSilent notes which of the numbers have no consent events.
func withSilent(ctx context.Context, store finder, organization id.ID, numbers []string) (context.Context, error) {
	known := map[string]bool{}
	for part := range slices.Chunk(numbers, askedAtOnce) {
		var forms []string
		for _, number := range part {
			forms = append(forms, phonenumber.Forms(number)...)
		}
		events, err := store.Find(ctx, organization, row.Query{
			Object: "consent_event", Fields: []string{"number"}, Limit: eventsAtOnce,
			Where: []row.Condition{{Field: "number", Operator: "IN", Value: forms}},
		})
		if err != nil {
			return ctx, err
		}
		if len(events) == eventsAtOnce {
			continue
		}
		for _, number := range part {
			known[number] = true
		}
		for _, e := range events {
			for _, form := range phonenumber.Forms(e.Text("number")) {
				delete(known, form)
			}
		}
	}
	return context.WithValue(ctx, silent{}, known), nil
}

// silentIn are the numbers of which withSilent noted that they have no consent events.
func silentIn(ctx context.Context) map[string]bool {
	known, _ := ctx.Value(silent{}).(map[string]bool)
	return known
}
