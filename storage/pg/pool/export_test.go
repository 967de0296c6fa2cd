package pool

// Waiting returns the number of queued questions.
func (t *batcher) Waiting() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

// InFlight returns the number of round trips in flight.
func (t *batcher) InFlight() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.inFlight
}

// MaxInFlight bounds the round trips in flight.
const MaxInFlight = maxInFlight

// Written reports whether a batch that ended with err is over for its statements, and with which
// error.
func Written(err error) (over bool, of error) {
	q := &statement{}
	written([]*statement{q}, err)
	return q.over, q.err
}

// LockWaiters returns how many connections may wait for locks.
func (p *Pool) LockWaiters() int { return cap(p.lockers) }
