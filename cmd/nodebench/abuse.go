//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/measure"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/wait"
)

func ours() string { return demo.Phones()[0].Number }

// abuse measures one agent's lists, changes and ringing, alone and next to an
// abusive agent, for each attack and for all at once. Quiet slices separate
// the attacks, so that other load on the machine affects both sides of each
// ratio.
func abuse(ctx context.Context, o settings) (err error) {
	w := &world{binary: o.binary}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.startAlone(ctx); err != nil {
		return err
	}
	if err := fillTable(ctx, w.database.DSN(), min(o.rows, abuseRows)); err != nil {
		return err
	}
	n, err := newNeighbour(ctx, w.at)
	if err != nil {
		return err
	}
	defer n.alarm.close()
	bad, err := newOffender(ctx, w.at)
	if err != nil {
		return err
	}
	s := &scene{neighbour: n, offender: bad, machine: machine{server: w.nodes[0].PID(), cluster: filepath.Join(w.dir, "postgres", "cluster")}}
	began := measure.Load()
	_ = s.phase(ctx, min(warm, o.measure), "", nil) // nothing is measured while the node warms up
	quiet := &tableRow{name: "nobody"}
	var rows []*tableRow
	for _, m := range bad.attackPlans() {
		if o.attacks != "" && !strings.Contains(m.name, o.attacks) {
			continue
		}
		quiet.add(s.quiet(ctx, o))
		if err := bad.become(ctx, m.agent); err != nil {
			return err
		}
		rows = append(rows, s.phase(ctx, o.measure, m.name, m.attacks))
		_, _ = fmt.Fprintln(os.Stderr, rows[len(rows)-1].line(quiet))
	}
	quiet.add(s.quiet(ctx, o))
	printAbuse(o, began, quiet, rows)
	return ctx.Err()
}

const (
	// abuseRows bounds the contacts that the lists search.
	abuseRows = 100_000
	// warm is how long the node warms up; a short run does so for as long as it measures.
	warm = 6 * time.Second
	// settle is the pause after each attack, and slice the quiet time after
	// it. A short run waits and measures no longer than each attack lasts.
	settle = 1500 * time.Millisecond
	slice  = 4 * time.Second
)

// scene is the neighbor and the offender on one node.
type scene struct {
	neighbour *neighbour
	offender  *offender
	machine   machine
}

// quiet lets the neighbor work alone for a while, after the last attack has
// settled.
func (s *scene) quiet(ctx context.Context, o settings) *tableRow {
	wait.For(ctx, min(settle, o.measure))
	return s.phase(ctx, min(slice, o.measure), "nobody", nil)
}

// fillTable gives the lists something to search.
func fillTable(ctx context.Context, dsn string, rows int) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return fill(ctx, conn, rows)
}

// phase lets the neighbor work for that long, next to the offender.
func (s *scene) phase(ctx context.Context, long time.Duration, name string, with []attack) *tableRow {
	ctx, cancel := context.WithTimeout(ctx, long)
	defer cancel()
	pid := s.machine.server
	r := &tableRow{name: name, before: memoryOf(pid), most: memoryOf(pid), long: long}
	var most atomic.Int64
	used := s.machine.used()
	var side sync.WaitGroup
	side.Go(func() { r.did = s.offender.attack(ctx, with) })
	side.Go(func() {
		for wait.For(ctx, 100*time.Millisecond) {
			most.Store(max(most.Load(), memoryOf(pid)))
		}
	})
	r.seen = s.neighbour.work(ctx)
	side.Wait()
	r.most = max(r.most, most.Load())
	r.used = s.machine.used().less(used)
	return r
}

// tableRow is a row of the table.
type tableRow struct {
	name         string
	seen         *view
	did          *attackResult
	used         work
	long         time.Duration
	before, most int64 // bytes of the server's memory
}

// add merges another slice into the row.
func (r *tableRow) add(more *tableRow) {
	if r.seen == nil {
		*r = *more
		return
	}
	for into, from := range map[*timing]*timing{&r.seen.lists: &more.seen.lists, &r.seen.changes: &more.seen.changes, &r.seen.ringing: &more.seen.ringing} {
		into.AddAll(&from.Timing)
	}
	r.seen.failed.Add(more.seen.failed.Load())
	r.seen.last = errors.Join(r.seen.last, more.seen.last)
	r.used, r.long, r.most = r.used.plus(more.used), r.long+more.long, max(r.most, more.most)
}

func printAbuse(o settings, began string, quiet *tableRow, rows []*tableRow) {
	fmt.Printf("%d cores, %s, one node, PostgreSQL on loopback; load average %s before, %s after\n\n", runtime.NumCPU(), runtime.Version(), began, measure.Load())
	fmt.Printf("**Abuse**: next to one abusive agent for %s with each attack, a neighbor lists 50 contacts of %d (%d/s), changes one (%d/s) and is rung (%d/s). Times count from when each was due; × is p99 against that beside nobody, measured for %s before, between and after.\n\n",
		o.measure, min(o.rows, abuseRows), listRate, changeRate, ringRate, min(slice, o.measure))
	fmt.Println("| attack | lists p50 | p99 | × | changes p50 | p99 | × | ringing p50 | p99 | × | failed | its requests: done, refused, failed | answers to it | cores used: server, database, clients | server's memory: before → most |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	var last error
	for _, r := range append([]*tableRow{quiet}, rows...) {
		fmt.Println(r.line(quiet))
		last = errors.Join(last, r.seen.last)
	}
	if last != nil {
		fmt.Printf("\nWhat failed for the neighbour, for example: %s\n", strings.SplitN(last.Error(), "\n", 2)[0])
	}
}

func (r *tableRow) line(quiet *tableRow) string {
	cells := []string{r.name}
	v, alone := r.seen, quiet.seen
	for _, t := range [][2]*timing{{&v.lists, &alone.lists}, {&v.changes, &alone.changes}, {&v.ringing, &alone.ringing}} {
		cells = append(cells, millis(t[0].Percentile(50)), millis(t[0].Percentile(99)), times(t[0], t[1]))
	}
	return "| " + strings.Join(append(cells, fmt.Sprint(v.failed.Load()),
		fmt.Sprintf("%d, %d, %d", r.did.done.Load(), r.did.refused.Load(), r.did.failed.Load()),
		fmt.Sprintf("%d MB", r.did.bytes.Load()>>20), r.used.cores(r.long),
		fmt.Sprintf("%d → %d MB", r.before>>20, r.most>>20)), " | ") + " |"
}

// times returns the ratio of a p99 to the one without an attack.
func times(now, alone *timing) string {
	if alone.Percentile(99) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", float64(now.Percentile(99))/float64(alone.Percentile(99)))
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }
