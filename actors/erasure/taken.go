package erasure

import (
	"context"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// attached is a record that goes with another one, unless others refer to it.
type attached struct {
	object string
	record id.ID
}

// attachedTo lists what some records refer to by fields that take it along (schema.Erased.Takes).
func (p *portion) attachedTo(ctx context.Context, o *schema.Object, ids []id.ID) (list []attached, err error) {
	for _, f := range o.Fields {
		if f.Erased == nil || !f.Erased.Takes {
			continue
		}
		for _, removed := range []bool{false, true} {
			page, err := p.store.Read(ctx, p.of.Organization, row.ReadRequest{
				Object: o.APIName, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, Visible: []row.Relation{{Kind: schema.ToAll}},
				Fields: []string{f.Name}, Stored: true, Removed: removed, Limit: batch,
			})
			if err != nil {
				return nil, err
			}
			for _, item := range page.Items {
				record := row.Record{Fields: item.Stored}
				for _, to := range append([]id.ID{record.Lookup(f.Name)}, record.Lookups(f.Name)...) {
					if to != "" {
						list = append(list, attached{f.Target, to})
					}
				}
			}
		}
	}
	return list, nil
}

// take deletes for good what nobody refers to any more.
func (p *portion) take(ctx context.Context, list []attached) error {
	done := map[attached]bool{}
	for _, one := range list {
		isUsed, err := p.isUsed(ctx, one)
		if err != nil {
			return err
		}
		if isUsed || done[one] {
			continue
		}
		done[one] = true
		_, err = p.store.Get(ctx, p.of.Organization, one.object, one.record)
		isRemoved := fault.Is(err, fault.NotFound)
		if err != nil && !isRemoved {
			return err
		}
		p.progress.Total++ // nobody counted it before
		if err := p.drop(ctx, p.on.By.Registry().Object(one.object), []row.Referring{{ID: one.record, Removed: isRemoved}}); err != nil {
			return err
		}
	}
	return nil
}

// isUsed reports whether any record refers to this one, removed ones included: they can come back.
func (p *portion) isUsed(ctx context.Context, one attached) (bool, error) {
	of := row.Erasure{Organization: p.of.Organization, Job: p.of.Job, Object: one.object, Record: one.record}
	for _, r := range p.on.By.Registry().References(one.object) {
		found, err := p.store.Referring(ctx, of, r.Object.APIName, r.Field.Name, 1)
		if err != nil || len(found) > 0 {
			return true, err
		}
	}
	return false, nil
}
