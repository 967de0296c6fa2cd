package queries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// Run implements query.Prepared. A page and the total of a whole object come in one round
// trip; the names of records, but for those of people whom everybody knows, and the total of
// anything else in a second one.
func (p *prepared) Run(ctx context.Context) (out query.Answer, err error) {
	out.Limit, out.Offset = p.limit, p.offset
	out.Took, err = p.begin(ctx, timeout, func(ctx context.Context, conn *pgxpool.Conn, role granted) error {
		return p.answer(ctx, conn, role, &out)
	})
	return out, err
}

// begin does something under the organization's role on a connection of its own, for so long at
// most, and says how long it took once it had the connection.
func (p *prepared) begin(ctx context.Context, limit time.Duration, do func(ctx context.Context, conn *pgxpool.Conn, role granted) error) (took time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	role, err := p.runner.role(ctx, p.organization, p.of)
	if err != nil {
		return 0, err
	}
	conn, err := p.runner.pool.Lists.Acquire(ctx)
	if err != nil {
		return 0, p.runner.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	err = do(ctx, conn, role)
	return time.Since(began), err
}

// answer reads and shows a page, and says how many rows all pages have.
func (p *prepared) answer(ctx context.Context, conn *pgxpool.Conn, role granted, out *query.Answer) error {
	page, all, err := p.page(ctx, conn, role)
	if err != nil {
		return p.failure(err)
	}
	if out.Next = p.more; p.shows(page, out.Next) { // it is the last page
		all = total{n: int64(p.offset + len(page)), known: true}
	}
	names, err := p.beside(ctx, conn, role, page, &all)
	if err != nil {
		return err
	}
	out.Rows, out.Bytes = p.show(page, names)
	if len(out.Rows) < len(page) {
		out.Next = true
	}
	if p.key > 0 && p.key <= len(p.Outputs) {
		for i := range out.Rows {
			out.Keys = append(out.Keys, id.ID(schema.LiteralText(page[i].Value(p.Outputs[p.key-1].Columns[0]))))
		}
	}
	out.Total, out.Estimated = all.n, all.estimated
	if all.estimated { // the planner may guess fewer than are shown
		out.Total = max(out.Total, int64(p.offset+len(page)))
	}
	return nil
}

// shows reports whether a page shows how many rows all pages have.
func (p *prepared) shows(page []tables.Line, next bool) bool {
	return !next && (p.offset == 0 || len(page) > 0)
}

// page prices and reads the rows of a page, and the total where it is kept.
func (p *prepared) page(ctx context.Context, conn *pgxpool.Conn, role granted) (page []tables.Line, all total, err error) {
	how := way{begin: eachItsOwn, limit: p.runner.QueryLimits.Time}
	if p.Whole != "" {
		how.beside = func(batch *pgx.Batch) { p.kept(batch, &all) }
	}
	few, learn := p.few(time.Now())
	if learn != nil {
		how.beside = learn
	}
	if few && p.seen(role) {
		return page, all, p.often(ctx, conn, role, learn, &page)
	}
	err = p.under(ctx, conn, role, how, func(w *walled) error {
		if err := p.affordable(ctx, w); err != nil {
			return err
		}
		p.read(w, &page, &p.more)
		return nil
	})
	return page, all, err
}

// read asks for the rows of a page; more says that others follow.
func (p *prepared) read(w *walled, page *[]tables.Line, more *bool) {
	w.batch.Queue(p.text(), p.arguments()...).Query(func(rows pgx.Rows) (err error) {
		*page, *more, err = p.collect(rows)
		return err
	})
}

func (p *prepared) collect(rows pgx.Rows) (page []tables.Line, more bool, err error) {
	columns := make([]*tables.Column, len(p.Compiled.Columns))
	for i, f := range p.Compiled.Columns {
		columns[i] = &tables.Column{Field: f, Kind: f.Kind()}
	}
	cells, entire, size := tables.CellsFor(columns, p.known()), new(int64), 0
	if p.large() {
		entire = cells.Beside()
	}
	for rows.Next() {
		if len(page) == p.limit || size >= answerBytes {
			return page, true, nil
		}
		line, err := cells.Line(rows)
		if err != nil {
			return nil, false, err
		}
		size += line.Bytes
		page = append(page, line)
	}
	return page, int64(len(page)) < *entire, rows.Err()
}

// affordable refuses a query of several sources that the planner finds too dear.
func (p *prepared) affordable(ctx context.Context, w *walled) error {
	if p.Sources < 2 {
		return nil
	}
	plan := p.plan(w, p.text(), p.arguments())
	if err := w.send(ctx); err != nil {
		return err
	}
	if plan.Cost > p.runner.QueryLimits.Cost {
		return fault.Field("query", "This query is too expensive: its estimated cost is %.0f and the limit is %.0f. Join by lookup fields and request less at once.", plan.Cost, p.runner.QueryLimits.Cost)
	}
	return nil
}

// plan asks the planner; what it says is there when all has been sent.
func (p *prepared) plan(w *walled, text string, args []any) *query.Explanation {
	out := &query.Explanation{SQL: text, Most: p.runner.QueryLimits.Cost}
	w.batch.Queue("EXPLAIN (FORMAT JSON) "+text, args...).QueryRow(func(row pgx.Row) error {
		var raw []byte
		if err := row.Scan(&raw); err != nil {
			return err
		}
		var plans []struct {
			Plan struct {
				Rows float64 `json:"Plan Rows"`
				Cost float64 `json:"Total Cost"`
			} `json:"Plan"`
		}
		if err := json.Unmarshal(raw, &plans); err != nil || len(plans) == 0 {
			return errors.Join(errors.New("the plan can't be read"), err)
		}
		out.Cost, out.Rows, out.Plan = plans[0].Plan.Cost, plans[0].Plan.Rows, raw
		return nil
	})
	return out
}

// planned asks the planner alone.
func (p *prepared) planned(ctx context.Context, conn *pgxpool.Conn, role granted, text string, args []any) (out *query.Explanation, err error) {
	out = &query.Explanation{}
	err = p.under(ctx, conn, role, way{begin: eachItsOwn, limit: p.runner.QueryLimits.Time}, func(w *walled) error {
		out = p.plan(w, text, args)
		return nil
	})
	return out, p.failure(err)
}

// Explain implements query.Prepared.
func (p *prepared) Explain(ctx context.Context) (out query.Explanation, err error) {
	_, err = p.begin(ctx, timeout, func(ctx context.Context, conn *pgxpool.Conn, role granted) error {
		plan, err := p.planned(ctx, conn, role, p.text(), p.arguments())
		out = *plan
		return err
	})
	return out, err
}

// failure says what an error of the database means to who asked.
func (p *prepared) failure(err error) error {
	if err == nil {
		return nil
	}
	switch {
	case pool.Is(err, pool.QueryCanceled):
		return fault.Wrap(err, fault.Unavailable, "This query took too long. Request fewer records, or filter by sortable fields.").After(time.Second)
	case pool.Is(err, "53400"): // configuration_limit_exceeded: temp_file_limit
		return fault.Wrap(err, fault.Invalid, "This query sorts or groups too many records. Request fewer.")
	case pool.Is(err, "22003", "22008", "22023"): // a number or time out of range
		return fault.Wrap(err, fault.Invalid, "A value that this query computes is too large.")
	case pool.Is(err, insufficientPrivilege):
		p.runner.forget(p.organization)
		return fault.Wrap(fmt.Errorf("the role of queries lacks a right: %w", err), fault.Unavailable, "This object has just been changed. Please try again.").After(time.Second)
	}
	return p.runner.pool.Failure(err)
}
