package notifications

import (
	"context"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// change returns the notifications that entries lead to.
func (e *Engine) change(ctx context.Context, organization id.ID, entries []entry.Entry) (row.Change, error) {
	all, err := e.events(ctx, organization, entries)
	if err != nil || len(all) == 0 {
		return row.Change{}, err
	}
	if err := e.subscribers(ctx, organization, all); err != nil {
		return row.Change{}, err
	}
	return e.notify(ctx, organization, all)
}

// events asks the features which events entries report.
func (e *Engine) events(ctx context.Context, organization id.ID, entries []entry.Entry) ([]event, error) {
	registry, err := e.Store.Registry(ctx, organization)
	if err != nil {
		return nil, err
	}
	var all []event
	for i := range entries {
		one := &entries[i]
		object := registry.Object(one.Object)
		if object == nil || object.Internal || one.Object == Object || one.Op == entry.Bulk {
			continue
		}
		for _, notice := range e.Notices {
			if notice.Object != "" && notice.Object != one.Object {
				continue
			}
			happened, err := notice.Read(ctx, e.Store, one)
			if fault.Is(err, fault.NotFound) {
				continue // what it is about is gone
			}
			if err != nil {
				return nil, err
			}
			for _, h := range happened {
				if h.Kind == Updated && !tracked(object, one) {
					continue
				}
				all = append(all, event{entry: one, kind: h.Kind, object: h.Object, record: h.Record, name: h.Subject, to: h.To, broad: h.Broad, text: h.Text, quotes: h.Quotes})
			}
		}
	}
	return all, nil
}

// topic is a kind of event of a record.
type topic struct{ record, kind string }

// subscriber is a user who subscribed to a topic.
type subscriber struct {
	user  id.ID
	since time.Time
}

// subscribers adds the subscribers to the events that name no users.
func (e *Engine) subscribers(ctx context.Context, organization id.ID, all []event) error {
	wanted := map[string]bool{}
	for i := range all {
		if all[i].to == nil {
			wanted[string(all[i].record)] = true
		}
	}
	by := map[topic][]subscriber{}
	for records := range slices.Chunk(slices.Sorted(maps.Keys(wanted)), portion) {
		var last id.ID
		for more := true; more; {
			where := []row.Condition{{Field: "record_id", Operator: "IN", Value: records}, {Field: "active", Operator: "=", Value: true}}
			if last != "" {
				where = append(where, row.Condition{Field: "id", Operator: ">", Value: last})
			}
			found, err := e.Store.Find(ctx, organization, row.Query{
				Object: "notification_subscriber", Fields: []string{"user", "record_id", "notification_setting", "created_date"},
				Where: where, Order: []row.Order{{Field: "id"}}, Limit: page,
			})
			if err != nil {
				return err
			}
			for _, one := range found {
				k := topic{one.Text("record_id"), one.Text("notification_setting")}
				by[k] = append(by[k], subscriber{one.Lookup("user"), one.Time("created_date")})
				last = one.ID
			}
			more = len(found) == page
		}
	}
	for i := range all {
		t := &all[i]
		if t.to != nil {
			continue
		}
		for _, one := range by[topic{string(t.record), t.kind}] {
			// A later subscriber is not notified, even if the entry is read again.
			if !one.since.After(t.entry.At) {
				t.to = append(t.to, one.user)
			}
		}
	}
	return nil
}

// page bounds the rows of one query.
const page = 1000

// people are users of an organization as they are needed for a batch.
type people struct {
	engine       *Engine
	organization id.ID
	users        map[id.ID]row.Record
	principals   map[id.ID]*access.Principal
	away         map[id.ID]bool // nil until it is needed
}

// load reads users.
func (p *people) load(ctx context.Context, ids []id.ID) error {
	for some := range slices.Chunk(ids, page) {
		found, err := p.engine.Store.Find(ctx, p.organization, row.Query{
			Object: "user", Fields: []string{"settings", "email"}, Limit: page,
			Where: []row.Condition{{Field: "id", Operator: "IN", Value: some}, {Field: "is_active", Operator: "=", Value: true}},
		})
		if err != nil {
			return err
		}
		for _, one := range found {
			p.users[one.ID] = one
		}
	}
	return nil
}

// sees returns the fields of the entry's record that a user may read, nil if they may not see it, and
// whether they may read the name of the record that it is about.
func (p *people) sees(ctx context.Context, user id.ID, t *event) (fields *access.FieldSet, name bool, err error) {
	who, known := p.principals[user]
	if !known {
		acting, err := p.engine.Principals.ActsFor(ctx, p.organization, user)
		switch {
		case fault.Is(err, fault.Unauthenticated): // deactivated
		case err != nil:
			return nil, false, err
		default:
			who = &acting
		}
		p.principals[user] = who
	}
	if who == nil {
		return nil, false, nil
	}
	route := &t.entry.Route.After
	about := who.Rights(t.object).Visible(route)
	return who.Rights(t.entry.Object).Visible(route), about != nil && about.Has("name"), nil
}

// isAway reports whether a user is at none of their screens.
func (p *people) isAway(ctx context.Context, user id.ID) (bool, error) {
	if p.away == nil {
		away, err := p.engine.Presence.Away(ctx, p.organization)
		if err != nil {
			return false, err
		}
		p.away = away
		if p.away == nil {
			p.away = map[id.ID]bool{}
		}
	}
	return p.away[user], nil
}

// tracked reports whether an entry changed a field whose changes are kept in the history: others are
// bookkeeping.
func tracked(object *schema.Object, e *entry.Entry) bool {
	for _, changed := range []entry.Fields{e.After, e.Before} {
		for name := range changed {
			if f := object.Field(name); f != nil && f.Tracked() {
				return true
			}
		}
	}
	return false
}

// cut shortens a text.
func cut(text string) string {
	if utf8.RuneCountInString(text) <= maxText {
		return text
	}
	return string([]rune(text)[:maxText-1]) + "…"
}
