package relay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/broker"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

// relayQuiet is how long a relay that does not lead waits, after a notification, for
// what the leader added; then it looks into the log itself.
const relayQuiet = 250 * time.Millisecond

// watcher takes for the relay what other processes say; the relay's own goroutine
// acts upon it, so that there is one order.
type watcher struct{ relay *Relay }

var _ broker.Watcher = watcher{}

var _ broker.Selective = watcher{}

// Serves implements broker.Selective. The one that leads needs everybody's notifications.
func (w watcher) Serves(organization id.ID) bool {
	return w.relay.leading.Load() || w.relay.serves(organization)
}

// Committed implements broker.Watcher.
func (w watcher) Committed(organization id.ID) {
	if w.Serves(organization) {
		w.relay.heard.Notify(organization)
	}
}

// Logged implements broker.Watcher.
func (w watcher) Logged(organization id.ID, b broker.Batch) {
	if w.relay.leading.Load() || !w.relay.serves(organization) {
		return // its own, or for nobody; one that leads no more looks into the log when it notices
	}
	w.relay.heard.Log(organization, b)
}

// Resumed implements broker.Watcher.
func (w watcher) Resumed() { w.relay.heard.Resume() }

// committed tells whoever moves the outbox of a commit made in this process.
func (r *Relay) committed(c pool.Committed) {
	if c.Entries == 0 {
		return
	}
	r.Poke()
	if r.cfg.Broker == nil || r.leading.Load() {
		return
	}
	if err := r.cfg.Broker.Notify(c.Organization); err != nil { // polling makes up for it
		r.cfg.Logger.Debug("a notification could not be sent", "error", err)
	}
}

// announce tells the other processes what a pass has added. It must follow the end
// of the statement that added it: what is announced is in the log for good.
func (r *Relay) announce(g group) {
	if r.cfg.Broker == nil {
		return
	}
	b := broker.Batch{Head: g.entries[len(g.entries)-1].Seq, Entries: g.raw}.Fit()
	if err := r.cfg.Broker.Announce(g.organization, b); err != nil { // they poll
		r.cfg.Logger.Debug("entries were not announced", "error", err)
		return
	}
	r.announced.Add(int64(len(g.entries)))
}

// attend acts upon what other processes said. again says that there is work to do
// for the leader.
func (s *relaySession) attend(ctx context.Context) (again bool, err error) {
	waiting := s.relay.heard.Take()
	if s.leader {
		return len(waiting.Notified) > 0 || waiting.Resumed, nil
	}
	if waiting.Resumed {
		s.owed, s.quiet = nil, nil
		if err := s.tail(ctx); err != nil {
			return false, fmt.Errorf("look into the log, the link being back: %w", err)
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
			return false, fmt.Errorf("follow the leader: %w", err)
		}
	}
	if len(s.owed) == 0 {
		s.owed, s.quiet = nil, nil
	}
	return false, nil
}

// unanswered reads the log of organizations that were notified of a commit and got no
// batch.
func (s *relaySession) unanswered(ctx context.Context) error {
	s.owed, s.quiet = nil, nil
	if s.leader {
		return nil
	}
	if err := s.tail(ctx); err != nil {
		return fmt.Errorf("look into the log after a notification: %w", err)
	}
	return nil
}

// apply tells the followers of an announced batch where it follows on what they
// have; else the log says what is missing and how far it goes.
func (s *relaySession) apply(ctx context.Context, organization id.ID, b broker.Batch) error {
	applied := s.relay.Applied(organization)
	if b.Head <= applied {
		return nil // late, or twice
	}
	if len(b.Entries) > 0 && b.First() <= applied+1 {
		if entries, ok := read(organization, b, applied); ok {
			s.relay.followed.Add(int64(len(entries))) // before, so that who was told finds it counted
			s.relay.tell(organization, entries)
			return nil
		}
	}
	return s.catchUp(ctx, organization)
}

// read gives the entries of a batch behind applied, false where one is no entry:
// then the log has to be asked.
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
func (s *relaySession) catchUp(ctx context.Context, organization id.ID) error {
	s.relay.gaps.Add(1)
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
