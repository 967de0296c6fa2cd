package commit

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/pg/effects"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// lock begins the transaction, marks the provider's event, takes effects back and locks every row that
// is to change, and reads it. Where there is nothing of that, the transaction begins with
// what is written.
func (p *plan) lock(ctx context.Context, conn pool.Batcher, begin bool) error {
	batch := &pgx.Batch{}
	if begin {
		batch.Queue("begin")
		p.wait.Queue(batch)
	}
	begun := batch.Len()
	if more := p.moreIdle(); more > 0 {
		batch.Queue("SET LOCAL idle_in_transaction_session_timeout = '" + pool.Milliseconds(min(p.pool.Idle+more, pool.StatementTimeout)) + "ms'")
	}
	p.once(batch)
	p.lockMembership(batch)
	if in := p.change.Inbound; in != nil {
		batch.Queue(`INSERT INTO core.inbound_event (provider, provider_id, kind, organization_id, answer, answer_type)
			VALUES ($1, $2, $3, $4, $5, $6)`, in.Provider, in.ProviderID, in.Kind, string(p.change.Organization), in.Answer, in.AnswerType)
	}
	effects.Withdraw(batch, p.change)
	for _, st := range p.locked() {
		k := key{st.Object, st.ID}
		batch.Queue(st.lock(), string(st.ID)).Query(func(rows pgx.Rows) error {
			defer rows.Close()
			sc := tables.ScannerOf(st.table, st.columns)
			sc.More = st.isNarrow()
			for rows.Next() {
				r, err := sc.Record(rows)
				if err != nil {
					return err
				}
				p.states[k], st.beside = r, sc.Beside
				if err := p.count(r); err != nil {
					return err
				}
			}
			return rows.Err()
		})
	}
	if p.unbegun = begin && batch.Len() == begun; p.unbegun {
		return nil
	}
	return conn.SendBatch(ctx, batch).Close()
}

// locked are the first steps of the rows that are there already, in one order for all
// changes: two that change the same rows wait for one another and never both.
func (p *plan) locked() (first []*step) {
	seen := map[key]bool{}
	for _, st := range p.steps {
		if k := (key{st.Object, st.ID}); !seen[k] {
			seen[k] = true
			if st.Op != entry.Created {
				first = append(first, st)
			}
		}
	}
	slices.SortFunc(first, func(a, b *step) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.ID, b.ID)) })
	return first
}

// write sends all changes in one round trip and takes the records as they are
// stored: the database writes composites in its own way. The same round trip asks
// for what the entries need to know of other records.
func (p *plan) write(ctx context.Context, conn pool.Batcher) ([]entry.Entry, error) {
	batch := &pgx.Batch{}
	if p.unbegun {
		batch.Queue("begin")
		p.wait.Queue(batch)
	}
	loud, ask := p.loud()
	for _, st := range p.steps {
		if st.noop {
			continue
		}
		text, args := st.statement()
		batch.Queue(text, args...).Query(func(rows pgx.Rows) error {
			defer rows.Close()
			sc := tables.ScannerOf(st.table, st.columns)
			for rows.Next() {
				r, err := sc.Record(rows)
				if err != nil {
					return err
				}
				st.after = r
			}
			return rows.Err()
		})
	}
	p.keepOne(batch)
	p.numbers(batch)
	p.located(batch)
	p.open(batch)
	if p.shown {
		for _, st := range p.steps {
			ask.Record(st.table.Object, st.after)
			ask.Route(st.table.Object, st.after)
		}
	}
	var err error
	if p.names, err = projection.ResolveIn(batch, ask); err != nil {
		return nil, err
	}
	charge(batch, p.change)
	if batch.Len() > 0 {
		if err := conn.SendBatch(ctx, batch).Close(); err != nil {
			return nil, err
		}
	}
	// Where one row was written twice, the later write began from the stored shape
	// of the earlier one.
	last := map[key]row.Record{}
	for _, st := range p.steps {
		k := key{st.Object, st.ID}
		if earlier, ok := last[k]; ok {
			st.before = earlier
			if st.noop {
				st.after = earlier
			}
		}
		last[k] = st.after
	}
	return p.entries(loud, p.names), nil
}

// written are the columns that an update or removal writes.
func (st *step) written() []*tables.Column {
	columns := slices.Clip(st.changed)
	for _, name := range [...]string{"version", "modified_date", "modified_by", "deleted_date"} {
		if name != "deleted_date" || st.Op != entry.Updated {
			columns = append(columns, st.table.Column(name))
		}
	}
	return columns
}

// statement is the text and the arguments of a step.
func (st *step) statement() (string, []any) {
	if st.Op == entry.Created {
		args := make([]any, len(st.table.Columns))
		for i, c := range st.table.Columns {
			args[i] = tables.Parameter(st.after.Fields[c.Field.Name])
		}
		return st.table.Insert, args
	}
	columns := st.written()
	var text strings.Builder
	text.WriteString("UPDATE " + st.table.Name + " AS t SET ")
	args := make([]any, 0, len(columns)+1)
	for i, c := range columns {
		if i > 0 {
			text.WriteString(", ")
		}
		args = append(args, tables.Parameter(st.after.Fields[c.Field.Name]))
		text.WriteString(c.Name + " = " + tables.Place(len(args), c))
	}
	args = append(args, string(st.ID))
	text.WriteString(" WHERE t.id = $" + strconv.Itoa(len(args)) + "::uuid RETURNING " + st.list)
	return text.String(), args
}
