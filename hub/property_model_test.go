package hub_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"switchboard/actors/feature"
	"switchboard/actors/features"
	"switchboard/actors/users/presence"
	"switchboard/hub"
	"switchboard/hub/topics"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// model holds an organization's records in memory and replaces storage for
// the hub. Each change of a record returns the entry that storage would
// announce.
type model struct {
	registry *schema.Registry

	mu    sync.Mutex
	rows  map[id.ID]*modelRow
	teams map[id.ID][]id.ID
	dots  map[id.ID]presence.Dot
	// head is the newest entry, rightsMoved the newest that changed a user's
	// permissions.
	head        int64
	rightsMoved map[id.ID]int64
	hold        chan struct{} // if set, a live query waits for it before it runs
}

type modelRow struct {
	object  string
	id      id.ID
	version int64
	fields  entry.Fields
	// The source of its route.
	owner               id.ID
	members, candidates []id.ID
	thread              id.ID
	private             bool
}

func newModel() *model {
	return &model{registry: features.Registry(), rows: map[id.ID]*modelRow{}, teams: map[id.ID][]id.ID{}, dots: map[id.ID]presence.Dot{}, rightsMoved: map[id.ID]int64{}}
}

func (m *model) register(h *hub.Hub) {
	var running []feature.Running // no commands are used here
	for _, f := range features.All() {
		running = append(running, feature.Running{Feature: f})
	}
	topics.Register(h, topics.Deps{Reader: m, Presence: m, Features: running})
}

// Snapshot returns the dots.
func (m *model) Snapshot(context.Context, id.ID) ([]presence.Dot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []presence.Dot
	for _, d := range m.dots {
		list = append(list, d)
	}
	return list, nil
}

// Get implements the reader for one record.
func (m *model) Get(_ context.Context, _ id.ID, object string, record id.ID) (row.Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.rows[record]; r == nil || r.object != object {
		return row.Record{}, fault.New(fault.NotFound, "There is no such record.")
	}
	return row.Record{Object: object, ID: record}, nil
}

// Read selects rows. The caller applies the row rule again.
func (m *model) Read(_ context.Context, _ id.ID, q row.ReadRequest) (row.Page, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var page row.Page
	for _, r := range m.rows {
		if r.object == q.Object && !slices.ContainsFunc(q.Where, func(c row.Condition) bool { return !r.meets(c) }) {
			fields := maps.Clone(r.fields)
			page.Items = append(page.Items, row.Item{ID: r.id, Version: r.version, Fields: fields, Route: m.route(r)})
		}
	}
	slices.SortFunc(page.Items, func(a, b row.Item) int {
		if x, y := numberOf(a.Fields["number"]), numberOf(b.Fields["number"]); x != y {
			return int(y - x)
		}
		return slices.Compare([]byte(a.ID), []byte(b.ID))
	})
	if q.Limit > 0 && len(page.Items) > q.Limit {
		page.Items = page.Items[:q.Limit]
	}
	return page, nil
}

func numberOf(raw json.RawMessage) int64 {
	n, _ := strconv.ParseInt(string(raw), 10, 64)
	return n
}

func (r *modelRow) meets(c row.Condition) bool {
	raw := r.fields[c.Field]
	switch c.Operator {
	case "=":
		return refersTo(raw, fmt.Sprint(c.Value))
	case "!=":
		return !refersTo(raw, fmt.Sprint(c.Value))
	case ">":
		if than, ok := c.Value.(time.Time); ok {
			var at time.Time
			return json.Unmarshal(raw, &at) == nil && at.After(than)
		}
		return numberOf(raw) > c.Value.(int64)
	case "NOT IN":
		c.Operator = "IN"
		return !r.meets(c)
	case "IN":
		if ids, ok := c.Value.([]id.ID); ok {
			return slices.ContainsFunc(ids, func(v id.ID) bool { return refersTo(raw, string(v)) })
		}
		return slices.ContainsFunc(c.Value.([]string), func(v string) bool { return refersTo(raw, v) })
	case "CONTAINS":
		var list []wire.Reference
		_ = json.Unmarshal(raw, &list)
		return slices.ContainsFunc(list, func(one wire.Reference) bool { return one.ID == c.Value.(id.ID) })
	}
	panic("the model doesn't know the operator " + c.Operator)
}

// refersTo reports whether a value is a text or a lookup of an id.
func refersTo(raw json.RawMessage, want string) bool {
	var one wire.Reference
	if json.Unmarshal(raw, &one) == nil && one.ID != "" {
		return string(one.ID) == want
	}
	var text string
	return json.Unmarshal(raw, &text) == nil && text == want
}

// route applies the registry's rules.
func (m *model) route(r *modelRow) entry.Route {
	out := entry.Route{Owner: r.owner, Teams: slices.Clone(m.teams[r.owner]), Members: r.members, Candidates: r.candidates, Thread: r.thread, Private: r.private}
	if r.object == "chat_message" {
		chat := m.rows[r.thread]
		out.Members, out.Private = chat.members, chat.private
	}
	return out
}

// create adds a record.
func (m *model) create(r *modelRow) entry.Entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	r.version = 1
	r.fields["id"], r.fields["version"] = quote(string(r.id)), quote(r.version)
	m.rows[r.id] = r
	e := entry.Entry{Object: r.object, ID: r.id, Op: entry.Created, Version: 1, Cause: r.object + ".created", After: entry.Fields{}, Record: entry.Fields{}}
	for name, value := range r.fields {
		e.After[name], e.Record[name] = value, value
	}
	e.Route.After = m.route(r)
	return e
}

// update changes a record; reroute changes the source of its route.
func (m *model) update(r *modelRow, set entry.Fields, reroute func()) entry.Entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	e := entry.Entry{Object: r.object, ID: r.id, Op: entry.Updated, Cause: r.object + ".updated", Before: entry.Fields{}, After: entry.Fields{}}
	e.Route.Before = m.route(r)
	if reroute != nil {
		reroute()
	}
	r.version++
	for name, value := range set {
		if string(r.fields[name]) != string(value) {
			e.Before[name], e.After[name] = r.fields[name], value
			r.fields[name] = value
		}
	}
	e.Version, e.After["version"], r.fields["version"] = r.version, quote(r.version), quote(r.version)
	if e.Route.After = m.route(r); !e.Route.Before.Equal(e.Route.After) {
		e.Record = maps.Clone(r.fields)
	}
	return e
}

// remove removes a record.
func (m *model) remove(r *modelRow) entry.Entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.rows, r.id)
	e := entry.Entry{Object: r.object, ID: r.id, Op: entry.Removed, Version: r.version + 1, Cause: r.object + ".removed"}
	e.Route.Before = m.route(r)
	return e
}

// of returns the rows of an object in a fixed order.
func (m *model) of(object string) []*modelRow {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []*modelRow
	for _, r := range m.rows {
		if r.object == object {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *modelRow) int { return slices.Compare([]byte(a.id), []byte(b.id)) })
	return list
}

func (m *model) get(record id.ID) *modelRow {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rows[record]
}

func quote(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

func reference(user id.ID) json.RawMessage {
	if user == "" {
		return json.RawMessage("null")
	}
	return quote(wire.Reference{ID: user, Name: "somebody"})
}

func references(list []id.ID) json.RawMessage {
	out := []wire.Reference{}
	for _, one := range list {
		out = append(out, wire.Reference{ID: one, Name: "somebody"})
	}
	return quote(out)
}

// decodeInto decodes a value of the model; an absent one leaves the target
// unchanged.
func decodeInto(raw json.RawMessage, target any) {
	if len(raw) > 0 && json.Unmarshal(raw, target) != nil {
		panic(fmt.Sprintf("not a %T: %s", target, raw))
	}
}

func keysOf[V any](m map[string]V) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}
