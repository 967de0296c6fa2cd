package pool

// Waiting is how many questions wait for their turn.
func (t *trips) Waiting() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

// Underway is how many trips are under way.
func (t *trips) Underway() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.underway
}

// Lanes is how many trips are under way at most.
const Lanes = lanes

// Written tells whether a trip that ended so is over for those that it carried, and with which error.
func Written(err error) (over bool, of error) {
	q := &asked{}
	written([]*asked{q}, err)
	return q.over, q.err
}

// LockWaiters is how many connections may wait for locks.
func (p *Pool) LockWaiters() int { return cap(p.lockers) }
