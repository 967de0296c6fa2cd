package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"switchboard/actors/records"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
)

// zone is the time zone of the demo users, by which reports group dates.
const zone = "America/Los_Angeles"

// timed is an operation that one client repeats and whose time counts: on the
// product over HTTP, and on the database by the product's or handwritten SQL.
type timed struct {
	name       string
	most       time.Duration // maximum for the product (p50), 0 if the ratio counts
	ratio      float64       // maximum ratio to the bare SQL's time, 0 if the time counts
	ours       func(c *client) error
	statements func(ctx context.Context, b *bare) (again func(ctx context.Context, n int64) error, err error)
}

// measureQueries measures queries, searches and reports.
func (w *world) measureQueries(ctx context.Context) error {
	a := &generator{world: w}
	fmt.Print("One client, and the same SQL on one connection:\n\n")
	fmt.Println("| question | product p50 / p99 | bare SQL p50 / p99 | product ÷ bare SQL | asked |")
	fmt.Println("|---|---|---|---|---|")
	for _, q := range a.timed() {
		if !w.wants(q.name) {
			continue
		}
		if err := w.time(ctx, &q); err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
	}
	fmt.Printf("\n%d clients:\n\n", w.clients)
	return w.measureAll(ctx, a.queried())
}

// time runs one client, in rounds that alternate with the bare SQL.
func (w *world) time(ctx context.Context, q *timed) error {
	again, err := q.statements(ctx, w.bare)
	if err != nil {
		return fmt.Errorf("the statements: %w", err)
	}
	var ours, bare times
	for range w.rounds {
		if err := w.round(ctx, 1, &ours, overHTTP(w.productAt, w.tokens[w.productAt], q.ours)); err != nil {
			return fmt.Errorf("product: %w", err)
		}
		if err := w.round(ctx, 1, &bare, directly(ctx, again)); err != nil {
			return fmt.Errorf("bare SQL: %w", err)
		}
	}
	asked := fmt.Sprintf("≤ %v", q.most)
	if q.ratio > 0 {
		asked = fmt.Sprintf("ratio ≤ %.1f", q.ratio)
	}
	fmt.Printf("| %s | %s | %s | %.2f | %s |\n", q.name, ours.latency(), bare.latency(), float64(median(ours.medians))/float64(median(bare.medians)), asked)
	return nil
}

func (a *generator) timed() []timed {
	deep := a.rows / 2
	name, number := a.contact(a.nameScheme().name), a.contact(func(i int) string { return fmt.Sprintf("206%07d", i) })
	return []timed{
		{
			name: "list of 25 and exact total", most: 2 * time.Millisecond,
			ours: asks(a.latest), statements: a.querying(a.latest),
		},
		{
			name: "filter by two fields, total", most: 3 * time.Millisecond,
			ours: asks(a.ofCompany), statements: a.querying(a.ofCompany),
		},
		{
			name: "search for a name", most: 25 * time.Millisecond,
			ours: searches(name), statements: a.searching(name),
		},
		{
			name: "search for a phone number", most: 25 * time.Millisecond,
			ours: searches(number), statements: a.searching(number),
		},
		{
			name: fmt.Sprintf("page %d of 25 and exact total", deep/25), most: 80 * time.Millisecond,
			ours: asks(latestFrom(deep)), statements: a.querying(latestFrom(deep)),
		},
		{
			name: "report of all contacts by month", ratio: 1.3,
			ours: func(c *client) error {
				return send(c, "POST", "/v1/analytics/report", fields{
					"query": "SELECT * FROM contact", "chartType": "Line", "aggregate": "Count", "groupByDateTime": "Month", "x": "created_date", "y": "id", "bypass_cache": true,
				})
			},
			statements: func(_ context.Context, b *bare) (func(context.Context, int64) error, error) {
				text := "SELECT date_trunc('month', created_date, $1), count(id) FROM " + tables.Quote(tables.SchemaOf(demo.Organization)) +
					".contact WHERE deleted_date IS NULL GROUP BY 1 ORDER BY 1"
				return func(ctx context.Context, _ int64) error { return b.send(ctx, []roundTrip{{{text, []any{zone}}}}, nil) }, nil
			},
		},
	}
}

// queried returns queries that the peer supports too.
func (a *generator) queried() []operation {
	return []operation{
		{
			name: "query: list of 25 and exact total", peer: 5, bare: 1. / 6,
			ours: asks(a.latest), theirs: a.theirLatest, statements: a.querying(a.latest),
		},
		{
			name: "query: filter by two fields, total", peer: 10, bare: 1. / 6,
			ours: asks(a.ofCompany), theirs: a.theirOfCompany, statements: a.querying(a.ofCompany),
		},
	}
}

// latest returns one of the first pages of contacts, the last changed first.
func (a *generator) latest() string { return latestFrom(25 * anyOf(40))() }

func latestFrom(offset int) func() string {
	text := fmt.Sprintf("SELECT * FROM contact ORDER BY modified_date DESC LIMIT 25 OFFSET %d", offset)
	return func() string { return text }
}

func (a *generator) ofCompany() string {
	return fmt.Sprintf("SELECT * FROM contact WHERE company = '%s' AND do_not_call = false ORDER BY modified_date DESC LIMIT 25", a.company())
}

// contact returns a text about a random contact.
func (a *generator) contact(of func(i int) string) func() string {
	return func() string { return of(1 + anyOf(a.rows)) }
}

func asks(text func() string) func(c *client) error {
	return func(c *client) error { return send(c, "POST", "/v1/query", fields{"query": text()}) }
}

func searches(text func() string) func(c *client) error {
	return func(c *client) error {
		raw, err := c.ask("GET", "/v1/search?objects=contact&q="+url.QueryEscape(text()), nil)
		var found struct {
			Data []json.RawMessage `json:"data"`
		}
		if err == nil {
			err = json.Unmarshal(raw, &found)
		}
		if err == nil && len(found.Data) == 0 {
			err = fmt.Errorf("nothing was found: %s", raw)
		}
		return err
	}
}

// querying records the statements of several queries, without the sandbox
// around them: bare SQL has none.
func (a *generator) querying(text func() string) func(context.Context, *bare) (func(context.Context, int64) error, error) {
	return func(ctx context.Context, b *bare) (func(context.Context, int64) error, error) {
		return varied(func() ([]roundTrip, error) {
			asked := text()
			trips, err := b.taken(ctx, func(ctx context.Context) error {
				prepared, err := b.store.PrepareQuery(ctx, demo.Organization, query.Request{Text: asked, Reader: &b.who})
				if err == nil {
					_, err = prepared.Run(ctx)
				}
				return err
			})
			return unwalled(trips), err
		}, b)
	}
}

func unwalled(trips []roundTrip) (out []roundTrip) {
	for _, t := range trips {
		var left roundTrip
		for _, s := range t {
			if s.text != "commit" && !strings.HasPrefix(s.text, "begin") && !strings.HasPrefix(s.text, "SELECT set_config(") {
				left = append(left, s)
			}
		}
		if len(left) > 0 {
			out = append(out, left)
		}
	}
	return out
}

// searching records the statements of several searches.
func (a *generator) searching(text func() string) func(context.Context, *bare) (func(context.Context, int64) error, error) {
	return func(ctx context.Context, b *bare) (func(context.Context, int64) error, error) {
		return varied(func() ([]roundTrip, error) {
			asked := text()
			return b.taken(ctx, func(ctx context.Context) error {
				_, err := b.records.Search(ctx, &b.who, records.SearchRequest{Text: asked, Objects: []string{"contact"}})
				return err
			})
		}, b)
	}
}

// directly queries the database.
func directly(ctx context.Context, again func(ctx context.Context, n int64) error) func() (func() error, func(), error) {
	var n atomic.Int64
	return func() (func() error, func(), error) {
		return func() error { return again(ctx, n.Add(1)) }, func() {}, nil
	}
}
