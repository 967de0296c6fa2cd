package producttest

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/pg/pgtest"
)

// Product is a Switchboard with the demo organization.
type Product struct {
	T    *testing.T
	DSN  string // of its database; "" for an embedded one in Dir
	Dir  string // its data directory
	URL  string // since Run
	Main *app.Main
	// Configure and Change alter every start, nil for nothing: its
	// configuration, and its components, some of which may be removed.
	Configure func(*config.Config)
	Change    func(*app.Main)

	stop  context.CancelFunc
	ended chan error // of Main.Run
}

// New returns a product that never ran, on a database and a directory of its
// own. The package's TestMain must be pgtest.Main or end by pgtest.Wrap.
func New(t *testing.T) *Product {
	t.Helper()
	p := &Product{T: t, DSN: pgtest.OpenEmpty(t), Dir: t.TempDir()}
	t.Cleanup(p.Stop)
	return p
}

// Loopback is a free port for Run.
const Loopback = "127.0.0.1:0"

// Address returns a free address for a Run that will be restarted: its port
// is below the ephemeral range, so no other process takes it in between.
func Address(t *testing.T) string {
	t.Helper()
	for range 100 {
		addr := fmt.Sprintf("127.0.0.1:%d", 16_000+rand.IntN(16_000)) //nolint:gosec // no secret
		listener, err := net.Listen("tcp", addr)
		if err != nil {
			continue
		}
		if err := listener.Close(); err != nil {
			t.Fatal(err)
		}
		return addr
	}
	t.Fatal("no free port was found")
	return ""
}

func settings(addr, dir, dsn string) config.Config {
	return config.Config{Addr: addr, DataDir: dir, DatabaseURL: dsn, Simulator: config.InProcess, PhoneApp: config.PhoneApp, SalesforceApp: config.SalesforceApp, MetricsAddr: Loopback, LogLevel: slog.LevelWarn}
}

// Run starts the product at an address.
func (p *Product) Run(addr string) {
	p.T.Helper()
	c := settings(addr, p.Dir, p.DSN)
	if p.Configure != nil {
		p.Configure(&c)
	}
	m := app.New(c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel})), "test")
	m.Demo = true
	if p.Change != nil {
		p.Change(m)
	}
	p.Main = m
	listening := make(chan struct{})
	m.Listening = func() { close(listening) }
	ctx, stop := context.WithCancel(context.WithoutCancel(p.T.Context())) // until Stop, which may be a cleanup
	p.stop, p.ended = stop, make(chan error, 1)
	go func() { p.ended <- m.Run(ctx) }()
	select {
	case <-listening:
		p.URL = m.URL()
	case err := <-p.ended:
		p.Main = nil
		stop()
		p.T.Fatalf("start: %v", err)
	}
}

// Failure returns why the product ended unexpectedly, or nil while it runs.
func (p *Product) Failure() error {
	select {
	case err := <-p.ended:
		p.ended <- err
		return err
	default:
		return nil
	}
}

// Stop ends the product, if it runs.
func (p *Product) Stop() {
	if p.Main == nil {
		return
	}
	p.stop()
	if err := <-p.ended; err != nil {
		p.T.Errorf("close: %v", err)
	}
	p.Main = nil
}

// Restart ends the product and starts it again on the same database, data directory
// and address.
func (p *Product) Restart() {
	p.T.Helper()
	p.Stop()
	p.Run(p.Host())
}

// Host returns the host and port of the newest start.
func (p *Product) Host() string { return strings.TrimPrefix(p.URL, "http://") }
