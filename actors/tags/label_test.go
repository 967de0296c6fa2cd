package tags

import (
	"testing"

	"switchboard/storage/row"
)

// The value of a pick-list's label is the label, unless it is said.
func TestALabelIsItsOwnValue(t *testing.T) {
	stored := row.Record{ID: "x", Fields: row.Fields{"label": "Silver", "value": "ag"}}
	for name, c := range map[string]struct {
		before row.Record
		set    row.Fields
		value  any
	}{
		"made":                  {row.Record{}, row.Fields{"label": "Gold"}, "Gold"},
		"made with a value":     {row.Record{}, row.Fields{"label": "Silver", "value": "ag"}, "ag"},
		"made with none":        {row.Record{}, row.Fields{"label": "Gold", "value": nil}, "Gold"},
		"called otherwise":      {stored, row.Fields{"label": "Argent"}, nil},
		"its value taken away":  {stored, row.Fields{"value": nil}, "Silver"},
		"both, the value to go": {stored, row.Fields{"label": "Argent", "value": nil}, "Argent"},
	} {
		if _, err := (labelReviewer{}).Review(t.Context(), nil, "", c.before, c.set); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := c.set["value"]; got != c.value {
			t.Errorf("%s: the value is %v, not %v", name, got, c.value)
		}
	}
}
