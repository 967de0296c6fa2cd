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

	"switchboard/cmd/measure"
)

// settings of a run.
type settings struct {
	rounds, sockets, rate, rising, idle, askers, cuts int
	measure, warm                                     time.Duration
}

func main() {
	var s settings
	var only string
	flag.IntVar(&s.rounds, "rounds", 3, "interleaved rounds")
	flag.IntVar(&s.sockets, "sockets", 2000, "subscribers of one room, spread")
	flag.IntVar(&s.rate, "rate", 15, "events per second to that room")
	flag.IntVar(&s.rising, "rising", 500, "subscribers while the rate rises")
	flag.IntVar(&s.idle, "idle", 5000, "idle connections to weigh")
	flag.IntVar(&s.askers, "askers", 64, "connections that ask in a closed loop")
	flag.IntVar(&s.cuts, "cuts", 500, "sessions that are cut and return")
	flag.DurationVar(&s.measure, "measure", 2*time.Second, "time measured per part and round")
	flag.StringVar(&only, "only", "", "workloads to run, by comma: "+names()+" (all)")
	flag.Parse()
	s.warm = time.Second
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, s, only)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, only string) error {
	chosen, err := choose(only)
	if err != nil {
		return err
	}
	servers, clean, err := prepare(ctx)
	if err != nil {
		return err
	}
	defer clean()
	fmt.Printf("%d cores, %s, Node %s; %d rounds; load average before: %s\n", runtime.NumCPU(), runtime.Version(), strings.TrimSpace(output(ctx, "node", "--version")), s.rounds, measure.Load())
	results := map[string]result{}
	for _, server := range servers {
		results[server.name] = result{}
	}
	for round := range s.rounds {
		for _, w := range chosen {
			for _, server := range servers {
				if w.recovery && !server.recovers {
					continue
				}
				fmt.Fprintf(os.Stderr, "round %d of %d, %s: %s\n", round+1, s.rounds, w.name, server.name)
				if err := trial(ctx, w, server, s, results[server.name]); err != nil {
					return fmt.Errorf("%s, %s: %w", w.name, server.name, err)
				}
			}
		}
	}
	for _, w := range chosen {
		report(os.Stdout, w, servers, results, s)
	}
	fmt.Println("\nload average after:", measure.Load())
	return nil
}

// trial runs a workload against a server started for it.
func trial(ctx context.Context, w workload, server server, s settings, r result) error {
	p, err := server.start(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	return w.run(ctx, server, p, s, r)
}

// prepare builds our server and installs the peer.
func prepare(ctx context.Context) ([]server, func(), error) {
	dir, err := os.MkdirTemp("", "hub-bench")
	if err != nil {
		return nil, nil, err
	}
	clean := func() { _ = os.RemoveAll(dir) }
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", dir+"/", "./cmd/conformance", "./cmd/hubbench/plain").CombinedOutput(); err != nil {
		clean()
		return nil, nil, fmt.Errorf("building the servers (run from the module's root): %w: %s", err, out)
	}
	binary := filepath.Join(dir, "conformance")
	peer := filepath.Join("cmd", "hubbench", "peer")
	if _, err := os.Stat(filepath.Join(peer, "node_modules", "socket.io")); err != nil {
		install := exec.CommandContext(ctx, "npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund")
		install.Dir = peer
		if out, err := install.CombinedOutput(); err != nil {
			clean()
			return nil, nil, fmt.Errorf("installing the peer: %w: %s", err, out)
		}
	}
	return []server{
		{name: "Node socket.io 4.8.4", command: []string{"node", "--expose-gc", filepath.Join(peer, "server.mjs")}, rooms: true, recovers: true},
		{name: "plain coder/websocket", command: []string{filepath.Join(dir, "plain")}, rooms: true},
		{name: "hub, bench", command: []string{binary, "--mode", "bench"}, rooms: true, recovers: true},
		{name: "hub, bench-product", command: []string{binary, "--mode", "bench-product"}, recovers: true},
	}, clean, nil
}

func output(ctx context.Context, name string, args ...string) string {
	out, _ := exec.CommandContext(ctx, name, args...).Output()
	return string(out)
}
