package relay

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
)

// tailBatch bounds one read of the log.
const tailBatch = 512

// reader reads the log over one connection, for the followers.
type reader struct {
	*state
	conn *pgx.Conn
}

// answered notes that the database answered.
func (s *reader) answered() { s.alive.Store(time.Now().UnixNano()) }

func (s *reader) touch(ctx context.Context) error {
	if _, err := s.conn.Exec(ctx, "SELECT 1"); err != nil {
		return fmt.Errorf("touch the session: %w", err)
	}
	s.answered()
	return nil
}

// head is how far an organization's log goes; moved orders the heads by when they
// last moved (core.log_moves).
type head struct {
	organization id.ID
	seq, moved   int64
}

// heads lists those that moved after a place, in the order of their moves. Where none
// moved it costs the same however many organizations there are.
func (s *reader) heads(ctx context.Context, after int64) ([]head, error) {
	ctx, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	rows, err := s.conn.Query(ctx, "SELECT organization_id::text, seq, moved FROM core.log_head WHERE moved > $1 ORDER BY moved", after)
	if err != nil {
		return nil, err
	}
	heads, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h head, err error) {
		return h, row.Scan(&h.organization, &h.seq, &h.moved)
	})
	s.answered()
	return heads, err
}

// base makes the present heads the place from which followers are told.
func (s *reader) base(ctx context.Context) error {
	heads, err := s.heads(ctx, -1)
	if err != nil {
		return err
	}
	for _, h := range heads {
		s.begin(h.organization, h.seq)
		s.looked = h.moved
	}
	return nil
}

// tail tells the followers what the log holds beyond what they have. Entries that
// nobody here wants are not read.
func (s *reader) tail(ctx context.Context) error {
	heads, err := s.heads(ctx, s.looked)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if !s.serves(h.organization) {
			s.passOver(h.organization, h.seq)
			continue
		}
		if err := s.fill(ctx, h.organization, h.seq); err != nil {
			return err
		}
	}
	if len(heads) > 0 { // only now: what failed is looked for again
		s.looked = heads[len(heads)-1].moved
	}
	return nil
}

// fill tells the followers the entries of one organization up to seq.
func (s *reader) fill(ctx context.Context, organization id.ID, upTo int64) error {
	ctx, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	for {
		after := s.Applied(organization)
		if after >= upTo {
			return nil
		}
		rows, err := s.conn.Query(ctx, `SELECT organization_id::text, seq, entry, 0::bigint FROM core.event_log
			WHERE organization_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4`, organization, after, upTo, tailBatch)
		if err != nil {
			return err
		}
		groups, _, _, err := collect(s.cfg.Logger, rows)
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
		s.tell(organization, groups[0].entries)
	}
}

// skip passes over entries that left the retention while this relay was cut off.
func (s *reader) skip(organization id.ID, after, upTo int64) {
	s.cfg.Logger.Error("entries left the log before this node read them",
		"organization", organization, "after", after, "up_to", upTo)
	s.passOver(organization, upTo)
}
