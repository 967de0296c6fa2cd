package presence

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// touchy implements all dependencies of presence. Named methods panic a given number
// of times.
type touchy struct {
	*board
	*memory.Leases

	find, tell, hold, list, publish, release, write atomic.Int64
	published                                       atomic.Int64
}

func trip(left *atomic.Int64) {
	if left.Load() > 0 {
		left.Add(-1)
		panic("on purpose")
	}
}

func (s *touchy) Find(ctx context.Context, organization id.ID, q row.Query) ([]row.Record, error) {
	trip(&s.find)
	return s.board.Find(ctx, organization, q)
}

func (s *touchy) PresenceChanged(organization, user id.ID, presence json.RawMessage) {
	trip(&s.tell)
	s.board.PresenceChanged(organization, user, presence)
}

func (s *touchy) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	trip(&s.hold)
	return s.Leases.Hold(ctx, group, member, value, ttl)
}

func (s *touchy) List(ctx context.Context, group string) (map[string][]byte, error) {
	trip(&s.list)
	return s.Leases.List(ctx, group)
}

func (s *touchy) Release(ctx context.Context, group, member string) error {
	trip(&s.release)
	return s.Leases.Release(ctx, group, member)
}

func (s *touchy) Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) ([]string, error) {
	trip(&s.write)
	return s.Leases.Write(ctx, group, member, changes, ttl)
}

func (s *touchy) Publish(id.ID, string, string, json.RawMessage) error {
	trip(&s.publish)
	s.published.Add(1)
	return nil
}

// touched runs the presence of one of several nodes in a synctest bubble and checks,
// at the end, how many panics were recovered.
func touched(t *testing.T, caught int64, test func(t *testing.T, p *Tracker, s *touchy, who *access.Principal)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &touchy{Leases: memory.New(), board: &board{user: row.Record{Object: "user", ID: anna, Version: 3, Fields: row.Fields{
			"name": "Anna", "is_active": true, "availability": availabilityOf(users.Available),
		}}}}
		catcher := panics.New(slog.New(slog.DiscardHandler))
		p := New(s, slog.New(slog.DiscardHandler), catcher, Nodes{Node: "node", Leases: s, Publish: s.Publish})
		p.Announce(s)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			p.Run(ctx)
		}()
		synctest.Wait()
		test(t, p, s, &access.Principal{Organization: organization, User: anna, Name: "Anna"})
		cancel()
		<-ended
		if got := catcher.Counts()[panics.Presence]; got != caught {
			t.Errorf("%d panics are counted, want %d", got, caught)
		}
	})
}

// Each background task of presence continues after a panic, and what was lost is read
// or sent again.
func TestPresenceGoesOnAfterAPanicWhileUsersAreRead(t *testing.T) {
	touched(t, 2, func(t *testing.T, p *Tracker, s *touchy, who *access.Principal) {
		s.find.Store(2)
		arrives(p, who, "s1")
		expectHeard(t, s.board)
		pass(3 * sweepTime)
		expectHeard(t, s.board, "Anna available/available")
	})
}

func TestPresenceResendsADotAfterAPanic(t *testing.T) {
	touched(t, 1, func(t *testing.T, p *Tracker, s *touchy, who *access.Principal) {
		s.tell.Store(1)
		arrives(p, who, "s1")
		pass(2 * sweepTime)
		expectHeard(t, s.board, "Anna available/available")
	})
}

func TestPresenceHoldsItsLeaseAfterPanics(t *testing.T) {
	touched(t, 6, func(t *testing.T, p *Tracker, s *touchy, who *access.Principal) {
		s.hold.Store(2)
		s.list.Store(2)
		s.publish.Store(1)
		arrives(p, who, "s1")
		pass(4 * renewTime)
		held, err := s.Leases.List(t.Context(), leaseGroup)
		sheets, readErr := s.Read(t.Context(), leaseGroup, "node", string(organization))
		if err != nil || held["node"] == nil || readErr != nil || len(sheets[string(organization)].Fields) != 1 {
			t.Fatalf("the lease says %s, the sheet %v, %v %v", held["node"], sheets, err, readErr)
		}
		p.Disconnected(who, "s1")
		synctest.Wait()
		if s.published.Load() == 0 {
			t.Error("nothing is published any more")
		}
		s.release.Store(1)
	})
}

// What a panic kept from being written to the node's sheets is written again.
func TestPresenceWritesAgainAfterAPanicInWriting(t *testing.T) {
	touched(t, 1, func(t *testing.T, p *Tracker, s *touchy, who *access.Principal) {
		arrives(p, who, "s1")
		pass(2 * renewTime)
		other := id.New()
		s.write.Store(1)
		arrives(p, &access.Principal{Organization: organization, User: other, Name: "Ben"}, "s2")
		pass(4 * renewTime)
		sheets, err := s.Read(t.Context(), leaseGroup, "node", string(organization))
		if fields := sheets[string(organization)].Fields; err != nil || s.write.Load() != 0 || len(fields) != 2 {
			t.Errorf("the sheet says %q, %v", fields, err)
		}
	})
}

// What a panic may have kept from being followed is read.
func TestPresenceReloadsUsersAfterAPanicInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &touchy{Leases: memory.New(), board: &board{user: row.Record{Object: "user", ID: anna, Version: 3, Fields: row.Fields{
			"name": "Anna", "is_active": true, "availability": availabilityOf(users.Available),
		}}}}
		catcher := panics.New(slog.New(slog.DiscardHandler))
		p := New(s, slog.New(slog.DiscardHandler), catcher)
		p.Announce(s)
		ctx, cancel := context.WithCancel(t.Context())
		go p.Run(ctx)
		defer synctest.Wait()
		defer cancel()
		arrives(p, &access.Principal{Organization: organization, User: anna, Name: "Anna"}, "s1")
		expectHeard(t, s.board, "Anna available/available")
		r := p.rosters.find(organization)
		var dirty map[id.ID]bool
		r.locked(func() { dirty, r.suspects.dirty = r.suspects.dirty, nil }) // writing to it panics
		s.mu.Lock()
		s.user.Version, s.user.Fields["name"] = 4, "Ann"
		s.mu.Unlock()
		p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: 4, After: entry.Fields{"name": json.RawMessage(`"Ann"`)}}})
		if catcher.Counts()[panics.Presence] == 0 {
			t.Fatal("no panic was caught")
		}
		r.locked(func() { r.suspects.dirty = dirty })
		pass(2 * sweepTime)
		expectHeard(t, s.board, "Ann available/available")
	})
}
