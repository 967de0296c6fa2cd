package presence

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const organization, anna id.ID = "0198c0de-0000-7000-8000-000000000001", "0198c0de-0000-7000-8000-0000000000a1"

// board is a Finder and a Broadcaster: it knows one user and keeps what is announced.
type board struct {
	mu   sync.Mutex
	user row.Record
	said []string
}

func (b *board) Find(context.Context, id.ID, row.Query) ([]row.Record, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return []row.Record{b.user}, nil
}

func (b *board) PresenceChanged(_, _ id.ID, presence json.RawMessage) {
	var p Dot
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := json.Unmarshal(presence, &p); err != nil {
		p.Status = err.Error()
	}
	b.said = append(b.said, p.Name+" "+p.Status+"/"+p.Chosen)
}

// heard gives what was announced since it was last asked.
func (b *board) heard() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	said := b.said
	b.said = nil
	return said
}

// watch runs a presence in a bubble of time of its own.
func watch(t *testing.T, chosen string, test func(t *testing.T, p *Tracker, b *board, who *access.Principal)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &board{user: row.Record{Object: "user", ID: anna, Version: 3, Fields: row.Fields{
			"name": "Anna", "is_active": true, "availability": availabilityOf(chosen),
		}}}
		p := New(b, slog.New(slog.DiscardHandler), nil)
		p.Announce(b)
		ctx, cancel := context.WithCancel(t.Context())
		go p.Run(ctx)
		defer synctest.Wait()
		defer cancel()
		test(t, p, b, &access.Principal{Organization: organization, User: anna, Name: "Anna"})
	})
}

func availabilityOf(chosen string) json.RawMessage {
	return json.RawMessage(`{"call_availability":{"call_status":"` + chosen + `"}}`)
}

func expectHeard(t *testing.T, b *board, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := b.heard(); !slices.Equal(got, want) {
		t.Errorf("announced %q, want %q", got, want)
	}
}

// pass lets the bubble's time pass; nothing really waits.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func TestPresenceFollowsSockets(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		arrives(p, who, "s1")
		expectHeard(t, b, "Anna available/available")
		arrives(p, who, "s2")
		p.Disconnected(who, "s1")
		expectHeard(t, b)
		p.Disconnected(who, "s2")
		pass(leaseTime - 2*time.Second)
		expectHeard(t, b) // a reload or a cut is no departure
		arrives(p, who, "s3")
		pass(time.Minute)
		expectHeard(t, b)
		p.Disconnected(who, "s3")
		pass(leaseTime + 2*time.Second)
		expectHeard(t, b, "Anna offline/available")
	})
}

func TestPresenceFollowsActivity(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		arrives(p, who, "s1")
		arrives(p, who, "s2")
		expectHeard(t, b, "Anna available/available")
		pass(time.Hour)
		p.Active(who, "s1", false)
		pass(idleTime + 2*time.Second)
		expectHeard(t, b) // at the other socket somebody is there
		p.Active(who, "s2", false)
		pass(idleTime - 2*time.Second)
		expectHeard(t, b)
		pass(4 * time.Second)
		expectHeard(t, b, "Anna away/available")
		p.Active(who, "s1", true)
		expectHeard(t, b, "Anna available/available")
	})
}

// A user who was away and closes the browser isn't back for half a minute.
func TestUserWhoLeavesWhileAwayStaysAway(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		arrives(p, who, "s1")
		expectHeard(t, b, "Anna available/available")
		p.Active(who, "s1", false)
		pass(idleTime + 2*time.Second)
		expectHeard(t, b, "Anna away/available")
		p.Disconnected(who, "s1")
		pass(leaseTime - 2*time.Second)
		expectHeard(t, b)
		arrives(p, who, "s2")
		expectHeard(t, b, "Anna available/available")
		p.Disconnected(who, "s2")
		pass(leaseTime + 2*time.Second)
		expectHeard(t, b, "Anna offline/available")
	})
}

// A window that was closed a moment ago is input, though another is open for long.
func TestClosedWindowCountsAsActiveUntilThen(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		arrives(p, who, "s1")
		arrives(p, who, "s2")
		p.Active(who, "s1", false)
		pass(time.Hour)
		expectHeard(t, b, "Anna available/available")
		p.Disconnected(who, "s2")
		pass(idleTime - 2*time.Second)
		expectHeard(t, b)
		pass(4 * time.Second)
		expectHeard(t, b, "Anna away/available")
	})
}

func TestPresenceFollowsTheLog(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		arrives(p, who, "s1")
		expectHeard(t, b, "Anna available/available")
		change := func(version int64, fields entry.Fields) {
			p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: version, After: fields}})
		}
		change(5, entry.Fields{"availability": availabilityOf(users.OnCallStatus)})
		expectHeard(t, b, "Anna on_call/on_call")
		change(4, entry.Fields{"availability": availabilityOf(users.Busy)}) // older than what is known
		expectHeard(t, b)
		change(6, entry.Fields{"availability": availabilityOf(users.DoNotDisturb), "name": json.RawMessage(`"Anne"`)})
		expectHeard(t, b, "Anne do_not_disturb/do_not_disturb")
		change(7, entry.Fields{"is_active": json.RawMessage("false")})
		expectHeard(t, b, "Anne offline/do_not_disturb")
		all, err := p.Snapshot(t.Context(), organization)
		if err != nil || len(all) != 0 {
			t.Errorf("the snapshot of a disabled user is %v, %v", all, err)
		}
	})
}

// Who is disabled loses every socket. Enabled again a moment later, the user is not shown as
// one whose page is loaded anew.
func TestReactivatedUserNeedsASocket(t *testing.T) {
	watch(t, users.Available, func(t *testing.T, p *Tracker, b *board, who *access.Principal) {
		pass(leaseTime + 2*time.Second)
		arrives(p, who, "s1")
		pass(time.Second)
		b.heard()
		change := func(version int64, active string) {
			p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: version, After: entry.Fields{"is_active": json.RawMessage(active)}}})
		}
		change(5, "false")
		p.Disconnected(who, "s1")
		expectHeard(t, b, "Anna offline/available")
		change(6, "true")
		expectHeard(t, b)
		if dot, _ := p.Effective(organization, anna, users.Available, nil); dot != users.Offline {
			t.Errorf("enabled again, the user is %s", dot)
		}
		if ringing, missing := p.Reach(organization, []id.ID{anna}); len(ringing) != 0 || len(missing) != 1 {
			t.Errorf("calls ring for %v, no more for %v", ringing, missing)
		}
		arrives(p, who, "s2")
		expectHeard(t, b, "Anna available/available")
		pass(time.Second)
		p.Disconnected(who, "s2")
		expectHeard(t, b) // a page that is loaded anew
	})
}

func TestNothingIsKnownAfterAStart(t *testing.T) {
	watch(t, users.Busy, func(t *testing.T, p *Tracker, b *board, _ *access.Principal) {
		snapshot := func() string {
			t.Helper()
			all, err := p.Snapshot(t.Context(), organization)
			if err != nil || len(all) != 1 {
				t.Fatalf("the snapshot is %v, %v", all, err)
			}
			return all[0].Status
		}
		if got := snapshot(); got != users.Unknown {
			t.Errorf("right after the start: %s", got)
		}
		if dot, reasons := p.Effective(organization, anna, users.Busy, nil); dot != users.Unknown || len(reasons) != 1 {
			t.Errorf("effective is %s %v", dot, reasons)
		}
		pass(leaseTime + 2*time.Second)
		if got := snapshot(); got != users.Offline {
			t.Errorf("later: %s", got)
		}
		if last := b.heard(); len(last) == 0 || last[len(last)-1] != "Anna offline/busy" {
			t.Errorf("announced %v", last)
		}
		if dot, _ := p.Effective(organization, anna, users.OnCallStatus, nil); dot != users.OnCallStatus {
			t.Errorf("on a call: %s", dot)
		}
	})
}

// arrives opens a socket of a browser whose phone is registered.
func arrives(p *Tracker, who *access.Principal, socket string) {
	p.Connected(who, socket)
	p.Phoned(who, socket, users.PhoneReady)
}
