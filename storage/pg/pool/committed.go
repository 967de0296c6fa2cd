package pool

import "switchboard/storage/id"

// Committed describes what a commit left to process: entries in the outbox, effects in the queue.
type Committed struct {
	Organization     id.ID
	Entries, Effects int
	// Objects are the objects of the written records, without duplicates.
	Objects []string
	// IDs are the ids of the written records.
	IDs []id.ID
}

// OnCommit registers a function that is called for each commit that wrote entries or effects. It
// runs in the committing goroutine and must not block.
func (p *Pool) OnCommit(hook func(Committed)) {
	p.hooksMu.Lock()
	defer p.hooksMu.Unlock()
	p.hooks = append(p.hooks, hook)
}

// Tell runs the hooks for a commit that wrote entries or effects.
func (p *Pool) Tell(c Committed) {
	if c.Entries+c.Effects == 0 {
		return
	}
	p.hooksMu.RLock()
	defer p.hooksMu.RUnlock()
	for _, hook := range p.hooks {
		hook(c)
	}
}
