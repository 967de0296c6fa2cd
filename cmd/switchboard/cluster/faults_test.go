package cluster_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// storm runs the load during a fault, and checks the invariants afterwards.
func (w *world) storm(t *testing.T, fault func()) {
	t.Helper()
	w.renewTokens(t)
	began := time.Now()
	work := w.begin()
	pass(500 * time.Millisecond)
	fault()
	pass(700 * time.Millisecond)
	work.end()
	worked := time.Since(began)
	w.invariants(t, false)
	t.Logf("worked for %s, checked in %s", worked.Round(time.Millisecond), (time.Since(began) - worked).Round(time.Millisecond))
}

// revive restarts a node that ended, at the same address, and retries while
// the database is unavailable, as a service manager does.
func (w *world) revive(t *testing.T, node int) {
	t.Helper()
	w.nodes[node] = w.launchNode(t, node)
	waittest.UntilNil(t, nodeRole(node)+" to be back", func() error {
		select {
		case <-w.nodes[node].Ended:
			t.Logf("%s did not start: %v", nodeRole(node), w.nodes[node].Err)
			w.nodes[node] = w.launchNode(t, node)
		default:
		}
		return healthy(t, w.nodeURL(node)+"/readyz", http.StatusOK)
	})
}

// leads waits until the relay of a node other than not leads.
func (w *world) leads(t *testing.T, not int) int {
	t.Helper()
	leader := -1
	waittest.UntilNil(t, "a relay to lead", func() error {
		var err error
		if leader, err = w.database.leader(t.Context()); err == nil && (leader < 0 || leader == not) {
			err = errNotYet
		}
		return err
	})
	return leader
}

// Without a fault the invariants hold, so violations below are caused by the
// faults.
func TestThreeNodes(t *testing.T) {
	w := sharedWorld(t)
	w.storm(t, func() { pass(time.Second) })
}

// A write at one node reaches the sockets of all; the latency is logged.
func TestAChangeReachesAllNodes(t *testing.T) {
	w := sharedWorld(t)
	took := map[string][]time.Duration{}
	for i := range 30 {
		began := time.Now()
		contact := w.contactAt(t, i%nodes)
		for node := range nodes {
			one := w.driver.named(fmt.Sprintf("admin at %s", nodeRole(node)))
			at := w.driver.has(t, one, "the contact", 0, received(contact))
			where := "at another node"
			if node == i%nodes {
				where = "at the same node"
			}
			w.driver.mu.Lock()
			took[where] = append(took[where], time.UnixMilli(one.events[at-1].At).Sub(began))
			w.driver.mu.Unlock()
		}
	}
	for where, list := range took {
		slices.Sort(list)
		t.Logf("from the request to a socket %s: p50 %s, longest %s", where, list[len(list)/2].Round(time.Millisecond), list[len(list)-1].Round(time.Millisecond))
	}
}

// A node is killed under load. Its actors respond at other nodes, and its
// sockets recover at other nodes.
func TestANodeIsKilled(t *testing.T) {
	w := sharedWorld(t)
	for victim := range 2 {
		calls := w.heldCalls(t, 6)
		w.storm(t, func() {
			w.nodes[victim].signal(t, syscall.SIGKILL)
			killed := time.Now()
			t.Logf("%s was killed: its calls answer again after %s", nodeRole(victim), w.answering(t, calls, killed))
			_ = w.nodes[victim].wait(t)
			w.leads(t, victim)
			w.revive(t, victim)
		})
		w.hangUp(t, calls)
	}
}

// heldCalls starts ringing calls, so that their owners are spread over all
// nodes.
func (w *world) heldCalls(t *testing.T, n int) []id.ID {
	t.Helper()
	var calls []id.ID
	for range n {
		call, _, ok := w.ring(t.Context())
		if !ok {
			t.Fatal("nobody can call")
		}
		calls = append(calls, call)
	}
	for _, call := range calls {
		waittest.UntilNil(t, "a call to ring", func() error {
			if got := w.status(t.Context(), w.people["admin"], call); got != "ringing" {
				return fmt.Errorf("it is %q", got)
			}
			return nil
		})
	}
	return calls
}

// answering sends a command to each call through its owner and returns the
// longest time until one responded.
func (w *world) answering(t *testing.T, calls []id.ID, since time.Time) time.Duration {
	t.Helper()
	var all sync.WaitGroup
	var mu sync.Mutex
	var longest time.Duration
	for i, call := range calls {
		all.Go(func() {
			w.command(t.Context(), w.people["admin"], "call.note", http.MethodPatch, "/v1/object/call", http.StatusOK,
				map[string]any{"id": call, "notes": fmt.Sprint("Still there at ", i)})
			mu.Lock()
			defer mu.Unlock()
			longest = max(longest, time.Since(since))
		})
	}
	all.Wait()
	return longest.Round(time.Millisecond)
}

// hangUp ends unanswered calls.
func (w *world) hangUp(t *testing.T, calls []id.ID) {
	t.Helper()
	for _, call := range calls {
		w.command(t.Context(), w.people["admin"], "call.hangup", http.MethodPatch, "/v1/twilio/call", http.StatusNoContent,
			map[string]any{"id": call, "status": "completed"})
	}
}

// The node whose relay leads is frozen until all its leases have expired and
// another one leads, and then resumes: for a moment two nodes believe that
// they own the same actors and lead the same log.
func TestTheLeaderIsFrozenAndWakes(t *testing.T) {
	w := sharedWorld(t)
	frozen := w.leads(t, -1)
	w.storm(t, func() {
		w.nodes[frozen].signal(t, syscall.SIGSTOP)
		began := time.Now()
		other := w.leads(t, frozen)
		t.Logf("%s was frozen; %s leads after %s", nodeRole(frozen), nodeRole(other), time.Since(began).Round(time.Millisecond))
		pass(4*time.Second - time.Since(began)) // its membership lease has expired, too
		w.nodes[frozen].signal(t, syscall.SIGCONT)
		w.awaitReady(t, frozen)
	})
}

// Redis holds no source of truth: without it the product is slower, not
// wrong.
func TestRedisFails(t *testing.T) {
	w := sharedWorld(t)
	t.Run("it is emptied", func(t *testing.T) {
		w.storm(t, func() {
			if err := w.redis.say("FLUSHALL", "+OK"); err != nil {
				t.Fatal(err)
			}
		})
	})
	t.Run("it is paused", func(t *testing.T) {
		w.storm(t, func() {
			w.redis.process.signal(t, syscall.SIGSTOP)
			pass(5 * time.Second)
			w.redis.process.signal(t, syscall.SIGCONT)
		})
	})
	t.Run("it is killed and comes back", func(t *testing.T) {
		w.storm(t, func() {
			w.redis.kill(t)
			pass(1500 * time.Millisecond)
			w.redis.start(t)
		})
	})
}

// A node is cut off from Redis while the others are not: they consider it
// dead and it considers them alive, so actors have two owners for a while.
func TestANodeLosesRedisAlone(t *testing.T) {
	w := sharedWorld(t)
	w.storm(t, func() {
		w.cables[1].Refuse()
		w.cables[1].Cut()
		pass(4 * time.Second)
		w.cables[1].Pass()
	})
}

// PostgreSQL ends under load and comes back: no requests are served in
// between, and everything acknowledged is still there.
func TestPostgreSQLRestarts(t *testing.T) {
	w := sharedWorld(t)
	for name, fast := range map[string]bool{"in order": true, "by a crash": false} {
		t.Run(name, func(t *testing.T) {
			w.storm(t, func() {
				w.database.restart(t, fast)
				for node := range nodes {
					w.awaitReady(t, node)
				}
			})
		})
	}
}

// The power fails during requests to the provider to dial and to send: the
// requests were made, but the responses were lost. The retry first asks the
// provider for their state.
func TestEveryNodeDiesWhileTheProviderIsAsked(t *testing.T) {
	w := sharedWorld(t)
	agent := w.people["agent1"]
	call := w.heldCalls(t, 1)[0]
	statuses, forget := w.driver.follow(call)
	defer forget()
	w.provider.signal(t, syscall.SIGSTOP)
	if _, ok := w.command(t.Context(), agent, "call.accept", http.MethodPatch, "/v1/twilio/call", http.StatusNoContent,
		map[string]any{"id": call, "status": "in-progress"}); !ok {
		t.Fatal("the call was not taken")
	}
	w.text(t.Context(), agent)
	waittest.UntilNil(t, "the provider to be asked", func() error {
		claimed := query(t, w.database, pgx.RowTo[string],
			"select kind from core.effect where state = 'running' and kind in ('call.add_participant', 'message.send')")
		if len(claimed) < 2 {
			return fmt.Errorf("only %v", claimed)
		}
		return nil
	})
	pass(300 * time.Millisecond) // until the provider holds the requests
	for _, node := range w.nodes {
		node.signal(t, syscall.SIGKILL)
	}
	for _, node := range w.nodes {
		_ = node.wait(t)
	}
	w.provider.signal(t, syscall.SIGCONT)
	began := time.Now()
	for node := range nodes {
		w.nodes[node] = w.launchNode(t, node)
	}
	for node := range nodes {
		w.awaitReady(t, node)
	}
	if !reaches(t.Context(), w, w.people["admin"], call, statuses, "in-progress", maxWait) {
		t.Error("the call that was taken does not go on")
	}
	t.Logf("all nodes died; the call goes on after %s", time.Since(began).Round(time.Millisecond))
	w.settle(t)
	if again := query(t, w.database, pgx.RowTo[int], `select attempts from core.effect
		where kind in ('call.add_participant', 'message.send') order by created desc limit 2`); again[0] < 2 || again[1] < 2 {
		t.Errorf("the effects were tried %v times: this did not test their resumption", again)
	}
	w.hangUp(t, []id.ID{call})
	w.invariants(t, false)
}

// Every node is replaced in turn, as in a deployment.
func TestARollingRestart(t *testing.T) {
	w := sharedWorld(t)
	w.storm(t, func() {
		for node := range nodes {
			began := time.Now()
			w.nodes[node].signal(t, syscall.SIGTERM)
			if err := w.nodes[node].wait(t); err != nil {
				t.Errorf("%s ended with %v", nodeRole(node), err)
			}
			t.Logf("%s ended within %s", nodeRole(node), time.Since(began).Round(time.Millisecond))
			w.revive(t, node)
		}
	})
}
