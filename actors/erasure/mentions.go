package erasure

import (
	"context"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// forgetMentions takes erased records out of the fields that tell of records without
// referring to them: the tabs that a user has open, the problems of a failed job.
func (p *portion) forgetMentions(ctx context.Context) error {
	for _, o := range p.on.By.Registry().Objects() {
		for _, f := range o.Mentioning() {
			if err := p.forgetMentionsIn(ctx, o, f); err != nil {
				return err
			}
		}
	}
	p.at.Step = outbox
	return nil
}

func (p *portion) forgetMentionsIn(ctx context.Context, o *schema.Object, f *schema.Field) error {
	var after id.ID
	for {
		found, err := p.store.Mentioning(ctx, p.of, o.APIName, f.Name, after, batch)
		if err != nil || len(found) == 0 {
			return err
		}
		after = found[len(found)-1].ID
		of := make(map[id.ID][]id.ID, len(found))
		ids := make([]id.ID, len(found))
		for i, one := range found {
			ids[i], of[one.ID] = one.ID, one.Of
		}
		stand, err := p.store.Find(ctx, p.of.Organization, row.Query{
			Object: o.APIName, Fields: []string{f.Name}, Where: []row.Condition{{Field: "id", Operator: "IN", Value: ids}}, Limit: batch,
		})
		if err != nil {
			return err
		}
		var writes []row.Write
		for _, one := range stand {
			var cleaned any
			if f.Composite() {
				var value any
				if err := one.JSON(f.Name, &value); err != nil {
					return err
				}
				left, changed := without(value, of[one.ID])
				if !changed {
					continue
				}
				cleaned = row.JSONValue(left)
			}
			writes = append(writes, row.Write{
				Object: o.APIName, ID: one.ID, Op: entry.Updated, Expect: one.Version, Set: row.Fields{f.Name: cleaned}, Cause: cause,
			})
		}
		if err := p.commit(ctx, writes); err != nil {
			return err
		}
		if f.Tracked() {
			n, err := p.store.ScrubHistory(ctx, p.of, o.APIName, ids, []string{f.Name})
			if err != nil {
				return err
			}
			p.at.History += n
		}
	}
}

// without is a JSON value without the members of lists that are about some records.
func without(value any, gone []id.ID) (cleaned any, changed bool) {
	switch v := value.(type) {
	case []any:
		kept := slices.DeleteFunc(slices.Clone(v), func(one any) bool {
			about, _ := one.(map[string]any)
			text, _ := about["id"].(string)
			return slices.Contains(gone, id.ID(text))
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
