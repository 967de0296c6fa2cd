package tags

import (
	"context"
	"maps"
	"strings"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func administrator(t *testing.T) *access.Principal {
	t.Helper()
	many := make([]string, schema.MaxOptions)
	for i := range many {
		many[i] = "option " + string(rune('a'+i/26)) + string(rune('a'+i%26))
	}
	r, err := schema.NewRegistry(
		&schema.Object{APIName: "user", Title: "User", Role: schema.Person, Route: schema.RouteRule{Owner: "id"}, Fields: []*schema.Field{
			{Name: "is_active", Title: "Active", Type: schema.Boolean}, {Name: "teams", Title: "Teams", Type: schema.LookupList, Target: "team", Grants: schema.GrantsTeams},
		}},
		&schema.Object{APIName: "team", Title: "Team", Role: schema.Team, Fields: []*schema.Field{
			{Name: "members", Title: "Members", Type: schema.LookupList, Target: "user", Grants: schema.GrantsMembers},
		}},
		&schema.Object{APIName: "deal", Title: "Deal", Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text},
			{Name: "stage", Title: "Stage", Type: schema.Picklist, Options: []string{"Open", "Won"}},
			{Name: "source", Title: "Source", Type: schema.Picklist},
			{Name: "kinds", Title: "Kinds", Type: schema.MultiPicklist, Options: many},
			{Name: "state", Title: "State", Type: schema.Enum, Options: []string{"on", "off"}},
			{Name: "events", Title: "Events", Type: schema.MultiPicklist, Options: []string{"made"}, FixedOptions: true},
			{Name: "inner", Title: "Inner", Type: schema.Picklist, Internal: true},
		}},
		&schema.Object{APIName: "person", Title: "Person", Fields: []*schema.Field{{Name: "age", Title: "Age", Type: schema.Integer}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	p := access.Build(r, access.Inputs{User: id.New(), Organization: id.New(), Superuser: true})
	return &p
}

// The value of a label is the label unless another one is given, and stays when the label
// changes: records hold it.
func TestALabelIsItsOwnValue(t *testing.T) {
	stored := row.Record{ID: "x", Fields: row.Fields{"object": "deal", "field_api_name": "stage", "label": "Silver", "value": "ag", "key": "deal.stage\nag"}}
	old := row.Record{ID: "x", Fields: row.Fields{"object": "deal", "field_api_name": "stage", "label": "Silver"}}
	begun := func(more row.Fields) row.Fields {
		set := row.Fields{"object": "deal", "field_api_name": "stage", "label": "Silver"}
		maps.Copy(set, more)
		return set
	}
	for name, c := range map[string]struct {
		before     row.Record
		set        row.Fields
		value, key any
	}{
		"made":                    {row.Record{}, begun(nil), "Silver", "deal.stage\nsilver"},
		"made with spaces around": {row.Record{}, begun(row.Fields{"label": " Silver\t", "value": " "}), "Silver", "deal.stage\nsilver"},
		"made with a value":       {row.Record{}, begun(row.Fields{"value": "ag"}), "ag", "deal.stage\nag"},
		"made with none":          {row.Record{}, begun(row.Fields{"value": nil}), "Silver", "deal.stage\nsilver"},
		"called otherwise":        {stored, row.Fields{"label": "Argent"}, nil, nil},
		"its value taken away":    {stored, row.Fields{"value": nil}, "ag", nil},
		"of before values":        {old, row.Fields{"label": "Argent"}, "Silver", "deal.stage\nsilver"},
		"the same field as ever":  {stored, row.Fields{"field_api_name": "stage", "value": "ag"}, "ag", nil},
		"both, the value to stay": {stored, row.Fields{"label": "Argent", "value": nil}, "ag", nil},
	} {
		if _, err := (labelReviewer{}).Review(t.Context(), administrator(t), "", c.before, c.set); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.set["value"] != c.value || c.set["key"] != c.key {
			t.Errorf("%s: %v", name, c.set)
		}
	}
}

// Who makes a label that can't be is told why, and which fields take one.
func TestLabelsThatCantBe(t *testing.T) {
	stored := row.Record{ID: "x", Fields: row.Fields{"object": "deal", "field_api_name": "stage", "label": "Silver", "value": "ag"}}
	for want, c := range map[string]struct {
		before row.Record
		set    row.Fields
	}{
		`There is no object "dear"`:                                      {row.Record{}, row.Fields{"object": "dear", "field_api_name": "stage"}},
		`Deal has no field "stages"; the pick-lists of Deal are stage, `: {row.Record{}, row.Fields{"object": "deal", "field_api_name": "stages"}},
		`Deal has no field "inner"`:                                      {row.Record{}, row.Fields{"object": "deal", "field_api_name": "inner"}},
		`State is no pick-list; the`:                                     {row.Record{}, row.Fields{"object": "deal", "field_api_name": "state"}},
		`Age is no pick-list; Person has no`:                             {row.Record{}, row.Fields{"object": "person", "field_api_name": "age"}},
		`The options of Events are built in`:                             {row.Record{}, row.Fields{"object": "deal", "field_api_name": "events"}},
		`Kinds has 200 options already, and may have no more`:            {row.Record{}, row.Fields{"object": "deal", "field_api_name": "kinds", "label": "New"}},
		`An option may not hold characters that can't be seen`:           {row.Record{}, row.Fields{"object": "deal", "field_api_name": "stage", "label": "New\nOpen"}},
		`The value of an option has 1 to 100 characters`:                 {stored, row.Fields{"label": strings.Repeat("x", 101)}},
		`A label can't move to another field`:                            {stored, row.Fields{"field_api_name": "source"}},
		`A label can't move to another field. Create one for the other`:  {stored, row.Fields{"object": "person"}},
		`The value of a label can't change`:                              {stored, row.Fields{"value": "Ag"}},
	} {
		if _, err := (labelReviewer{}).Review(t.Context(), administrator(t), "", c.before, c.set); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	many := make([]row.Fields, 199)
	for i := range many {
		many[i] = row.Fields{"object": "deal", "field_api_name": "stage", "label": strings.Repeat("x", i+1)}
	}
	if _, err := (labelReviewer{}).Foresee(t.Context(), administrator(t), []row.Fields{
		{"object": "deal", "field_api_name": "kinds", "label": "First", "value": "option aa"}, {"object": "deal", "field_api_name": "kinds", "label": "OPTION AB"},
	}); err != nil {
		t.Errorf("other labels of options that a full field has: %v", err)
	}
	if _, err := (labelReviewer{}).Foresee(t.Context(), administrator(t), many[:198]); err != nil {
		t.Error(err)
	}
	if _, err := (labelReviewer{}).Foresee(t.Context(), administrator(t), many); err == nil || !strings.Contains(err.Error(), "Stage may have 200 options") {
		t.Errorf("too many at once: %v", err)
	}
}

// held is a store in which records hold some values.
type held []string

func (h held) HaveOptions(_ context.Context, _ id.ID, _, _ string, values []string, _ bool) (n int64, err error) {
	for _, one := range h {
		for _, value := range values {
			if one == value {
				n++
			}
		}
	}
	return n, nil
}

// A label goes unless records hold what would be no option any more.
func TestALabelInUseStays(t *testing.T) {
	label := func(field, value string) row.Record {
		return row.Record{ID: id.New(), Fields: row.Fields{"object": "deal", "field_api_name": field, "label": value}}
	}
	for want, c := range map[string]struct {
		held   held
		labels []row.Record
	}{
		"":                                     {held{"Open"}, []row.Record{label("stage", "Open"), label("stage", "Lost"), label("gone", "Open")}},
		"1 record has Lost. Set Active":        {held{"Lost"}, []row.Record{label("stage", "Lost")}},
		"2 records have Lost or Gone. Set Act": {held{"Lost", "Gone"}, []row.Record{label("stage", "Lost"), label("stage", "Gone")}},
	} {
		err := labelReviewer{c.held}.Remove(t.Context(), administrator(t), c.labels)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
