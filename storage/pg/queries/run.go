package queries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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

// countBudget is how long an exact total may take; then it is estimated.
const countBudget = 50 * time.Millisecond

// Run implements query.Prepared.
func (p *prepared) Run(ctx context.Context) (out query.Answer, err error) {
	out.Limit, out.Offset = p.limit, p.offset
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	role, err := p.runner.role(ctx, p.organization, p.of)
	if err != nil {
		return out, err
	}
	conn, err := p.runner.pool.Lists.Acquire(ctx)
	if err != nil {
		return out, p.runner.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	defer func() { out.Took = time.Since(began) }()
	page, err := p.page(ctx, conn, role)
	if err != nil {
		return out, p.failure(err)
	}
	out.Next = p.more
	if out.Rows, out.Bytes, err = p.show(ctx, conn, page); err != nil {
		return out, err
	}
	if len(out.Rows) < len(page) {
		out.Next = true
	}
	if p.key > 0 && p.key <= len(p.Outputs) {
		for _, values := range page[:len(out.Rows)] {
			out.Keys = append(out.Keys, id.ID(schema.LiteralText(values[p.Outputs[p.key-1].Columns[0]])))
		}
	}
	if !out.Next && (p.offset == 0 || len(page) > 0) {
		out.Total = int64(p.offset + len(page)) // the last page shows it
		return out, nil
	}
	out.Total, out.Estimated, err = p.total(ctx, conn, role)
	if out.Estimated { // the planner may guess fewer than are shown
		out.Total = max(out.Total, int64(p.offset+len(page)))
	}
	return out, err
}

// page prices and reads the rows of a page.
func (p *prepared) page(ctx context.Context, conn *pgxpool.Conn, role granted) (page [][]any, err error) {
	err = p.under(ctx, conn, role, p.runner.QueryLimits.Time, func(tx pgx.Tx) error {
		if err := p.affordable(ctx, tx); err != nil {
			return err
		}
		page, p.more, err = p.read(ctx, tx)
		return err
	})
	return page, err
}

// under does something in a transaction that only reads, under a role and its bounds.
func (p *prepared) under(ctx context.Context, conn *pgxpool.Conn, role granted, limit time.Duration, do func(tx pgx.Tx) error) error {
	return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if err := role.take(ctx, tx, p.runner.QueryLimits, limit); err != nil {
			return err
		}
		return do(tx)
	})
}

// read reads the rows of a page; more says that others follow.
func (p *prepared) read(ctx context.Context, tx pgx.Tx) (page [][]any, more bool, err error) {
	columns := make([]*tables.Column, len(p.Compiled.Columns))
	for i, f := range p.Compiled.Columns {
		columns[i] = &tables.Column{Field: f, Kind: f.Kind()}
	}
	scan := tables.ScannerOf(&tables.Table{Object: noObject}, columns)
	into, entire := scan.Into(), int64(0)
	if p.large() {
		into = append(slices.Clip(into), &entire)
	}
	rows, err := tx.Query(ctx, p.text(), p.Args...)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	size := 0
	for rows.Next() {
		if len(page) == p.limit || size >= answerBytes {
			return page, true, nil
		}
		if err := rows.Scan(into...); err != nil {
			return nil, false, err
		}
		values := scan.Values()
		for _, v := range values {
			size += tables.SizeOfValue(v)
		}
		page = append(page, values)
	}
	return page, int64(len(page)) < entire, rows.Err()
}

// affordable refuses a query of several sources that the planner finds too dear.
func (p *prepared) affordable(ctx context.Context, tx pgx.Tx) error {
	if p.Sources < 2 {
		return nil
	}
	plan, err := p.plan(ctx, tx, p.text())
	if err != nil {
		return err
	}
	if plan.Cost > p.runner.QueryLimits.Cost {
		return fault.Field("query", "This query would take too long: the database guesses a cost of %.0f, and %.0f may be. Join by fields that refer to one another, and ask for less at once.", plan.Cost, p.runner.QueryLimits.Cost)
	}
	return nil
}

// plan asks the planner.
func (p *prepared) plan(ctx context.Context, tx pgx.Tx, text string) (query.Explanation, error) {
	out := query.Explanation{SQL: text, Most: p.runner.QueryLimits.Cost}
	var raw []byte
	if err := tx.QueryRow(ctx, "EXPLAIN (FORMAT JSON) "+text, p.Args...).Scan(&raw); err != nil {
		return out, err
	}
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Plan Rows"`
			Cost float64 `json:"Total Cost"`
		} `json:"Plan"`
	}
	if err := json.Unmarshal(raw, &plans); err != nil || len(plans) == 0 {
		return out, errors.Join(errors.New("the plan can't be read"), err)
	}
	out.Cost, out.Rows, out.Plan = plans[0].Plan.Cost, plans[0].Plan.Rows, raw
	return out, nil
}

// Explain implements query.Prepared.
func (p *prepared) Explain(ctx context.Context) (out query.Explanation, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	role, err := p.runner.role(ctx, p.organization, p.of)
	if err != nil {
		return out, err
	}
	conn, err := p.runner.pool.Lists.Acquire(ctx)
	if err != nil {
		return out, p.runner.pool.Failure(err)
	}
	defer conn.Release()
	err = p.under(ctx, conn, role, p.runner.QueryLimits.Time, func(tx pgx.Tx) error {
		out, err = p.plan(ctx, tx, p.text())
		return err
	})
	return out, p.failure(err)
}

// total counts the rows of all pages, or estimates them where counting takes too long.
func (p *prepared) total(ctx context.Context, conn *pgxpool.Conn, role granted) (n int64, estimated bool, err error) {
	if p.Whole != "" {
		n, err = p.runner.records.Whole(ctx, conn, p.of.ByName[p.Whole])
		return n, false, err
	}
	err = p.under(ctx, conn, role, countBudget, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "SELECT count(*) FROM ("+p.Body+") q", p.Args...).Scan(&n)
	})
	if !pool.Is(err, pool.QueryCanceled) || ctx.Err() != nil {
		return n, false, p.failure(err)
	}
	err = p.under(ctx, conn, role, p.runner.QueryLimits.Time, func(tx pgx.Tx) error {
		plan, err := p.plan(ctx, tx, p.Body)
		n = int64(plan.Rows)
		return err
	})
	return n, true, p.failure(err)
}

// failure says what an error of the database means to who asked.
func (p *prepared) failure(err error) error {
	if err == nil {
		return nil
	}
	switch {
	case pool.Is(err, pool.QueryCanceled):
		return fault.Wrap(err, fault.Unavailable, "This query takes too long. Ask for fewer records at once, or by fields that lists can be sorted by.").After(time.Second)
	case pool.Is(err, "53400"): // configuration_limit_exceeded: temp_file_limit
		return fault.Wrap(err, fault.Invalid, "This query sorts or groups too much at once. Ask for fewer records.")
	case pool.Is(err, "22003", "22008", "22023"): // a number or time out of range
		return fault.Wrap(err, fault.Invalid, "A value that this query computes is too large.")
	case pool.Is(err, insufficientPrivilege):
		p.runner.forget(p.organization)
		return fault.Wrap(fmt.Errorf("the role of queries lacks a right: %w", err), fault.Unavailable, "This object has just been changed. Please try again.").After(time.Second)
	}
	return p.runner.pool.Failure(err)
}
