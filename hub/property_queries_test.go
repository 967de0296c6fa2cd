package hub_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// propertyQuery is a live query that the model can run: columns of those records
// of an object that a function selects, ordered by a column.
type propertyQuery struct {
	text    string
	object  string
	columns []string // empty for their count
	keeps   func(*modelRow) bool
	by      string
	limit   int
}

var propertyQueries = []propertyQuery{
	{text: "SELECT id, name FROM contact ORDER BY name LIMIT 5", object: "contact", columns: []string{"id", "name"}, by: "name", limit: 5},
	{text: "SELECT id, name, email FROM contact", object: "contact", columns: []string{"id", "name", "email"}},
	{
		text: "SELECT id, notes FROM call WHERE status = 'ringing'", object: "call", columns: []string{"id", "notes"},
		keeps: func(r *modelRow) bool { return text(r.fields["status"]) == "ringing" },
	},
	{text: "SELECT COUNT(*) AS n FROM chat_message", object: "chat_message"},
	{text: "SELECT body FROM chat_message", object: "chat_message", columns: []string{"body"}, by: "body"},
}

func propertyQueryID(n int) id.ID { return id.Derived(fmt.Sprint("live query ", n)) }

// Live implements hub.Queries.
func (m *model) Live(_ context.Context, p *access.Principal, of id.ID) (query.Live, error) {
	for n, q := range propertyQueries {
		if propertyQueryID(n) == of {
			watch, err := query.NewCompiler().Watch(q.text, p)
			return &propertyLive{model: m, query: q, principal: p, watch: watch}, err
		}
	}
	return nil, fault.New(fault.NotFound, "There is no such query.")
}

type propertyLive struct {
	model     *model
	query     propertyQuery
	principal *access.Principal
	watch     *query.Watch
}

// Watch implements query.Live.
func (l *propertyLive) Watch() *query.Watch { return l.watch }

// Run implements query.Live.
func (l *propertyLive) Run(ctx context.Context) (query.Answer, error) {
	q, m, rights := l.query, l.model, l.principal.Rights(l.query.object)
	if err := m.released(ctx); err != nil {
		return query.Answer{}, err
	}
	var rows []struct {
		id    id.ID
		by    string
		shown []byte
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range m.rows {
		if r.object != q.object || q.keeps != nil && !q.keeps(r) {
			continue
		}
		fields := rights.Show(&row.Item{Route: m.route(r), Fields: r.fields})
		if fields == nil {
			continue
		}
		var shown []string
		for _, name := range q.columns {
			value := fields[name]
			if value == nil {
				value = json.RawMessage("null")
			}
			shown = append(shown, fmt.Sprintf("%q:%s", name, value))
		}
		rows = append(rows, struct {
			id    id.ID
			by    string
			shown []byte
		}{r.id, string(fields[q.by]), []byte("{" + strings.Join(shown, ",") + "}")})
	}
	slices.SortFunc(rows, func(a, b struct {
		id    id.ID
		by    string
		shown []byte
	}) int {
		return cmp.Or(strings.Compare(a.by, b.by), strings.Compare(string(a.id), string(b.id)))
	})
	a := query.Answer{Total: int64(len(rows))}
	if q.columns == nil {
		a.Rows, a.Total = []json.RawMessage{fmt.Appendf(nil, `{"n":%d}`, len(rows))}, 1
		return a, nil
	}
	if q.limit > 0 && len(rows) > q.limit {
		rows, a.Next = rows[:q.limit], true
	}
	for _, r := range rows {
		a.Rows = append(a.Rows, r.shown)
		if q.columns[0] == "id" {
			a.Keys = append(a.Keys, r.id)
		}
	}
	return a, nil
}

// holds makes live queries wait until they are released.
func (m *model) holds() (release func()) {
	hold := make(chan struct{})
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hold = hold
	return sync.OnceFunc(func() { close(hold) })
}

func (m *model) released(ctx context.Context) error {
	m.mu.Lock()
	hold := m.hold
	m.mu.Unlock()
	if hold == nil {
		return nil
	}
	select {
	case <-hold:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// queryRows applies an event about a live query's rows, as the contract
// specifies.
func (f *follower) queryRows(raw json.RawMessage) error {
	var e wire.RowsEvent
	if err := json.Unmarshal(raw, &e); err != nil {
		return fmt.Errorf("%s: %w", raw, err)
	}
	if e.Topic == f.waiting {
		f.early = append(f.early, e)
		return nil
	}
	if h := f.topics[e.Topic]; h != nil && !f.dirty[e.Topic] {
		return h.take(e)
	}
	return nil
}

func (h *held) take(e wire.RowsEvent) error {
	if e.Number <= h.number {
		return nil // older than the snapshot
	}
	if e.After != h.number {
		return fmt.Errorf("%s follows %d and not %d", e.Topic, e.After, h.number)
	}
	h.number, h.total = e.Number, e.Total
	stood := map[string]wire.QueryRow{}
	h.rows = slices.DeleteFunc(h.rows, func(r wire.QueryRow) bool {
		stood[r.Key] = r
		return slices.Contains(e.Removed, r.Key) || slices.ContainsFunc(e.Moved, func(m wire.RowMoved) bool { return m.Key == r.Key })
	})
	puts := e.Added
	for _, m := range e.Moved {
		puts = append(puts, wire.RowAdded{Key: m.Key, At: m.At, Row: stood[m.Key].Row})
	}
	slices.SortFunc(puts, func(a, b wire.RowAdded) int { return a.At - b.At })
	for _, p := range puts {
		h.rows = slices.Insert(h.rows, p.At, wire.QueryRow{Key: p.Key, Row: p.Row})
	}
	for _, c := range e.Changed {
		for i := range h.rows {
			if h.rows[i].Key == c.Key {
				h.rows[i].Row = merge(h.rows[i].Row, c.Row)
			}
		}
	}
	return nil
}

// merge overlays the keys of one row on another.
func merge(under, over json.RawMessage) json.RawMessage {
	out := map[string]json.RawMessage{}
	decodeInto(under, &out)
	decodeInto(over, &out)
	return quote(out)
}

// shownRows returns the rows as one text, independent of the order and
// spelling of their keys.
func (h *held) shownRows() []string {
	var out []string
	for _, r := range h.rows {
		var row any
		decodeInto(r.Row, &row)
		out = append(out, string(quote(row)))
	}
	return out
}
