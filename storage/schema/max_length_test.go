package schema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/storage/schema"
)

// A text is bounded by its field, in characters, and never beyond its type.
func TestATextHasAtMostWhatItsFieldSays(t *testing.T) {
	for _, c := range []struct {
		most, length int
		ok           bool
	}{{20, 20, true}, {20, 21, false}, {0, 1_000, true}, {5_000, 1_001, false}} {
		f := &schema.Field{Name: "f", Title: "F", Type: schema.Text, MaxLength: c.most}
		raw, _ := json.Marshal(strings.Repeat("é", c.length))
		if _, err := schema.Check(f, raw); (err == nil) != c.ok {
			t.Errorf("%d of %d characters: %v", c.length, c.most, err)
		}
	}
}
