package pool

// Waiting is how many questions wait for their turn.
func (t *Trips) Waiting() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

// Underway is how many trips are under way.
func (t *Trips) Underway() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.underway
}

// Lanes is how many trips are under way at most.
const Lanes = lanes
