package erasure

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// LogSpan is what an organization's log holds: the entries after floor, up to head.
func (s *Eraser) LogSpan(ctx context.Context, organization id.ID) (floor, head int64, err error) {
	err = s.pool.Source(ctx).QueryRow(ctx, `SELECT coalesce(max(floor), 0), coalesce(max(seq), 0) FROM core.log_head WHERE organization_id = $1`, string(organization)).Scan(&floor, &head)
	return floor, head, s.pool.Failure(err)
}

// ScrubOutbox cleans the entries that are on their way to the log. It waits for those that
// the relay moves now: they are in the log afterwards.
func (s *Eraser) ScrubOutbox(ctx context.Context, e row.Erasure) (cleaned int64, err error) {
	return s.scrub(ctx, e, "core.outbox", "id", `SELECT id, entry FROM core.outbox WHERE organization_id = $1::uuid ORDER BY id FOR UPDATE`, string(e.Organization))
}

// ScrubLog cleans the entries of the log after a place, up to another one.
func (s *Eraser) ScrubLog(ctx context.Context, e row.Erasure, after, upTo int64) (cleaned int64, err error) {
	return s.scrub(ctx, e, "core.event_log", "seq", `SELECT seq, entry FROM core.event_log WHERE organization_id = $1::uuid AND seq > $2 AND seq <= $3 ORDER BY seq`, string(e.Organization), after, upTo)
}

// kept is an entry as a table keeps it.
type kept struct {
	Place int64
	Entry []byte
}

func (s *Eraser) scrub(ctx context.Context, e row.Erasure, table, place, query string, args ...any) (cleaned int64, err error) {
	rows, err := s.pool.Source(ctx).Query(ctx, query, args...)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[kept])
	if err != nil || len(found) == 0 {
		return 0, s.pool.Failure(err)
	}
	of, err := s.tables.Of(ctx, e.Organization)
	if err != nil {
		return 0, err
	}
	erased, err := s.among(ctx, e, found, of)
	if err != nil || len(erased) == 0 {
		return 0, err
	}
	var places []int64
	var texts []string
	for _, one := range found {
		raw, changed, err := clean(one.Entry, erased, of)
		if err != nil {
			return 0, err
		}
		if changed {
			places, texts = append(places, one.Place), append(texts, string(raw))
		}
	}
	if len(places) == 0 {
		return 0, nil
	}
	err = s.pool.Source(ctx).QueryRow(ctx, `WITH cleaned AS (
			UPDATE `+table+` t SET entry = u.entry::json FROM unnest($2::bigint[], $3::text[]) AS u (place, entry)
			WHERE t.organization_id = $1::uuid AND t.`+place+` = u.place RETURNING 1
		) SELECT count(*) FROM cleaned`, string(e.Organization), places, texts).Scan(&cleaned)
	return cleaned, s.pool.Failure(err)
}

// lost is what an erasure took of a record.
type lost struct {
	whole bool
	name  bool // its name, which others repeat where they refer to it
}

// among returns the erased records that entries name, and what each lost.
func (s *Eraser) among(ctx context.Context, e row.Erasure, entries []kept, of *tables.Tables) (map[id.ID]lost, error) {
	named := map[id.ID]bool{}
	for i := range entries {
		var value any
		if err := json.Unmarshal(entries[i].Entry, &value); err != nil {
			return nil, err
		}
		each(value, func(object map[string]any, of id.ID) bool {
			named[of] = true
			return false
		})
	}
	ids := make([]id.ID, 0, len(named))
	for one := range named {
		ids = append(ids, one)
	}
	rows, err := s.pool.Source(ctx).Query(ctx, `SELECT record_id::text, object, whole FROM core.erased
		WHERE organization_id = $1 AND job_id = $2 AND record_id = ANY ($3::uuid[])`, string(e.Organization), string(e.Job), tables.IDArray(ids))
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	erased := map[id.ID]lost{}
	var one id.ID
	var object string
	var whole bool
	_, err = pgx.ForEachRow(rows, []any{&one, &object, &whole}, func() error {
		t := of.ByName[object]
		erased[one] = lost{whole, whole || t == nil || slices.Contains(t.Object.Blanked(), t.Object.NameField)}
		return nil
	})
	return erased, s.pool.Failure(err)
}

// each walks through a JSON value and shows the objects in it that have an id. It reports whether
// one of them was changed.
func each(value any, show func(object map[string]any, of id.ID) (changed bool)) (changed bool) {
	switch v := value.(type) {
	case map[string]any:
		if text, ok := v["id"].(string); ok {
			if of, ok := id.Parse(text); ok {
				changed = show(v, of)
			}
		}
		for _, inner := range v {
			changed = each(inner, show) || changed
		}
	case []any:
		for _, inner := range v {
			changed = each(inner, show) || changed
		}
	default: // holds no object
	}
	return changed
}

var null = json.RawMessage("null")

// clean takes what was erased out of an entry.
func clean(raw []byte, erased map[id.ID]lost, of *tables.Tables) (out []byte, changed bool, err error) {
	var e entry.Entry
	if err := json.Unmarshal(raw, &e); err != nil {
		return nil, false, err
	}
	what, named := erased[e.ID]
	switch {
	case named && what.whole:
		if changed = e.Op != entry.Removed || e.Command != "" || e.Before != nil || e.After != nil || e.Record != nil; changed {
			goneFrom(&e)
		}
	default:
		for _, fields := range []entry.Fields{e.Before, e.After, e.Record} {
			if named {
				changed = empty(fields, of.ByName[e.Object]) || changed
			}
			forgotten := forget(fields, of.ByName[e.Object], erased)
			hidden, err := unname(fields, erased)
			if err != nil {
				return nil, false, err
			}
			changed = changed || forgotten || hidden
		}
	}
	if !changed {
		return raw, false, nil
	}
	out, err = json.Marshal(&e)
	return out, true, err
}

// goneFrom makes an entry say that the record is gone, to those who could see it.
func goneFrom(e *entry.Entry) {
	if e.Op == entry.Created {
		e.Route.Before = e.Route.After
	}
	e.Op, e.Command, e.Before, e.After, e.Record, e.Route.After = entry.Removed, "", nil, nil, nil, entry.Route{}
}

// empty empties what an erasure empties of a record that stays.
func empty(fields entry.Fields, t *tables.Table) (changed bool) {
	if t == nil {
		return false
	}
	blank := t.Object.Blanked()
	for name, value := range fields {
		f := t.Object.Field(name)
		if f == nil || bytes.Equal(value, null) {
			continue
		}
		if slices.Contains(blank, name) || f.Derived != nil && slices.ContainsFunc(f.Derived.From, func(from string) bool { return slices.Contains(blank, from) }) {
			fields[name], changed = null, true
		}
	}
	return changed
}

// unname takes the names that records have lost out of where others refer to them.
func unname(fields entry.Fields, erased map[id.ID]lost) (changed bool, err error) {
	for name, raw := range fields {
		var value any
		if err := json.Unmarshal(raw, &value); err != nil {
			return changed, err
		}
		if each(value, func(object map[string]any, of id.ID) bool {
			if !erased[of].name || object["name"] == nil {
				return false
			}
			object["name"] = nil
			return true
		}) {
			if fields[name], err = json.Marshal(value); err != nil {
				return changed, err
			}
			changed = true
		}
	}
	return changed, nil
}

// forget empties the fields that tell of records which are gone (schema.Field.Mentions). The
// record itself keeps what they tell of others.
func forget(fields entry.Fields, t *tables.Table, erased map[id.ID]lost) (changed bool) {
	if t == nil {
		return false
	}
	for _, f := range t.Object.Mentioning() {
		for one, what := range erased {
			if what.whole && bytes.Contains(fields[f.Name], []byte(one)) {
				fields[f.Name], changed = null, true
				break
			}
		}
	}
	return changed
}
