//go:build linux

package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/measure"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/embedded"
)

const nodes = 3

// world starts and ends everything that runs, and measures nothing.
type world struct {
	dir, binary, secret string
	at                  addresses
	nodes               []*process
	redis, provider     *process
	redisAddr           string
	outside             outside
	database            *embedded.Server
}

// prepare builds the product, unless its binary was named, and starts a database.
func (w *world) prepare(ctx context.Context) (err error) {
	if w.dir, err = os.MkdirTemp("", "nodebench-*"); err != nil {
		return err
	}
	if err = os.Chmod(w.dir, 0o711); err != nil { // the database's user enters it
		return err
	}
	if w.binary == "" {
		w.binary = filepath.Join(w.dir, "switchboard")
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", w.binary, "switchboard/cmd/switchboard").CombinedOutput(); err != nil {
			return fmt.Errorf("build: %w\n%s", err, out)
		}
	}
	if w.binary, err = filepath.Abs(w.binary); err != nil { // nodes may work in other folders
		return err
	}
	w.database, err = embedded.Start(ctx, embedded.Config{
		DataDir: filepath.Join(w.dir, "postgres"), Logger: slog.New(slog.DiscardHandler),
		Settings: map[string]string{"max_connections": "200"},
	})
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	w.secret = base64.StdEncoding.EncodeToString(secret)
	return err
}

// start starts three nodes, and what they share.
func (w *world) start(ctx context.Context) (err error) {
	if err = w.prepare(ctx); err != nil {
		return err
	}
	addrs := make([]string, nodes+2)
	for i := range addrs {
		if addrs[i], err = measure.FreeAddress(); err != nil {
			return err
		}
	}
	w.at, w.redisAddr, w.outside.url = addrs[:nodes], addrs[nodes], "http://"+addrs[nodes+1]
	if err = w.startRedis(ctx); err != nil {
		return err
	}
	keys, err := config.Config{SecretKey: w.secret}.LoadKeys()
	if err != nil {
		return err
	}
	if w.outside.account, err = simulator.NewRemote(w.outside.url, keys.Simulator); err != nil {
		return err
	}
	if err = w.seed(ctx, w.outside.url); err != nil {
		return err
	}
	if err = w.startProvider(ctx); err != nil {
		return err
	}
	w.nodes = make([]*process, nodes)
	for node := range nodes {
		if err = w.startNode(ctx, node); err != nil {
			return err
		}
	}
	return liftBudgets(ctx, w.at)
}

// liftBudgets lets one user do the work of many.
func liftBudgets(ctx context.Context, at addresses) error {
	p, err := at.signIn(ctx, 0, "admin")
	if err != nil {
		return err
	}
	rates := map[string]int{"calls_per_minute": 120, "texts_per_minute": 600, "changes_per_minute": 60_000, "megabytes_per_minute": 1000, "lists_at_once": 16}
	_, err = p.ask(ctx, 0, http.MethodPatch, "/v1/object/organization", map[string]any{
		"id": demo.Organization, "settings": map[string]any{"rates": rates},
	})
	return err
}

func (w *world) startRedis(ctx context.Context) (err error) {
	_, port, err := net.SplitHostPort(w.redisAddr)
	if err != nil {
		return err
	}
	w.redis, err = launch("redis", nil, "redis-server", "--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", w.dir)
	if err != nil {
		return err
	}
	return w.redis.await(ctx, func() bool {
		conn, err := net.DialTimeout("tcp", w.redisAddr, time.Second)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// startAlone starts one node with the simulated provider in it.
func (w *world) startAlone(ctx context.Context) error {
	if err := w.prepare(ctx); err != nil {
		return err
	}
	addr, err := measure.FreeAddress()
	if err != nil {
		return err
	}
	w.at, w.nodes = addresses{addr}, make([]*process, 1)
	if err := w.seed(ctx, config.InProcess); err != nil {
		return err
	}
	w.nodes[0], err = launch("node", []string{
		"SWITCHBOARD_SECRET_KEY=" + w.secret, "SWITCHBOARD_SIMULATOR=" + config.InProcess, "SWITCHBOARD_LOG_LEVEL=error",
		"SWITCHBOARD_ADDR=" + addr, "DATABASE_URL=" + w.database.DSN(), "SWITCHBOARD_DATA_DIR=" + filepath.Join(w.dir, "node"),
	}, w.binary, "serve")
	if err != nil {
		return err
	}
	return w.nodes[0].await(ctx, func() bool { return healthy(w.at.url(0) + "/readyz") })
}

// seed creates the demo's organization and users.
func (w *world) seed(ctx context.Context, simulated string) error {
	m := app.New(config.Config{
		PhoneApp: config.PhoneApp, SalesforceApp: config.SalesforceApp,
		Addr: "127.0.0.1:0", DataDir: filepath.Join(w.dir, "seed"), DatabaseURL: w.database.DSN(),
		SecretKey: w.secret, Simulator: simulated, LogLevel: slog.LevelWarn,
	}, slog.New(slog.DiscardHandler), "bench")
	m.Demo = true
	running, stop := context.WithCancel(ctx)
	defer stop()
	m.Listening = stop // the users exist by then
	return m.Run(running)
}

func (w *world) startProvider(ctx context.Context) (err error) {
	args := []string{"simulator", "--addr", strings.TrimPrefix(w.outside.url, "http://")}
	for _, phone := range demo.Phones() {
		args = append(args, "--number", phone.Number)
	}
	// Its webhooks go to the last node, which is never killed.
	w.provider, err = launch("provider", []string{
		"SWITCHBOARD_SECRET_KEY=" + w.secret, "SWITCHBOARD_PUBLIC_URL=" + w.at.url(nodes-1),
		"SWITCHBOARD_DATA_DIR=" + filepath.Join(w.dir, "provider"),
	}, w.binary, args...)
	if err != nil {
		return err
	}
	return w.provider.await(ctx, func() bool { return healthy(w.outside.url + "/healthz") })
}

func (w *world) startNode(ctx context.Context, node int) (err error) {
	name := fmt.Sprintf("node%d", node+1)
	w.nodes[node], err = launch(name, []string{
		"SWITCHBOARD_SECRET_KEY=" + w.secret, "SWITCHBOARD_PUBLIC_URL=" + w.at.url(nodes-1), "SWITCHBOARD_SIMULATOR=" + w.outside.url,
		"SWITCHBOARD_CLUSTER=redis:127.0.0.1:0", "SWITCHBOARD_METRICS_TOKEN=" + metricsToken, "SWITCHBOARD_LOG_LEVEL=warn", "SWITCHBOARD_ADDR=" + w.at[node],
		"DATABASE_URL=" + w.database.DSN(), "REDIS_URL=redis://" + w.redisAddr, "SWITCHBOARD_DATA_DIR=" + filepath.Join(w.dir, name),
	}, w.binary, "serve")
	if err != nil {
		return err
	}
	return w.nodes[node].await(ctx, func() bool { return healthy(w.at.url(node) + "/readyz") })
}

// close ends everything and removes the folder.
func (w *world) close() error {
	for _, p := range append(w.nodes, w.provider, w.redis) {
		p.kill()
	}
	var err error
	if w.database != nil {
		ctx, cancel := context.WithTimeout(context.Background(), maxWait)
		defer cancel()
		err = w.database.Stop(ctx)
	}
	if w.dir != "" {
		err = errors.Join(err, os.RemoveAll(w.dir))
	}
	return err
}
