package analytics_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"switchboard/actors/analytics"
	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/report"
)

// ledger stands for the database: a query that counts how often it was run.
type ledger struct {
	runs    int
	changed bool
}

func (l *ledger) PrepareTree(context.Context, id.ID, query.TreeRequest) (query.PreparedTree, error) {
	return l, nil
}

func (*ledger) Key() string { return "key" }

func (l *ledger) Run(context.Context) (query.Rows, error) {
	l.runs++
	return query.Rows{Cells: [][]json.RawMessage{{json.RawMessage("7")}}}, nil
}

func (l *ledger) Since(_ context.Context, m query.Mark) (query.Mark, bool, error) {
	return query.Mark{Seq: m.Seq + 1}, l.changed, nil
}

func ask(t *testing.T, s *analytics.Service, r analytics.Request) analytics.Made {
	t.Helper()
	p := access.Build(features.Registry(), access.Inputs{Organization: id.Derived("organization"), User: id.Derived("somebody"), Superuser: true})
	r.Source, r.Settings = report.Source{Object: "contact"}, report.Settings{ChartType: "Metric", Field: "id"}
	prepared, err := s.Prepare(t.Context(), &p, r)
	if err != nil {
		t.Fatal(err)
	}
	made, ok, err := prepared.Kept(t.Context())
	if err == nil && !ok {
		made, err = prepared.Run(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// An answer is given again for an hour, or for as long as who asks says, while nothing
// changes.
func TestHowLongAnAnswerIsKept(t *testing.T) {
	l := &ledger{}
	s := analytics.New(l, nil, nil)
	now := time.Date(2026, 3, 11, 12, 0, 0, 0, time.UTC)
	s.At(func() time.Time { return now })
	expect := func(what string, r analytics.Request, runs int) {
		t.Helper()
		if made := ask(t, s, r); l.runs != runs || !strings.Contains(string(made.JSON), `"s1":7`) {
			t.Errorf("%s: it was made %d times, not %d: %s", what, l.runs, runs, made.JSON)
		}
	}
	expect("at first", analytics.Request{}, 1)
	now = now.Add(59 * time.Minute)
	expect("within the hour", analytics.Request{}, 1)
	expect("older than it may be", analytics.Request{Longest: time.Minute}, 2)
	expect("the new one", analytics.Request{Longest: time.Minute}, 2)
	expect("however long one may say", analytics.Request{Longest: 9 * time.Hour}, 2)
	now = now.Add(61 * time.Minute)
	expect("after the hour", analytics.Request{Longest: 9 * time.Hour}, 3)
	expect("made anew", analytics.Request{Bypass: true}, 4)
	expect("which is kept, too", analytics.Request{}, 4)
	l.changed = true
	expect("after a change", analytics.Request{}, 5)
}
