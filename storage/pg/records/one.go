package records

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// onlyOne is the record that a request asks for, "" where it may find others.
func onlyOne(r *row.ReadRequest) id.ID {
	if len(r.Where) != 1 || r.Where[0].Field != "id" || r.Filter != nil || r.AsOf != nil || sought(r) {
		return ""
	}
	if ids, _ := r.Where[0].Value.([]id.ID); r.Where[0].Operator == "IN" && len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// found reads what a request's statement finds: a page of records, or one and, in the same
// round trip, the people whom it names.
func (s *Reader) found(ctx context.Context, from pool.Source, of *tables.Tables, r *row.ReadRequest, columns *tables.Scanner, text string, args []any) (
	found []row.Record, known *projection.Resolved, cut bool, err error,
) {
	record := onlyOne(r)
	if record == "" {
		found, cut, err = s.collectUntilFull(ctx, from, columns, text, args)
		return found, nil, cut, err
	}
	batch := &pgx.Batch{}
	batch.Queue(text, args...).Query(func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, columns.Record)
		return err
	})
	known = projection.Around(batch, of, of.ByName[r.Object], record)
	if err := from.SendBatch(ctx, batch).Close(); err != nil {
		return nil, nil, false, s.pool.Failure(err)
	}
	return found, known, false, nil
}
