// Package organizations tells what an organization is called and how it is set.
//
// It owns: Service, which remembers the settings and forgets them when the log says
// that they changed, on every node alike.
//
// Invariants: what Settings returns is within its bounds; a change is in force at the
// latest when its entry has been applied by the node. A read that an entry overtook is
// not kept.
//
// Concurrency: Service is safe for concurrent use; what it remembers is bounded.
// Lifecycle: nothing runs in the background; the relay calls Append.
// Allowed imports: storage leaves.
package organizations
