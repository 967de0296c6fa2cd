package records

import (
	"context"
	"maps"
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

// FeedRequest asks for what changed recently, the newest first.
type FeedRequest struct {
	// Before is the number before which to go on (Feed.Next), 0 for the newest.
	Before int64
	Limit  int // 30 unless told, 100 at most
	// Objects are those whose records are asked about; none for all.
	Objects []string
	// Own asks for the principal's own changes alone.
	Own bool
}

// Feed is a page of what changed recently.
type Feed struct {
	Items []News
	Next  int64 // before which it goes on, 0 at its end
	Took  time.Duration
	Bytes int
	// Objects are all whose changes the principal may hear of, in their order.
	Objects []string
}

// News is one change of one record, as far as its reader may know of it.
type News struct {
	// Number is the change's place in the log, as sockets tell it (seq).
	Number int64     `json:"number"`
	At     time.Time `json:"at"`
	Object string    `json:"object"`
	// Version is the record's since then.
	Version int64    `json:"version"`
	Op      entry.Op `json:"op"`
	Cause   string   `json:"cause,omitempty"`
	// By are the fields of the record that say who did it: modified_by.
	By entry.Fields `json:"by"`
	// Record says which one, as it stands: its id, its name and the thread that it is in.
	Record entry.Fields `json:"record"`
	// Fields are those that an update changed.
	Fields []string `json:"fields,omitempty"`
}

// Feed returns what was made and changed recently in records that the principal sees as they
// stand, of the fields that he may read of them: of all objects whose changes the topic feed
// brings, as far back as the log is kept. What is removed is not there, nor is what becomes of a
// message after it was written.
func (s *Service) Feed(ctx context.Context, p *access.Principal, q FeedRequest) (Feed, error) {
	var out Feed
	for _, o := range p.Registry().Objects() {
		if o.Feed && !o.Internal && p.Rights(o.APIName) != nil {
			out.Objects = append(out.Objects, o.APIName)
		}
	}
	objects := out.Objects
	if len(q.Objects) > 0 {
		objects = q.Objects
	}
	for _, name := range objects {
		if !slices.Contains(out.Objects, name) {
			return out, fault.Field("objects", "The feed has no changes of %q; it has those of %s.", name, strings.Join(out.Objects, ", "))
		}
	}
	if len(objects) == 0 {
		return out, nil
	}
	var by id.ID
	if q.Own {
		by = p.User
	}
	if q.Limit <= 0 {
		q.Limit = defaultHistory
	}
	q.Limit = min(q.Limit, maxHistory)
	out.Next = q.Before
	for range historyPages {
		page, err := s.store.Feed(ctx, p.Organization, row.FeedRequest{Before: out.Next, Limit: q.Limit - len(out.Items), Objects: objects, By: by})
		out.Took += page.Took
		if err != nil {
			return out, err
		}
		if err := s.news(ctx, p, page.Entries, &out); err != nil {
			return out, err
		}
		out.Next = page.Reached
		if !page.More {
			out.Next = 0
			break
		}
		if len(out.Items) >= q.Limit {
			break
		}
	}
	return out, nil
}

// news adds what the principal may know of the entries.
func (s *Service) news(ctx context.Context, p *access.Principal, entries []row.Fed, out *Feed) error {
	ids := map[string][]id.ID{}
	for i := range entries {
		if one := &entries[i]; !slices.Contains(ids[one.Object], one.ID) {
			ids[one.Object] = append(ids[one.Object], one.ID)
		}
	}
	seen := map[string]map[id.ID]*row.Item{}
	for object, wanted := range ids {
		seen[object] = map[id.ID]*row.Item{}
		request := row.ReadRequest{Object: object, Fields: shownInFeed(p.Registry().Object(object))}
		for len(wanted) > 0 {
			found, rest, err := sight.Some(ctx, s.store, p, wanted, request)
			if err != nil {
				return err
			}
			maps.Copy(seen[object], found)
			wanted = rest
		}
	}
	for i := range entries {
		one := &entries[i]
		item := seen[one.Object][one.ID]
		if item == nil || one.Op == entry.Removed {
			continue
		}
		o, rights := p.Registry().Object(one.Object), p.Rights(one.Object)
		visible := rights.Visible(&item.Route)
		news := News{Number: one.Seq, At: one.At, Object: one.Object, Version: one.Version, Op: one.Op, Cause: one.Cause,
			By: access.Project(o, entry.Fields{actor: one.Actor}, visible), Record: rights.Show(item)}
		if one.Op == entry.Updated {
			if news.Fields = toldFields(o, access.Project(o, one.After, visible)); len(news.Fields) == 0 || o.Role == schema.Part {
				continue
			}
		}
		out.Bytes += news.Record.Size() + news.By.Size()
		out.Items = append(out.Items, news)
	}
	return nil
}

// actor is the field whose shape and right that of who made a change has.
const actor = "modified_by"

// shownInFeed are the fields that say which record it is.
func shownInFeed(o *schema.Object) []string {
	fields := []string{"id", "name"}
	if o.Role == schema.Part && o.Route.Thread != "" {
		fields = append(fields, o.Route.Thread)
	}
	return slices.DeleteFunc(fields, func(name string) bool { return o.Field(name) == nil })
}

// toldFields names the fields that somebody changed: bookkeeping tells nothing.
func toldFields(o *schema.Object, fields entry.Fields) (names []string) {
	for name := range fields {
		if o.Field(name).Tracked() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
