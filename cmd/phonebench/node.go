package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
)

// The settings of a node, in its environment: other users of the machine see
// arguments.
const (
	secretSetting   = "PHONEBENCH_KEY"
	databaseSetting = "PHONEBENCH_DATABASE"
)

// node is the product as it is served, without budgets: a benchmark's callers
// are faster than people. At SIGUSR2 it collects garbage.
type node struct{ addr, figures, dir string }

func (n node) run(ctx context.Context) error {
	collect := make(chan os.Signal, 1)
	signal.Notify(collect, syscall.SIGUSR2)
	go func() {
		for range collect {
			debug.FreeOSMemory()
		}
	}()
	c := config.Config{
		Addr: n.addr, MetricsAddr: n.figures, DataDir: n.dir, DatabaseURL: os.Getenv(databaseSetting), SecretKey: os.Getenv(secretSetting),
		Simulator: config.InProcess, LogLevel: slog.LevelError,
	}
	m := app.New(c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel})), "bench")
	m.Demo, m.WithoutBudgets = true, true
	return m.Run(ctx)
}
