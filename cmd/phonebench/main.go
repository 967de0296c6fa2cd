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
	calls, rounds, atOnce int
	measure               time.Duration
}

func main() {
	var o settings
	var n node
	var clock time.Duration
	flag.IntVar(&o.rounds, "rounds", 50, "calls one after the other, of which each accept is timed")
	flag.IntVar(&o.calls, "calls", 200, "calls at once")
	flag.IntVar(&o.atOnce, "begin", 4, "how many of them begin side by side")
	flag.DurationVar(&o.measure, "measure", 30*time.Second, "how long all of them talk")
	flag.StringVar(&n.addr, "node", "", "serve the product at this address, for the benchmark itself")
	flag.StringVar(&n.figures, "figures", "", "the address of its figures")
	flag.StringVar(&n.dir, "dir", "", "its data directory")
	flag.DurationVar(&clock, "clock", 0, "tick so long and print how late, for the benchmark itself")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	run := o.run
	switch {
	case n.addr != "":
		run = n.run
	case clock > 0:
		run = func(ctx context.Context) error { return tick(ctx, clock) }
	}
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "phonebench:", err)
		os.Exit(1)
	}
}

func (o settings) run(ctx context.Context) (err error) {
	if o.calls < 1 || o.rounds < 1 || o.atOnce < 1 || o.measure < time.Second {
		return errors.New("want at least one call, one round and a second")
	}
	before := measure.Load()
	w := &world{}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.start(ctx, o.calls); err != nil {
		return err
	}
	b := &bench{settings: o, world: w}
	if err := b.single(ctx); err != nil {
		return fmt.Errorf("one call: %w", err)
	}
	if err := b.many(ctx); err != nil {
		return fmt.Errorf("%d calls: %w", o.calls, err)
	}
	b.print(before)
	if len(b.talk.wrong) > 0 {
		return errors.New("not every call stood as it should")
	}
	return nil
}

func (b *bench) print(before string) {
	fmt.Printf("%d cores, %s, one node with the simulated phone network in it, PostgreSQL and %d phones; load average %s before, %s after\n\n",
		runtime.NumCPU(), runtime.Version(), b.calls, before, measure.Load())
	fmt.Printf("%s\n", timingHead)
	for _, one := range []struct {
		what string
		of   *timing
	}{
		{"accept → first sound at the customer's end, one call", &b.alone.customer},
		{"accept → first sound at the agent's end, one call", &b.alone.agent},
		{"**accept → first sound at both ends, one call**", &b.alone.both},
		{fmt.Sprintf("the same while up to %d calls talk", b.calls), &b.crowded.both},
	} {
		fmt.Println(one.of.line(one.what))
	}
	t := b.talk
	fmt.Printf("\n%d calls, all talking for %s:\n\n%s\n", b.calls, b.measure, spreadHead)
	fmt.Println(t.late.line("the mixer's tick begins after it was due"))
	fmt.Println(t.clock.line("a bare clock in a process of its own"))
	fmt.Println(t.took.line("a tick's mixing and sending takes"))
	fmt.Printf("\n| what | figure |\n|---|---|\n")
	fmt.Printf("| calls that stood as they should: talking, heard at both ends, ended | %d, %d, %d of %d |\n", t.talking, t.heard, t.ended, b.calls)
	fmt.Printf("| the node's resident memory: phones registered → all talking, per call | %.1f → %.1f MB, %.0f KiB |\n", mega(t.before.resident), mega(t.during.resident), b.each(t.before.resident, t.during.resident))
	fmt.Printf("| its Go heap after a collection | %.1f → %.1f MB, %.0f KiB |\n", mega(t.before.heap), mega(t.during.heap), b.each(t.before.heap, t.during.heap))
	fmt.Printf("| cores that the node keeps busy | %.2f |\n", t.cores)
	for _, wrong := range t.wrong {
		fmt.Println("\nWrong:", wrong)
	}
}

func mega(bytes float64) float64 { return bytes / (1 << 20) }

// each returns the cost of one call, in KiB.
func (b *bench) each(before, during float64) float64 {
	return (during - before) / 1024 / float64(b.calls)
}
