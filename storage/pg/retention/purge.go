package retention

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// Removed counts the records of an organization that were removed longer ago than keep, the
// parts of threads not among them. It leaves no trace of the organization on this node.
func (s *Keeper) Removed(ctx context.Context, organization id.ID, keep time.Duration) (n int64, err error) {
	of, err := s.tables.Of(tables.Passing(ctx), organization)
	if err != nil {
		return 0, err
	}
	var parts []string
	for _, t := range deletable(of) {
		parts = append(parts, "(SELECT count(*) FROM "+t.Name+" WHERE deleted_date < now() - $1::interval)")
	}
	err = s.pool.Source(ctx).QueryRow(ctx, "SELECT "+strings.Join(parts, " + "), keep).Scan(&n)
	return n, s.pool.Failure(err)
}

// Purge deletes for good some of the records that were removed longer ago than keep, at most
// batch of an object, in the transaction of its context: the records, what they were in their
// history, and the parts of removed threads before these. It tells how many there were, and
// whether that was all. That a record was there, and who removed it when, stays in the
// history. What is brought back at the same time stays.
func (s *Keeper) Purge(ctx context.Context, organization id.ID, keep time.Duration, batch int) (records, parts int64, isAll bool, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return 0, 0, false, err
	}
	found, count, err := s.due(ctx, of, keep, batch)
	if err != nil {
		return 0, 0, false, err
	}
	for _, object := range slices.Sorted(maps.Keys(found)) {
		t := of.ByName[object]
		for _, part := range partsOf(of, t) {
			n, err := s.erasePartsOf(ctx, organization, t, part, found[object], keep, batch)
			parts += n
			if err != nil || n >= int64(batch) { // there may be more, and no thread goes before its parts
				return records, parts, false, err
			}
		}
		n, err := s.erase(ctx, organization, t, "id = ANY ($3::uuid[]) AND deleted_date < now() - $4::interval", found[object], keep)
		records += n
		if err != nil {
			return records, parts, false, err
		}
	}
	return records, parts, count < batch, nil
}

// due finds records that were removed longer ago than keep, the first ones first.
func (s *Keeper) due(ctx context.Context, of *tables.Tables, keep time.Duration, batch int) (found map[string][]pgtype.UUID, count int, err error) {
	rows, err := s.pool.Source(ctx).Query(ctx, dueSQL(of, batch), keep)
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	found = map[string][]pgtype.UUID{}
	var object string
	var one pgtype.UUID
	_, err = pgx.ForEachRow(rows, []any{&object, &one}, func() error {
		found[object] = append(found[object], one)
		count++
		return nil
	})
	return found, count, s.pool.Failure(err)
}

// deletable are the tables of records that can be removed, in the order of their names.
func deletable(of *tables.Tables) (out []*tables.Table) {
	for _, object := range slices.Sorted(maps.Keys(of.ByName)) {
		if t := of.ByName[object]; t.Object.Deletable() {
			out = append(out, t)
		}
	}
	return out
}

// dueSQL finds a batch of what was removed longer ago than its argument, of all objects.
func dueSQL(of *tables.Tables, batch int) string {
	var parts []string
	limit := strconv.Itoa(batch)
	for _, t := range deletable(of) {
		parts = append(parts, "(SELECT '"+t.Object.APIName+"' AS object, id, deleted_date FROM "+t.Name+ // a name is letters, digits and underscores
			" WHERE deleted_date < now() - $1::interval ORDER BY deleted_date LIMIT "+limit+")")
	}
	return "SELECT object, id FROM (" + strings.Join(parts, " UNION ALL ") + ") d ORDER BY deleted_date LIMIT " + limit
}

// erasePartsOf deletes some of the parts of removed threads.
func (s *Keeper) erasePartsOf(ctx context.Context, organization id.ID, t, part *tables.Table, threads []pgtype.UUID, keep time.Duration, batch int) (removed int64, err error) {
	thread := part.Column(part.Object.Route.Thread).Name
	return s.erase(ctx, organization, part, `id = ANY (ARRAY(
		SELECT p.id FROM `+part.Name+` p JOIN `+t.Name+` t ON t.id = p.`+thread+`
		WHERE p.`+thread+` = ANY ($3::uuid[]) AND t.deleted_date < now() - $4::interval LIMIT `+strconv.Itoa(batch)+`))`, threads, keep)
}

// partsOf are the tables of records that are part of a thread of the object.
func partsOf(of *tables.Tables, t *tables.Table) (parts []*tables.Table) {
	for _, object := range slices.Sorted(maps.Keys(of.ByName)) {
		part := of.ByName[object]
		if thread := part.Column(part.Object.Route.Thread); part.Object.Role == schema.Part && thread != nil && thread.Field.Target == t.Object.APIName {
			parts = append(parts, part)
		}
	}
	return parts
}

// erase deletes the records that a condition finds, and what they were.
func (s *Keeper) erase(ctx context.Context, organization id.ID, t *tables.Table, condition string, args ...any) (removed int64, err error) {
	err = s.pool.Source(ctx).QueryRow(ctx, `WITH removed AS (
			DELETE FROM `+t.Name+` WHERE `+condition+` RETURNING `+t.Returning()+`
		)`+t.OwedSQL("removed")+`, located AS (
			DELETE FROM core.record WHERE organization_id = $1::uuid AND id IN (SELECT id FROM removed)
		), redacted AS (
			UPDATE core.record_change SET before = NULL, after = NULL
			WHERE organization_id = $1::uuid AND object = $2 AND record_id IN (SELECT id FROM removed) AND before IS NOT NULL
		)
		SELECT count(*) FROM removed`, append([]any{string(organization), t.Object.APIName}, args...)...).Scan(&removed)
	return removed, s.pool.Failure(err)
}
