package cluster_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"switchboard/storage/cabletest"
)

// balancer is a load balancer for the nodes: it checks their readiness, gives
// each connection to the next ready node (any if none is), tries another if
// one refuses, and cuts the connections of one that does not respond.
type balancer struct {
	listener net.Listener
	backends []string

	mu    sync.Mutex
	well  map[string]bool
	conns map[net.Conn]string // both ends → backend
	next  int

	work sync.WaitGroup
	stop context.CancelFunc
}

const (
	checkEvery = 250 * time.Millisecond
	checkWait  = time.Second
)

func startBalancer(t testing.TB, backends []string) *balancer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	b := &balancer{listener: listener, backends: backends, well: map[string]bool{}, conns: map[net.Conn]string{}, stop: stop}
	b.work.Go(b.accept)
	for _, backend := range backends {
		b.work.Go(func() { b.check(ctx, backend) })
	}
	return b
}

func (b *balancer) url() string { return "http://" + b.listener.Addr().String() }

func (b *balancer) close() {
	b.stop()
	_ = b.listener.Close()
	b.cut("")
	b.work.Wait()
}

// check polls a node's readiness.
func (b *balancer) check(ctx context.Context, backend string) {
	client := &http.Client{Timeout: checkWait, Transport: &http.Transport{DisableKeepAlives: true}}
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	failures := 0
	for {
		well := false
		failures++
		if request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+backend+"/readyz", nil); err == nil {
			if response, err := client.Do(request); err == nil {
				_ = response.Body.Close()
				well, failures = response.StatusCode == http.StatusOK, 0
			}
		}
		b.mu.Lock()
		b.well[backend] = well
		b.mu.Unlock()
		if failures == 2 { // a single failure may be a hiccup
			b.cut(backend)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// cut ends the connections of a backend, "" for all.
func (b *balancer) cut(backend string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for conn, to := range b.conns {
		if backend == "" || to == backend {
			_ = conn.Close()
		}
	}
}

func (b *balancer) accept() {
	for {
		client, err := b.listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err == nil {
			b.work.Go(func() { b.pass(client) })
		}
	}
}

// order returns the ready backends, beginning with the next in turn, then the
// others.
func (b *balancer) order() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	var well, others []string
	for i := range b.backends {
		if one := b.backends[(b.next+i)%len(b.backends)]; b.well[one] {
			well = append(well, one)
		} else {
			others = append(others, one)
		}
	}
	return append(well, others...)
}

func (b *balancer) pass(client net.Conn) {
	defer func() { _ = client.Close() }()
	for _, backend := range b.order() {
		server, err := net.DialTimeout("tcp", backend, checkWait)
		if err != nil {
			continue
		}
		b.mu.Lock()
		b.conns[client], b.conns[server] = backend, backend
		b.mu.Unlock()
		cabletest.Join(client, server)
		b.mu.Lock()
		delete(b.conns, client)
		delete(b.conns, server)
		b.mu.Unlock()
		return
	}
}
