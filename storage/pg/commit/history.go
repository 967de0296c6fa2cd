package commit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/origin"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// remembered is what the history keeps of a step.
type remembered struct {
	before, after *string
	at            time.Time
	audit         bool
}

// remembered is what the history keeps of a step, nil for nothing: of one that changed
// nothing that is tracked.
func (p *plan) remembered(st *step) (*remembered, error) {
	before, after, isKept := st.tracked()
	if !isKept {
		return nil, nil //nolint:nilnil // nothing is kept
	}
	was, err := asJSON(before)
	if err != nil {
		return nil, fmt.Errorf("history of %s %s: %w", st.Object, st.ID, err)
	}
	is, err := asJSON(after)
	if err != nil {
		return nil, fmt.Errorf("history of %s %s: %w", st.Object, st.ID, err)
	}
	at := p.at
	if changed, ok := st.after.Fields["modified_date"].(time.Time); ok && st.Op != entry.Created {
		at = changed
	}
	return &remembered{before: was, after: is, at: at, audit: st.audited(after)}, nil
}

// history adds the statement that keeps what the steps changed, quiet ones too.
func (p *plan) history(ctx context.Context, batch *pgx.Batch) error {
	var ids, objects, ops, causes []string
	var versions []int64
	var audits []bool
	var ats []time.Time
	var befores, afters []*string
	for _, st := range p.steps {
		of, err := p.remembered(st)
		if err != nil {
			return err
		}
		if of == nil {
			continue
		}
		ids, objects, ops, causes = append(ids, string(st.ID)), append(objects, st.Object), append(ops, string(st.Op)), append(causes, st.Cause)
		versions, befores, afters = append(versions, st.after.Version), append(befores, of.before), append(afters, of.after)
		ats, audits = append(ats, of.at), append(audits, of.audit)
	}
	if len(ids) == 0 {
		return nil
	}
	from := origin.Of(ctx)
	batch.Queue(`INSERT INTO core.record_change (organization_id, actor, via, address, request_id, record_id, version, at, object, op, cause, before, after, audit)
		SELECT $1::uuid, $2::uuid, $3, $4, $5, u.record, u.version, u.at, u.object, u.op, u.cause, u.before::jsonb, u.after::jsonb,
			CASE WHEN u.audit THEN nextval('core.audit') END
		FROM unnest($6::uuid[], $7::bigint[], $8::timestamptz[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::boolean[])
			AS u (record, version, at, object, op, cause, before, after, audit)`,
		string(p.change.Organization), tables.Parameter(nullable(p.change.By)), from.Via, from.Address, from.Request,
		ids, versions, ats, objects, ops, causes, befores, afters, audits)
	return nil
}

// tracked is what a step changed of the fields whose history is kept, by their keys. isKept is
// false if there is nothing to keep. Of a new record the values are not kept: they follow from
// how it stands and what was changed since.
func (st *step) tracked() (before, after row.Fields, isKept bool) {
	if st.noop || !st.table.Object.Remembered() {
		return nil, nil, false
	}
	if st.Op == entry.Created || st.Op == entry.Removed {
		return nil, nil, true
	}
	before, after = row.Fields{}, row.Fields{}
	for _, f := range st.differing() {
		if f.Tracked() {
			before[f.Key()], after[f.Key()] = kept(f, st.before.Fields[f.Name]), kept(f, st.after.Fields[f.Name])
		}
	}
	return before, after, len(after) > 0 || st.Op == row.Restored
}

// kept is what the history keeps of a value: of an encrypted one that there was one.
func kept(f *schema.Field, value any) any {
	if f.Type.Sealed && value != nil {
		return schema.Mask
	}
	return value
}

// audited reports whether the audit tells of the step, which changed the fields.
func (st *step) audited(changed row.Fields) bool {
	var names []string // of a record that is made, removed or brought back all are meant
	if st.Op == entry.Updated {
		for _, f := range st.table.Object.Fields {
			if _, is := changed[f.Key()]; is && f.Stored() {
				names = append(names, f.Name)
			}
		}
	}
	return st.table.Object.Audits(names)
}

// asJSON writes values so that jsonb_populate_record makes them columns again, nil for
// none.
func asJSON(fields row.Fields) (*string, error) {
	if fields == nil {
		return nil, nil
	}
	raw, err := json.Marshal(map[string]any(fields))
	text := string(raw)
	return &text, err
}
