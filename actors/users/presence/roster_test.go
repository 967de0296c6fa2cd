package presence

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// readings is a board that counts how often its users are read.
type readings struct {
	*board
	reads atomic.Int64
}

func (s *readings) Find(ctx context.Context, organization id.ID, q row.Query) ([]row.Record, error) {
	s.reads.Add(1)
	return s.board.Find(ctx, organization, q)
}

func annasBoard() *board {
	return &board{user: row.Record{Object: "user", ID: anna, Version: 3, Fields: row.Fields{
		"name": "Anna", "is_active": true, "availability": availabilityOf(users.Available),
	}}}
}

func TestProgramsAreNoColleagues(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := annasBoard()
		program := id.New()
		p := New(b, slog.New(slog.DiscardHandler), nil)
		p.Announce(b)
		ctx, cancel := context.WithCancel(t.Context())
		go p.Run(ctx)
		defer synctest.Wait()
		defer cancel()
		arrives(p, &access.Principal{Organization: organization, User: anna, Name: "Anna"}, "s")
		synctest.Wait()
		p.Append(organization, []entry.Entry{{Object: "user", ID: program, Op: entry.Created, Version: 1, Record: entry.Fields{
			"name": row.JSONValue("Importer"), "email": row.JSONValue(row.ProgramEmail(string(program))), "is_active": row.JSONValue(true),
		}}})
		arrives(p, &access.Principal{Organization: organization, User: program, Name: "Importer"}, "k")
		synctest.Wait()
		if all, err := p.Snapshot(t.Context(), organization); err != nil || len(all) != 1 || all[0].ID != anna {
			t.Errorf("colleagues: %v %v", all, err)
		}
		for _, heard := range b.heard() {
			if strings.Contains(heard, "Importer") || strings.Contains(heard, string(program)) {
				t.Errorf("heard %s", heard)
			}
		}
		b.user.Fields["email"] = row.ProgramEmail(string(anna))
		fresh := New(b, slog.New(slog.DiscardHandler), nil)
		if all, err := fresh.Snapshot(t.Context(), organization); err != nil || len(all) != 0 {
			t.Errorf("read from the database: %v %v", all, err)
		}
	})
}

// Users of whom nobody is connected and for whom nobody asks take no memory, and are
// read anew, with what changed meanwhile, when somebody comes.
func TestUsersNobodyLooksAtAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &readings{board: annasBoard()}
		p := New(s, slog.New(slog.DiscardHandler), nil)
		p.Announce(s)
		ctx, cancel := context.WithCancel(t.Context())
		go p.Run(ctx)
		defer synctest.Wait()
		defer cancel()
		expect := func(rosters int, reads int64, when string) {
			t.Helper()
			synctest.Wait()
			if got := len(p.rosters.known()); got != rosters {
				t.Errorf("%s %d organizations are known, want %d", when, got, rosters)
			}
			if got := s.reads.Load(); got != reads {
				t.Errorf("%s users were read %d times, want %d", when, got, reads)
			}
		}
		change := func(version int64, name string) {
			s.mu.Lock()
			s.user.Version, s.user.Fields["name"] = version, name
			s.mu.Unlock()
			p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: version, After: entry.Fields{"name": row.JSONValue(name)}}})
		}
		who := &access.Principal{Organization: organization, User: anna, Name: "Anna"}
		change(4, "Anne")
		expect(0, 0, "when the log tells of an unused user")
		arrives(p, who, "s")
		pass(time.Hour)
		expect(1, 1, "while somebody is connected")
		p.Disconnected(who, "s")
		pass(leaseTime - time.Second)
		expect(1, 1, "a moment after the user left")
		pass(2 * time.Second)
		expect(0, 1, "after the user left for good")
		if dot, _ := p.Effective(organization, anna, users.Available, nil); dot != users.Offline {
			t.Errorf("status %s", dot)
		}
		change(5, "Annie")
		for range 5 { // somebody asks again and again
			all, err := p.Snapshot(t.Context(), organization)
			if err != nil || len(all) != 1 || all[0].Name != "Annie" || all[0].Status != users.Offline {
				t.Errorf("the snapshot is %v, %v", all, err)
			}
			pass(keepTime - time.Second)
			expect(1, 2, "while somebody asks")
		}
		pass(2 * time.Second)
		expect(0, 2, "when nobody asks any more")
	})
}

// What other nodes told of organizations that nobody looks at here goes with them.
func TestReportsAreDroppedWithTheirNode(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		c.settle()
		nodes[0].open("s", c.people[0])
		pass(2 * keepTime)
		r := nodes[1].find(organization)
		if r == nil || len(r.people) != 0 || len(r.others) != 1 {
			t.Fatalf("of an organization that nobody looks at a node knows %+v", r)
		}
		if nodes[1].Serves(organization) {
			t.Error("its log is wanted")
		}
		if got := nodes[1].status(c.people[0]); got != users.Available {
			t.Errorf("a query returns %s", got)
		}
		nodes[0].kill()
		pass(nodeTime + leaseTime + keepTime + 3*renewTime)
		if n := len(nodes[1].rosters.known()); n != 0 {
			t.Errorf("%d organizations are known after the node is gone", n)
		}
	})
}

// Whatever holds one organization's users up, others' go on.
func TestOrganizationsDoNotWaitForEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := annasBoard()
		p := New(b, slog.New(slog.DiscardHandler), nil)
		p.Announce(b)
		const other = "0198c0de-0000-7000-8000-000000000002"
		arrives(p, &access.Principal{Organization: other, User: anna}, "s")
		p.rosters.find(other).locked(func() {
			who := &access.Principal{Organization: organization, User: anna, Name: "Anna"}
			arrives(p, who, "s")
			p.Active(who, "s", false)
			p.Append(organization, []entry.Entry{{Object: "user", ID: anna, Op: entry.Updated, Version: 4, After: entry.Fields{"availability": availabilityOf(users.Busy)}}})
			if dot, _ := p.Effective(organization, anna, users.Busy, nil); dot != users.Busy {
				t.Errorf("status %s", dot)
			}
			if all, err := p.Snapshot(t.Context(), organization); err != nil || len(all) != 1 {
				t.Errorf("the snapshot is %v, %v", all, err)
			}
			p.announce(p.rosters.find(organization))
			p.Disconnected(who, "s")
		})
		expectHeard(t, b, "Anna available/available")
	})
}

// A quiet organization is not looked at, however many users it has.
func TestOnlyWhoMayHaveChangedIsLookedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crowd{each: 3000}
		p := New(c, slog.New(slog.DiscardHandler), nil)
		p.Announce(c)
		ctx, cancel := context.WithCancel(t.Context())
		go p.Run(ctx)
		defer synctest.Wait()
		defer cancel()
		if _, err := p.Snapshot(t.Context(), organization); err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			arrives(p, &access.Principal{Organization: organization, User: c.user(organization, i)}, fmt.Sprint(i))
		}
		pass(time.Minute)
		suspects := func() (n int, next time.Duration) {
			p.rosters.find(organization).locked(func() {
				n = len(p.rosters.find(organization).suspects.take(p.rosters.find(organization).people, time.Now()))
			})
			return n, p.pause(time.Now())
		}
		if n, next := suspects(); n != 0 || next != idleTime {
			t.Errorf("in a quiet second %d users are looked at, the next time after %v", n, next)
		}
		p.Active(&access.Principal{Organization: organization, User: c.user(organization, 7)}, "7", false)
		pass(time.Minute)
		if n, next := suspects(); n != 0 || next != idleTime-time.Minute {
			t.Errorf("a minute after one was idle %d users are looked at, the next time after %v", n, next)
		}
		pass(idleTime)
		if dot := p.rosters.find(organization).people[c.user(organization, 7)].shown.dot; dot != users.Away {
			t.Errorf("after ten minutes: %s", dot)
		}
	})
}
