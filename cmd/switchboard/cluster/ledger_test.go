package cluster_test

import (
	"fmt"
	"sync"

	"switchboard/storage/id"
)

// ledger holds what was acknowledged.
type ledger struct {
	mu       sync.Mutex
	commands []acknowledged
	texts    map[string]bool  // bodies of sent texts
	contacts map[id.ID]string // → the last acknowledged value of company
	talked   []id.ID          // calls that a socket saw in progress
	calls    int              // calls that were answered and ended
	noRing   int              // calls that did not ring in time: a lost webhook
	unlucky  int              // calls that rang for another user, or no longer
	refused  []string         // responses that a writer did not expect
	repeats  int
	failures map[string]int // of attempts, by kind
}

// acknowledged is a successful command.
type acknowledged struct {
	command, what string
	id            id.ID
}

func newLedger() *ledger {
	return &ledger{texts: map[string]bool{}, contacts: map[id.ID]string{}, failures: map[string]int{}}
}

// again counts an attempt that must be repeated.
func (l *ledger) again(a answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.repeats++
	if a.err != nil {
		l.failures["no answer"]++
	} else {
		l.failures[fmt.Sprint(a.status)]++
	}
}

func (l *ledger) acknowledge(command, what string, of id.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.commands = append(l.commands, acknowledged{command, what, of})
}

func (l *ledger) refuse(what string, a answer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refused = append(l.refused, fmt.Sprintf("%s: %d %s %v", what, a.status, a.body, a.err))
}

func (l *ledger) note(change func(*ledger)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(l)
}

// counts returns a summary for a test's log.
func (l *ledger) counts() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return fmt.Sprintf("%d commands acknowledged, %d texts sent, %d calls held, %d unheard, %d missed; %d repeats %v",
		len(l.commands), len(l.texts), l.calls, l.noRing, l.unlucky, l.repeats, l.failures)
}
