package runtime_test

import (
	"context"
	"sync/atomic"
	"testing"

	"switchboard/actors/runtime"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/waittest"
)

// late are leases whose list does not contain one member yet.
type late struct {
	ephemeral.Leases
	hidden string
	shown  atomic.Bool
}

// List implements ephemeral.Leases.
func (l *late) List(ctx context.Context, group string) (map[string][]byte, error) {
	listed, err := l.Leases.List(ctx, group)
	if !l.shown.Load() {
		delete(listed, l.hidden)
	}
	return listed, err
}

// Nodes learn of a new one at different times, and until then send it each other's
// commands. Actors activated for another node must not stay in memory: once all nodes
// agree, each actor lives on one node.
func TestActorStaysOnOneNodeWhileViewsDiffer(t *testing.T) {
	leases := memory.New()
	behind := &late{Leases: leases}
	a, c := node(t, leases, nil), node(t, leases, nil)
	b := node(t, behind, nil)
	behind.hidden = runtime.Self(c).ID.String()
	nodes := []*runtime.Cluster{a, b, c}
	owned(nodes...)
	all := identities(400)
	for _, n := range nodes {
		n.Start(t.Context())
	}
	waittest.Until(t, "two nodes to know all, and one of them not the last", func() bool {
		return len(a.Members()) == 3 && len(c.Members()) == 3 && len(b.Members()) == 2
	})
	for _, n := range []*runtime.Cluster{a, b, c, b} {
		for _, who := range all {
			where(t, n, who)
		}
	}
	live := func() (sum int) {
		for _, n := range nodes {
			sum += n.Live()
		}
		return sum
	}
	if n := live(); n < len(all) {
		t.Fatalf("%d of %d actors live: the test shows nothing", n, len(all))
	}
	behind.shown.Store(true)
	waittest.Until(t, "all to know the same", func() bool { return len(b.Members()) == 3 })
	waittest.Until(t, "each actor to live on one node", func() bool { return live() <= len(all) })
	for _, who := range all {
		if first := where(t, a, who); where(t, b, who) != first || where(t, c, who) != first {
			t.Fatal("the nodes differ over an owner")
		}
	}
	waittest.Until(t, "each actor to live once", func() bool { return live() == len(all) })
}
