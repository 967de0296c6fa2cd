package runtime

// Kept returns the number of organizations in the follower.
func (f *Follower) Kept() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.live)
}
