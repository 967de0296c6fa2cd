package records

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// GetAsOf reads one record as it stood at a moment, of the fields that the principal may
// read of it now. Errors: as of Get; fault.NotFound too where there was no such record
// then, or where it was removed since by others than he may restore it; fault.Invalid for
// a moment that the history does not reach back to.
func (s *Service) GetAsOf(ctx context.Context, p *access.Principal, object string, record id.ID, at time.Time) (entry.Fields, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return nil, err
	}
	past, err := s.asOf(ctx, p, rights, at)
	if err != nil {
		return nil, err
	}
	if !record.Valid() {
		return nil, fault.New(fault.NotFound, "Record not found")
	}
	past.Records = []id.ID{record}
	page, err := s.store.Read(ctx, p.Organization, row.ReadRequest{
		Object: o.APIName, AsOf: past, Visible: rights.Relations(), Fields: recalled(o), Limit: 1,
	})
	if err == nil {
		err = s.standing(ctx, p, o, &page)
	}
	if err != nil {
		return nil, err
	}
	for i := range page.Items {
		if fields := rights.Show(&page.Items[i]); fields != nil {
			return fields, nil
		}
	}
	if _, err := sight.Of(ctx, s.store, p, o.APIName, record); err != nil {
		return nil, err
	}
	return nil, fault.New(fault.NotFound, "The record did not exist at that time")
}

// asOf says what is read of a moment.
func (s *Service) asOf(ctx context.Context, p *access.Principal, rights *access.Rights, at time.Time) (*row.AsOf, error) {
	if at.After(time.Now()) {
		return nil, fault.Field("as_of", "as_of must be a moment of the past")
	}
	o := rights.Object
	if !o.Remembered() {
		return nil, fault.Field("as_of", "%s", unremembered(o))
	}
	since, err := s.store.Since(ctx, p.Organization)
	if err != nil {
		return nil, err
	}
	if on := o.HistorySince(); on.After(since) {
		since = on
	}
	if at.Before(since) {
		return nil, fault.Field("as_of", "The history reaches back to %s", since.Format(time.RFC3339))
	}
	past := &row.AsOf{At: at}
	if p.MayDelete(rights.Object.APIName) == nil { // who may not delete is told nothing of what was
		past.Removed = rights.DeleteRelations()
	}
	return past, nil
}

// unremembered says that nobody knows what records of an object were.
func unremembered(o *schema.Object) string {
	return "The history of " + o.Plural + " is switched off: what they were is not known"
}

// recalled names the fields that are read of a moment: those whose value then is known.
func recalled(o *schema.Object) []string {
	var out []string
	for _, f := range o.Fields {
		if o.Recalled(f) || f.System && !f.Internal {
			out = append(out, f.Name)
		}
	}
	return out
}

// standing says who may see records that were read as they stood: by how they stand now,
// the removed ones by how they stood last. What a route is made of beside the fields that
// were asked for is taken away.
func (s *Service) standing(ctx context.Context, p *access.Principal, o *schema.Object, page *row.Page) error {
	rest := make([]id.ID, len(page.Items))
	for i := range page.Items {
		rest[i] = page.Items[i].ID
	}
	now := make(map[id.ID]*row.Item, len(rest))
	for _, removed := range []bool{false, true} {
		for ask := rest; len(ask) > 0; {
			found, more, err := sight.Some(ctx, s.store, p, ask, row.ReadRequest{Object: o.APIName, Fields: none, Removed: removed})
			if err != nil {
				return err
			}
			maps.Copy(now, found)
			ask = more
		}
		rest = slices.DeleteFunc(rest, func(one id.ID) bool { return now[one] != nil })
	}
	known := recalled(o)
	for i := range page.Items {
		item := &page.Items[i]
		item.Route = entry.Route{Private: true} // nobody's, where it was taken from sight meanwhile
		if stands := now[item.ID]; stands != nil {
			item.Route = stands.Route
		}
		maps.DeleteFunc(item.Fields, func(name string, _ json.RawMessage) bool { return !slices.Contains(known, name) })
	}
	return nil
}
