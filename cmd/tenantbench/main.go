package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/measure"
	"switchboard/storage/pg"
	"switchboard/storage/pg/embedded"
)

func main() {
	sizes := []int{50, 200, 1000}
	backlog := flag.Int("backlog", 16_000, "effects of one subject that wait in front of a claim")
	quiet := flag.Duration("quiet", 5*time.Second, "how long a quiet relay is watched")
	flag.Func("sizes", "how many organizations, ascending, with commas (50,200,1000)", func(text string) (err error) {
		sizes, err = numbers(text)
		return err
	})
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, sizes, *backlog, *quiet)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tenantbench:", err)
		os.Exit(1)
	}
}

func numbers(text string) ([]int, error) {
	var out []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 || len(out) > 0 && n <= out[len(out)-1] {
			return nil, fmt.Errorf("want ascending numbers with commas, not %q", text)
		}
		out = append(out, n)
	}
	return out, nil
}

func run(ctx context.Context, sizes []int, backlog int, quietFor time.Duration) error {
	quiet := slog.New(slog.DiscardHandler)
	dir, err := os.MkdirTemp("", "tenantbench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	server, err := embedded.Start(ctx, embedded.Config{DataDir: dir, Logger: quiet})
	if err != nil {
		return err
	}
	defer func() { _ = server.Stop(context.WithoutCancel(ctx)) }()
	store, err := pg.Open(ctx, pg.Config{DSN: server.DSN(), Registry: features.Registry(), Logger: quiet})
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Migrate(ctx); err != nil {
		return err
	}
	fmt.Printf("machine: %d cores, %s; load before: %s\n\n", runtime.NumCPU(), runtime.Version(), measure.Load())
	fmt.Println("| organizations | made, each | start, nothing changed | number → organization p50 / p99 | conversation → organization p50 / p99 | quiet relay, share of a core | claim behind the backlog | look for large tables | an empty one | memory of a connection, for each |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	b := &bench{store: store, dsn: server.DSN(), backlog: backlog, quietFor: quietFor}
	for _, size := range sizes {
		if err := b.line(ctx, size); err != nil {
			return err
		}
	}
	return nil
}
