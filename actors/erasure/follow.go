package erasure

import (
	"context"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// follow does a batch of the records that refer to the erased record by one field. Records that
// are only about it are erased too; the others lose what they have of it. None of them refers to
// it afterwards, so the same query finds the next batch.
func (p *portion) follow(ctx context.Context) error {
	all := p.references()
	if p.at.Reference >= len(all) {
		p.at.Step = chains
		return nil
	}
	r := all[p.at.Reference]
	found, err := p.store.Referring(ctx, p.of, r.Object.APIName, r.Field.Name, batch)
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(one row.Referring) bool { return one.ID == p.of.Record }) // he goes last
	if len(found) == 0 {
		p.at.Reference++
		return nil
	}
	return p.settle(ctx, r, found)
}

// references lists the fields that may refer to the erased record. Those of its own object
// come last: the records merged into it are needed to find others by their numbers.
func (p *portion) references() []schema.Reference {
	all := p.on.By.Registry().References(p.of.Object)
	if !p.at.OwnLast {
		return all
	}
	slices.SortStableFunc(all, func(a, b schema.Reference) int {
		return order(a.Object.APIName == p.of.Object) - order(b.Object.APIName == p.of.Object)
	})
	return all
}

func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// chain does a batch of the records that refer to others that the erasure has done: those
// that name a record which is gone, and those that repeat a name which is empty now. It
// repeats until none is found: each batch may be followed by others.
func (p *portion) chain(ctx context.Context) error {
	registry := p.on.By.Registry()
	done, err := p.store.Erased(ctx, p.of)
	if err != nil {
		return err
	}
	for _, of := range done {
		o := registry.Object(of.Object)
		if o == nil {
			continue
		}
		for _, r := range registry.References(of.Object) {
			if !of.Whole && len(r.Object.Repeating(r.Field.Name)) == 0 {
				continue
			}
			found, err := p.store.Following(ctx, p.of, r.Object.APIName, r.Field.Name, of.Object, batch)
			if err != nil {
				return err
			}
			found = p.unerased(found)
			if len(found) > 0 {
				p.progress.Total += int64(len(found)) // nobody counted them before
				return p.settle(ctx, r, found)
			}
		}
	}
	p.at.Step = record
	return nil
}

// unerased leaves out the erased record, which goes last, and repeats.
func (p *portion) unerased(found []row.Referring) (list []row.Referring) {
	for _, one := range found {
		if one.ID != p.of.Record && !slices.ContainsFunc(list, func(had row.Referring) bool { return had.ID == one.ID }) {
			list = append(list, one)
		}
	}
	return list
}

// settle does records that refer by a field to erased ones.
func (p *portion) settle(ctx context.Context, r schema.Reference, found []row.Referring) error {
	var gone, emptied []row.Referring
	for _, one := range found {
		switch {
		case one.Gone && one.Open:
			return atWork(r.Object)
		case one.Removed, one.Gone && r.Field.Erased != nil && r.Field.Erased.Whole && !one.Others && !one.Stays:
			gone = append(gone, one)
		default:
			emptied = append(emptied, one)
		}
	}
	if r.Object.Role == schema.Thread && len(gone) > 0 {
		return p.thread(ctx, r.Object, gone[0])
	}
	if err := p.drop(ctx, r.Object, gone); err != nil {
		return err
	}
	return p.empty(ctx, r, emptied)
}

// thread does a batch of the parts of a thread, and the thread once it has none.
func (p *portion) thread(ctx context.Context, o *schema.Object, thread row.Referring) error {
	for _, part := range p.on.By.Registry().Objects() {
		if part.Role != schema.Part || part.Field(part.Route.Thread).Target != o.APIName {
			continue
		}
		found, err := p.store.Parts(ctx, p.of, part.APIName, thread.ID, batch)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			p.progress.Total += int64(len(found)) // nobody counted them before
			return p.drop(ctx, part, found)
		}
	}
	return p.drop(ctx, o, []row.Referring{thread})
}

// drop removes records, which is announced, and deletes them for good, with what is attached to
// them alone.
func (p *portion) drop(ctx context.Context, o *schema.Object, gone []row.Referring) error {
	if len(gone) == 0 {
		return nil
	}
	var writes []row.Write
	var ids []id.ID
	for _, one := range gone {
		ids = append(ids, one.ID)
		if !one.Removed {
			writes = append(writes, row.Write{Object: o.APIName, ID: one.ID, Op: entry.Removed, Cause: cause})
		}
	}
	with, err := p.attachedTo(ctx, o, ids)
	if err != nil {
		return err
	}
	if err := p.commit(ctx, writes); err != nil {
		return err
	}
	if err := p.expunge(ctx, o.APIName, ids); err != nil {
		return err
	}
	return p.take(ctx, with)
}

// empty takes the reference to a record that is gone, and what the fields say of it, out of
// records that stay; where the record stays too, the name that they repeat.
func (p *portion) empty(ctx context.Context, r schema.Reference, list []row.Referring) error {
	if len(list) == 0 {
		return nil
	}
	to := make(map[id.ID]row.Referring, len(list))
	ids := make([]id.ID, len(list))
	for i, one := range list {
		ids[i], to[one.ID] = one.ID, one
	}
	repeating := r.Object.Repeating(r.Field.Name)
	blank := append([]string{r.Field.Name}, repeating...)
	if r.Field.Erased != nil {
		blank = append(blank, r.Field.Erased.Blank...)
	}
	stand, err := p.store.Find(ctx, p.of.Organization, row.Query{
		Object: r.Object.APIName, Fields: []string{r.Field.Name}, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, Limit: batch,
	})
	if err != nil {
		return err
	}
	writes := make([]row.Write, len(stand))
	var unlinked, kept []id.ID
	for _, one := range list {
		if one.Gone {
			unlinked = append(unlinked, one.ID)
		} else {
			kept = append(kept, one.ID)
		}
	}
	for i, one := range stand {
		refers := to[one.ID]
		names := blank
		if !refers.Gone {
			names = repeating
		}
		set := row.Fields{}
		for _, name := range names {
			set[name] = nil
		}
		if others := one.Lookups(r.Field.Name); refers.Gone && len(others) > 0 {
			set[r.Field.Name] = slices.DeleteFunc(slices.Clone(others), func(other id.ID) bool { return other == refers.To })
		}
		writes[i] = row.Write{Object: r.Object.APIName, ID: one.ID, Op: entry.Updated, Set: set, Cause: cause}
	}
	if err := p.commit(ctx, writes); err != nil {
		return err
	}
	if err := p.scrub(ctx, r.Object.APIName, unlinked, blank); err != nil {
		return err
	}
	return p.scrub(ctx, r.Object.APIName, kept, repeating)
}

// scrub takes fields that are empty now out of the history of records.
func (p *portion) scrub(ctx context.Context, object string, ids []id.ID, fields []string) error {
	if len(ids) == 0 {
		return nil
	}
	n, err := p.store.Scrub(ctx, p.of, object, ids, fields)
	p.at.History += n
	p.progress.Done += int64(len(ids))
	return err
}
