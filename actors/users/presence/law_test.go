package presence

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// soak reads how many rounds to run and from which seed (the environment's
// SWITCHBOARD_SOAK and SWITCHBOARD_SEED).
func soak(t *testing.T, rounds int) (int, uint64) {
	t.Helper()
	read := func(name string, otherwise uint64) uint64 {
		value := os.Getenv(name)
		if value == "" {
			return otherwise
		}
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return n
	}
	return int(read("SWITCHBOARD_SOAK", uint64(rounds))), read("SWITCHBOARD_SEED", 4)
}

// The invariant: whatever happens to sockets, nodes and leases, once things are quiet
// every node shows the same dots, and they match the open sockets. While nodes can
// reach each other, nobody who returns in time is announced offline.
func TestEveryNodeShowsTheTruth(t *testing.T) {
	rounds, seed := soak(t, 20)
	for round := range rounds {
		at := seed + uint64(round)
		t.Run(fmt.Sprint("seed ", at), func(t *testing.T) {
			bubble(t, 3, func(_ *testing.T, c *team) {
				c.settle()
				w := &world{team: c, dice: rand.New(rand.NewPCG(at, 1)), absent: map[id.ID]time.Time{}}
				for _, user := range c.people {
					w.absent[user] = time.Time{} // nobody was ever connected
				}
				for range 3 {
					for range 40 {
						w.step()
					}
					w.check(at)
				}
			})
		})
	}
}

// world acts at random and tracks the truth.
type world struct {
	*team
	dice   *rand.Rand
	socket int
	absent map[id.ID]time.Time // since when a user has no socket
	cutOff bool                // the leases were unavailable since the last check
}

func (w *world) step() {
	at := time.Now()
	nodes := w.alive()
	n := nodes[w.dice.IntN(len(nodes))]
	user := w.people[w.dice.IntN(len(w.people))]
	mine := slices.Sorted(maps.Keys(n.sockets))
	switch roll := w.dice.IntN(100); {
	case roll < 35:
		w.socket++
		n.open(fmt.Sprint("s", w.socket), user)
	case roll < 60 && len(mine) > 0:
		n.close(mine[w.dice.IntN(len(mine))])
	case roll < 75 && len(mine) > 0:
		n.active(mine[w.dice.IntN(len(mine))], w.dice.IntN(2) == 0)
	case roll < 76 && len(mine) > 0:
		n.phoned(mine[w.dice.IntN(len(mine))], phoneStates[w.dice.IntN(len(phoneStates))])
	case roll < 78 && len(nodes) > 1:
		n.kill()
	case roll < 80 && len(nodes) > 1:
		n.leave()
	case roll < 84 && len(nodes) < 4:
		w.join()
	case roll < 87:
		w.flush()
	case roll < 89:
		w.reachable(false)
		w.cutOff = true
	case roll < 93:
		w.reachable(true)
	}
	pass(w.pause())
	w.look(at)
}

func (w *world) pause() time.Duration {
	most := 4 * time.Second
	if w.dice.IntN(12) == 0 {
		most = idleTime
	}
	return time.Duration(w.dice.Int64N(int64(most)))
}

var phoneStates = []users.PhoneState{users.PhoneReady, users.PhoneStarting, users.PhoneFailed, users.PhoneNoMicrophone}

// sockets counts a user's sockets, active ones, and ones with a phone.
func (w *world) sockets(user id.ID) (open, active, phones int) {
	for _, n := range w.alive() {
		if r := n.find(organization); r != nil {
			r.locked(func() {
				if r.people[user] == nil {
					return
				}
				for _, s := range r.people[user].sockets {
					open++
					if s.active {
						active++
					}
					if s.phone.ready() {
						phones++
					}
				}
			})
		}
	}
	return open, active, phones
}

// look checks the announcements since a step: no user with a socket, or with one less
// than 30 s ago, is offline. A killed node was last heard at most one renewal before
// its end.
func (w *world) look(step time.Time) {
	w.t.Helper()
	gone := map[string]time.Duration{}
	for _, user := range w.people {
		name := string(user[len(user)-2:]) + " " + users.Offline
		since, away := w.absent[user]
		switch open, _, _ := w.sockets(user); {
		case open > 0:
			delete(w.absent, user)
			gone[name] = 0
			continue
		case !away:
			since = step
			w.absent[user] = since
		}
		gone[name] = time.Since(since)
	}
	for _, n := range w.alive() {
		w.upToDate(n)
		for _, said := range n.heard() {
			if away, is := gone[said]; is && away < leaseTime-renewTime-time.Second && !w.cutOff {
				w.t.Errorf("%s announced %q of one who is gone for %v", n.name, said, away)
			}
		}
	}
}

// upToDate checks that a node's last announcements match its current state of each
// user, though it checked only users with an event or a due time.
func (w *world) upToDate(n *node) {
	w.t.Helper()
	r := n.find(organization)
	if r == nil {
		return
	}
	now := time.Now()
	unsure := n.unsure(now)
	r.locked(func() {
		for _, u := range r.people {
			if is := r.view(u.id, u).dot(u.chosen, unsure, now); r.loaded && is != u.shown.dot {
				w.t.Errorf("%s announced that %s is %s, and the truth is %s", n.name, u.name, u.shown.dot, is)
			}
		}
	})
}

// check waits for quiet and compares every node with the truth.
func (w *world) check(seed uint64) {
	w.t.Helper()
	quiet := time.Now()
	w.reachable(true)
	pass(idleTime + 2*time.Minute)
	synctest.Wait()
	for _, user := range w.people {
		want := users.Offline
		switch open, active, phones := w.sockets(user); {
		case active > 0 && phones > 0:
			want = users.Available
		case open > 0:
			want = users.Away
		}
		w.expect(user, want, fmt.Sprintf("seed %d, quiet:", seed))
	}
	w.look(quiet)
	w.cutOff = false
}
