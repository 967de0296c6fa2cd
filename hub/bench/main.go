//go:build linux

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// settings of a run.
type settings struct {
	rounds, sockets, rate, idle, askers int
	measure, warm                       time.Duration
}

func main() {
	var s settings
	flag.IntVar(&s.rounds, "rounds", 3, "interleaved rounds")
	flag.IntVar(&s.sockets, "sockets", 2000, "subscribers of one room")
	flag.IntVar(&s.rate, "rate", 15, "events per second to that room")
	flag.IntVar(&s.idle, "idle", 5000, "idle connections to weigh")
	flag.IntVar(&s.askers, "askers", 64, "connections that ask in a closed loop")
	flag.DurationVar(&s.measure, "measure", 4*time.Second, "time measured per part and round")
	flag.Parse()
	s.warm = time.Second
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) error {
	servers, clean, err := prepare(ctx)
	if err != nil {
		return err
	}
	defer clean()
	fmt.Printf("machine: %d cores, %s %s; load before: %s\n", runtime.NumCPU(), runtime.Version(), strings.TrimSpace(output(ctx, "node", "--version")), load())
	results := map[string]*result{}
	for _, server := range servers {
		results[server.name] = &result{}
	}
	for round := range s.rounds {
		for _, server := range servers {
			fmt.Fprintf(os.Stderr, "round %d of %d: %s\n", round+1, s.rounds, server.name)
			if err := measure(ctx, server, s, results[server.name]); err != nil {
				return fmt.Errorf("%s: %w", server.name, err)
			}
		}
	}
	for _, server := range servers {
		fmt.Fprintf(os.Stderr, "weighing: %s\n", server.name)
		if results[server.name].weight, err = weigh(ctx, server, s); err != nil {
			return fmt.Errorf("%s: %w", server.name, err)
		}
	}
	report(os.Stdout, servers, results, s)
	fmt.Println("load after:", load())
	return nil
}

// prepare builds our server and installs the peer.
func prepare(ctx context.Context) ([]server, func(), error) {
	dir, err := os.MkdirTemp("", "hub-bench")
	if err != nil {
		return nil, nil, err
	}
	clean := func() { _ = os.RemoveAll(dir) }
	binary := filepath.Join(dir, "conformance")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", binary, "./hub/conformance").CombinedOutput(); err != nil {
		clean()
		return nil, nil, fmt.Errorf("building the conformance server (run from the module's root): %w: %s", err, out)
	}
	peer := filepath.Join("hub", "bench", "peer")
	if _, err := os.Stat(filepath.Join(peer, "node_modules", "socket.io")); err != nil {
		install := exec.CommandContext(ctx, "npm", "ci", "--no-audit", "--no-fund")
		install.Dir = peer
		if out, err := install.CombinedOutput(); err != nil {
			clean()
			return nil, nil, fmt.Errorf("installing the peer: %w: %s", err, out)
		}
	}
	return []server{
		{name: "Node socket.io 4.8.4", command: []string{"node", "--expose-gc", filepath.Join(peer, "server.mjs")}, rooms: true},
		{name: "hub, bench", command: []string{binary, "--mode", "bench"}, rooms: true},
		{name: "hub, bench-product", command: []string{binary, "--mode", "bench-product"}},
	}, clean, nil
}

func output(ctx context.Context, name string, args ...string) string {
	out, _ := exec.CommandContext(ctx, name, args...).Output()
	return string(out)
}

func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	return strings.Join(strings.Fields(string(text))[:3], " ")
}
