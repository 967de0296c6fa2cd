package records

import (
	"context"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// maxFed is how far one page looks back in the log, whatever it finds: where the newest
// changes are all of other objects, the next page goes on from there.
const maxFed = 1_000

// Feed reads the newest entries of an organization's log that are of some objects' single
// records, whoever may see them, by the log's own key. A page ends once it holds readBytes,
// at its limit at the latest.
func (s *Reader) Feed(ctx context.Context, organization id.ID, r row.FeedRequest) (out row.Feed, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return out, err
	}
	out.Took, err = s.browse(ctx, func(ctx context.Context, conn pool.Source) error {
		if err := s.fed(ctx, conn, organization, r, &out); err != nil {
			return s.pool.Failure(err)
		}
		return s.pool.Failure(actors(ctx, conn, of, out.Entries))
	})
	return out, err
}

// fed reads a page of the log.
func (s *Reader) fed(ctx context.Context, conn pool.Source, organization id.ID, r row.FeedRequest, out *row.Feed) error {
	rows, err := conn.Query(ctx, `
		SELECT seq, CASE WHEN entry->>'object' = ANY ($3) AND entry->>'op' <> 'bulk' AND ($5 = '' OR entry->>'by' = $5) THEN entry END FROM core.event_log
		WHERE organization_id = $1::uuid AND ($2 = 0 OR seq < $2) ORDER BY seq DESC LIMIT $4`, string(organization), r.Before, r.Objects, maxFed, string(r.By))
	if err != nil {
		return err
	}
	defer rows.Close()
	looked := 0
	for size := 0; rows.Next(); looked++ {
		var seq int64
		var raw []byte
		if err := rows.Scan(&seq, &raw); err != nil {
			return err
		}
		if raw != nil && (len(out.Entries) == r.Limit || size >= readBytes) {
			out.More = true
			break
		}
		out.Reached = seq
		if raw == nil {
			continue
		}
		one, err := entry.Decode(raw)
		if err != nil {
			s.pool.Log.ErrorContext(ctx, "an entry of the log is unreadable", "organization", organization, "seq", seq, "error", err)
			continue
		}
		size += len(raw)
		one.Seq = seq
		out.Entries = append(out.Entries, row.Fed{Entry: one, Actor: projection.Null})
	}
	rows.Close()
	out.More = out.More || looked == maxFed
	return rows.Err()
}

// actors says of each entry who caused it, all names in one round trip.
func actors(ctx context.Context, conn pool.Source, of *tables.Tables, entries []row.Fed) error {
	ask := projection.Ask(of)
	for i := range entries {
		if t := of.ByName[entries[i].Object]; t != nil && entries[i].By != "" {
			ask.Value(t.Object.Field(actorField), entries[i].By)
		}
	}
	names, err := projection.Resolve(ctx, conn, ask)
	if err != nil {
		return err
	}
	for i := range entries {
		one := &entries[i]
		if t := of.ByName[one.Object]; t != nil && one.By != "" {
			one.Actor = projection.Value(t.Object.Field(actorField), one.By, names)
		}
	}
	return nil
}
