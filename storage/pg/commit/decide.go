package commit

import (
	"maps"
	"strings"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// decide checks versions and works out what each write changes, following rows
// that several writes touch.
func (p *plan) decide() error {
	for i, st := range p.steps {
		if err := p.decideStep(st); err != nil {
			return at(err, i, p.change)
		}
	}
	return nil
}

// decideStep decides one write from the row as the earlier steps leave it.
func (p *plan) decideStep(st *step) error {
	k := key{st.Object, st.ID}
	if st.Op == entry.Created {
		st.after = p.fresh(st)
		p.states[k] = st.after
		return st.bounded()
	}
	current, ok := p.states[k]
	if !ok || (current.Fields["deleted_date"] != nil) != (st.Op == row.Restored) {
		return tables.Missing(st.table.Object)
	}
	if st.Expect != 0 && st.Expect != current.Version {
		return fault.New(fault.VersionConflict, "Someone else changed this %s.",
			strings.ToLower(st.table.Object.Title))
	}
	st.before = current
	st.changed = changedColumns(st.table, current, st.Set)
	if len(st.changed) == 0 && st.Op == entry.Updated {
		st.noop, st.after = true, current
		return nil
	}
	st.after = p.changed(st)
	p.states[k] = st.after
	return st.bounded()
}

func changedColumns(t *tables.Table, current row.Record, set row.Fields) []*tables.Column {
	var out []*tables.Column
	for _, c := range t.Columns {
		if value, ok := set[c.Field.Name]; ok && !row.Same(current.Fields[c.Field.Name], value) {
			out = append(out, c)
		}
	}
	return out
}

// fresh makes a new record: what is set, else the field's default, else nothing.
func (p *plan) fresh(st *step) row.Record {
	by := nullable(p.change.By)
	system := row.Fields{
		"id": st.ID, "organization_id": p.change.Organization, "version": int64(1), "owner": by,
		"created_date": p.at, "modified_date": p.at, "created_by": by, "modified_by": by,
	}
	if given, ok := st.Set["created_date"]; ok && given != nil {
		system["modified_date"] = given
	}
	fields := make(row.Fields, len(st.table.Columns))
	for _, c := range st.table.Columns {
		name := c.Field.Name
		value, given := st.Set[name]
		switch {
		case given && (value != nil || !c.Field.System):
		case system[name] != nil:
			value = system[name]
		default:
			value = c.Field.Default
		}
		fields[name] = value
	}
	return row.Record{Object: st.Object, ID: st.ID, Version: 1, Fields: fields}
}

// changed is the record as an update or removal leaves it.
func (p *plan) changed(st *step) row.Record {
	fields := make(row.Fields, len(st.before.Fields))
	maps.Copy(fields, st.before.Fields)
	for _, c := range st.changed {
		fields[c.Field.Name] = st.Set[c.Field.Name]
	}
	version := st.before.Version + 1
	at := p.at
	if last, ok := st.before.Fields["modified_date"].(time.Time); ok && last.After(at) {
		at = last // it waited for another's change, or this node's clock is behind: a record's times never go back
	}
	fields["version"], fields["modified_date"], fields["modified_by"] = version, at, nullable(p.change.By)
	switch st.Op {
	case entry.Removed:
		fields["deleted_date"] = at
	case row.Restored:
		fields["deleted_date"] = nil
	default: // it stays
	}
	return row.Record{Object: st.Object, ID: st.ID, Version: version, Fields: fields}
}

func nullable(one id.ID) any {
	if one == "" {
		return nil
	}
	return one
}
