package pg

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
)

// tailBatch bounds one read of the log.
const tailBatch = 512

type head struct {
	organization id.ID
	seq, floor   int64
}

func (s *relaySession) heads(ctx context.Context) ([]head, error) {
	ctx, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	rows, err := s.conn.Query(ctx, "SELECT organization_id::text, seq, floor FROM core.log_head ORDER BY organization_id")
	if err != nil {
		return nil, err
	}
	heads, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h head, err error) {
		return h, row.Scan(&h.organization, &h.seq, &h.floor)
	})
	s.answered()
	return heads, err
}

// base makes the present heads the place from which followers are told.
func (s *relaySession) base(ctx context.Context) error {
	heads, err := s.heads(ctx)
	if err != nil {
		return err
	}
	s.relay.mu.Lock()
	defer s.relay.mu.Unlock()
	for _, h := range heads {
		s.relay.applied[h.organization] = h.seq
	}
	return nil
}

// tail tells the followers what the log holds beyond what they have.
func (s *relaySession) tail(ctx context.Context) error {
	heads, err := s.heads(ctx)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if err := s.fill(ctx, h.organization, h.seq); err != nil {
			return err
		}
	}
	return nil
}

// fill tells the followers the entries of one organisation up to seq.
func (s *relaySession) fill(ctx context.Context, organization id.ID, upTo int64) error {
	ctx, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	for {
		after := s.relay.Applied(organization)
		if after >= upTo {
			return nil
		}
		rows, err := s.conn.Query(ctx, `SELECT organization_id::text, seq, entry, 0::bigint FROM core.event_log
			WHERE organization_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`, organization, after, upTo, tailBatch)
		if err != nil {
			return err
		}
		groups, _, _, err := s.collect(rows)
		if err != nil {
			return err
		}
		s.answered()
		if len(groups) == 0 {
			s.skip(organization, after, upTo)
			return nil
		}
		if first := groups[0].entries[0].Seq; first != after+1 {
			s.skip(organization, after, first-1)
		}
		s.relay.tell(organization, groups[0].entries)
	}
}

// skip passes over entries that left the retention while this relay was cut off.
func (s *relaySession) skip(organization id.ID, after, upTo int64) {
	s.relay.cfg.Logger.Error("entries left the log before this node read them",
		"organization", organization, "after", after, "up_to", upTo)
	s.relay.mu.Lock()
	defer s.relay.mu.Unlock()
	s.relay.applied[organization] = upTo
}
