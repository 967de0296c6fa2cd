package records_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"switchboard/storage/row"
	"switchboard/storage/seal"
)

func ring(t *testing.T) *seal.Ring {
	t.Helper()
	r, err := seal.NewRing(bytes.Repeat([]byte{7}, seal.KeyBytes))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// opened checks that a field holds the value sealed for its place, and gives what it holds.
func opened(t *testing.T, place seal.Place, stored row.Fields, want string) string {
	t.Helper()
	text, _ := stored[place.Field].(string)
	plain, err := ring(t).Open(place, text)
	var got, wanted any
	if err != nil || json.Unmarshal(plain, &got) != nil || json.Unmarshal([]byte(want), &wanted) != nil || got != wanted {
		t.Errorf("%s holds %q, which opens as %s (%v), want %s", place.Field, text, plain, err, want)
	}
	return text
}
