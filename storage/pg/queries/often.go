package queries

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/pg/tables"
)

const (
	// fewRecords is how many may have a value for a plan that was made for any value to be as
	// good as one that is made for this one: whatever else is asked of them and however they
	// are ordered, so many are read in no time.
	fewRecords = 500
	// learned is how long it is believed how values are spread.
	learned = time.Minute
)

// often reads the page of a query that few records can answer (few): the database keeps the
// plan of its text, which takes longer to make than the records to read, as long as it finds
// it as good as the others that it made (plan_cache_mode auto). What is sent together is one
// transaction, to whose end the role is taken; on a connection of lists it only reads and has
// the time of one.
func (p *prepared) often(ctx context.Context, conn *pgxpool.Conn, role granted, learn func(*pgx.Batch), page *[]tables.Line) error {
	w := &walled{conn: conn, batch: &pgx.Batch{}}
	if role.name != "" {
		w.batch.Queue("SELECT set_config('role', $1, true)", role.name)
	}
	p.read(w, page, &p.more)
	err := w.send(ctx)
	if err == nil && learn != nil {
		learn(w.batch)
		err = w.send(ctx)
	}
	return err
}

// few reports whether an index finds all records that can answer the query, and that they are
// few, as far as the planner's statistics say. learn, where it is set, asks for these.
func (p *prepared) few(now time.Time) (few bool, learn func(*pgx.Batch)) {
	if p.deep || p.Sources > 1 { // of several objects the cost is asked first, and the values of the others count
		return false, nil
	}
	for _, n := range p.Narrows {
		t := p.of.ByName[n.Object]
		if t == nil || t.Column(n.Field.Name) == nil {
			continue
		}
		if n.Field.Name == "id" {
			return true, nil
		}
		is, ask := p.runner.spreads.rare(t, n.Field.Key(), p.Args[n.Param], now)
		few = few || is
		if ask {
			learn = func(batch *pgx.Batch) { p.runner.spreads.ask(batch, t) }
		}
	}
	return few, learn
}

// spread is how the values of a column are spread over its records, as the planner knows it.
type spread struct {
	common map[string]struct{} // those that more than fewRecords have
	others float64             // how many have any other
}

// spreads are those of the tables that are asked, by column.
type spreads struct {
	mu sync.Mutex
	of map[string]*known
}

// known is what is known of a table's columns since a moment.
type known struct {
	since   time.Time
	columns map[string]spread
}

// knownTables bounds the tables of which it is known.
const knownTables = 5_000

// rare reports whether few records have a value. ask says that it is time to ask.
func (s *spreads) rare(t *tables.Table, column string, value any, now time.Time) (is, ask bool) {
	text, isText := value.(string)
	if !isText {
		return false, false // of other values it is not known how they are written
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	have := s.of[t.Name]
	if have == nil || now.Sub(have.since) > learned {
		if s.of == nil || len(s.of) >= knownTables {
			s.of = map[string]*known{}
		}
		next := &known{since: now} // whoever comes meanwhile does not ask again
		if have != nil {
			next.columns = have.columns
		}
		s.of[t.Name], have, ask = next, next, true
	}
	of, isKnown := have.columns[column]
	if !isKnown || of.others > fewRecords {
		return false, ask
	}
	_, isCommon := of.common[text]
	return !isCommon, ask
}

// ask asks how the values of a table are spread.
func (s *spreads) ask(batch *pgx.Batch, t *tables.Table) {
	batch.Queue(`SELECT a.attname, c.reltuples, a.n_distinct, a.null_frac, coalesce(a.most_common_vals::text::text[], '{}'), coalesce(a.most_common_freqs, '{}')
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_stats a ON a.schemaname = n.nspname AND a.tablename = c.relname
		WHERE c.oid = to_regclass($1) AND c.reltuples >= 0`, t.Name).Query(func(rows pgx.Rows) error {
		columns := map[string]spread{}
		var column string
		var records, distinct, empty float64
		var common []string
		var parts []float64
		_, err := pgx.ForEachRow(rows, []any{&column, &records, &distinct, &empty, &common, &parts}, func() error {
			columns[column] = spreadOf(records, distinct, empty, common, parts)
			return nil
		})
		s.mu.Lock()
		defer s.mu.Unlock()
		if have := s.of[t.Name]; err == nil && have != nil {
			have.columns = columns
		}
		return err
	})
}

// spreadOf reads the planner's statistics (pg_stats): of so many records the part empty has no
// value, the common values have those parts, and the others share what is left.
func spreadOf(records, distinct, empty float64, common []string, parts []float64) spread {
	out := spread{common: map[string]struct{}{}}
	if distinct < 0 { // a part of the records
		distinct *= -records
	}
	left := 1 - empty
	for i, value := range common {
		if parts[i]*records > fewRecords {
			out.common[value] = struct{}{}
		}
		left -= parts[i]
	}
	if others := distinct - float64(len(common)); others >= 1 {
		out.others = max(0, left) * records / others
	}
	return out
}
