package query_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	someOrganization = id.ID("0198c0de-0000-7000-8000-000000000001")
	somebody         = id.ID("0198c0de-0000-7000-8000-0000000000aa")
)

// reader is somebody with some permission sets.
func reader(superuser bool, sets ...access.PermissionSet) *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{Organization: someOrganization, User: somebody, Superuser: superuser, Sets: sets})
	return &p
}

// drawn are tables of which a text tells what they were asked for.
type drawn struct{ registry *schema.Registry }

func (drawn) Version() string { return "1" }

func (d drawn) Table(object string) (string, bool) {
	o := d.registry.Object(object)
	return `"org"."` + object + `"`, o != nil && !o.Internal
}

func (d drawn) Column(object, field string) (string, bool) {
	f := d.registry.Object(object).Field(field)
	return `"` + field + `"`, f != nil && f.Searchable() && !f.Internal && !f.Type.Sealed
}

func (drawn) All() string { return "(true)" }

func (drawn) Rule(_ string, relations []row.Relation, n int) (string, []any, error) {
	var kinds []string
	var args []any
	for _, r := range relations {
		if r.Kind == schema.ToAll {
			return "(true)", nil, nil
		}
		args = append(args, r.IDs)
		kinds = append(kinds, fmt.Sprintf("%s($%d)", r.Kind, n+len(args)))
	}
	slices.Sort(kinds)
	return "(" + strings.Join(kinds, " OR ") + ")", args, nil
}

// noon is when tests ask: a Wednesday, in a zone that is five hours behind, whose weeks
// begin on Sunday.
func noon() (query.Clock, error) {
	return query.Clock{Now: time.Date(2026, 3, 11, 16, 0, 0, 0, time.UTC), Zone: newYork, WeekStart: time.Sunday}, nil
}

var newYork, _ = time.LoadLocation("America/New_York")

func compile(p *access.Principal, text string) (*query.Compiled, error) {
	return query.NewCompiler().Compile(text, p, drawn{p.Registry()}, noon)
}

// told is a refusal as a line of text.
func told(t testing.TB, err error) string {
	t.Helper()
	e, is := errors.AsType[*fault.Error](err)
	if !is || e.Code != fault.Invalid || e.Place == nil {
		t.Errorf("no refusal with a place: %v", err)
		return ""
	}
	out := fmt.Sprintf("%d:%d %q %s", e.Place.Line, e.Place.Column, e.Place.Word, e.Detail)
	if e.Place.Nearest != "" {
		out += " (" + e.Place.Nearest + "?)"
	}
	return out
}
