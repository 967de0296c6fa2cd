//go:build linux

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"switchboard/cmd/measure"
)

type settings struct {
	only, binary             string
	rate, sockets, receivers int
	measure                  time.Duration
	rounds, rows, queries    int
	attacks                  string
	bulk, company            string // this process is the bulk writer
}

func main() {
	var o settings
	flag.StringVar(&o.only, "only", "", "one, three, alerts, failover, queries or abuse; all but abuse without")
	flag.StringVar(&o.binary, "binary", "", "the product; it is built without")
	flag.IntVar(&o.rate, "rate", 500, "writes per second")
	flag.IntVar(&o.sockets, "sockets", 200, "number of sockets")
	flag.IntVar(&o.receivers, "receivers", 10, "sockets that each write goes to, at most 100")
	flag.DurationVar(&o.measure, "measure", 10*time.Second, "how long each stream of writes lasts")
	flag.IntVar(&o.rounds, "rounds", 5, "how often a node is killed")
	flag.IntVar(&o.rows, "rows", 1_000_000, "contacts that the bulk writer changes")
	flag.IntVar(&o.queries, "queries", 1_000, "live queries")
	flag.StringVar(&o.attacks, "beside", "", "of abuse, only the attacks whose names contain this")
	flag.StringVar(&o.bulk, "bulk", "", "the database of a bulk writer: this program starts itself with it")
	flag.StringVar(&o.company, "company", "", "what the bulk writer sets")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	var err error
	if o.bulk != "" {
		err = writeBulk(ctx, o.bulk, o.company)
	} else {
		err = run(ctx, o)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "nodebench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o settings) (err error) {
	if o.rate < 1 || o.receivers < 1 || o.receivers > 100 || o.sockets < o.receivers || o.rounds < 1 || o.rows < 1 || o.measure <= 0 {
		return errors.New("want at least one write per second, socket, round and row, and 1 to 100 receivers")
	}
	plain := o
	plain.queries = 0
	parts := []struct {
		name string
		run  func(*world) error
	}{
		{"one", func(w *world) error { return spread(ctx, plain, w.at, "one node", []int{0}) }},
		{"three", func(w *world) error { return three(ctx, plain, w) }},
		{"alerts", func(w *world) error { return alerts(ctx, o, w) }},
		{"failover", func(w *world) error { return failover(ctx, o, w) }},
		{"queries", func(w *world) error { return queries(ctx, o, w) }},
	}
	if o.only == "abuse" {
		return abuse(ctx, o)
	}
	known := o.only == ""
	for _, part := range parts {
		known = known || part.name == o.only
	}
	if !known {
		return fmt.Errorf("no part is called %q", o.only)
	}
	w := &world{binary: o.binary}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.start(ctx); err != nil {
		return err
	}
	fmt.Printf("%d cores, %s, three nodes, PostgreSQL and Redis on loopback; load average %s\n", runtime.NumCPU(), runtime.Version(), measure.Load())
	for _, part := range parts {
		if o.only == "" || part.name == o.only {
			if err := part.run(w); err != nil {
				return fmt.Errorf("%s: %w", part.name, err)
			}
		}
	}
	return nil
}

func three(ctx context.Context, o settings, w *world) error {
	if err := spread(ctx, o, w.at, "written at node 1, read at nodes 2 and 3", []int{1, 2}); err != nil {
		return err
	}
	w.redis.kill()
	if err := spread(ctx, o, w.at, "the same with Redis killed", []int{1, 2}); err != nil {
		return err
	}
	return w.startRedis(ctx)
}
