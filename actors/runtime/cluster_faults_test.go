package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// apart returns an identity that another node owns, as seen from a.
func apart(t *testing.T, a *runtime.Cluster, kind string) runtime.Identity {
	t.Helper()
	for _, who := range identities(64) {
		if runtime.Elsewhere(a, kind, who) {
			return who
		}
	}
	t.Fatal("the other node owns nothing")
	return runtime.Identity{}
}

// A node of another release, or one that sends garbage, gets the error that its
// command is unknown here (and executes it itself), and this node survives.
func TestCommandOfAnotherRelease(t *testing.T) {
	leases := memory.New()
	a, b := node(t, leases, nil), node(t, leases, nil)
	owned(a, b)
	meet(t, a, b)
	who := apart(t, a, "where")
	good, err := runtime.Packed("where", who, tagged{"1"})
	if err != nil {
		t.Fatal(err)
	}
	newer := bytes.Clone(good)
	newer[0]++
	for name, sent := range map[string]struct {
		raw  []byte
		want int
	}{
		"as it should be":     {good, http.StatusOK},
		"another version":     {newer, http.StatusNotFound},
		"a name not known":    {bytes.ReplaceAll(good, []byte("test.tagged"), []byte("test.newest")), http.StatusNotFound},
		"garbage":             {[]byte("\x01garbage"), http.StatusNotFound},
		"nothing":             {nil, http.StatusNotFound},
		"a kind not known":    {bytes.ReplaceAll(good, []byte("where"), []byte("there")), http.StatusNotFound},
		"cut off":             {good[:len(good)-3], http.StatusNotFound},
		"larger than allowed": {make([]byte, runtime.MaxEnvelope+1), http.StatusRequestEntityTooLarge},
	} {
		if got, err := runtime.Foreign(t.Context(), a, b, sent.raw); err != nil || got != sent.want {
			t.Errorf("%s: %d, %v", name, got, err)
		}
	}
	if got := where(t, a, who); got != 1 {
		t.Errorf("after it the owner is %d", got)
	}
}

// Messages that are too large are rejected in both directions, and affect no others.
func TestTooLargeMessagesAreRejected(t *testing.T) {
	leases := memory.New()
	// A node that is slow with large messages on a busy machine is not dead.
	patient := func(o *runtime.ClusterOptions) { o.Silence, o.TTL = testTimeout, testTimeout }
	a, b := node(t, leases, patient), node(t, leases, patient)
	large := strings.Repeat("x", runtime.MaxEnvelope+1)
	for _, n := range []*runtime.Cluster{a, b} {
		n.Register("where", func(runtime.Identity) runtime.Actor {
			return called(func(_ context.Context, command any) (any, error) {
				if command == (tagged{"much"}) {
					return large, nil
				}
				return "fine", nil
			})
		})
	}
	meet(t, a, b)
	who := apart(t, a, "where")
	for name, command := range map[string]tagged{"command": {large}, "reply": {"much"}} {
		if _, err := a.Ask(t.Context(), "where", who, command); !fault.Is(err, fault.TooLarge) {
			t.Errorf("a large %s: %v", name, err)
		}
	}
	if reply, err := a.Ask(t.Context(), "where", who, tagged{"1"}); err != nil || reply != "fine" || !runtime.Elsewhere(a, "where", who) {
		t.Errorf("after it: %v, %v", reply, err)
	}
}

// A node that would listen on all interfaces, or that anybody could join, does not
// start.
func TestInsecureNodeDoesNotStart(t *testing.T) {
	for name, o := range map[string]runtime.ClusterOptions{
		"no key": {Addr: "127.0.0.1:0"}, "short key": {Addr: "127.0.0.1:0", Key: key[:31]},
		"no host": {Addr: ":0", Key: key}, "any host": {Addr: "0.0.0.0:0", Key: key}, "any host of IPv6": {Addr: "[::]:0", Key: key},
		"no port": {Addr: "127.0.0.1", Key: key},
	} {
		o.Node, o.Leases = id.New(), memory.New()
		if c, err := runtime.NewCluster(t.Context(), o); err == nil {
			t.Errorf("%s: a node listens on %s", name, runtime.Self(c).Addr)
			if err := c.Stop(t.Context()); err != nil {
				t.Error(err)
			}
		}
	}
	n := node(t, memory.New(), func(o *runtime.ClusterOptions) { o.Addr = "" })
	if addr := runtime.Self(n).Addr; !strings.HasPrefix(addr, "127.0.0.1:") {
		t.Errorf("without an address it listens on %s", addr)
	}
}

// hanging are leases that do not respond once they hang.
type hanging struct {
	ephemeral.Leases
	hung chan struct{}
}

// Hold implements ephemeral.Leases.
func (h *hanging) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	select {
	case <-h.hung:
		<-ctx.Done()
		return errors.New("the leases hang")
	default:
		return h.Leases.Hold(ctx, group, member, value, ttl)
	}
}

// A member that was skipped is trusted again as soon as it answers, even while the
// leases hang.
func TestMemberIsTrustedAgainWhileTheLeasesHang(t *testing.T) {
	leases := &hanging{Leases: memory.New(), hung: make(chan struct{})}
	quick := func(o *runtime.ClusterOptions) { o.TTL = 200 * time.Millisecond }
	a, b := node(t, leases, quick), node(t, leases, quick)
	owned(a, b)
	meet(t, a, b)
	who := apart(t, a, "where")
	close(leases.hung)
	runtime.Doubt(a, "where", who)
	waittest.Until(t, "the member to be trusted again", func() bool { return runtime.Elsewhere(a, "where", who) })
	if got := where(t, a, who); got != 1 {
		t.Errorf("the owner is %d", got)
	}
}

// versions are stored numbers of many identities behind one version check.
type versions struct {
	mu      sync.Mutex
	stored  int64
	commits int
	lost    int
	// first holds the first commits until there are two.
	first chan struct{}
	came  int
}

// Commit implements runtime.Committer.
func (v *versions) Commit(ctx context.Context, c row.Change) ([]row.Record, error) {
	v.mu.Lock()
	if v.came++; v.came == 2 {
		close(v.first)
	}
	v.mu.Unlock()
	select {
	case <-v.first:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c.Writes[0].Expect != v.stored {
		v.lost++
		return nil, fault.New(fault.VersionConflict, "changed meanwhile")
	}
	v.commits++
	v.stored = row.Record{Fields: c.Writes[0].Set}.Int("n")
	return []row.Record{{Object: "sum", Fields: c.Writes[0].Set}}, nil
}

// Together implements runtime.Committer. Here everything is one command.
func (*versions) Together(ctx context.Context, do func(context.Context) error) error { return do(ctx) }

// summing reads the numbers in versions.
type summing struct {
	adder
	table *versions
}

// Load implements runtime.Core.
func (s *summing) Load(context.Context, runtime.Identity) (int64, error) {
	s.table.mu.Lock()
	defer s.table.mu.Unlock()
	return s.table.stored, nil
}

// Two nodes that do not know each other both own an identity, and both commit at
// once: the version check lets one win, the other retries, and nothing is lost or
// counted twice. After they have met, one of them owns it.
func TestTwoOwnersOfOneIdentity(t *testing.T) {
	table := &versions{first: make(chan struct{})}
	mine, others, shared := memory.New(), memory.New(), &switched{}
	shared.a, shared.b = mine, others
	a := node(t, shared.of(0), nil)
	b := node(t, shared.of(1), nil)
	for _, n := range []*runtime.Cluster{a, b} {
		n.Register("sum", func(who runtime.Identity) runtime.Actor {
			return runtime.NewWriter[int64](who, &summing{table: table}, table, runtime.WriterOptions{})
		})
		n.Start(t.Context())
	}
	who := runtime.Identity{Organization: id.New(), ID: id.New()}
	replies := make(chan error, 2)
	for i, n := range []*runtime.Cluster{a, b} {
		go func() {
			_, err := n.Ask(t.Context(), "sum", who, add{Command: string(rune('a' + i)), N: 1})
			replies <- err
		}()
	}
	for range 2 {
		if err := <-replies; err != nil {
			t.Errorf("one of two owners: %v", err)
		}
	}
	if table.stored != 2 || table.commits != 2 || table.lost != 1 {
		t.Errorf("the sum is %d after %d commits, %d of them refused", table.stored, table.commits, table.lost)
	}
	if a.Live() != 1 || b.Live() != 1 {
		t.Errorf("there are %d and %d activations: the double was not provoked", a.Live(), b.Live())
	}
	shared.join()
	for _, n := range []*runtime.Cluster{a, b} {
		waittest.Until(t, "two members", func() bool { return len(n.Members()) == 2 })
	}
	waittest.Until(t, "one of the two to let go", func() bool { return a.Live()+b.Live() == 1 })
}

// switched are two stores of leases that become one.
type switched struct {
	a, b   ephemeral.Leases
	mu     sync.Mutex
	joined bool
}

type side struct {
	*switched
	second bool
}

func (s *switched) of(i int) ephemeral.Leases { return side{s, i == 1} }

func (s *switched) join() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.joined = true
}

func (s side) now() ephemeral.Leases {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.second && !s.joined {
		return s.b
	}
	return s.a
}

// Hold implements ephemeral.Leases.
func (s side) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	return s.now().Hold(ctx, group, member, value, ttl)
}

// Release implements ephemeral.Leases.
func (s side) Release(ctx context.Context, group, member string) error {
	return s.now().Release(ctx, group, member)
}

// List implements ephemeral.Leases.
func (s side) List(ctx context.Context, group string) (map[string][]byte, error) {
	return s.now().List(ctx, group)
}
