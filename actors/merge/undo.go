package merge

import (
	"context"
	"slices"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Undo brings merged records back, with what was moved from them, and the fields of the master that
// nobody has changed since. Errors: fault.NotFound, fault.Forbidden, fault.Conflict where it was
// undone, is too old, or the master was merged itself.
func (s *Service) Undo(ctx context.Context, p *access.Principal, merge id.ID) (Outcome, error) {
	var result Result
	var of row.Merge
	err := s.store.Together(ctx, func(ctx context.Context) (err error) {
		if of, err = s.store.MergeByID(ctx, p.Organization, merge); err != nil {
			return err
		}
		result, err = s.undo(ctx, p, of)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	if result.MasterRecord, err = sight.Shown(ctx, s.store, p, of.Object, of.Master); err != nil {
		return Outcome{}, err
	}
	return outcome("Merge undone", result), nil
}

func (s *Service) undo(ctx context.Context, p *access.Principal, of row.Merge) (result Result, err error) {
	o := p.Registry().Object(of.Object)
	if o == nil {
		return result, fault.New(fault.NotFound, "There is no object %q", of.Object)
	}
	if _, err := sight.Of(ctx, s.store, p, of.Object, of.Master); err != nil {
		if into, failed := s.store.MergedInto(ctx, of.Organization, of.Object, of.Master); failed == nil && into != "" && fault.Is(err, fault.NotFound) {
			return result, fault.New(fault.Conflict, "The master record was merged into another one since. Undo that merge first.")
		}
		return result, err
	}
	switch {
	case of.Undone:
		return result, fault.New(fault.Conflict, "This merge was already undone")
	case s.now().Sub(of.At) > undoable:
		return result, fault.New(fault.Conflict, "A merge can be undone within 30 days")
	}
	if err := p.MayChange(of.Object); err != nil {
		return result, err
	}
	if err := p.MayDelete(of.Object); err != nil {
		return result, err
	}
	versions, err := s.store.LockMerging(ctx, of.Organization, of.Object, append([]id.ID{of.Master}, of.Merged...))
	if err != nil {
		return result, err
	}
	// The master first: it may hold a unique value that another one gets back.
	changed, err := s.store.ChangedBy(ctx, of.Organization, of.ID.String(), "", mostSelected+1)
	if err != nil {
		return result, err
	}
	for _, c := range changed {
		if c.ID != of.Master || len(c.Fields) == 0 {
			continue
		}
		if _, err := s.records.RestoreFields(ctx, p, of.Object, of.Master, c.Version-1, c.Fields, ""); err != nil {
			return result, err
		}
	}
	var back []id.ID
	for _, one := range of.Merged {
		version, isKept := versions[one]
		if !isKept {
			continue // it was erased since
		}
		if version == 0 {
			if err := s.records.Revive(ctx, p, of.Object, one, ""); err != nil {
				return result, err
			}
		}
		back = append(back, one)
	}
	if len(back) == 0 {
		return result, fault.New(fault.Conflict, "The merged records are gone for good")
	}
	if err := s.markMerged(ctx, p, o, back, ""); err != nil {
		return result, err
	}
	if err := s.store.EndMerge(ctx, of); err != nil {
		return result, err
	}
	_, isOver, err := s.moveBack(ctx, p, of, inline)
	if err == nil && !isOver {
		result.Job, err = s.jobs.StartJob(ctx, p, UndoKind, Target{of.ID}, "")
	}
	return result, err
}

// moveBack moves references back, at most as many as limit. isOver says that none is left.
func (s *Service) moveBack(ctx context.Context, p *access.Principal, of row.Merge, limit int) (n int, isOver bool, err error) {
	moved, err := s.store.MovedBy(ctx, of, limit)
	if err != nil {
		return 0, false, err
	}
	type field struct{ object, name string }
	by := map[field][]row.Moved{}
	for _, one := range moved {
		at := field{one.Object, one.Field}
		by[at] = append(by[at], one)
	}
	for at, list := range by {
		o := p.Registry().Object(at.object)
		if o == nil || o.Field(at.name) == nil {
			continue // it has been retired
		}
		if err := s.returnSome(ctx, p, of, schema.Reference{Object: o, Field: o.Field(at.name)}, list); err != nil {
			return 0, false, err
		}
	}
	return len(moved), len(moved) < limit, s.store.ForgetMoved(ctx, of, moved)
}

// returnSome moves the references of one field back, but for those that somebody changed since.
func (s *Service) returnSome(ctx context.Context, p *access.Principal, of row.Merge, ref schema.Reference, list []row.Moved) error {
	var ids, removed []id.ID
	for _, one := range list {
		if one.Removed {
			removed = append(removed, one.ID)
		} else {
			ids = append(ids, one.ID)
		}
	}
	var writes []row.Write
	if len(removed) > 0 {
		gone, err := s.store.LockMerging(ctx, of.Organization, ref.Object.APIName, removed)
		if err != nil {
			return err
		}
		for _, one := range removed {
			if version, isKept := gone[one]; isKept && version == 0 {
				writes = append(writes, row.Write{Object: ref.Object.APIName, ID: one, Op: row.Restored, Cause: ref.Object.APIName + ".restored"})
			}
		}
	}
	if len(ids) > 0 {
		stand, err := s.standing(ctx, of, ref, ids)
		if err != nil {
			return err
		}
		for _, r := range stand {
			if set := returned(of, ref.Field, r, list); set != nil {
				writes = append(writes, row.Write{Object: ref.Object.APIName, ID: r.ID, Op: entry.Updated, Set: set, Cause: ref.Object.APIName + ".moved"})
			}
		}
	}
	if len(writes) == 0 {
		return nil
	}
	_, err := s.store.Commit(ctx, row.Change{Organization: of.Organization, By: p.User, Writes: writes})
	return err
}

// returned is what makes a record refer again to what it did, nil where it refers to another
// record by now.
func returned(of row.Merge, f *schema.Field, r row.Record, list []row.Moved) row.Fields {
	if had := r.Lookups(f.Name); had != nil {
		isNamed := slices.Contains(had, of.Master)
		var from []id.ID
		hadMaster := true // the first one that was moved says whether the master was named before
		for _, one := range list {
			if one.ID == r.ID {
				from, hadMaster = append(from, one.From), hadMaster && one.HadMaster
			}
		}
		if !isNamed {
			return nil
		}
		next := slices.Clone(had)
		if !hadMaster {
			next = slices.DeleteFunc(next, func(one id.ID) bool { return one == of.Master })
		}
		for _, one := range from {
			if !slices.Contains(next, one) {
				next = append(next, one)
			}
		}
		return row.Fields{f.Name: next}
	}
	from := list[slices.IndexFunc(list, func(one row.Moved) bool { return one.ID == r.ID })].From
	var now id.ID
	f.Type.References(f, r.Fields[f.Name], func(_ string, record id.ID) { now = record })
	if now != of.Master && (now != "" || r.ID != of.Master) {
		return nil
	}
	set, _ := pointed(of.Object, f, r, of.Master, from)
	return set
}

// UndoPortion moves the next references back.
func (s *Service) UndoPortion(ctx context.Context, on feature.Portion, what Target) (feature.Progress, error) {
	next := on.Progress
	of, err := s.store.MergeByID(ctx, on.Organization, what.Merge)
	if err != nil {
		return next, err
	}
	if on.Cursor == "" {
		if next.Total, err = s.store.CountMoved(ctx, of); err != nil {
			return next, err
		}
	}
	n, isOver, err := s.moveBack(ctx, on.By, of, batch)
	if err != nil {
		return next, err
	}
	return went(next, n, isOver, "Moved back", of), nil
}

// Merges returns the record that a merged record went into, and the merges into a record that can be
// undone.
// Errors: fault.Forbidden, fault.NotFound for a record that neither exists nor was merged.
func (s *Service) Merges(ctx context.Context, p *access.Principal, object string, record id.ID) (Merges, error) {
	out := Merges{Data: []Done{}}
	o := objectOf(p, object)
	if o == nil {
		return out, fault.New(fault.NotFound, "There is no object %q", object)
	}
	object = o.APIName
	_, err := sight.Of(ctx, s.store, p, object, record)
	if fault.Is(err, fault.NotFound) {
		into, failed := s.store.MergedInto(ctx, p.Organization, object, record)
		if failed != nil {
			return out, failed
		}
		if into == "" {
			return out, err
		}
		if _, err := sight.Of(ctx, s.store, p, object, into); err != nil {
			return out, err
		}
		out.MergedInto = into
		return out, nil
	}
	if err != nil {
		return out, err
	}
	found, err := s.store.MergesOf(ctx, p.Organization, object, record, s.now().Add(-undoable), listed)
	for _, of := range found {
		out.Data = append(out.Data, Done{ID: of.ID, At: of.At, By: of.By, Records: of.Merged})
	}
	return out, err
}
