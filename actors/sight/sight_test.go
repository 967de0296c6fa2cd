package sight_test

import (
	"context"
	"slices"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

var anna, ben, call = id.New(), id.New(), id.New()

// shelf holds one call of Anna's, which it shows to those who own it.
type shelf struct{}

func (shelf) Get(_ context.Context, _ id.ID, _ string, record id.ID) (row.Record, error) {
	if record != call {
		return row.Record{}, fault.New(fault.NotFound, "none")
	}
	return row.Record{Object: "call", ID: call}, nil
}

func (shelf) Read(_ context.Context, _ id.ID, request row.ReadRequest) (row.Page, error) {
	mine := slices.ContainsFunc(request.Visible, func(r row.Relation) bool {
		return r.Kind == schema.ToOwner && slices.Contains(r.IDs, anna)
	})
	if ids, _ := request.Where[0].Value.([]id.ID); !mine || !slices.Contains(ids, call) {
		return row.Page{}, nil
	}
	return row.Page{Items: []row.Item{{ID: call, Route: entry.Route{Owner: anna}}}}, nil
}

func principal(user id.ID) *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{Organization: id.New(), User: user})
	return &p
}

func TestOf(t *testing.T) {
	for name, c := range map[string]struct {
		user   id.ID
		object string
		record id.ID
		want   fault.Code
	}{
		"his own":           {anna, "call", call, ""},
		"another's":         {ben, "call", call, fault.Forbidden},
		"no record":         {anna, "call", id.New(), fault.NotFound},
		"no id":             {anna, "call", "x", fault.NotFound},
		"an unread object":  {anna, "contact", call, fault.Forbidden},
		"an unknown object": {anna, "ghost", call, fault.Forbidden},
		"an internal one":   {anna, "session", call, fault.Forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			item, err := sight.Of(t.Context(), shelf{}, principal(c.user), c.object, c.record)
			if c.want == "" && (err != nil || item.ID != call) || c.want != "" && !fault.Is(err, c.want) {
				t.Errorf("got %v, %v", item, err)
			}
		})
	}
}
