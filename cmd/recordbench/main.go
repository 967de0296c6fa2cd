package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"switchboard/cmd/measure"
)

type settings struct {
	rows, clients, rounds int
	rate                  int
	measure               time.Duration
	only                  string
	queries, numbered     bool
}

func main() {
	var s settings
	var n node
	flag.IntVar(&s.rows, "rows", 100_000, "contacts")
	flag.IntVar(&s.clients, "clients", 16, "clients at once")
	flag.IntVar(&s.rounds, "rounds", 3, "rounds of each question to each server")
	flag.DurationVar(&s.measure, "measure", 2*time.Second, "time of one round")
	flag.StringVar(&s.only, "only", "", "questions, by part of their names, with commas; all without")
	flag.IntVar(&s.rate, "changes", 0, "change an object of so many records in every way at so many writes a second, and measure nothing else")
	flag.BoolVar(&s.queries, "query", false, "ask in the language of queries, search and make reports, and measure nothing else")
	flag.BoolVar(&s.numbered, "numbered", false, "call the contacts by numbers, so that all their names begin alike, and not as people are called")
	flag.StringVar(&n.addr, "node", "", "serve the product at this address, for the benchmark itself")
	flag.StringVar(&n.dir, "dir", "", "its data directory")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	run := s.run
	if n.addr != "" {
		run = n.run
	}
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "recordbench:", err)
		os.Exit(1)
	}
}

// companies returns a number that gives each company twenty contacts.
func (s settings) companies() int { return max(1, s.rows/20) }

// nameScheme returns how the contacts are named.
func (s settings) nameScheme() nameScheme {
	if s.numbered {
		return numbered()
	}
	return people()
}

func (s settings) wants(operation string) bool {
	if s.only == "" {
		return true
	}
	for part := range strings.SplitSeq(s.only, ",") {
		if strings.Contains(operation, part) {
			return true
		}
	}
	return false
}

func (s settings) run(ctx context.Context) (err error) {
	before := measure.Load()
	w := &world{settings: s}
	defer func() {
		if closed := w.close(); err == nil {
			err = closed
		}
	}()
	began := time.Now()
	if err := w.start(ctx); err != nil {
		return err
	}
	fmt.Printf("%d cores, %s; %d contacts, made in %s, %d clients, %d rounds of %s; load before: %s\n\n",
		runtime.NumCPU(), runtime.Version(), s.rows, time.Since(began).Round(time.Second), s.clients, s.rounds, s.measure, before)
	measureIt := func(ctx context.Context) error { return w.measureAll(ctx, (&generator{world: w}).questions()) }
	switch {
	case s.rate > 0:
		measureIt = w.measureChanges
	case s.queries:
		measureIt = w.measureQueries
	}
	if err := measureIt(ctx); err != nil {
		return err
	}
	fmt.Printf("\nload after: %s\n", measure.Load())
	return nil
}
