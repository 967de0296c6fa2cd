package records

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/fold"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/spelling"
)

// meant asks whether a term may be meant for a word of the record's name, "" where it can't.
// The index of searches finds it; roughly, more is found sooner.
func (q *statement) meant(term row.Term, roughly bool) string {
	name := q.table.Column(q.table.Object.NameField)
	typed := fold.Key(term.Text)
	if name == nil || !name.Kind.Column.IsText || !spelling.Correctable(typed) {
		return ""
	}
	if expression := spelling.Expression(typed); expression != "" {
		return q.key(name) + " ~ " + q.arg(expression, "text")
	}
	patterns := spelling.Patterns
	if roughly {
		patterns = spelling.Halves
	}
	return q.key(name) + " LIKE ANY (" + q.arg(patterns(typed), "text[]") + ")"
}

// orMeant adds to the ways in which a term is held that it may be meant.
func (q *statement) orMeant(held []string, term row.Term) []string {
	if meant := q.meant(term, false); meant != "" {
		return append(slices.Clip(held), meant)
	}
	return held
}

// alike is the statement of a page of what a search that takes slips finds, the best first;
// sel is what it selects.
func (s *Reader) alike(ctx context.Context, q *statement, search *row.Search, sel selection, list string, limit int) (text string, args []any, err error) {
	of := &statement{tables: q.tables, table: q.table, limited: q.limited, args: slices.Clip(sel.args)}
	held, err := of.held(search)
	if err != nil {
		return "", nil, err
	}
	each := make([]string, len(held))
	for i, ways := range held {
		each[i] = either(ways)
	}
	name := q.table.Column(q.table.Object.NameField).Alias
	shown := "SELECT t.id, coalesce(" + name + "::text, ''), ARRAY[" + strings.Join(each, ", ") + "]"
	asked := func(once bool) (string, []any) {
		one := *of
		return shown + sel.text + one.slipped(search.Terms, held, once) + " LIMIT " + strconv.Itoa(rankedOf), one.args
	}
	_, _, several := pair(search.Terms, held)
	found, err := s.candidates(ctx, q.table, sel.from, asked, several && !search.Typed)
	if err != nil {
		return "", nil, err
	}
	ids := best(search.Terms, found, limit)
	if len(ids) == 0 {
		return "SELECT " + list + " FROM " + q.table.Name + " t WHERE false", nil, nil
	}
	with, among, args := sel.among(q.table, ids, sel.args)
	return with + "SELECT " + list + among + " ORDER BY array_position($" + strconv.Itoa(len(args)) + "::uuid[], t.id)", args, nil
}

// slipped leads by the index to what holds the two longest terms of a search, one or, unless
// it is to be once, both of them with a slip; "" where there are not two.
func (q *statement) slipped(terms []row.Term, held [][]string, once bool) string {
	a, b, paired := pair(terms, held)
	if !paired {
		return ""
	}
	var slips [2][]string
	for i, term := range []row.Term{terms[a], terms[b]} {
		if meant := q.meant(term, true); meant != "" {
			slips[i] = []string{meant}
		}
	}
	pairs := append(both(slips[0], held[b]), both(held[a], slips[1])...)
	if !once {
		pairs = append(pairs, both(slips[0], slips[1])...)
	}
	if len(terms) > 2 { // another one has the slip
		pairs = append(pairs, both(held[a], held[b])...)
	}
	return " AND " + either(pairs)
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
const guessed = `SELECT m.many, set_config('enable_seqscan', 'off', true), set_config('statement_timeout', CASE WHEN m.many THEN $2 ELSE '1000' END, true)
	FROM (SELECT coalesce((SELECT reltuples FROM pg_class WHERE oid = to_regclass($1)), 0) > 20000 AS many) m`

// candidates reads them, as far as they are found in time. asked is how they are asked for:
// among few records all together; among many those with one slip in all terms first, and the
// others where there are none of these and it is wanted.
func (s *Reader) candidates(ctx context.Context, t *tables.Table, from counter, asked func(once bool) (text string, args []any), others bool) (found []candidate, err error) {
	err = pgx.BeginTxFunc(ctx, from, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		began, many := time.Now(), false
		if err := tx.QueryRow(ctx, guessed, t.Name, pool.Milliseconds(s.Guessing)).Scan(&many, nil, nil); err != nil {
			return err
		}
		if found, err = look(ctx, tx, &pgx.Batch{}, asked, many); err != nil || !many || !others || len(found) > 0 {
			return err
		}
		left := s.Guessing - time.Since(began)
		if left < time.Millisecond {
			return nil
		}
		batch := &pgx.Batch{}
		batch.Queue(within, pool.Milliseconds(left))
		found, err = look(ctx, tx, batch, asked, false)
		return err
	})
	if pool.Is(err, pool.QueryCanceled, pool.RegexCanceled) && ctx.Err() == nil {
		return nil, nil
	}
	return found, s.pool.Failure(err)
}

// within bounds the statements of a transaction that follow.
const within = "SELECT set_config('statement_timeout', $1, true)"

// look asks for candidates behind what a batch has already. The time is theirs alone: the end
// of the transaction, for which a busy machine may let us wait, has its own.
func look(ctx context.Context, tx pgx.Tx, batch *pgx.Batch, asked func(once bool) (text string, args []any), once bool) (found []candidate, err error) {
	text, args := asked(once)
	batch.Queue(text, args...).Query(func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (c candidate, err error) {
			return c, r.Scan(&c.id, &c.name, &c.held)
		})
		return err
	})
	batch.Queue(within, pool.Milliseconds(readTimeout))
	err = tx.SendBatch(ctx, batch).Close()
	return found, err
}

// best are those candidates that are meant, the ones with the fewest slips first, then those
// whose words begin as they were typed.
func best(terms []row.Term, found []candidate, limit int) []pgtype.UUID {
	type ranked struct {
		candidate

		slips, others int
	}
	typed := make([]string, len(terms))
	for i, term := range terms {
		typed[i] = fold.Key(term.Text)
	}
	var all []ranked
	for _, c := range found {
		c.name = fold.Key(c.name)
		r, meant := ranked{candidate: c}, true
		words, _ := spelling.Words(c.name)
		for i := range terms {
			if c.held[i] != nil && *c.held[i] {
				continue
			}
			at := slices.IndexFunc(words, func(word string) bool {
				return spelling.Correctable(typed[i]) && spelling.Slip(typed[i], word)
			})
			if at < 0 {
				meant = false
				break
			}
			r.slips++
			if !spelling.SameStart(typed[i], words[at]) {
				r.others++
			}
		}
		if meant {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(a.slips-b.slips, a.others-b.others, strings.Compare(a.name, b.name), slices.Compare(a.id.Bytes[:], b.id.Bytes[:]))
	})
	ids := make([]pgtype.UUID, 0, limit)
	for _, r := range all[:min(len(all), limit)] {
		ids = append(ids, r.id)
	}
	return ids
}
