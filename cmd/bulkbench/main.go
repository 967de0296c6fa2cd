package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/measure"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/embedded"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/relay"
)

type settings struct {
	database     string
	rows, rate   int
	alone        time.Duration
	writers      int
	organization id.ID
	server       map[string]string // settings of its own server
}

func main() {
	s := settings{organization: id.New(), server: map[string]string{}}
	flag.StringVar(&s.database, "database", "", "postgres:// address of a database to fill; a server of its own without")
	flag.IntVar(&s.rows, "rows", 1_000_000, "contacts that the bulk writer changes")
	flag.IntVar(&s.rate, "rate", 50, "alerts per second")
	flag.IntVar(&s.writers, "writers", 1, "bulk changes at once")
	flag.DurationVar(&s.alone, "alone", 15*time.Second, "time measured without the bulk writer")
	flag.Func("set", "name=value: a setting of its own server, may be repeated", func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("want name=value, not %q", text)
		}
		s.server[name] = value
		return nil
	})
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bulkbench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) (err error) {
	quiet := slog.New(slog.DiscardHandler)
	if s.database == "" {
		dir, err := os.MkdirTemp("", "bulkbench")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(dir) }()
		server, err := embedded.Start(ctx, embedded.Config{DataDir: dir, Logger: quiet, Settings: s.server})
		if err != nil {
			return err
		}
		defer func() { _ = server.Stop(context.WithoutCancel(ctx)) }()
		s.database = server.DSN()
	}
	store, err := pg.Open(ctx, pg.Config{DSN: s.database, Registry: features.Registry(), Logger: quiet})
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.Migrate(ctx); err != nil {
		return err
	}
	if err := store.CreateOrganization(ctx, organizations.Organization{ID: s.organization, Name: "Bench"}); err != nil {
		return err
	}
	relay, watch := pg.NewRelay(store, relay.Config{Logger: quiet}), newStopwatch()
	relay.Follow(watch)
	relaying, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- relay.Run(relaying) }()
	defer func() {
		end()
		if relayed := <-ended; err == nil {
			err = relayed
		}
	}()
	fmt.Printf("machine: %d cores, %s; load before: %s\n", runtime.NumCPU(), runtime.Version(), measure.Load())
	return (&bench{settings: s, store: store, relay: relay, watch: watch}).all(ctx)
}
