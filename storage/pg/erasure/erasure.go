package erasure

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
)

// Eraser erases what a database keeps of records.
type Eraser struct {
	pool   *pool.Pool
	tables *tables.Cache
}

// New makes the eraser of a database.
func New(db *pool.Pool, of *tables.Cache) *Eraser { return &Eraser{pool: db, tables: of} }

// Referring finds records that refer by a field to the erased one, removed ones too, in no
// order and at most as many as limit. Where a record with phone numbers of its own names
// nobody, it is found by the numbers of the erased one.
func (s *Eraser) Referring(ctx context.Context, e row.Erasure, object, field string, limit int) ([]row.Referring, error) {
	t, condition, args, err := s.referring(ctx, e, object, field)
	if err != nil {
		return nil, err
	}
	return s.find(ctx, t, t.Column(field), finding{To: "$1", Gone: "true", From: t.Name + " t", Where: condition}, limit, args...)
}

// finding is where records that refer to others are found: the table has the alias t.
type finding struct{ To, Gone, From, Where string }

func (s *Eraser) find(ctx context.Context, t *tables.Table, c *tables.Column, in finding, limit int, args ...any) ([]row.Referring, error) {
	others, open, stays := "false", "false", "false"
	if c.Kind.Column.Element != nil {
		others = "cardinality(t." + c.Name + ") > 1"
	}
	if t.Object.Open != nil {
		args = append(args, t.Object.Open.Values)
		open = "coalesce(" + t.Opened(len(args)) + ", false)"
	}
	if by := c.Field.Erased; by != nil && by.Stays != nil {
		args = append(args, by.Stays.Values)
		stays = "coalesce(t." + t.Column(by.Stays.Field).Name + " = ANY ($" + strconv.Itoa(len(args)) + "::text[]), false)"
	}
	args = append(args, limit)
	rows, err := s.pool.Source(ctx).Query(ctx, "SELECT t.id::text, "+in.To+"::text, "+in.Gone+", t.deleted_date IS NOT NULL, "+open+", "+others+", "+stays+" FROM "+in.From+" WHERE "+in.Where+" LIMIT $"+strconv.Itoa(len(args)), args...)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (one row.Referring, err error) {
		return one, r.Scan(&one.ID, &one.To, &one.Gone, &one.Removed, &one.Open, &one.Others, &one.Stays)
	})
	return found, s.pool.Failure(err)
}

// AtWork reports whether somebody looks now after a record that refers by a field to the erased
// one (schema.Object.Open).
func (s *Eraser) AtWork(ctx context.Context, e row.Erasure, object, field string) (open bool, err error) {
	t, condition, args, err := s.referring(ctx, e, object, field)
	if err != nil || t.Object.Open == nil {
		return false, err
	}
	args = append(args, t.Object.Open.Values)
	err = s.pool.Source(ctx).QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+t.Name+" t WHERE "+condition+" AND "+t.Opened(len(args))+")", args...).Scan(&open)
	return open, s.pool.Failure(err)
}

// Parts finds the records that are part of a thread.
func (s *Eraser) Parts(ctx context.Context, e row.Erasure, object string, thread id.ID, limit int) ([]row.Referring, error) {
	t, err := s.table(ctx, e.Organization, object)
	if err != nil {
		return nil, err
	}
	rows, err := s.pool.Source(ctx).Query(ctx, "SELECT t.id::text, t.deleted_date IS NOT NULL FROM "+t.Name+" t WHERE t."+t.Column(t.Object.Route.Thread).Name+" = $1::uuid LIMIT $2", string(thread), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (one row.Referring, err error) {
		return one, r.Scan(&one.ID, &one.Removed)
	})
	return found, s.pool.Failure(err)
}

// CountReferring counts what Referring would find.
func (s *Eraser) CountReferring(ctx context.Context, e row.Erasure, object, field string) (n int64, err error) {
	t, condition, args, err := s.referring(ctx, e, object, field)
	if err != nil {
		return 0, err
	}
	err = s.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM "+t.Name+" t WHERE "+condition, args...).Scan(&n)
	return n, s.pool.Failure(err)
}

// referring is the condition by which a record refers to the erased one, and its arguments.
func (s *Eraser) referring(ctx context.Context, e row.Erasure, object, field string) (t *tables.Table, condition string, args []any, err error) {
	of, err := s.tables.Of(ctx, e.Organization)
	if err != nil {
		return nil, "", nil, err
	}
	if t, err = of.Find(object); err != nil {
		return nil, "", nil, err
	}
	about, err := of.Find(e.Object)
	if err != nil {
		return nil, "", nil, err
	}
	c := t.Column(field)
	if c == nil {
		return nil, "", nil, fault.New(fault.Invalid, "%s has no field %q.", t.Object.Title, field)
	}
	condition, args = refersTo(c, "$1"), []any{string(e.Record)}
	if c.Field.Erased == nil || !c.Field.Type.Targeted || c.Kind.Column.Element != nil {
		return t, condition, args, nil
	}
	own := phones(t)
	if len(own) == 0 {
		return t, condition, args, nil
	}
	forms, err := s.forms(ctx, e, about)
	if err != nil || len(forms) == 0 {
		return t, condition, args, err
	}
	condition = "(" + condition + " OR t." + c.Name + " IS NULL AND ARRAY[" + strings.Join(own, ", ") + "] && $2::text[])"
	return t, condition, append(args, forms), nil
}

// refersTo is the condition by which a record of the alias t refers to another one by a
// column; record is an expression of that one's id.
func refersTo(c *tables.Column, record string) string {
	name := "t." + c.Name
	switch {
	case !c.Field.Type.Targeted:
		return fmt.Sprintf(c.Kind.Index, name) + " = " + record + "::text"
	case c.Kind.Column.Element != nil:
		return name + " @> ARRAY[" + record + "::uuid]"
	default:
		return name + " = " + record + "::uuid"
	}
}

// forms lists the numbers of the erased record and of those merged into it, in all their
// forms (phonenumber.Forms).
func (s *Eraser) forms(ctx context.Context, e row.Erasure, about *tables.Table) (forms []string, err error) {
	numbers := numbersOf(about)
	if numbers == "" {
		return nil, nil
	}
	rows, err := s.pool.Source(ctx).Query(ctx, numbers, string(e.Record))
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[[]string])
	for _, number := range slices.Concat(found...) {
		forms = append(forms, phonenumber.Forms(number)...)
	}
	return forms, s.pool.Failure(err)
}

// phones are the columns of an object that hold somebody's number as text.
func phones(t *tables.Table) (names []string) {
	for _, c := range t.Columns {
		if c.Field.Phone {
			names = append(names, "t."+c.Name)
		}
	}
	return names
}

// numbersOf selects the numbers of the record $1, and of those of its object that go with it;
// "" for an object without any.
func numbersOf(t *tables.Table) string {
	var numbers []string
	which := []string{"o.id = $1::uuid"}
	for _, c := range t.Columns {
		switch {
		case c.Field.Target == t.Object.APIName && c.Field.Erased != nil && c.Field.Erased.Whole && c.Kind.Column.Element == nil:
			which = append(which, "o."+c.Name+" = $1::uuid")
		case c.Field.Phone:
			numbers = append(numbers, "o."+c.Name)
		case c.Kind.SearchDigits:
			numbers = append(numbers, fmt.Sprintf(c.Kind.Search, "o."+c.Name))
		}
	}
	if numbers == nil {
		return ""
	}
	return "SELECT coalesce(array_remove(ARRAY[" + strings.Join(numbers, ", ") + "], NULL), '{}') FROM " + t.Name + " o WHERE " + strings.Join(which, " OR ")
}

func (s *Eraser) table(ctx context.Context, organization id.ID, object string) (*tables.Table, error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	return of.Find(object)
}

// Expunge deletes records of an object for good, and what they were from their history. It
// tells how many rows of that there were.
func (s *Eraser) Expunge(ctx context.Context, e row.Erasure, object string, ids []id.ID) (history int64, err error) {
	t, err := s.table(ctx, e.Organization, object)
	if err != nil {
		return 0, err
	}
	err = s.pool.Source(ctx).QueryRow(ctx, `WITH gone AS (
			DELETE FROM `+t.Name+` WHERE id = ANY ($4::uuid[]) RETURNING `+t.Returning()+`
		)`+t.OwedSQL("gone")+`, located AS (
			DELETE FROM core.record WHERE organization_id = $1::uuid AND id = ANY ($4::uuid[])
		), opened AS (
			DELETE FROM core.open WHERE organization_id = $1::uuid AND object = $3 AND id = ANY ($4::uuid[])
		), noted AS (
			INSERT INTO core.erased (organization_id, job_id, object, record_id, whole) SELECT $1, $2, $3, u, true FROM unnest($4::uuid[]) u
			ON CONFLICT (organization_id, job_id, record_id) DO UPDATE SET whole = true
		), redacted AS (
			UPDATE core.record_change SET before = NULL, after = NULL
			WHERE organization_id = $1::uuid AND object = $3 AND record_id = ANY ($4::uuid[]) RETURNING 1
		) SELECT count(*) FROM redacted`, string(e.Organization), string(e.Job), object, tables.IDArray(ids)).Scan(&history)
	return history, s.pool.Failure(err)
}

// Scrub notes that records which stay have lost fields, and takes those out of their history,
// once they are empty. It returns how many rows of that there were.
func (s *Eraser) Scrub(ctx context.Context, e row.Erasure, object string, ids []id.ID, fields []string) (history int64, err error) {
	var n int64
	err = s.pool.Source(ctx).QueryRow(ctx, `WITH noted AS (
			INSERT INTO core.erased (organization_id, job_id, object, record_id, whole) SELECT $1, $2, $3, u, false FROM unnest($4::uuid[]) u
			ON CONFLICT DO NOTHING RETURNING 1
		) SELECT count(*) FROM noted`, string(e.Organization), string(e.Job), object, tables.IDArray(ids)).Scan(&n)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	return s.ScrubHistory(ctx, e, object, ids, fields)
}

// ScrubHistory takes fields of records out of their history. It returns how many rows of that
// there were.
func (s *Eraser) ScrubHistory(ctx context.Context, e row.Erasure, object string, ids []id.ID, fields []string) (history int64, err error) {
	t, err := s.table(ctx, e.Organization, object)
	if err != nil {
		return 0, err
	}
	keys := make([]string, 0, len(fields))
	for _, name := range fields {
		if f := t.Object.Field(name); f != nil {
			keys = append(keys, f.Key())
		}
	}
	err = s.pool.Source(ctx).QueryRow(ctx, `WITH redacted AS (
			UPDATE core.record_change SET before = before - $4::text[], after = after - $4::text[]
			WHERE organization_id = $1::uuid AND object = $2 AND record_id = ANY ($3::uuid[]) AND (before ?| $4::text[] OR after ?| $4::text[]) RETURNING 1
		) SELECT count(*) FROM redacted`, string(e.Organization), object, tables.IDArray(ids), keys).Scan(&history)
	return history, s.pool.Failure(err)
}

// ScrubEffects deletes what was to be done outside for erased records, with what was
// answered. busy says that some of it is being done now, and stays for the moment.
func (s *Eraser) ScrubEffects(ctx context.Context, e row.Erasure) (busy bool, err error) {
	err = s.pool.Source(ctx).QueryRow(ctx, `WITH about AS (
			SELECT f.id, f.state FROM core.effect f JOIN core.erased x ON x.organization_id = f.organization_id AND x.record_id = f.subject
			WHERE f.organization_id = $1::uuid AND x.job_id = $2::uuid
		), gone AS (
			DELETE FROM core.effect WHERE id IN (SELECT id FROM about) AND state <> 'running'
		) SELECT EXISTS (SELECT FROM about WHERE state = 'running')`, string(e.Organization), string(e.Job)).Scan(&busy)
	return busy, s.pool.Failure(err)
}

// Erased counts what an erasure has erased so far.
func (s *Eraser) Erased(ctx context.Context, e row.Erasure) ([]row.ErasedCount, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, `SELECT object, whole, count(*) FROM core.erased
		WHERE organization_id = $1 AND job_id = $2 GROUP BY object, whole ORDER BY whole DESC, object`, string(e.Organization), string(e.Job))
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	counts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row.ErasedCount])
	return counts, s.pool.Failure(err)
}

// EndErasure forgets which records an erasure has erased.
func (s *Eraser) EndErasure(ctx context.Context, e row.Erasure) error {
	var n int64
	return s.pool.Failure(s.pool.Source(ctx).QueryRow(ctx, `WITH gone AS (
			DELETE FROM core.erased WHERE organization_id = $1 AND job_id = $2 RETURNING 1
		) SELECT count(*) FROM gone`, string(e.Organization), string(e.Job)).Scan(&n))
}
