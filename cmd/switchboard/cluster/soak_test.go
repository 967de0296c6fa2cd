package cluster_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// setting reads a number from the environment.
func setting(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// Faults of every kind, at random times and several at once, in as many
// rounds as SWITCHBOARD_SOAK says.
func TestRandomFaults(t *testing.T) {
	w := sharedWorld(t)
	rounds := setting(t, "SWITCHBOARD_SOAK", 2)
	seed := setting(t, "SWITCHBOARD_SEED", 20_261_121)
	if os.Getenv("SWITCHBOARD_SOAK") != "" {
		seed = setting(t, "SWITCHBOARD_SEED", uint64(time.Now().UnixNano()))
	}
	random := rand.New(rand.NewPCG(seed, 1))
	t.Logf("%d rounds, SWITCHBOARD_SEED=%d", rounds, seed)
	for round := range rounds {
		var names []string
		var faults []func()
		for _, kind := range random.Perm(3)[:1+random.IntN(3)] {
			f := []func(*testing.T, *rand.Rand) fault{w.nodeFault, w.redisFault, w.databaseFault}[kind](t, random)
			names, faults = append(names, f.name), append(faults, f.happen)
		}
		t.Logf("round %d: %s", round, strings.Join(names, ", "))
		w.storm(t, func() {
			var all sync.WaitGroup
			for _, happen := range faults {
				all.Go(happen)
			}
			all.Wait()
			for node := range nodes {
				w.awaitReady(t, node)
			}
		})
		if t.Failed() {
			t.Fatalf("after round %d", round)
		}
		w.forget(t)
	}
}

// fault is a failure that is over when the function returns.
type fault struct {
	name   string
	happen func()
}

// while returns a wait whose duration is drawn now, so that a seed repeats
// it.
func while(random *rand.Rand, most time.Duration) func() {
	d := time.Duration(random.Int64N(int64(most)))
	return func() { pass(d) }
}

func (w *world) nodeFault(t *testing.T, random *rand.Rand) fault {
	node := random.IntN(nodes)
	before, during := while(random, time.Second), while(random, 5*time.Second)
	end := func(s syscall.Signal) func() {
		return func() {
			before()
			w.nodes[node].signal(t, s)
			_ = w.nodes[node].wait(t) // however it ends
			during()
			w.revive(t, node)
		}
	}
	return []fault{
		{nodeRole(node) + " is killed", end(syscall.SIGKILL)},
		{nodeRole(node) + " is stopped", end(syscall.SIGTERM)},
		{nodeRole(node) + " is frozen", func() {
			before()
			w.nodes[node].signal(t, syscall.SIGSTOP)
			during()
			w.nodes[node].signal(t, syscall.SIGCONT)
		}},
		{"the balancer's connections are cut", func() {
			before()
			w.balancer.cut("")
		}},
	}[random.IntN(4)]
}

func (w *world) redisFault(t *testing.T, random *rand.Rand) fault {
	before, during := while(random, time.Second), while(random, 5*time.Second)
	cut := random.IntN(nodes)
	return []fault{
		{"Redis is emptied", func() {
			before()
			if err := w.redis.say("FLUSHALL", "+OK"); err != nil {
				t.Error(err)
			}
		}},
		{"Redis is paused", func() {
			before()
			w.redis.process.signal(t, syscall.SIGSTOP)
			during()
			w.redis.process.signal(t, syscall.SIGCONT)
		}},
		{"Redis is killed", func() {
			before()
			w.redis.kill(t)
			during()
			w.redis.start(t)
		}},
		{"a node loses Redis", func() {
			before()
			w.cables[cut].Refuse()
			w.cables[cut].Cut()
			during()
			w.cables[cut].Pass()
		}},
	}[random.IntN(4)]
}

func (w *world) databaseFault(t *testing.T, random *rand.Rand) fault {
	before := while(random, time.Second)
	restart := func(fast bool) func() {
		return func() {
			before()
			w.database.restart(t, fast)
		}
	}
	return []fault{
		{"PostgreSQL is restarted", restart(true)},
		{"PostgreSQL crashes", restart(false)},
		{"PostgreSQL ends all sessions", func() {
			before()
			_, err := w.database.pool.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity
				where datname = current_database() and pid <> pg_backend_pid()`)
			if err != nil {
				t.Logf("sessions: %v", err) // it may just be unavailable
			}
		}},
	}[random.IntN(3)]
}

// forget drops what was checked, so that all rounds cost the same.
func (w *world) forget(t *testing.T) {
	t.Helper()
	w.nothingHappenedTwice(t)
	w.settle(t)
	head := w.head(t)
	w.watchersReceivedAll(t, w.log(t, head), head, false)
	w.since = head
	w.driver.forget(head)
	w.ledger.note(func(l *ledger) {
		l.commands, l.talked = nil, nil
		clear(l.texts)
		clear(l.contacts)
	})
}

// renewTokens gives everyone a token for another ten minutes, at most every
// four minutes. A storm begins with it: on a slow machine the tests outlast a
// token.
func (w *world) renewTokens(t *testing.T) {
	t.Helper()
	if time.Since(w.renewed) < 4*time.Minute {
		return
	}
	w.renewed = time.Now()
	for _, p := range w.people {
		token, err := p.renew(t.Context())
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		for _, one := range w.driver.snapshot() {
			if one.spec.person == p {
				w.driver.do(t, map[string]string{"do": "token", "name": one.name, "token": token})
			}
		}
	}
}
