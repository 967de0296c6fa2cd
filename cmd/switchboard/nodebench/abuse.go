//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/demo"
)

func ours() string { return demo.Phones()[0].Number }

// abuse measures one agent's lists, changes and ringing, first alone and then beside
// another one who does his worst in each way and in all at once.
func abuse(ctx context.Context, o settings) (err error) {
	w := &world{}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.startAlone(ctx); err != nil {
		return err
	}
	if err := w.crowdedTable(ctx, min(o.rows, abuseRows)); err != nil {
		return err
	}
	n, err := w.neighbour(ctx)
	if err != nil {
		return err
	}
	defer n.close()
	bad, err := w.offender(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%d cores, %s, one node, PostgreSQL on loopback; load average %s\n\n", runtime.NumCPU(), runtime.Version(), load())
	fmt.Printf("**Abuse**: beside one agent who does his worst for %s in each way, a neighbour lists 50 contacts of %d (%d/s), changes one (%d/s) and is rung (%d/s); times from when each was due.\n\n",
		o.measure, min(o.rows, abuseRows), listRate, changeRate, ringRate)
	fmt.Println("| beside | lists p50 | p99 | × | changes p50 | p99 | × | ringing p50 | p99 | × | failed | his requests: done, refused, failed | answers to him | server's memory: before → most |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	if err := wait(ctx, settle); err != nil {
		return err
	}
	alone, line := w.phase(ctx, o, n, bad, "nobody", nil, nil)
	fmt.Println(line)
	everything := bad.attacks()
	var last error
	for i, a := range everything {
		// Each way to change things gets an agent whose allowances are whole.
		if i >= 4 {
			if err := bad.become(ctx, w, fmt.Sprintf("agent%d", i-1)); err != nil {
				return err
			}
		}
		v, line := w.phase(ctx, o, n, bad, a.name, []attack{a}, alone)
		fmt.Println(line)
		last = errors.Join(last, v.last)
	}
	if err := bad.become(ctx, w, "agent5"); err != nil {
		return err
	}
	v, line := w.phase(ctx, o, n, bad, "all of it at once", everything, alone)
	fmt.Println(line)
	after, line := w.phase(ctx, o, n, bad, "nobody, afterwards", nil, alone)
	fmt.Println(line)
	if last = errors.Join(last, v.last, after.last); last != nil {
		fmt.Printf("\nWhat failed for the neighbour, for example: %s\n", strings.SplitN(last.Error(), "\n", 2)[0])
	}
	return ctx.Err()
}

const (
	// abuseRows is how many contacts the lists search at most.
	abuseRows = 100_000
	// settle is the pause before each phase.
	settle = 3 * time.Second
)

// crowdedTable gives the lists something to search.
func (w *world) crowdedTable(ctx context.Context, rows int) error {
	conn, err := pgx.Connect(ctx, w.database.DSN())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return fill(ctx, conn, rows)
}

// phase lets the neighbour work, and the offender beside him, and gives the table's line.
func (w *world) phase(ctx context.Context, o settings, n *neighbour, bad *offender, name string, with []attack, alone *view) (*view, string) {
	_ = wait(ctx, settle)
	ctx, cancel := context.WithTimeout(ctx, o.measure)
	defer cancel()
	before := memoryOf(w.nodes[0].cmd.Process.Pid)
	var most atomic.Int64
	most.Store(before)
	var side sync.WaitGroup
	var did *deeds
	side.Go(func() { did = bad.attack(ctx, with) })
	side.Go(func() {
		for wait(ctx, 100*time.Millisecond) == nil {
			most.Store(max(most.Load(), memoryOf(w.nodes[0].cmd.Process.Pid)))
		}
	})
	v := n.work(ctx)
	side.Wait()
	cells := []string{name}
	if alone == nil {
		alone = v
	}
	for _, t := range [][2]*timing{{&v.lists, &alone.lists}, {&v.changes, &alone.changes}, {&v.ringing, &alone.ringing}} {
		cells = append(cells, millis(t[0].percentile(50)), millis(t[0].percentile(99)), times(t[0], t[1]))
	}
	return v, "| " + strings.Join(append(cells, fmt.Sprint(v.failed.Load()),
		fmt.Sprintf("%d, %d, %d", did.done.Load(), did.refused.Load(), did.failed.Load()),
		fmt.Sprintf("%d MB", did.bytes.Load()>>20),
		fmt.Sprintf("%d → %d MB", before>>20, most.Load()>>20)), " | ") + " |"
}

// times is the ratio of a p99 to what it was alone.
func times(now, alone *timing) string {
	if alone.percentile(99) == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f", float64(now.percentile(99))/float64(alone.percentile(99)))
}

func millis(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

// memoryOf is a process's resident memory in bytes.
func memoryOf(pid int) int64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, resident int64
	if _, err := fmt.Sscan(string(raw), &size, &resident); err != nil {
		return 0
	}
	return resident * int64(os.Getpagesize())
}
