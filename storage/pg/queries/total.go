package queries

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
)

// countBudget is how long an exact total may take; then it is estimated.
const countBudget = 50 * time.Millisecond

// total is how many rows all pages have.
type total struct {
	n                int64
	known, estimated bool
}

// kept asks how many records of a whole object there are: the number that is kept with what
// moved it since, in one statement, or so few that they are counted as soon. Of more, or where
// it moved much, the reader of records counts, keeps and folds in.
func (p *prepared) kept(batch *pgx.Batch, all *total) {
	t := p.of.ByName[p.Whole]
	batch.Queue(`SELECT k.n, k.moved, CASE WHEN k.n IS NULL THEN (SELECT count(*) FROM (SELECT FROM `+t.Name+` WHERE deleted_date IS NULL LIMIT `+strconv.Itoa(tables.CountedFrom)+`) f) END
		FROM (SELECT) one LEFT JOIN LATERAL (`+tables.KeptCount+`) k ON true`, t.Relation()).QueryRow(func(row pgx.Row) error {
		var number, moved, few *int64
		if err := row.Scan(&number, &moved, &few); err != nil {
			return err
		}
		switch {
		case number != nil && *moved < tables.FoldAt:
			*all = total{n: *number, known: true}
		case few != nil && *few < tables.CountedFrom:
			*all = total{n: *few, known: true}
		}
		return nil
	})
}

// beside reads what stands beside a page in one round trip: the names of the records that
// it refers to and, where that is not known yet, how many rows all pages have.
func (p *prepared) beside(ctx context.Context, conn *pgxpool.Conn, role granted, page []tables.Line, all *total) (names *projection.Resolved, err error) {
	ask := p.refers(page)
	if all.known || p.Whole != "" {
		if names, err = p.runner.records.Resolve(ctx, conn, p.organization, ask); err == nil && !all.known {
			all.n, err = p.runner.records.Whole(ctx, conn, p.of.ByName[p.Whole])
		}
		return names, p.runner.pool.Failure(err)
	}
	counting := false // all that comes before is read
	how := way{begin: eachItsOwn, limit: countBudget, before: func(batch *pgx.Batch) { names, err = projection.ResolveIn(batch, ask) }}
	failed := p.under(ctx, conn, role, how, func(w *walled) error {
		if err != nil {
			return err
		}
		w.batch.Queue("SELECT count(*) FROM ("+p.Body+") q", p.Args...).QueryRow(func(row pgx.Row) error {
			counting = true
			return row.Scan(&all.n)
		})
		return nil
	})
	if !counting || !pool.Is(failed, pool.QueryCanceled) || ctx.Err() != nil {
		return names, p.failure(failed)
	}
	plan, err := p.planned(ctx, conn, role, p.Body, p.Args)
	*all = total{n: int64(plan.Rows), known: true, estimated: true}
	return names, err
}
