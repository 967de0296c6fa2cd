package records

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/spelling"
)

// orMeant asks whether a term is held, or may be meant for a word of the record's name. The
// index of searches finds either.
func (q *statement) orMeant(held string, term row.Term) string {
	name := q.table.Column(q.table.Object.NameField)
	if name == nil || !name.Kind.Column.IsText || !spelling.Correctable(term.Text) {
		return held
	}
	meant := name.Alias
	if expression := spelling.Expression(term.Text); expression != "" {
		meant += " ~* " + q.arg(expression, "text")
	} else {
		meant += " ILIKE ANY (" + q.arg(spelling.Patterns(term.Text), "text[]") + ")"
	}
	return "(" + held + " OR " + meant + ")"
}

// alike is the statement of a page of what a search that takes slips finds, the best first;
// sel is what it selects.
func (s *Reader) alike(ctx context.Context, q *statement, search *row.Search, sel selection, list string, limit int) (text string, args []any, err error) {
	of := &statement{tables: q.tables, table: q.table, limited: q.limited, args: slices.Clip(sel.args)}
	held := make([]string, len(search.Terms))
	for i, term := range search.Terms {
		if held[i], err = of.held(search, term); err != nil {
			return "", nil, err
		}
	}
	name := q.table.Column(q.table.Object.NameField).Alias
	found, err := s.candidates(ctx, q.table, sel.from, "SELECT t.id, coalesce("+name+"::text, ''), ARRAY["+strings.Join(held, ", ")+"]"+sel.text+
		" LIMIT "+strconv.Itoa(rankedOf), of.args)
	if err != nil {
		return "", nil, err
	}
	ids := best(search.Terms, found, limit)
	with, among, args := sel.among(q.table, ids, sel.args)
	return with + "SELECT " + list + among + " ORDER BY array_position($" + strconv.Itoa(len(args)) + "::uuid[], t.id)", args, nil
}

// candidate is a record whose name may be meant, with the terms that it holds as they are.
type candidate struct {
	id   pgtype.UUID
	name string
	held []*bool
}

// guessed is how the candidates are looked for, in a transaction. Among few records that takes
// no time, however busy the database is; among many it is bounded. The planner takes such a
// pattern for one that much fits, and would read everything.
const guessed = `SELECT set_config('enable_seqscan', 'off', true), set_config('statement_timeout',
	CASE WHEN (SELECT reltuples FROM pg_class WHERE oid = to_regclass($1)) > 20000 THEN $2 ELSE '1000' END, true)`

// candidates reads them, as far as they are found in time.
func (s *Reader) candidates(ctx context.Context, t *tables.Table, from counter, text string, args []any) (found []candidate, err error) {
	err = pgx.BeginTxFunc(ctx, from, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, guessed, t.Name, pool.Milliseconds(s.Guessing)); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, text, args...)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (c candidate, err error) {
			return c, r.Scan(&c.id, &c.name, &c.held)
		})
		return err
	})
	if pool.Is(err, pool.QueryCanceled) && ctx.Err() == nil {
		return nil, nil
	}
	return found, s.pool.Failure(err)
}

// best are those candidates that are meant, the ones with the fewest slips first, then those
// whose words begin as they were typed.
func best(terms []row.Term, found []candidate, limit int) []pgtype.UUID {
	type ranked struct {
		candidate

		slips, others int
	}
	var all []ranked
	for _, c := range found {
		r, meant := ranked{candidate: c}, true
		words, _ := spelling.Words(c.name)
		for i, term := range terms {
			if c.held[i] != nil && *c.held[i] {
				continue
			}
			at := slices.IndexFunc(words, func(word string) bool {
				return spelling.Correctable(term.Text) && spelling.Slip(term.Text, word)
			})
			if at < 0 {
				meant = false
				break
			}
			r.slips++
			if !spelling.SameStart(term.Text, words[at]) {
				r.others++
			}
		}
		if meant {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(a.slips-b.slips, a.others-b.others, strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), slices.Compare(a.id.Bytes[:], b.id.Bytes[:]))
	})
	ids := make([]pgtype.UUID, 0, limit)
	for _, r := range all[:min(len(all), limit)] {
		ids = append(ids, r.id)
	}
	return ids
}
