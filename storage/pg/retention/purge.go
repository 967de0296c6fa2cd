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

// Purge deletes for good what was removed too long ago to be brought back, and the fields
// and objects that were taken out of use so long ago: the records,
// what they were in their history, and the parts of removed threads. It tells how many
// records there were. A record stays until its changes have left the log as well, and that
// it was there, and who removed it when, stays in the history.
func (s *Keeper) Purge(ctx context.Context, r Periods) (removed int64, err error) {
	r = r.withDefaults()
	organizations, err := s.organizations(ctx)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	removed, err = s.each(ctx, r, organizations, func(o id.ID, lengths Lengths) (int64, error) {
		n, err := s.purge(ctx, o, max(lengths.Removed, lengths.Log), r.Batch)
		if err != nil {
			return n, err
		}
		more, err := s.retired(ctx, o, lengths.Removed)
		return n + more, err
	})
	return removed, s.pool.Failure(err)
}

// purge deletes what an organization removed longer ago than keep.
func (s *Keeper) purge(ctx context.Context, organization id.ID, keep time.Duration, batch int) (removed int64, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return 0, err
	}
	due := dueSQL(of, batch)
	for {
		rows, err := s.pool.Query(ctx, due, keep)
		if err != nil {
			return removed, err
		}
		var object string
		var one pgtype.UUID
		found, count := map[string][]pgtype.UUID{}, 0
		if _, err := pgx.ForEachRow(rows, []any{&object, &one}, func() error {
			found[object] = append(found[object], one)
			count++
			return nil
		}); err != nil {
			return removed, err
		}
		for _, object := range slices.Sorted(maps.Keys(found)) {
			n, err := s.purgeOf(ctx, organization, of, of.ByName[object], found[object], keep, batch)
			removed += n
			if err != nil {
				return removed, err
			}
		}
		if count < batch {
			return removed, nil
		}
	}
}

// dueSQL finds a batch of what was removed longer ago than its argument, of all objects.
func dueSQL(of *tables.Tables, batch int) string {
	var parts []string
	limit := strconv.Itoa(batch)
	for _, object := range slices.Sorted(maps.Keys(of.ByName)) {
		if t := of.ByName[object]; t.Object.Deletable() {
			parts = append(parts, "(SELECT '"+object+"' AS object, id, deleted_date FROM "+t.Name+ // a name is letters, digits and underscores
				" WHERE deleted_date < now() - $1::interval ORDER BY deleted_date LIMIT "+limit+")")
		}
	}
	return "SELECT object, id FROM (" + strings.Join(parts, " UNION ALL ") + ") d ORDER BY deleted_date LIMIT " + limit
}

// purgeOf deletes removed records of one object, after the parts of those that are threads.
// What was brought back meanwhile stays, with its parts.
func (s *Keeper) purgeOf(ctx context.Context, organization id.ID, of *tables.Tables, t *tables.Table, ids []pgtype.UUID, keep time.Duration, batch int) (removed int64, err error) {
	for _, part := range partsOf(of, t) {
		thread := part.Column(part.Object.Route.Thread).Name
		n, err := s.erase(ctx, organization, part, batch, `id = ANY (ARRAY(
			SELECT p.id FROM `+part.Name+` p JOIN `+t.Name+` t ON t.id = p.`+thread+`
			WHERE p.`+thread+` = ANY ($3::uuid[]) AND t.deleted_date < now() - $4::interval LIMIT `+strconv.Itoa(batch)+`))`, ids, keep)
		removed += n
		if err != nil {
			return removed, err
		}
	}
	n, err := s.erase(ctx, organization, t, batch, `id = ANY ($3::uuid[]) AND deleted_date < now() - $4::interval`, ids, keep)
	return removed + n, err
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

// erase deletes the records that a condition finds, a batch at a time, and what they were.
func (s *Keeper) erase(ctx context.Context, organization id.ID, t *tables.Table, batch int, condition string, args ...any) (removed int64, err error) {
	return s.inBatches(ctx, batch, `WITH removed AS (
			DELETE FROM `+t.Name+` WHERE `+condition+` RETURNING id
		), located AS (
			DELETE FROM core.record WHERE organization_id = $1::uuid AND id IN (SELECT id FROM removed)
		), redacted AS (
			UPDATE core.record_change SET before = NULL, after = NULL
			WHERE organization_id = $1::uuid AND object = $2 AND record_id IN (SELECT id FROM removed) AND before IS NOT NULL
		)
		SELECT count(*) FROM removed`, append([]any{string(organization), t.Object.APIName}, args...)...)
}
