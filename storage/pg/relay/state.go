package relay

import (
	"errors"
	"fmt"
	"maps"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/broker/backlog"
	"switchboard/storage/pg/pool"
)

// state is what a relay's sessions share, and hand on from one connection to the next.
type state struct {
	*followers
	cfg   Config
	conn  *pgx.ConnConfig
	poked chan struct{}
	heard *backlog.Backlog // what other processes say

	based   bool  // the baseline of applied has been read; Run's goroutine only
	looked  int64 // heads that moved up to here are in applied; Run's goroutine only
	leading atomic.Bool
	alive   atomic.Int64 // unix nanoseconds of the last answer of the database
	passes  atomic.Int64
	moved   atomic.Int64
	low     atomic.Int64

	announced, followed, gaps atomic.Int64
}

func newState(conn *pgx.ConnConfig, cfg Config) *state {
	conn = conn.Copy()
	maps.Copy(conn.RuntimeParams, map[string]string{
		"application_name":                    "switchboard relay",
		"idle_session_timeout":                pool.Milliseconds(relaySilence),
		"idle_in_transaction_session_timeout": pool.Milliseconds(relaySilence),
		"statement_timeout":                   pool.Milliseconds(relayPatience),
		"tcp_keepalives_idle":                 "2",
		"tcp_keepalives_interval":             "1",
		"tcp_keepalives_count":                "3",
		// What the followers were told must not be un-committed by a crash.
		"synchronous_commit": "on",
		// The outbox looks empty to the planner and full of dead rows to a scan.
		"enable_seqscan": "off",
		"jit":            "off",
	})
	cfg = cfg.withDefaults()
	return &state{
		followers: newFollowers(cfg.Logger), cfg: cfg, conn: conn,
		poked: make(chan struct{}, 1), heard: backlog.New(),
	}
}

// Poke says that something was committed. It never blocks.
func (r *state) Poke() {
	if r.cfg.PollOnly {
		return
	}
	select {
	case r.poked <- struct{}{}:
	default: // a poke that waits already covers this commit
	}
}

// Leading reports whether this relay holds the lock.
func (r *state) Leading() bool { return r.leading.Load() }

// Healthy says what keeps the relay from its work, nil if nothing does.
func (r *state) Healthy() error {
	last := r.alive.Load()
	if last == 0 {
		return errors.New("the relay has not reached the database yet")
	}
	if silent := time.Since(time.Unix(0, last)); silent > 2*relaySilence {
		return fmt.Errorf("the relay has not reached the database for %s", silent.Round(time.Second))
	}
	return nil
}

// Stats counts since the relay was made.
type Stats struct {
	Leading bool
	Passes  int64 // looks into the outbox
	Moved   int64 // rows moved into the log by this relay
	// LowWater is the place in the outbox behind which the leader looks: nothing
	// up to it can appear any more.
	LowWater int64
	// Announced entries were handed to the broker by this relay as the leader;
	// Followed ones it took from another's announcement; at Gaps it had to read the
	// log because an announcement did not follow on what it had, or held no entries.
	Announced, Followed, Gaps int64
	// Panics of followers, and of the relay itself, were caught.
	Panics int64
}

// Stats reads the counters.
func (r *state) Stats() Stats {
	return Stats{
		Leading: r.leading.Load(), Passes: r.passes.Load(), Moved: r.moved.Load(), LowWater: r.low.Load(),
		Announced: r.announced.Load(), Followed: r.followed.Load(), Gaps: r.gaps.Load(), Panics: r.panics.Load(),
	}
}
