package erasure

import (
	"context"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// follow does a batch of the records that refer to the erased one by one field: those that
// are about him alone go with him, the others lose what they have of him. None of them
// refers to him afterwards, so the next batch is found anew.
func (p *portion) follow(ctx context.Context) error {
	all := p.on.By.Registry().References(p.of.Object)
	if p.at.Reference >= len(all) {
		p.at.Step = record
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
	var gone, emptied []row.Referring
	for _, one := range found {
		switch {
		case one.Open:
			return atWork(r.Object)
		case one.Removed, r.Field.Erased != nil && r.Field.Erased.Whole && !one.Others && !one.Stays:
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
			p.told.Total += int64(len(found)) // nobody counted them before
			return p.drop(ctx, part, found)
		}
	}
	return p.drop(ctx, o, []row.Referring{thread})
}

// drop removes records, which is announced, and deletes them for good.
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
	if err := p.commit(ctx, writes); err != nil {
		return err
	}
	return p.expunge(ctx, o.APIName, ids)
}

// empty takes the reference, and what the field says beside, out of records that stay.
func (p *portion) empty(ctx context.Context, r schema.Reference, list []row.Referring) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]id.ID, len(list))
	for i, one := range list {
		ids[i] = one.ID
	}
	blank := []string{r.Field.Name}
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
	for i, one := range stand {
		set := row.Fields{}
		for _, name := range blank {
			set[name] = nil
		}
		if others := one.Lookups(r.Field.Name); len(others) > 0 {
			set[r.Field.Name] = slices.DeleteFunc(slices.Clone(others), func(other id.ID) bool { return other == p.of.Record })
		}
		writes[i] = row.Write{Object: r.Object.APIName, ID: one.ID, Op: entry.Updated, Set: set, Cause: cause}
	}
	if err := p.commit(ctx, writes); err != nil {
		return err
	}
	n, err := p.store.Scrub(ctx, p.of, r.Object.APIName, ids, blank)
	p.at.History += n
	p.told.Done += int64(len(ids))
	return err
}

// forgetTabs takes the name of the record out of what people keep for themselves: the tabs
// that they have opened.
func (p *portion) forgetTabs(ctx context.Context) error {
	o := p.on.By.Registry().Role(schema.Person)
	for _, f := range o.Fields {
		if !f.Stored() || !f.Composite() || len(f.Shape) == 0 {
			continue
		}
		found, err := p.store.Find(ctx, p.of.Organization, row.Query{
			Object: o.APIName, Fields: []string{f.Name}, Where: []row.Condition{{Field: f.Name, Operator: "IS NOT NULL"}}, Limit: 1000,
		})
		if err != nil {
			return err
		}
		var writes []row.Write
		for _, one := range found {
			var value any
			if err := one.JSON(f.Name, &value); err != nil {
				return err
			}
			if cleaned, changed := without(value, p.of.Record); changed {
				writes = append(writes, row.Write{
					Object: o.APIName, ID: one.ID, Op: entry.Updated, Expect: one.Version, Set: row.Fields{f.Name: row.JSONValue(cleaned)}, Cause: cause,
				})
			}
		}
		if err := p.commit(ctx, writes); err != nil {
			return err
		}
	}
	p.at.Step = outbox
	return nil
}

// without is a JSON value without the members of lists that are about a record.
func without(value any, gone id.ID) (cleaned any, changed bool) {
	switch v := value.(type) {
	case []any:
		kept := slices.DeleteFunc(slices.Clone(v), func(one any) bool {
			about, _ := one.(map[string]any)
			return about["id"] == string(gone)
		})
		changed = len(kept) < len(v)
		for i := range kept {
			inner, was := without(kept[i], gone)
			kept[i], changed = inner, changed || was
		}
		return kept, changed
	case map[string]any:
		for name, one := range v {
			inner, was := without(one, gone)
			v[name], changed = inner, changed || was
		}
		return v, changed
	default:
		return value, false
	}
}
