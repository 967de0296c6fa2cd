package tags

import (
	"testing"

	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// A tag for all is on the global list or the one it names; another is on that of its field,
// wherever the field is moved to.
func TestATagIsOnOneList(t *testing.T) {
	stored := row.Record{ID: "x", Fields: row.Fields{"value": "VIP", "global": false, "object": "contact", "field_api_name": "tags"}}
	for name, c := range map[string]struct {
		before row.Record
		set    row.Fields
		key    string
	}{
		"for all":               {row.Record{}, row.Fields{"value": "VIP"}, schema.KeyOfLabel(schema.GlobalTags, "vip")},
		"of a list":             {row.Record{}, row.Fields{"value": "VIP", "global": true, "global_list_name": "Ranks"}, "Ranks\nvip"},
		"of a field":            {row.Record{}, row.Fields{"value": "VIP", "global": false, "object": "contact", "field_api_name": "Tags"}, "contact.tags\nvip"},
		"called otherwise":      {stored, row.Fields{"label": "Very important"}, "contact.tags\nvip"},
		"moved":                 {stored, row.Fields{"object": "user", "field_api_name": "skills"}, "user.skills\nvip"},
		"from a field's to all": {stored, row.Fields{"global": true}, schema.KeyOfLabel(schema.GlobalTags, "vip")},
	} {
		if _, err := (reviewer{}).Review(t.Context(), nil, "", c.before, c.set); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := c.set[schema.LabelKey]; got != c.key {
			t.Errorf("%s: the key is %q, not %q", name, got, c.key)
		}
	}
}
