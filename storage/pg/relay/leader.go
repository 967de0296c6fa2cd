package relay

import (
	"context"
	"fmt"

	"switchboard/storage/broker"
)

// leader moves the outbox into the log, while its session holds the relay's lock.
type leader struct {
	*reader

	// Rows with places up to low are moved or void for good: passes begin behind
	// it, so that they need not step over dead rows that an open snapshot (a
	// backup) keeps from being cleaned away.
	low  int64
	mark *mark
	// unmarked counts rows moved since the last mark.
	unmarked int
	last     int // rows that the last pass moved
}

// mark is a candidate for low: every transaction that drew a place up to place
// has a number below xid.
type mark struct {
	place int64
	xid   uint64
}

// markEvery is how many moved rows make it worth to find a new low-water mark.
const markEvery = 256

// moveAll moves what is in the outbox.
func (s *leader) moveAll(ctx context.Context) error {
	for {
		n, err := s.pass(ctx)
		if err != nil {
			return fmt.Errorf("move the outbox: %w", err)
		}
		if n < s.cfg.Batch {
			return nil
		}
	}
}

// pass moves one batch: out of the outbox, seq stamped, into the log, in one
// statement; then it tells the followers.
func (s *leader) pass(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	passed, err := s.passed(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := s.conn.Query(ctx, moveSQL, s.low, s.cfg.Batch)
	if err != nil {
		return 0, err
	}
	byOrganization, n, place, err := collect(s.cfg.Logger, rows)
	if err != nil {
		return 0, err
	}
	s.answered()
	s.passes.Add(1)
	s.moved.Add(int64(n))
	s.last = n
	for _, group := range byOrganization {
		s.announce(group)
	}
	for _, group := range byOrganization {
		if err := s.tellAll(ctx, group); err != nil {
			return n, err
		}
	}
	if passed {
		// A full batch may have left rows below the mark.
		if n < s.cfg.Batch || s.mark.place <= place {
			s.low = max(s.low, s.mark.place)
		} else {
			s.low = max(s.low, place)
		}
		s.mark = nil
		s.state.low.Store(s.low)
	}
	s.unmarked += n
	if s.mark == nil && s.unmarked >= markEvery {
		if err := s.setMark(ctx); err != nil {
			return n, err
		}
		s.unmarked = 0
	}
	return n, nil
}

// moveSQL appends the oldest rows behind $1, at most $2. Places within a pass
// order it: a later change of a record drew its place after the earlier one had
// committed, so it is never seen without it.
const moveSQL = `
WITH moved AS (
  DELETE FROM core.outbox
  WHERE id = ANY (ARRAY(SELECT id FROM core.outbox WHERE id > $1 ORDER BY id LIMIT $2))
  RETURNING id, organization_id, entry
), numbered AS (
  SELECT organization_id, entry,
         row_number() OVER (PARTITION BY organization_id ORDER BY id) AS place,
         count(*) OVER (PARTITION BY organization_id) AS places
  FROM moved
), heads AS (
  INSERT INTO core.log_head AS h (organization_id, seq)
  SELECT organization_id, count(*) FROM moved GROUP BY organization_id ORDER BY organization_id
  ON CONFLICT (organization_id) DO UPDATE SET seq = h.seq + excluded.seq
  RETURNING organization_id, seq
), appended AS (
  INSERT INTO core.event_log (organization_id, seq, at, entry)
  SELECT n.organization_id, h.seq - n.places + n.place, now(), n.entry
  FROM numbered n JOIN heads h USING (organization_id)
  RETURNING organization_id, seq, entry
)
SELECT organization_id::text, seq, entry, (SELECT max(id) FROM moved)
FROM appended ORDER BY organization_id, seq`

// tellAll tells the followers of a group, after filling what is missing before it.
func (s *leader) tellAll(ctx context.Context, g group) error {
	if before := g.entries[0].Seq - 1; s.Applied(g.organization) < before {
		if err := s.fill(ctx, g.organization, before); err != nil {
			return err
		}
	}
	s.tell(g.organization, g.entries)
	return nil
}

// passed reports whether all transactions below the mark's number are over. What it sees as over,
// the pass that follows sees as committed or not at all.
func (s *leader) passed(ctx context.Context) (bool, error) {
	if s.mark == nil {
		return false, nil
	}
	var oldest int64
	if err := s.conn.QueryRow(ctx, "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint").Scan(&oldest); err != nil {
		return false, err
	}
	return uint64(oldest) >= s.mark.xid, nil
}

// setMark reads a place and then a transaction number of our own. The order
// matters: whoever drew a place up to this one had its number before
// (core.next_outbox_id), so it is below ours.
func (s *leader) setMark(ctx context.Context) error {
	var place, xid int64
	if err := s.conn.QueryRow(ctx, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM core.outbox_id_seq").Scan(&place); err != nil {
		return err
	}
	if err := s.conn.QueryRow(ctx, "SELECT pg_current_xact_id()::text::bigint").Scan(&xid); err != nil {
		return err
	}
	s.mark = &mark{place: place, xid: uint64(xid)}
	return nil
}

// announce tells the other processes what a pass has added. It must follow the end
// of the statement that added it: what is announced is in the log for good.
func (s *leader) announce(g group) {
	if s.cfg.Broker == nil {
		return
	}
	b := broker.Batch{Head: g.entries[len(g.entries)-1].Seq, Entries: g.raw}.Fit()
	if err := s.cfg.Broker.Announce(g.organization, b); err != nil { // they poll
		s.cfg.Logger.Debug("entries were not announced", "error", err)
		return
	}
	s.announced.Add(int64(len(g.entries)))
}
