package conversations

import (
	"context"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// events is a finder of consent events that counts its queries.
type events struct {
	numbers []string
	asked   int
}

func (e *events) Find(_ context.Context, _ id.ID, q row.Query) ([]row.Record, error) {
	e.asked++
	var found []row.Record
	for _, number := range e.numbers {
		switch wanted := q.Where[0].Value.(type) {
		case []string:
			for _, one := range wanted {
				if one == number {
					found = append(found, row.Record{Fields: row.Fields{"number": number}})
				}
			}
		case string:
			if wanted == number {
				found = append(found, row.Record{Fields: row.Fields{"number": number}})
			}
		}
	}
	return found, nil
}

func TestNumbersAreQueriedInBatches(t *testing.T) {
	store := &events{numbers: []string{"+12065550101", "+12065550102", "+12065550102"}}
	ctx, err := withSilent(t.Context(), store, "org", []string{"+12065550101", "+12065550102", "+12065550103", "+12065550104"})
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[string]int{"+12065550101": 1, "+12065550102": 2, "+12065550103": 0, "+12065550104": 0, "+12065550105": 0} {
		before := store.asked
		found, err := eventsOf(ctx, store, "org", []string{number})
		if err != nil || len(found) != want {
			t.Errorf("%s: %d events, %v", number, len(found), err)
		}
		if silent := number == "+12065550103" || number == "+12065550104"; silent == (store.asked > before) {
			t.Errorf("%s was asked for: %t", number, store.asked > before)
		}
	}
	// If not all events of the numbers were read, each number is queried by itself.
	store = &events{}
	for range maxSilentEvents {
		store.numbers = append(store.numbers, "+12065550101")
	}
	if ctx, err = withSilent(t.Context(), store, "org", []string{"+12065550101", "+12065550103"}); err != nil || silentIn(ctx)["+12065550103"] {
		t.Errorf("nothing is known of +12065550103: %v", err)
	}
}
