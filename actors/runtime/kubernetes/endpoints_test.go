package kubernetes_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/actors/runtime/kubernetes"
	"switchboard/storage/waittest"
)

// follow runs a node's list of endpoints until the test ends.
func follow(t *testing.T, o kubernetes.Options) *kubernetes.Endpoints {
	t.Helper()
	o.Logger = slog.New(slog.DiscardHandler)
	e, err := kubernetes.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		e.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	return e
}

// seen returns the addresses that a node sees, or the error.
func seen(e *kubernetes.Endpoints) string {
	members, err := e.List(context.Background(), runtime.Member{})
	if err != nil {
		return "error"
	}
	var addrs []string
	for _, m := range members {
		addrs = append(addrs, m.Addr)
	}
	return strings.Join(addrs, " ")
}

func sees(t *testing.T, e *kubernetes.Endpoints, want string) {
	t.Helper()
	last := ""
	waittest.Until(t, "to see "+want, func() bool { last = seen(e); return last == want })
}

const own = "10.0.0.1:7000"

func TestReadyEndpointsAreTheNodes(t *testing.T) {
	a := startAPI(t)
	a.set("one", "IPv4", up("10.0.0.1"), up("10.0.0.2"), down("10.0.0.3"), pod{addr: "10.0.0.4"})
	a.set("six", "IPv6", up("fd00::1"), up("fd00::2"))
	e, six := follow(t, a.options(own)), follow(t, a.options("[fd00::1]:7000"))
	sees(t, e, "10.0.0.1:7000 10.0.0.2:7000 10.0.0.4:7000")
	sees(t, six, "[fd00::1]:7000 [fd00::2]:7000")
	a.set("two", "IPv4", up("10.0.0.5"), up("10.0.0.2")) // one is in both for a moment
	sees(t, e, "10.0.0.1:7000 10.0.0.2:7000 10.0.0.4:7000 10.0.0.5:7000")
	a.set("one", "IPv4", up("10.0.0.1"), down("10.0.0.4"))
	sees(t, e, "10.0.0.1:7000 10.0.0.2:7000 10.0.0.5:7000")
	a.set("two", "")
	sees(t, e, "10.0.0.1:7000")
	members, err := e.List(t.Context(), runtime.Member{})
	if err != nil || members[0].ID != e.Self() {
		t.Errorf("the node is %s and is listed as %v, %v", e.Self(), members, err)
	}
	if !a.asked(func(lists, _ int, _ []string) bool { return lists == 2 }) {
		t.Error("changes were listed, not watched")
	}
}

// A broken watch continues where it ended; a bookmark counts.
func TestBrokenWatchContinues(t *testing.T) {
	a := startAPI(t)
	a.set("one", "IPv4", up("10.0.0.1"))
	e := follow(t, a.options(own))
	sees(t, e, own)
	for round := range 5 {
		a.bookmark(100 * (round + 1))
		want := fmt.Sprint(100 * (round + 1))
		waittest.Until(t, "the bookmark to count", func() bool {
			a.change(func() { a.cut++ })
			return a.asked(func(_, _ int, watches []string) bool { return slices.Contains(watches, want) })
		})
		a.set("one", "IPv4", up("10.0.0.1"), up(fmt.Sprintf("10.0.1.%d", round)))
		sees(t, e, fmt.Sprintf("10.0.0.1:7000 10.0.1.%d:7000", round))
	}
	if !a.asked(func(lists, _ int, _ []string) bool { return lists == 1 }) {
		t.Error("it was listed again")
	}
}

// If the API has forgotten the version, everything is listed again. The known
// endpoints stay in the meantime.
func TestForgottenVersionIsListedAgain(t *testing.T) {
	for name, status := range map[string]bool{"as an event": false, "as a status": true} {
		t.Run(name, func(t *testing.T) {
			a := startAPI(t)
			a.goneOnce = status
			a.set("one", "IPv4", up("10.0.0.1"), up("10.0.0.2"))
			e := follow(t, a.options(own))
			sees(t, e, "10.0.0.1:7000 10.0.0.2:7000")
			a.set("one", "") // no event: it is forgotten immediately
			a.set("two", "IPv4", up("10.0.0.1"), up("10.0.0.3"))
			a.forget()
			sees(t, e, "10.0.0.1:7000 10.0.0.3:7000")
			a.set("two", "IPv4", up("10.0.0.1"))
			sees(t, e, own)
		})
	}
}

// The platform replaces the token, and the old one is rejected for a moment.
func TestTokenRotation(t *testing.T) {
	a := startAPI(t)
	a.set("one", "IPv4", up("10.0.0.1"))
	e := follow(t, a.options(own))
	sees(t, e, own)
	a.change(func() { a.token = "second"; a.cut++ })
	waittest.Until(t, "the old token to be refused", func() bool {
		return a.asked(func(_, refused int, _ []string) bool { return refused > 0 })
	})
	sees(t, e, "error") // so that the caller keeps its last list
	a.set("one", "IPv4", up("10.0.0.1"), up("10.0.0.2"))
	a.write(t, "token", []byte("second"))
	sees(t, e, "10.0.0.1:7000 10.0.0.2:7000")
}

// List returns an error before the API has answered, and does not wait for it.
func TestFailingAPI(t *testing.T) {
	a := startAPI(t)
	a.change(func() { a.hang = true })
	e := follow(t, a.options(own))
	if got := seen(e); got != "error" {
		t.Errorf("while the API hangs the nodes are %q", got)
	}
	a.change(func() { a.hang, a.status = false, http.StatusInternalServerError })
	if got := seen(e); got != "error" {
		t.Errorf("while the API fails the nodes are %q", got)
	}
	a.set("one", "IPv4", up("10.0.0.1"))
	a.change(func() { a.status = 0 })
	sees(t, e, own)
}

func TestMissingSettingsAreNamed(t *testing.T) {
	a := startAPI(t)
	for what, spoil := range map[string]func(*kubernetes.Options){
		"the address": func(o *kubernetes.Options) { o.Addr = "here" },
		"no CA":       func(o *kubernetes.Options) { o.CAFile = filepath.Join(a.folder, "none") },
		"a CA that is none": func(o *kubernetes.Options) {
			o.CAFile = o.TokenFile
		},
	} {
		o := a.options(own)
		spoil(&o)
		if _, err := kubernetes.New(o); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
	if _, err := kubernetes.InCluster(func(string) string { return "" }); err == nil {
		t.Error("outside of a pod there is an API")
	}
}

// Engines that follow the endpoints find each other, and skip those that are not
// ready.
func TestClusterFollowsTheEndpoints(t *testing.T) {
	a := startAPI(t)
	hosts := []string{"127.0.0.1", "127.0.0.2", "127.0.0.3"} // one port, as pods have
	listener, err := net.Listen("tcp", hosts[0]+":0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	_ = listener.Close()
	var nodes []*runtime.Cluster
	for _, host := range hosts {
		addr := net.JoinHostPort(host, port)
		endpoints := follow(t, a.options(addr))
		node, err := runtime.NewCluster(t.Context(), runtime.ClusterOptions{
			Options: runtime.Options{Logger: slog.New(slog.DiscardHandler)},
			Node:    endpoints.Self(), Addr: addr, Source: endpoints, Key: []byte(strings.Repeat("k", 32)), Renew: 5 * time.Millisecond,
		})
		if err != nil {
			t.Fatal(err)
		}
		node.Start(t.Context())
		t.Cleanup(func() { _ = node.Stop(context.Background()) })
		nodes = append(nodes, node)
	}
	count := func(want ...int) func() bool {
		return func() bool {
			for i, n := range nodes {
				if len(n.Members()) != want[i] {
					return false
				}
			}
			return true
		}
	}
	a.set("one", "IPv4", up(hosts[0]), up(hosts[1]), up(hosts[2]))
	waittest.Until(t, "all to know all", count(3, 3, 3))
	for _, n := range nodes[1:] {
		if fmt.Sprint(n.Members()) != fmt.Sprint(nodes[0].Members()) {
			t.Errorf("the nodes differ: %v, %v", n.Members(), nodes[0].Members())
		}
	}
	a.set("one", "IPv4", up(hosts[0]), up(hosts[1]), down(hosts[2]))
	waittest.Until(t, "the others to pass over who is not ready", count(2, 2, 3))
	a.change(func() { a.status = http.StatusServiceUnavailable; a.cut++ })
	a.set("one", "IPv4", up(hosts[0]))
	waittest.Until(t, "the API to be gone", func() bool { return seen(follow(t, a.options(own))) == "error" })
	if !count(2, 2, 3)() {
		t.Error("what was known did not stay while the API was away")
	}
	a.change(func() { a.status = 0 })
	waittest.Until(t, "the newest list", count(1, 2, 2))
}
