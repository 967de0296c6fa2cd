package commit

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// MaxBulk bounds the records of one bulk change: one entry of the log names them
// all, and the rows are locked for as long as one short transaction takes.
const MaxBulk = 500

// bulkShare is the part of the pool that bulk changes may use at once, one over
// this, so that an import never keeps a call from its connection.
const bulkShare = 4

// Bulk sets the same fields of many records.
type Bulk struct {
	Organization id.ID
	By           id.ID
	Cause        string
	Command      string
	Object       string
	IDs          []id.ID // at most MaxBulk
	Set          row.Fields
}

// CommitBulk changes the records in one transaction, raises their versions and announces
// them by one entry that names them (readers take fresh snapshots). It returns those that
// changed, in the order of their ids: one that has the values already, is absent or
// removed is left alone, and where none changed there is no entry.
//
// Only a part of the pool works for bulk changes: more of them wait for their turn.
//
// fault.TooLarge above MaxBulk, fault.Invalid where a field is unknown, is the
// system's or does not fit its value, or where the object is internal;
// fault.Conflict where a unique value is taken.
func (s *Committer) CommitBulk(ctx context.Context, b Bulk) ([]id.ID, error) {
	text, args, err := s.bulkStatement(ctx, b)
	if err != nil || len(b.IDs) == 0 {
		return nil, err
	}
	select {
	case s.bulk <- struct{}{}:
		defer func() { <-s.bulk }()
	case <-ctx.Done():
		return nil, s.pool.Failure(ctx.Err())
	}
	var changed []id.ID
	err = s.pool.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		at := schema.WholeMilliseconds(time.Now())
		rows, err := tx.Query(ctx, text, append(args, at)...)
		if err != nil {
			return err
		}
		if changed, err = pgx.CollectRows(rows, pgx.RowTo[id.ID]); err != nil || len(changed) == 0 {
			return err
		}
		batch := &pgx.Batch{}
		announce(batch, b.Organization, []entry.Entry{{
			Organization: b.Organization, At: at, By: b.By, Cause: b.Cause, Command: b.Command,
			Object: b.Object, IDs: changed, Op: entry.Bulk,
		}})
		return tx.SendBatch(ctx, batch).Close()
	})
	if err != nil {
		return nil, err
	}
	if len(changed) > 0 {
		s.pool.Tell(pool.Committed{Organization: b.Organization, Entries: 1, Objects: []string{b.Object}, IDs: changed})
	}
	return changed, nil
}

// bulkStatement is the text and the arguments of a bulk change, all but the time,
// which comes last. Rows are locked in the order of their ids, so that two changes
// of the same records take turns and don't meet in the middle.
func (s *Committer) bulkStatement(ctx context.Context, b Bulk) (string, []any, error) {
	if len(b.IDs) > MaxBulk {
		return "", nil, fault.New(fault.TooLarge, "A bulk change may name at most %d records.", MaxBulk)
	}
	t, err := s.tables.Table(ctx, b.Organization, b.Object)
	if err != nil {
		return "", nil, err
	}
	if t.Object.Internal {
		return "", nil, fault.New(fault.Invalid, "%s can't be changed in bulk.", t.Object.Plural)
	}
	for _, one := range b.IDs {
		if !one.Valid() {
			return "", nil, fault.New(fault.Invalid, "A bulk change names no record by %q.", one)
		}
	}
	values, err := normalSet(t, row.Write{Op: entry.Updated, Set: b.Set})
	if err != nil {
		return "", nil, err
	}
	from := origin.Of(ctx)
	args := []any{
		tables.IDArray(b.IDs), tables.Parameter(nullable(b.By)),
		string(b.Organization), b.Object, b.Cause, from.Via, from.Address, from.Request,
	}
	set, differ, was, is := []string{}, []string{}, []string{"'{}'::jsonb"}, []string{"'{}'::jsonb"}
	for _, c := range t.Columns { // in one order, so that equal changes have equal texts
		value, ok := values[c.Field.Name]
		if !ok {
			continue
		}
		if c.Field.Number || c.Field.Grants == schema.GrantsTeams || c.Field.Grants == schema.GrantsMembers || slices.Contains(t.Object.KeepOne, c.Field.Name) {
			return "", nil, fault.Field(c.Field.Name, "%s can't be changed in bulk.", c.Field.Title)
		}
		args = append(args, tables.Parameter(value))
		p := tables.Place(len(args), c)
		differs := c.Alias + " IS DISTINCT FROM " + p
		set = append(set, c.Name+" = "+p)
		differ = append(differ, differs)
		if c.Field.Tracked() && t.Object.Remembered() {
			name := "'" + c.Field.Key() + "'" // a name is letters, digits and underscores
			was = append(was, "CASE WHEN "+differs+" THEN jsonb_build_object("+name+", "+c.Alias+") ELSE '{}' END")
			is = append(is, "CASE WHEN "+differs+" THEN jsonb_build_object("+name+", "+p+") ELSE '{}' END")
		}
	}
	if len(set) == 0 {
		return "", nil, fault.New(fault.Invalid, "A bulk change needs a field to set.")
	}
	audit := "NULL::bigint"
	if t.Object.Audits(slices.Collect(maps.Keys(values))) {
		audit = "nextval('core.audit')"
	}
	at := tables.Place(len(args)+1, t.Column("modified_date"))
	return `WITH locked AS MATERIALIZED (
		SELECT t.id, ` + strings.Join(was, " || ") + ` AS was, ` + strings.Join(is, " || ") + ` AS became
		FROM ` + t.Name + ` AS t WHERE t.id = ANY ($1::uuid[]) AND t.deleted_date IS NULL AND (` + strings.Join(differ, " OR ") + `)
		ORDER BY t.id FOR UPDATE
	), changed AS (
		UPDATE ` + t.Name + ` AS t SET ` + strings.Join(set, ", ") + `, version = t.version + 1,
			modified_by = $2::uuid, modified_date = greatest(t.modified_date, ` + at + `)
		FROM locked WHERE t.id = locked.id RETURNING t.id, t.version, t.modified_date, locked.was, locked.became
	), kept AS (
		INSERT INTO core.record_change (organization_id, object, cause, via, address, request_id, actor, at, op, record_id, version, before, after, audit)
		SELECT $3::uuid, $4, $5, $6, $7, $8, $2::uuid, modified_date, '` + string(entry.Updated) + `', id, version, was, became, ` + audit + `
		FROM changed WHERE was <> '{}'
	) SELECT id::text FROM changed ORDER BY id`, args, nil
}
