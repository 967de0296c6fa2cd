package main

import (
	"context"
	"log/slog"
	"os"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
)

// The settings of a node, in its environment: other users of the machine see
// arguments.
const (
	secretSetting   = "RECORDBENCH_SECRET"
	databaseSetting = "RECORDBENCH_DATABASE"
)

// node is the product as it is served, without budgets: the few users of a
// benchmark do the work of many.
type node struct{ addr, dir string }

func (n node) run(ctx context.Context) error {
	c := config.Config{
		PhoneApp: config.PhoneApp, SalesforceApp: config.SalesforceApp,
		Addr: n.addr, DataDir: n.dir, DatabaseURL: os.Getenv(databaseSetting), SecretKey: os.Getenv(secretSetting),
		Simulator: config.InProcess, LogLevel: slog.LevelError,
	}
	m := app.New(c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel})), "bench")
	m.Demo, m.WithoutBudgets = true, true
	return m.Run(ctx)
}
