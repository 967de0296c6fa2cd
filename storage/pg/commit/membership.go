package commit

import (
	"context"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// membership is one of the two fields that say which user is in which team, and the field
// of the other object that says the same. Every change of one is written into the other in
// the same transaction, whatever the path of the change.
type membership struct {
	other         *tables.Table
	field, mirror string
}

// membershipOf returns the membership field of a table, with ok false if it has none.
func (p *plan) membershipOf(t *tables.Table) (m membership, ok bool) {
	switch t.Object.Role {
	case schema.Person:
		m = membership{other: p.tables.With(schema.Team), field: t.Object.Granting(schema.GrantsTeams)}
		if m.other != nil {
			m.mirror = m.other.Object.Granting(schema.GrantsMembers)
		}
	case schema.Team:
		m = membership{other: p.tables.With(schema.Person), field: t.Object.Granting(schema.GrantsMembers)}
		if m.other != nil {
			m.mirror = m.other.Object.Granting(schema.GrantsTeams)
		}
	default:
	}
	return m, m.field != "" && m.mirror != ""
}

// touchesMembership reports whether a write may change who is in which team.
func (p *plan) touchesMembership(st *step) bool {
	m, ok := p.membershipOf(st.table)
	if !ok {
		return false
	}
	_, set := st.Set[m.field]
	return set || st.Op == entry.Removed || st.Op == row.Restored
}

// lockMembership makes changes of who is in which team take turns within an organization,
// so that two that start from different sides neither miss each other nor deadlock.
func (p *plan) lockMembership(batch *pgx.Batch) {
	if slices.ContainsFunc(p.steps, p.touchesMembership) {
		batch.Queue("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", "team membership of "+string(p.change.Organization))
	}
}

// mirrorMembership adds the writes by which the other side of each membership agrees with
// what the change leaves. The side that was written decides.
func (p *plan) mirrorMembership(ctx context.Context, conn pool.Batcher) error {
	done := map[key]bool{}
	for _, st := range slices.Clone(p.steps) {
		k := key{st.Object, st.ID}
		if done[k] || !p.touchesMembership(st) {
			continue
		}
		done[k] = true
		m, _ := p.membershipOf(st.table)
		var want []id.ID
		if now := p.states[k]; now.Fields["deleted_date"] == nil {
			want = now.Lookups(m.field)
		}
		if err := p.readOther(ctx, conn, m, st.ID, want); err != nil {
			return err
		}
		for _, other := range slices.Sorted(maps.Keys(p.recordsOf(m.other.Object.APIName))) {
			of := p.states[key{m.other.Object.APIName, other}]
			has, wants := of.Lookups(m.mirror), slices.Contains(want, other)
			if of.Fields["deleted_date"] != nil || slices.Contains(has, st.ID) == wants {
				continue
			}
			list := slices.DeleteFunc(slices.Clone(has), func(one id.ID) bool { return one == st.ID })
			if wants {
				list = append(list, st.ID)
			}
			mirrored := &step{table: m.other, columns: m.other.Columns, list: m.other.List, Write: row.Write{
				Object: m.other.Object.APIName, ID: other, Op: entry.Updated, Quiet: st.Quiet,
				Cause: m.other.Object.APIName + ".updated", Set: row.Fields{m.mirror: list},
			}}
			if err := p.decideStep(mirrored); err != nil {
				return err
			}
			p.steps = append(p.steps, mirrored)
		}
	}
	return nil
}

// readOther locks and reads the records of the other side that name the record or that it
// names. One that the change has read already is as the change leaves it.
func (p *plan) readOther(ctx context.Context, conn pool.Batcher, m membership, one id.ID, named []id.ID) error {
	t, batch := m.other, &pgx.Batch{}
	mirror := t.Column(m.mirror).Name
	batch.Queue("SELECT "+t.List+" FROM "+t.Name+" t WHERE t.deleted_date IS NULL AND (t.id = ANY ($1::uuid[]) OR t."+mirror+" @> ARRAY[$2::uuid])"+
		" ORDER BY t.id FOR UPDATE", tables.IDArray(named), string(one)).Query(func(rows pgx.Rows) error {
		defer rows.Close()
		sc := tables.ScannerOf(t, t.Columns)
		for rows.Next() {
			r, err := sc.Record(rows)
			if err != nil {
				return err
			}
			k := key{t.Object.APIName, r.ID}
			if _, ok := p.states[k]; ok {
				continue
			}
			p.states[k] = r
			if err := p.count(r); err != nil {
				return err
			}
		}
		return rows.Err()
	})
	return conn.SendBatch(ctx, batch).Close()
}

// recordsOf returns the records of an object that the change has read or made.
func (p *plan) recordsOf(object string) map[id.ID]bool {
	out := map[id.ID]bool{}
	for k := range p.states {
		if k.object == object {
			out[k.id] = true
		}
	}
	return out
}
