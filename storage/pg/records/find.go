package records

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/people"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

const (
	findLimit = 1000
	// maxFind bounds what a trusted reader may hold in memory at once.
	maxFind   = 100_000
	maxOffset = 10_000_000
)

// readTimeout bounds a page with all its statements and the wait for a connection.
const readTimeout = 8 * time.Second

// guessTimeout keeps a search within what a person doesn't notice: of short words in very
// many records the index tells little. What is not found in time is left out.
const guessTimeout = 20 * time.Millisecond

// Reader answers questions about records.
type Reader struct {
	pool   *pool.Pool
	tables *tables.Cache
	people *people.Known
	// Patience is how long one page may take that people asked for. It is set before
	// the reader is used.
	Patience time.Duration
	// Guessing is how long a search may look for names that were typed with a slip. It is set
	// before the reader is used.
	Guessing time.Duration
}

// NewReader makes the reader of a database; known are the people whom it need not read.
func NewReader(db *pool.Pool, of *tables.Cache, known *people.Known) *Reader {
	return &Reader{pool: db, tables: of, people: known, Patience: readTimeout, Guessing: guessTimeout}
}

// Get gives a record in storage shape. A removed one is absent: fault.NotFound.
func (s *Reader) Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error) {
	t, err := s.tables.Table(ctx, organization, object)
	if err != nil {
		return row.Record{}, err
	}
	one, ok := id.Parse(string(record))
	if !ok {
		return row.Record{}, tables.Missing(t.Object)
	}
	found, err := s.one(ctx, tables.NewScanner(t), t.Get, string(one))
	if err != nil {
		return row.Record{}, err
	}
	if len(found) == 0 {
		return row.Record{}, tables.Missing(t.Object)
	}
	return found[0], nil
}

// Find selects records in storage shape for readers whose rights are not asked
// (actors, jobs).
func (s *Reader) Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error) {
	q, err := s.about(ctx, organization, query.Object)
	if err != nil {
		return nil, err
	}
	t := q.table
	where, err := q.where(query.Where, false)
	if err != nil {
		return nil, err
	}
	order, err := q.orderBy(query.Order)
	if err != nil {
		return nil, err
	}
	page, err := paging(query.Limit, query.Offset, findLimit, maxFind)
	if err != nil {
		return nil, err
	}
	columns, list, err := t.Some(query.Fields)
	if err != nil {
		return nil, err
	}
	text := "SELECT " + list + " FROM " + t.Name + " t WHERE t.deleted_date IS NULL AND " + where + " ORDER BY " + order + page
	return s.collect(ctx, tables.ScannerOf(t, columns), text, q.args)
}

// about begins the statement about an organization's object.
func (s *Reader) about(ctx context.Context, organization id.ID, object string) (*statement, error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	t, err := of.Find(object)
	return &statement{tables: of, table: t}, err
}

// Count counts the records of a Query, whatever its order and page.
func (s *Reader) Count(ctx context.Context, organization id.ID, query row.Query) (int64, error) {
	q, err := s.about(ctx, organization, query.Object)
	if err != nil {
		return 0, err
	}
	t := q.table
	where, err := q.where(query.Where, false)
	if err != nil {
		return 0, err
	}
	var n int64
	err = s.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM "+t.Name+" t WHERE t.deleted_date IS NULL AND "+where, q.args...).Scan(&n)
	return n, s.pool.Failure(err)
}

// one reads what a statement finds of one record: as it stands for others, together with what
// they ask for.
func (s *Reader) one(ctx context.Context, columns *tables.Scanner, text, record string) (found []row.Record, err error) {
	if s.pool.Transaction(ctx) != nil {
		return s.collect(ctx, columns, text, []any{record})
	}
	err = s.pool.Questions.Query(ctx, func(rows pgx.Rows) (err error) {
		found, err = pgx.CollectRows(rows, columns.Record)
		return err
	}, text, record)
	return found, s.pool.Failure(err)
}

func (s *Reader) collect(ctx context.Context, columns *tables.Scanner, text string, args []any) ([]row.Record, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, text, args...)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, columns.Record)
	return found, s.pool.Failure(err)
}

// paging checks a page and writes it. The numbers are ours, so they may stand in
// the text: the planner then knows how few rows are wanted.
func paging(limit, offset, usual, most int) (string, error) {
	switch {
	case limit < 0 || limit > most:
		return "", fault.Field("limit", "limit must be between 1 and %d", most)
	case offset < 0 || offset > maxOffset:
		return "", fault.Field("offset", "offset must be between 0 and %d", maxOffset)
	case limit == 0:
		limit = usual
	}
	return " LIMIT " + strconv.Itoa(limit) + " OFFSET " + strconv.Itoa(offset), nil
}
