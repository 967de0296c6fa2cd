package conversations

import (
	"context"
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
)

// silent is the context key of the numbers without consent events.
type silent struct{}

// maxSilentNumbers bounds the numbers of one query and maxSilentEvents the events
// that it reads. If there are more events, those numbers count as unknown.
const maxSilentNumbers, maxSilentEvents = 200, 1_000

// withSilent stores in the context which of the numbers have no consent events.
func withSilent(ctx context.Context, store finder, organization id.ID, numbers []string) (context.Context, error) {
	known := map[string]bool{}
	for part := range slices.Chunk(numbers, maxSilentNumbers) {
		var forms []string
		for _, number := range part {
			forms = append(forms, phonenumber.Forms(number)...)
		}
		events, err := store.Find(ctx, organization, row.Query{
			Object: "consent_event", Fields: []string{"number"}, Limit: maxSilentEvents,
			Where: []row.Condition{{Field: "number", Operator: "IN", Value: forms}},
		})
		if err != nil {
			return ctx, err
		}
		if len(events) == maxSilentEvents {
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

// silentIn returns the numbers without consent events that withSilent stored.
func silentIn(ctx context.Context) map[string]bool {
	known, _ := ctx.Value(silent{}).(map[string]bool)
	return known
}
