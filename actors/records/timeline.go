package records

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	defaultTimeline = 30
	maxTimeline     = 100
	// threadsOnTimeline bounds the threads about one record that are looked through.
	threadsOnTimeline = 100
)

// TimelineRequest asks for what happened with a record, the newest first.
type TimelineRequest struct {
	// Before is where to go on (Timeline.Next), or a moment as RFC 3339 writes it; "" for
	// the newest.
	Before string
	Limit  int // 30 unless told, 100 at most
	// Objects are those whose records are wanted, nil for all.
	Objects []string
}

// Timeline is a page of what happened with a record.
type Timeline struct {
	Items []Happened
	Next  string // where it goes on, "" at its end
	Took  time.Duration
	Bytes int
}

// Happened is one thing that happened: a record, with what kind of thing it tells of.
type Happened struct {
	Kind   string       `json:"kind"`
	Object string       `json:"object"`
	At     string       `json:"at"`
	Record entry.Fields `json:"record"`

	id id.ID
}

// before is a place on a timeline: things at one moment follow each other by their ids.
// The zero place is before nothing: the newest things come first.
type before struct {
	at time.Time
	id id.ID // "" for all at the moment itself
}

// Timeline reads what happened with a record that the principal may see, as far as he may
// see of it. What names the record in a field that he may not read is not there.
func (s *Service) Timeline(ctx context.Context, p *access.Principal, object string, record id.ID, q TimelineRequest) (Timeline, error) {
	var out Timeline
	o, _, err := s.object(p, object)
	if err != nil {
		return out, err
	}
	if _, err := sight.Shown(ctx, s.store, p, object, record); err != nil {
		return out, err
	}
	from, err := placeOf(q.Before)
	if err != nil {
		return out, err
	}
	if q.Limit <= 0 {
		q.Limit = defaultTimeline
	}
	q.Limit = min(q.Limit, maxTimeline)
	happenings, err := only(o, p.Registry().Happenings(o.APIName), q.Objects)
	if err != nil {
		return out, err
	}
	for _, h := range happenings {
		items, took, err := s.happened(ctx, p, h, record, from, q.Limit+1)
		out.Took += took
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, items...)
	}
	slices.SortFunc(out.Items, func(a, b Happened) int {
		return cmp.Or(strings.Compare(b.At, a.At), strings.Compare(string(b.id), string(a.id)))
	})
	if len(out.Items) > q.Limit {
		out.Items = out.Items[:q.Limit]
		last := out.Items[q.Limit-1]
		out.Next = last.At + "," + string(last.id)
	}
	for _, item := range out.Items {
		out.Bytes += item.Record.Size()
	}
	return out, nil
}

// only are the happenings of some objects, all of them for nil.
func only(o *schema.Object, all []schema.Happening, objects []string) ([]schema.Happening, error) {
	if objects == nil {
		return all, nil
	}
	for _, name := range objects {
		if !slices.ContainsFunc(all, func(h schema.Happening) bool { return h.Object.APIName == name }) {
			return nil, fault.Field("objects", "A timeline of a %s shows nothing of %q", strings.ToLower(o.Title), name)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(h schema.Happening) bool { return !slices.Contains(objects, h.Object.APIName) }), nil
}

// happened reads one kind of thing, up to limit.
func (s *Service) happened(ctx context.Context, p *access.Principal, h schema.Happening, record id.ID, from before, limit int) ([]Happened, time.Duration, error) {
	rights := p.Rights(h.Object.APIName)
	at := h.Object.Timeline.At
	about, took, err := s.about(ctx, p, h, record)
	if err != nil || about == nil || len(rights.Relations()) == 0 || !rights.Everywhere().Has(at) {
		return nil, took, err
	}
	var out []Happened
	for _, place := range from.conditions(at) {
		page, err := s.store.Read(ctx, p.Organization, row.ReadRequest{
			Object: h.Object.APIName, Where: append([]row.Condition{*about}, place...), Visible: rights.Relations(),
			Order: []row.Order{{Field: at, Descending: true}, {Field: "id", Descending: true}}, Limit: limit, Browse: true,
		})
		took += page.Took
		if err != nil {
			return nil, took, err
		}
		for i := range page.Items {
			item := &page.Items[i]
			fields := rights.Show(item)
			var moment string
			if json.Unmarshal(fields[at], &moment) != nil || moment == "" {
				continue
			}
			out = append(out, Happened{Kind: h.Object.Timeline.Kind, Object: h.Object.APIName, At: moment, Record: fields, id: item.ID})
		}
	}
	return out, took, nil
}

// about is the condition that a record is about another one; nil if the principal may not know
// that, or nothing is.
func (s *Service) about(ctx context.Context, p *access.Principal, h schema.Happening, record id.ID) (*row.Condition, time.Duration, error) {
	if h.Thread == nil {
		if !p.Rights(h.Object.APIName).Everywhere().Has(h.Field.Name) {
			return nil, 0, nil
		}
		c := refersTo(h.Field, record)
		return &c, 0, nil
	}
	rights, part := p.Rights(h.Thread.APIName), h.Object.Route.Thread
	if len(rights.Relations()) == 0 || !rights.Everywhere().Has(h.Field.Name) || !p.Rights(h.Object.APIName).Everywhere().Has(part) {
		return nil, 0, nil
	}
	page, err := s.store.Read(ctx, p.Organization, row.ReadRequest{
		Object: h.Thread.APIName, Where: []row.Condition{refersTo(h.Field, record)}, Visible: rights.Relations(),
		Order: []row.Order{{Field: "modified_date", Descending: true}}, Fields: none, Limit: threadsOnTimeline, Browse: true,
	})
	if err != nil || len(page.Items) == 0 {
		return nil, page.Took, err
	}
	threads := make([]id.ID, len(page.Items))
	for i, item := range page.Items {
		threads[i] = item.ID
	}
	return &row.Condition{Field: part, Operator: "IN", Value: threads}, page.Took, nil
}

// refersTo is the condition that a field names a record.
func refersTo(f *schema.Field, record id.ID) row.Condition {
	switch {
	case f.Kind().Column.Element != nil:
		return row.Condition{Field: f.Name, Operator: "CONTAINS", Value: record}
	case f.Type.Targeted:
		return row.Condition{Field: f.Name, Operator: "=", Value: record}
	default:
		return row.Condition{Field: f.Name, SubField: "id", Operator: "=", Value: string(record)}
	}
}

// placeOf reads where a page of a timeline begins.
func placeOf(text string) (before, error) {
	if text == "" {
		return before{}, nil
	}
	moment, of, _ := strings.Cut(text, ",")
	at, err := time.Parse(time.RFC3339Nano, moment)
	one, ok := id.Parse(of)
	if err != nil || of != "" && !ok {
		return before{}, fault.Field("before", "before must be a moment such as 2026-03-09T14:30:00Z, or what the page before named as its next")
	}
	return before{at, one}, nil
}

// conditions select what lies before a place, in one or two readings.
func (b before) conditions(at string) [][]row.Condition {
	if b.at.IsZero() {
		return [][]row.Condition{{{Field: at, Operator: "IS NOT NULL"}}}
	}
	earlier := []row.Condition{{Field: at, Operator: "<", Value: b.at}}
	if b.id == "" {
		return [][]row.Condition{earlier}
	}
	return [][]row.Condition{{{Field: at, Operator: "=", Value: b.at}, {Field: "id", Operator: "<", Value: b.id}}, earlier}
}
