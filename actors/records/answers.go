package records

import (
	"context"
	"errors"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Written is what a create or an update answers.
type Written struct {
	// Records stand in the order of the input, as the principal may see them.
	Records []entry.Fields
	// Ignored are fields that differed and were not taken.
	Ignored []string
	// Brief counts the records that are named by their ids alone, because the answer
	// was full or the principal no longer sees them.
	Brief int
}

// answerBytes is where an answer ends that holds records.
const answerBytes = 4 << 20

// answers shows written records to their author.
type answers struct{ store Store }

// read reads the written records again: their route may have changed, and with it what the
// principal sees of them.
func (a *answers) read(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake) (Written, error) {
	ids := make([]id.ID, 0, len(intakes))
	for _, in := range intakes {
		if in.record != "" {
			ids = append(ids, in.record)
		}
	}
	items, _, err := sight.Some(ctx, a.store, p, ids, row.ReadRequest{Object: o.APIName})
	if err != nil {
		return Written{}, err
	}
	return written(rights, intakes, items), nil
}

// with answers with the records as the commit left them; where some of the
// rows had nothing to write, all are read.
func (a *answers) with(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, committed []row.Item) (Written, error) {
	if len(committed) < len(intakes) {
		return a.read(ctx, p, o, rights, intakes)
	}
	items := make(map[id.ID]*row.Item, len(committed))
	for i := range committed { // of a record that several rows changed, the last says how it stands
		items[committed[i].ID] = &committed[i]
	}
	return written(rights, intakes, items), nil
}

// written shows of each record what the principal sees of it, as far as the answer
// has room; further records are named by their ids.
func written(rights *access.Rights, intakes []*intake, items map[id.ID]*row.Item) Written {
	var out Written
	size := 0
	seen := map[string]bool{}
	for _, in := range intakes {
		for _, name := range in.ignored {
			if !seen[name] {
				seen[name] = true
				out.Ignored = append(out.Ignored, name)
			}
		}
		fields := entry.Fields{"id": row.JSONValue(in.record)}
		item := items[in.record]
		if item == nil || size >= answerBytes {
			out.Brief++
		} else if shown := rights.Show(item); shown != nil {
			fields = shown
			size += fields.Size()
		}
		out.Records = append(out.Records, fields)
	}
	return out
}

// partial answers with the records as they stand, also where some were refused.
func (a *answers) partial(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, err error) (Written, error) {
	if _, partial := errors.AsType[*PartialError](err); err != nil && !partial {
		return Written{}, err
	}
	written, failed := a.read(ctx, p, o, rights, intakes)
	if failed != nil {
		return Written{}, failed
	}
	return written, err
}
