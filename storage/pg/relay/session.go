package relay

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// relaySession is a relay's work on one connection.
type relaySession struct {
	relay  *Relay
	conn   *pgx.Conn
	leader bool

	// Rows with places up to low are moved or void for good: passes begin behind
	// it, so that they need not step over dead rows that an open snapshot (a
	// backup) keeps from being cleaned away.
	low  int64
	mark *mark
	// unmarked counts rows moved since the last mark.
	unmarked int

	// owed are organizations whose notification came and whose entries did not come yet;
	// quiet tells when that has lasted too long, nil where none is owed.
	owed  map[id.ID]bool
	quiet <-chan time.Time
}

// mark is a candidate for low: every transaction that drew a place up to place
// has a number below xid.
type mark struct {
	place int64
	xid   uint64
}

// markEvery is how many moved rows make it worth to find a new low-water mark.
const markEvery = 256

// work does what there is to do now.
func (s *relaySession) work(ctx context.Context) error {
	if !s.relay.based {
		if err := s.base(ctx); err != nil {
			return fmt.Errorf("read the heads of the log: %w", err)
		}
		s.relay.based = true
	}
	if !s.leader {
		if err := s.lead(ctx); err != nil {
			return fmt.Errorf("try for the relay's lock: %w", err)
		}
		// Also once after the lock was won: the relay before may have appended, and
		// a commit of our own may have succeeded without its answer reaching us.
		if err := s.tail(ctx); err != nil {
			return fmt.Errorf("follow the log: %w", err)
		}
	}
	for s.leader {
		n, err := s.pass(ctx)
		if err != nil {
			return fmt.Errorf("move the outbox: %w", err)
		}
		if n < s.relay.cfg.Batch {
			break
		}
	}
	return nil
}

// answered notes that the database answered.
func (s *relaySession) answered() { s.relay.alive.Store(time.Now().UnixNano()) }

func (s *relaySession) touch(ctx context.Context) error {
	if _, err := s.conn.Exec(ctx, "SELECT 1"); err != nil {
		return fmt.Errorf("touch the session: %w", err)
	}
	s.answered()
	return nil
}

func (s *relaySession) lead(ctx context.Context) error {
	if err := s.conn.QueryRow(ctx, "SELECT pg_try_advisory_lock($1)", int64(relayLock)).Scan(&s.leader); err != nil {
		return err
	}
	s.answered()
	if s.leader {
		s.relay.leading.Store(true)
		s.relay.cfg.Logger.Info("the relay leads")
	}
	return nil
}

// pass moves one batch: out of the outbox, seq stamped, into the log, in one
// statement; then it tells the followers.
func (s *relaySession) pass(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	passed, err := s.passed(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := s.conn.Query(ctx, moveSQL, s.low, s.relay.cfg.Batch)
	if err != nil {
		return 0, err
	}
	byOrganization, n, last, err := s.collect(rows)
	if err != nil {
		return 0, err
	}
	s.answered()
	s.relay.passes.Add(1)
	s.relay.moved.Add(int64(n))
	for _, group := range byOrganization {
		s.relay.announce(group)
	}
	for _, group := range byOrganization {
		if err := s.tellAll(ctx, group); err != nil {
			return n, err
		}
	}
	if passed {
		// A full batch may have left rows below the mark.
		if n < s.relay.cfg.Batch || s.mark.place <= last {
			s.low = max(s.low, s.mark.place)
		} else {
			s.low = max(s.low, last)
		}
		s.mark = nil
		s.relay.low.Store(s.low)
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

// group is consecutive entries of one organization.
type group struct {
	organization id.ID
	entries      []entry.Entry
	raw          []json.RawMessage // the same as they are stored
}

func (s *relaySession) collect(rows pgx.Rows) (groups []group, n int, last int64, err error) {
	defer rows.Close()
	for rows.Next() {
		var organization id.ID
		var seq int64
		var raw []byte
		if err := rows.Scan(&organization, &seq, &raw, &last); err != nil {
			return nil, 0, 0, err
		}
		if len(groups) == 0 || groups[len(groups)-1].organization != organization {
			groups = append(groups, group{organization: organization})
		}
		g := &groups[len(groups)-1]
		g.entries = append(g.entries, s.relay.decode(organization, seq, raw))
		g.raw = append(g.raw, raw)
		n++
	}
	return groups, n, last, rows.Err()
}

// decode reads a stored entry. One that can't be read keeps its place, empty, so
// that the log has no hole: nobody's topics match it.
func (r *Relay) decode(organization id.ID, seq int64, raw []byte) entry.Entry {
	e, err := decodeEntry(organization, seq, raw)
	if err != nil {
		r.cfg.Logger.Error("an entry of the log is unreadable", "organization", organization, "seq", seq, "error", err)
	}
	return e
}

func decodeEntry(organization id.ID, seq int64, raw []byte) (entry.Entry, error) {
	var e entry.Entry
	err := json.Unmarshal(raw, &e)
	if err != nil {
		e = entry.Entry{Cause: "unreadable"}
	}
	e.Seq, e.Organization = seq, organization
	return e, err
}

// tellAll tells the followers of a group, after filling what is missing before it.
func (s *relaySession) tellAll(ctx context.Context, g group) error {
	if before := g.entries[0].Seq - 1; s.relay.Applied(g.organization) < before {
		if err := s.fill(ctx, g.organization, before); err != nil {
			return err
		}
	}
	s.relay.tell(g.organization, g.entries)
	return nil
}

// passed tells whether all transactions below the mark's number are over. What it sees as
// over, the pass that follows sees as committed or not at all.
func (s *relaySession) passed(ctx context.Context) (bool, error) {
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
func (s *relaySession) setMark(ctx context.Context) error {
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
