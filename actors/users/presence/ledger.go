package presence

import (
	"sync"

	"switchboard/storage/id"
)

// ledger follows the changes of this node's own sockets on their way to the other nodes:
// each is untold, then told of in a message that has the node's next serial, and
// unwritten until a sheet has it. It is safe for concurrent use.
type ledger struct {
	node    string
	rosters *rosters
	// untold and unwritten are the users whose activities are to be published, and to be
	// written.
	untold, unwritten *pending

	// mu is held while changes get their serials: under it every change that has one is
	// among the unwritten.
	mu  sync.Mutex
	rev int64 // the last serial
}

func newLedger(node string, all *rosters) *ledger {
	return &ledger{
		node: node, rosters: all, untold: all.untold, unwritten: newPending(),
		rev: 1, // the index stands at it while nothing was told
	}
}

// last is the last serial.
func (l *ledger) last() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rev
}

// next gives a message its serial, under mu.
func (l *ledger) next() int64 {
	l.rev++
	return l.rev
}

// deltas takes what is to be told, in messages of each organization; it is to be written
// then.
func (l *ledger) deltas() map[id.ID][]delta {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := map[id.ID][]delta{}
	for organization, users := range l.untold.take() {
		l.rosters.with(organization, func(r *roster) {
			if messages := r.own.messages(l.node, users, l.next); len(messages) > 0 {
				out[organization] = messages
			}
			for user := range users {
				l.unwritten.add(organization, user)
			}
			if len(r.own.people) == 0 {
				r.soon() // it may be dropped
			}
		})
	}
	if len(out) > 0 {
		signal(l.unwritten.some)
	}
	return out
}

// tellAgain has everybody told of with the next change: which of them were untold is lost.
func (l *ledger) tellAgain() {
	for _, r := range l.rosters.known() {
		r.locked(func() {
			r.own.tellAgain()
			r.soon()
		})
	}
}

// toWrite takes what is to be written, and the serial up to which that is everything.
func (l *ledger) toWrite() (users map[id.ID]map[id.ID]bool, rev int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if users = l.unwritten.take(); users == nil {
		users = map[id.ID]map[id.ID]bool{}
	}
	return users, l.rev
}

// writeAgain gives back what was taken and not written.
func (l *ledger) writeAgain(users map[id.ID]map[id.ID]bool) {
	for organization, some := range users {
		l.unwritten.add(organization, "")
		for user := range some {
			l.unwritten.add(organization, user)
		}
	}
}
