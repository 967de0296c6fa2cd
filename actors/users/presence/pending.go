package presence

import (
	"sync"

	"switchboard/storage/id"
)

// pending are users, by organization, about whom something is to be done. It is safe for
// concurrent use.
type pending struct {
	// some wakes who does it.
	some chan struct{}

	mu    sync.Mutex
	users map[id.ID]map[id.ID]bool
}

func newPending() *pending { return &pending{some: make(chan struct{}, 1)} }

// add adds a user. It wakes nobody: some is signalled when all are added.
func (n *pending) add(organization, user id.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	users := n.users[organization]
	if users == nil {
		users = map[id.ID]bool{}
		if n.users == nil {
			n.users = map[id.ID]map[id.ID]bool{}
		}
		n.users[organization] = users
	}
	users[user] = true
}

// take removes all; nil where there are none.
func (n *pending) take() map[id.ID]map[id.ID]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	users := n.users
	n.users = nil
	return users
}

// signal wakes the goroutine that waits, now or when it next waits.
func signal(waiting chan struct{}) {
	select {
	case waiting <- struct{}{}:
	default:
	}
}
