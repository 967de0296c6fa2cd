package presence

import (
	"sync"

	"switchboard/storage/id"
)

// pending is a set of users by organization that need work. It is safe for concurrent
// use.
type pending struct {
	// some wakes the worker.
	some chan struct{}

	mu    sync.Mutex
	users map[id.ID]map[id.ID]bool
}

func newPending() *pending { return &pending{some: make(chan struct{}, 1)} }

// add adds a user without a signal. The caller signals some after adding all.
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

// take removes all users, or returns nil.
func (n *pending) take() map[id.ID]map[id.ID]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	users := n.users
	n.users = nil
	return users
}

// signal wakes the waiting goroutine, now or when it next waits.
func signal(waiting chan struct{}) {
	select {
	case waiting <- struct{}{}:
	default:
	}
}
