package presence

import (
	"sync"

	"switchboard/storage/id"
)

// ledger tracks the changes of this node's own sockets on their way to other nodes. A
// change is first unpublished, then sent in a message with the node's next serial,
// and unwritten until it is in a sheet. It is safe for concurrent use.
type ledger struct {
	node    string
	rosters *rosters
	// untold and unwritten are the users whose activities must be published and
	// written.
	untold, unwritten *pending

	// mu is held while changes get their serials. Under it, every change with a
	// serial is in unwritten.
	mu  sync.Mutex
	rev int64 // the last serial
}

func newLedger(node string, all *rosters) *ledger {
	return &ledger{
		node: node, rosters: all, untold: all.untold, unwritten: newPending(),
		rev: 1, // the serial of the index before the first change
	}
}

// last returns the last serial.
func (l *ledger) last() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.rev
}

// next returns the next serial, under mu.
func (l *ledger) next() int64 {
	l.rev++
	return l.rev
}

// deltas takes the unpublished changes as messages of each organization, and marks
// them as unwritten.
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

// tellAgain publishes all users with the next change, because the list of unpublished
// ones was lost.
func (l *ledger) tellAgain() {
	for _, r := range l.rosters.known() {
		r.locked(func() {
			r.own.tellAgain()
			r.soon()
		})
	}
}

// toWrite takes the unwritten users, and the serial up to which that is everything.
func (l *ledger) toWrite() (users map[id.ID]map[id.ID]bool, rev int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if users = l.unwritten.take(); users == nil {
		users = map[id.ID]map[id.ID]bool{}
	}
	return users, l.rev
}

// writeAgain returns users that were taken and not written.
func (l *ledger) writeAgain(users map[id.ID]map[id.ID]bool) {
	for organization, some := range users {
		l.unwritten.add(organization, "")
		for user := range some {
			l.unwritten.add(organization, user)
		}
	}
}
