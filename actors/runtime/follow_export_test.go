package runtime

// Kept tells how many organizations the follower holds a place for.
func (f *Follower) Kept() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.live)
}
