package records

import (
	"context"
	"maps"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// RestoreRequest asks to bring a record back.
type RestoreRequest struct {
	// Version is the one that it shall stand as again; 0 if it was removed and shall stand as it
	// did.
	Version int64
	// Fields are those that are brought back, nil for all that the principal may change.
	Fields []string
	// Expect is the version of If-Match, 0 for none.
	Expect  int64
	Command string
}

// Restore brings a record back: one that stands to an earlier version, as a PATCH of the
// fields that were others then, with all that decides on a PATCH; a removed one as it
// stood, by who may delete it. Errors: as of Patch and Delete; fault.Invalid for a version
// that its history does not reach back to.
func (s *Service) Restore(ctx context.Context, p *access.Principal, object string, record id.ID, q RestoreRequest) (Written, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return Written{}, err
	}
	item, err := sight.Of(ctx, s.store, p, o.APIName, record)
	if fault.Is(err, fault.NotFound) {
		return s.bringBack(ctx, p, o, rights, record, q)
	}
	if err != nil {
		return Written{}, err
	}
	if err := p.MayChange(object); err != nil {
		return Written{}, err
	}
	if q.Version == 0 && s.plain.wasDone(ctx, p, o, q.Command) {
		return s.answers.read(ctx, p, o, rights, intakesOf([]id.ID{item.ID}))
	}
	if q.Version < 1 || q.Version > item.Version {
		return Written{}, fault.Field("version", "Name the version to restore, from 1 to %d", item.Version)
	}
	if !o.Remembered() {
		return Written{}, fault.Field("version", "%s", unremembered(o))
	}
	past, err := s.store.Past(ctx, p.Organization, o.APIName, item.ID, q.Version)
	if err != nil {
		return Written{}, err
	}
	if !past.Known {
		if past.Oldest == 0 {
			return Written{}, fault.Field("version", "This record has no history")
		}
		return Written{}, fault.Field("version", "The history of this record reaches back to version %d", past.Oldest)
	}
	input, left, err := s.earlier(o, p, rights, &item, past.Fields, q.Fields)
	switch {
	case err != nil:
		return Written{}, err
	case len(input) == 0 && len(left) > 0:
		return Written{}, fault.New(fault.Forbidden, "You don't have permission to change any field that differs from that version")
	case len(input) == 0:
		return s.answers.read(ctx, p, o, rights, intakesOf([]id.ID{item.ID}))
	}
	input["id"] = row.JSONValue(item.ID)
	written, err := s.Patch(ctx, p, object, []Input{input}, q.Expect, q.Command)
	written.Ignored = append(written.Ignored, left...)
	return written, err
}

// earlier are the fields that are set to what they were: those that are named, or all that
// the principal may change. left are those that he sees and may not change.
func (s *Service) earlier(o *schema.Object, p *access.Principal, rights *access.Rights, item *row.Item, then entry.Fields, named []string) (input Input, left []string, err error) {
	input = Input{}
	visible, may := rights.Visible(&item.Route), rights.Changing(p, &item.Route)
	for _, name := range named {
		f := o.Field(name)
		switch {
		case f == nil || !visible.Has(name) || !may.Knows(f):
			return nil, nil, fault.Field(name, "%s", errField)
		case f.Type.Sealed:
			return nil, nil, fault.Field(name, "%s is encrypted: what it held before is not kept", f.Title)
		case !f.Tracked():
			return nil, nil, fault.Field(name, "%s has no history", f.Title)
		}
		if takes, err := may.Takes(f); err != nil {
			return nil, nil, err
		} else if !takes {
			return nil, nil, fault.New(fault.Forbidden, "You don't have permission to change %s", f.Title)
		}
		if value, differs := then[name]; differs {
			input[name] = value
		}
	}
	if named != nil {
		return input, nil, nil
	}
	for name, value := range then {
		f := o.Field(name)
		if !visible.Has(name) || !may.Knows(f) {
			continue
		}
		if takes, err := may.Takes(f); takes && err == nil && !f.Type.Sealed {
			input[name] = value
		} else {
			left = append(left, name)
		}
	}
	return input, left, nil
}

// bringBack restores a removed record, where the principal could have removed it.
func (s *Service) bringBack(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, record id.ID, q RestoreRequest) (Written, error) {
	gone := func() error { return fault.New(fault.NotFound, "Record not found") }
	if p.MayDelete(o.APIName) != nil { // who may not delete is told nothing of what was
		return Written{}, gone()
	}
	found, _, err := sight.Some(ctx, s.store, p, []id.ID{record}, row.ReadRequest{Object: o.APIName, Stored: true, Removed: true})
	if err != nil {
		return Written{}, err
	}
	item := found[record]
	switch {
	case item == nil || !rights.Deletable(&item.Route):
		return Written{}, gone()
	case o.Live:
		return Written{}, notRestored(o)
	case q.Version != 0 || q.Fields != nil:
		return Written{}, fault.Field("version", "This record was deleted. Restore it first, without version and fields")
	case q.Expect != 0 && q.Expect != item.Version:
		return Written{}, fault.New(fault.VersionConflict, "Someone else changed this record. Review it before restoring.")
	}
	// The record gives again everything that it gave: it is judged as one that gave nothing yet.
	if err := s.Grants.Granting(ctx, p, o, &row.Item{ID: item.ID, Route: item.Route}, item.Stored); err != nil {
		return Written{}, err
	}
	in := &intake{record: record, set: row.Fields{}}
	if back, ok := s.plain.reviewers[o.APIName].(feature.Returner); ok {
		if err := back.Return(ctx, p, record, maps.Clone(item.Stored), in.set); err != nil {
			return Written{}, err
		}
	}
	items, err := s.plain.commit(ctx, p, row.Change{Command: q.Command, Once: once(o), Writes: []row.Write{
		{Object: o.APIName, ID: record, Op: row.Restored, Expect: item.Version, Set: in.set, Cause: o.APIName + ".restored"},
	}}, nil)
	if err != nil {
		return Written{}, err
	}
	return s.answers.with(ctx, p, o, rights, []*intake{in}, items)
}

// notRestored is the refusal of what an actor owned.
func notRestored(o *schema.Object) error {
	return fault.New(fault.Forbidden, "%s can't be restored once they were deleted", o.Plural)
}
