package relay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/broker"
	"switchboard/storage/broker/backlog"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// relayQuiet is how long a relay that does not lead waits, after a notification, for
// what the leader added; then it looks into the log itself.
const relayQuiet = 250 * time.Millisecond

// listener follows the relay that leads by what it announces.
type listener struct {
	*reader

	// owed are organizations whose notification came and whose entries did not come yet; quiet
	// tells when that has lasted too long, nil if none is owed.
	owed  map[id.ID]bool
	quiet <-chan time.Time
}

// attend acts upon what other processes said.
func (s *listener) attend(ctx context.Context, waiting backlog.Waiting) error {
	if waiting.Resumed {
		s.owed, s.quiet = nil, nil
		if err := s.tail(ctx); err != nil {
			return fmt.Errorf("look into the log, the link being back: %w", err)
		}
	}
	for _, o := range waiting.Notified {
		if s.owed == nil {
			s.owed, s.quiet = map[id.ID]bool{}, time.After(relayQuiet)
		}
		s.owed[o] = true
	}
	for _, l := range waiting.Logged {
		delete(s.owed, l.Organization)
		if err := s.apply(ctx, l.Organization, l.Batch); err != nil {
			return fmt.Errorf("follow the leader: %w", err)
		}
	}
	if len(s.owed) == 0 {
		s.owed, s.quiet = nil, nil
	}
	return nil
}

// unanswered reads the log of organizations that were notified of a commit and got no
// batch.
func (s *listener) unanswered(ctx context.Context) error {
	s.owed, s.quiet = nil, nil
	if err := s.tail(ctx); err != nil {
		return fmt.Errorf("look into the log after a notification: %w", err)
	}
	return nil
}

// apply tells the followers of an announced batch where it follows on what they
// have; else the log says what is missing and how far it goes.
func (s *listener) apply(ctx context.Context, organization id.ID, b broker.Batch) error {
	applied := s.Applied(organization)
	if b.Head <= applied {
		return nil // late, or twice
	}
	if len(b.Entries) > 0 && b.First() <= applied+1 {
		if entries, ok := read(organization, b, applied); ok {
			s.followed.Add(int64(len(entries))) // before, so that who was told finds it counted
			s.tell(organization, entries)
			return nil
		}
	}
	return s.catchUp(ctx, organization)
}

// read returns the entries of a batch behind applied, false if one is no entry: then the log has
// to be asked.
func read(organization id.ID, b broker.Batch, applied int64) ([]entry.Entry, bool) {
	missing := b.Entries[applied+1-b.First():]
	out := make([]entry.Entry, len(missing))
	for i, raw := range missing {
		e, err := decodeEntry(organization, applied+1+int64(i), raw)
		if err != nil {
			return nil, false
		}
		out[i] = e
	}
	return out, true
}

// catchUp reads one organization's log to its end. Only the log says where it ends: an
// announcement may be false.
func (s *listener) catchUp(ctx context.Context, organization id.ID) error {
	s.gaps.Add(1)
	var seq int64
	err := s.conn.QueryRow(ctx, "SELECT seq FROM core.log_head WHERE organization_id = $1", organization).Scan(&seq)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.fill(ctx, organization, seq)
}
