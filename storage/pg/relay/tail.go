package relay

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/eventlog"
	"switchboard/storage/id"
)

// tailBatch bounds one read of the log.
const tailBatch = 512

// head is how far an organization's log goes; moved orders the heads by when they
// last moved (core.log_moves).
type head struct {
	organization id.ID
	seq, moved   int64
}

// heads lists those that moved after a place, in the order of their moves. Where none
// moved it costs the same however many organizations there are.
func (s *relaySession) heads(ctx context.Context, after int64) ([]head, error) {
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
func (s *relaySession) base(ctx context.Context) error {
	heads, err := s.heads(ctx, -1)
	if err != nil {
		return err
	}
	s.relay.mu.Lock()
	defer s.relay.mu.Unlock()
	for _, h := range heads {
		s.relay.applied[h.organization] = h.seq
		s.relay.looked = h.moved
	}
	return nil
}

// tail tells the followers what the log holds beyond what they have. Entries that
// nobody here wants are not read.
func (s *relaySession) tail(ctx context.Context) error {
	heads, err := s.heads(ctx, s.relay.looked)
	if err != nil {
		return err
	}
	for _, h := range heads {
		if !s.relay.serves(h.organization) {
			s.relay.pass(h.organization, h.seq)
			continue
		}
		if err := s.fill(ctx, h.organization, h.seq); err != nil {
			return err
		}
	}
	if len(heads) > 0 { // only now: what failed is looked for again
		s.relay.looked = heads[len(heads)-1].moved
	}
	return nil
}

// fill tells the followers the entries of one organization up to seq.
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
	s.relay.pass(organization, upTo)
}

// serves tells whether a follower wants the entries of an organization. It is asked
// after they were committed: whoever begins to want them later reads what they did.
func (r *Relay) serves(organization id.ID) bool {
	for _, f := range r.followers {
		if s, selects := f.(eventlog.Selective); !selects || s.Serves(organization) {
			return true
		}
	}
	return false
}

// pass counts entries as told that no follower here wants.
func (r *Relay) pass(organization id.ID, upTo int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.applied[organization] = max(r.applied[organization], upTo)
}
