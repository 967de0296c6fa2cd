package report_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/report"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// reader is somebody with some permission sets.
func reader(superuser bool, sets ...access.PermissionSet) *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{
		Organization: id.Derived("organization"), User: id.Derived("somebody"), Superuser: superuser, Sets: sets,
	})
	return &p
}

// drawn are tables of which a text tells what they were asked for.
type drawn struct{ registry *schema.Registry }

func (drawn) Version() string { return "1" }

func (d drawn) Table(object string) (string, bool) { return object, d.registry.Object(object) != nil }

func (d drawn) Column(object, field string) (string, bool) {
	return field, d.registry.Object(object).Field(field).Searchable()
}

func (drawn) All() string { return "(true)" }

func (drawn) Rule(_ string, relations []row.Relation, _ int) (string, []any, error) {
	for _, r := range relations {
		if r.Kind == schema.ToAll {
			return "(true)", nil, nil
		}
	}
	return "(mine)", nil, nil
}

var newYork, _ = time.LoadLocation("America/New_York")

// noon is when tests ask: a Wednesday, in a zone that is five hours behind.
func noon() (query.Clock, error) {
	return query.Clock{Now: time.Date(2026, 3, 11, 16, 0, 0, 0, time.UTC), Zone: newYork, WeekStart: time.Sunday}, nil
}

// planned makes the plan of settings over an object or a text.
func planned(p *access.Principal, from, settings string) (*report.Plan, *query.Compiled, error) {
	source := report.Source{Text: from}
	if !strings.Contains(from, " ") {
		source = report.Source{Object: from}
	}
	var s report.Settings
	var filters struct {
		Filters    []report.Filter `json:"filters"`
		Comparison string          `json:"comparison"`
	}
	if err := errors.Join(json.Unmarshal([]byte(settings), &s), json.Unmarshal([]byte(settings), &filters)); err != nil {
		return nil, nil, err
	}
	source.Filters, source.Comparison = filters.Filters, filters.Comparison
	plan, err := report.Make(source, s, p)
	if err != nil {
		return nil, nil, err
	}
	compiled, err := query.NewCompiler().CompileTree(plan.Tree, p, drawn{p.Registry()}, noon)
	if err != nil {
		return nil, nil, plan.Refuse(err)
	}
	return plan, compiled, nil
}

// told is a refusal by its settings, as one line for each.
func told(t *testing.T, err error) string {
	t.Helper()
	e, is := errors.AsType[*fault.Error](err)
	if !is || e.Code != fault.Invalid || len(e.Fields) == 0 {
		return fmt.Sprintf("no refusal: %v", err)
	}
	var lines []string
	for _, name := range []string{
		"chartType", "aggregate", "groupByDateTime", "sort", "order", "limit", "x", "y", "field", "summarizeBy", "series", "series.0", "series.1",
		"thresholds", "object", "query", "filters",
	} {
		for _, message := range e.Fields[name] {
			lines = append(lines, name+": "+message)
		}
	}
	if e.Place != nil {
		lines = append(lines, fmt.Sprintf("at %d:%d %q %s", e.Place.Line, e.Place.Column, e.Place.Word, e.Place.Nearest))
	}
	return strings.Join(lines, "\n")
}
