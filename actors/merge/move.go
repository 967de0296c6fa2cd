package merge

import (
	"context"
	"slices"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// references lists the fields by which records refer to those of an object, but for the one that
// says where a merged record went.
func references(registry *schema.Registry, o *schema.Object) []schema.Reference {
	return slices.DeleteFunc(registry.References(o.APIName), func(r schema.Reference) bool {
		return r.Object.APIName == o.APIName && r.Field.Name == o.MergedInto
	})
}

// move moves references to the master, at most as many as limit. isOver says that none is left.
func (s *Service) move(ctx context.Context, p *access.Principal, of row.Merge, limit int) (n int, isOver bool, err error) {
	o := p.Registry().Object(of.Object)
	if o == nil {
		return 0, true, nil // the object has been retired
	}
	for _, ref := range references(p.Registry(), o) {
		for _, from := range of.Merged {
			if n >= limit {
				return n, false, nil
			}
			found, err := s.store.Naming(ctx, of, ref.Object.APIName, ref.Field.Name, from, limit-n)
			if err != nil {
				return n, false, err
			}
			if err := s.moveSome(ctx, p, of, ref, from, found); err != nil {
				return n, false, err
			}
			n += len(found)
		}
	}
	return n, n < limit, nil
}

// moveSome moves the references of some records.
func (s *Service) moveSome(ctx context.Context, p *access.Principal, of row.Merge, ref schema.Reference, from id.ID, found []row.Naming) error {
	if len(found) == 0 {
		return nil
	}
	clashes := map[id.ID]bool{}
	ids := make([]id.ID, len(found))
	for i, one := range found {
		ids[i], clashes[one.ID] = one.ID, one.Clashes
	}
	stand, err := s.standing(ctx, of, ref, ids)
	if err != nil {
		return err
	}
	writes, moved := make([]row.Write, len(stand)), make([]row.Moved, len(stand))
	for i, one := range stand {
		moved[i] = row.Moved{Object: ref.Object.APIName, Field: ref.Field.Name, ID: one.ID, From: from, Removed: clashes[one.ID]}
		writes[i] = row.Write{Object: ref.Object.APIName, ID: one.ID, Op: entry.Updated, Cause: ref.Object.APIName + ".moved"}
		if clashes[one.ID] {
			writes[i].Op = entry.Removed
			continue
		}
		to := of.Master
		if ref.Object.APIName == of.Object && one.ID == of.Master {
			to = "" // it would refer to itself
		}
		writes[i].Set, moved[i].HadMaster = pointed(of.Object, ref.Field, one, from, to)
	}
	if _, err := s.store.Commit(ctx, row.Change{Organization: of.Organization, By: p.User, Writes: writes}); err != nil {
		return err
	}
	return s.store.NoteMoved(ctx, of, moved)
}

// standing reads some records with the reference.
func (s *Service) standing(ctx context.Context, of row.Merge, ref schema.Reference, ids []id.ID) ([]row.Record, error) {
	return s.store.Find(ctx, of.Organization, row.Query{
		Object: ref.Object.APIName, Fields: []string{ref.Field.Name}, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, Limit: len(ids),
	})
}

// pointed is what makes a record refer to another record of an object instead of one, "" for none.
// hadMaster says that a list named the master record before.
func pointed(object string, f *schema.Field, r row.Record, from, to id.ID) (set row.Fields, hadMaster bool) {
	set = row.Fields{f.Name: nil}
	if had := r.Lookups(f.Name); had != nil {
		hadMaster = slices.Contains(had, to)
		var list []id.ID
		for _, one := range had {
			if one == from {
				one = to
			}
			if one != "" && !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
		set[f.Name] = list
		return set, hadMaster
	}
	if to == "" {
		return set, false
	}
	if f.Spelled != "" {
		set[f.Spelled] = to.String()
	}
	if f.Type.Targeted {
		set[f.Name] = to
	} else {
		set[f.Name] = row.JSONValue(schema.AnyObjectValue{Schema: object, ID: to})
	}
	return set, false
}

// Portion moves the next references of a merge; none of a merge that has been undone.
func (s *Service) Portion(ctx context.Context, on feature.Portion, what Target) (feature.Progress, error) {
	next := on.Progress
	of, err := s.store.MergeByID(ctx, on.Organization, what.Merge)
	if err != nil {
		return next, err
	}
	if of.Undone {
		next.Over, next.Result = true, "The merge was undone."
		return next, nil
	}
	if on.Cursor == "" {
		for _, ref := range references(on.By.Registry(), on.By.Registry().Object(of.Object)) {
			n, err := s.store.CountNaming(ctx, of.Organization, ref.Object.APIName, ref.Field.Name, of.Merged, maxCounted)
			if err != nil {
				return next, err
			}
			next.Total += int64(n)
		}
	}
	n, isOver, err := s.move(ctx, on.By, of, batch)
	if err != nil {
		return next, err
	}
	return went(next, n, isOver, "Moved", of), nil
}

// maxCounted bounds what a job counts before it begins.
const maxCounted = 1_000_000

// went is the progress after a portion.
func went(next feature.Progress, n int, isOver bool, done string, of row.Merge) feature.Progress {
	next.Cursor = "moving"
	next.Done += int64(n)
	next.Total = max(next.Total, next.Done)
	if isOver {
		next.Over, next.Total = true, next.Done
		next.Result = done + " " + fault.Count(next.Done, "record", "records") + "."
		next.Link = "/view/" + of.Object + "/record/" + of.Master.String() + "/standard"
	}
	return next
}
