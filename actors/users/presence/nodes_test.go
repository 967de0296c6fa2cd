package presence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/ephemeral"
	"switchboard/storage/ephemeral/memory"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

var errAway = errors.New("the leases can't be reached")

// team is some nodes with shared leases and a broker, in a synctest bubble.
type team struct {
	t *testing.T

	mu     sync.Mutex
	people []id.ID
	leases *memory.Leases
	away   bool // leases and broker are unreachable
	nodes  map[string]*node
	made   int
	// largest is the longest published message.
	largest int
	mute    bool     // published messages are lost
	written int      // bytes, of sheets
	read    []string // sheets
}

// node is one process: its presence, its announcements, and its sockets.
type node struct {
	*Tracker
	team    *team
	name    string
	stop    context.CancelFunc
	ended   chan struct{}
	dead    bool // nothing leaves it and nothing reaches it
	mu      sync.Mutex
	said    []string
	told    []string // users reported to calls
	sockets map[string]id.ID
}

// bubble runs a test with a team of n nodes and some available users.
func bubble(t *testing.T, n int, test func(t *testing.T, c *team)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := &team{t: t, leases: memory.New(), nodes: map[string]*node{}}
		for i := range 5 {
			c.hire(id.ID(fmt.Sprintf("0198c0de-0000-7000-8000-0000000000b%d", i)))
		}
		for range n {
			c.join()
		}
		synctest.Wait()
		test(t, c)
		for _, n := range c.alive() {
			n.leave()
		}
		synctest.Wait()
	})
}

func (c *team) hire(user id.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.people = append(c.people, user)
}

// join starts another node.
func (c *team) join() *node {
	c.mu.Lock()
	c.made++
	n := &node{team: c, name: fmt.Sprintf("node%04d", c.made), ended: make(chan struct{}), sockets: map[string]id.ID{}}
	c.nodes[n.name] = n
	c.mu.Unlock()
	n.Tracker = New(c, slog.New(slog.DiscardHandler), nil, Nodes{Node: n.name, Leases: n, Publish: n.publish})
	n.Announce(n)
	n.Reached(func(_, user id.ID) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.told = append(n.told, string(user[len(user)-2:]))
	})
	ctx, cancel := context.WithCancel(c.t.Context())
	n.stop = cancel
	go func() {
		defer close(n.ended)
		n.Run(ctx)
	}()
	synctest.Wait()
	return n
}

// find returns an organization's roster.
func (n *node) find(organization id.ID) *roster { return n.rosters.find(organization) }

// unsure reports whether absence is not known yet.
func (n *node) unsure(now time.Time) bool { return n.certainty.unsure(now) }

// leave stops a node: its sockets are closed first.
func (n *node) leave() {
	for _, socket := range slices.Sorted(maps.Keys(n.sockets)) {
		n.close(socket)
	}
	n.end()
}

// kill stops a node without notice.
func (n *node) kill() {
	n.team.mu.Lock()
	n.dead = true
	n.team.mu.Unlock()
	n.end()
}

func (n *node) end() {
	n.stop()
	<-n.ended
	n.team.mu.Lock()
	delete(n.team.nodes, n.name)
	n.team.mu.Unlock()
}

func (n *node) open(socket string, user id.ID) {
	n.sockets[socket] = user
	n.Connected(&access.Principal{Organization: organization, User: user}, socket)
	n.phoned(socket, users.PhoneReady)
}

func (n *node) close(socket string) {
	user := n.sockets[socket]
	delete(n.sockets, socket)
	n.Disconnected(&access.Principal{Organization: organization, User: user}, socket)
}

func (n *node) phoned(socket string, state users.PhoneState) {
	n.Phoned(&access.Principal{Organization: organization, User: n.sockets[socket]}, socket, state)
}

func (n *node) active(socket string, there bool) {
	n.Active(&access.Principal{Organization: organization, User: n.sockets[socket]}, socket, there)
}

// alive lists the nodes by age.
func (c *team) alive() []*node {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := slices.Collect(maps.Values(c.nodes))
	slices.SortFunc(out, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	return out
}

// reach returns the leases, unless they are unavailable for this node.
func (n *node) reach() (*memory.Leases, error) {
	n.team.mu.Lock()
	defer n.team.mu.Unlock()
	if n.team.away || n.dead {
		return nil, errAway
	}
	return n.team.leases, nil
}

// Hold implements Leases.
func (n *node) Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error {
	leases, err := n.reach()
	if err != nil {
		return err
	}
	return leases.Hold(ctx, group, member, value, ttl)
}

// Release implements Leases.
func (n *node) Release(ctx context.Context, group, member string) error {
	leases, err := n.reach()
	if err != nil {
		return err
	}
	return leases.Release(ctx, group, member)
}

// List implements Leases.
func (n *node) List(ctx context.Context, group string) (map[string][]byte, error) {
	leases, err := n.reach()
	if err != nil {
		return nil, err
	}
	return leases.List(ctx, group)
}

// Write implements Leases.
func (n *node) Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) ([]string, error) {
	leases, err := n.reach()
	if err != nil {
		return nil, err
	}
	n.team.mu.Lock()
	n.team.written += weight(changes)
	n.team.mu.Unlock()
	return leases.Write(ctx, group, member, changes, ttl)
}

// Read implements Leases.
func (n *node) Read(ctx context.Context, group, member string, names ...string) (map[string]ephemeral.Sheet, error) {
	leases, err := n.reach()
	if err != nil {
		return nil, err
	}
	n.team.mu.Lock()
	n.team.read = append(n.team.read, names...)
	n.team.mu.Unlock()
	return leases.Read(ctx, group, member, names...)
}

// Erase implements Leases.
func (n *node) Erase(ctx context.Context, group, member string, names ...string) error {
	leases, err := n.reach()
	if err != nil {
		return err
	}
	return leases.Erase(ctx, group, member, names...)
}

// publish reaches every live node, including the sender, as a broker does.
func (n *node) publish(org id.ID, topic, name string, payload json.RawMessage) error {
	if _, err := n.reach(); err != nil {
		return err
	}
	n.team.mu.Lock()
	n.team.largest = max(n.team.largest, len(payload))
	mute := n.team.mute
	n.team.mu.Unlock()
	if mute {
		return nil
	}
	for _, other := range n.team.alive() {
		other.Ephemeral(org, topic, name, payload)
	}
	return nil
}

// flush empties the leases.
func (c *team) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.leases = memory.New()
}

func (c *team) reachable(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.away = !is
}

// Find implements Finder: a page by id, after the id that the query names.
func (c *team) Find(_ context.Context, _ id.ID, query row.Query) ([]row.Record, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var last id.ID
	for _, condition := range query.Where {
		last, _ = condition.Value.(id.ID)
	}
	var out []row.Record
	for _, user := range slices.Sorted(slices.Values(c.people)) {
		if user <= last || len(out) == query.Limit {
			continue
		}
		out = append(out, row.Record{Object: "user", ID: user, Version: 1, Fields: row.Fields{
			"name": string(user[len(user)-2:]), "is_active": true, "availability": availabilityOf(users.Available),
		}})
	}
	return out, nil
}

// PresenceChanged implements Broadcaster.
func (n *node) PresenceChanged(_, _ id.ID, presence json.RawMessage) {
	var u Dot
	if err := json.Unmarshal(presence, &u); err != nil {
		u.Status = err.Error()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.said = append(n.said, u.Name+" "+u.Status)
}

// heard returns the node's announcements since the last call.
func (n *node) heard() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	said := n.said
	n.said = nil
	return said
}

// status returns a user's dot at a node.
func (n *node) status(user id.ID) string {
	n.team.t.Helper()
	synctest.Wait()
	all, err := n.Snapshot(n.team.t.Context(), organization)
	if err != nil {
		n.team.t.Fatal(err)
	}
	for _, u := range all {
		if u.ID == user {
			return u.Status
		}
	}
	return "nobody"
}

// believes counts the other nodes that a node knows.
func (n *node) believes() int {
	return len(n.sharing.peers.known())
}

// expect checks a user's dot at every node.
func (c *team) expect(user id.ID, want, when string) {
	c.t.Helper()
	for _, n := range c.alive() {
		if got := n.status(user); got != want {
			c.t.Errorf("%s %s shows %s, want %s", when, n.name, got, want)
		}
	}
}

// silent checks that no node announced anything since the last look.
func (c *team) silent(when string) {
	c.t.Helper()
	synctest.Wait()
	for _, n := range c.alive() {
		if said := n.heard(); len(said) > 0 {
			c.t.Errorf("%s %s announced %q", when, n.name, said)
		}
	}
}

func (c *team) settle() {
	pass(time.Minute)
	for _, n := range c.alive() {
		n.status(c.people[0])
		n.heard()
	}
	pass(time.Second * 2)
	for _, n := range c.alive() {
		n.heard()
	}
}

func TestNodesShowEachOthersUsers(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		c.settle()
		c.expect(user, users.Offline, "without sockets")
		nodes[0].open("s1", user)
		pass(publishGap) // no lease is renewed so soon
		c.expect(user, users.Available, "connected to one")
		nodes[1].open("s2", user)
		nodes[0].close("s1")
		pass(time.Minute)
		c.expect(user, users.Available, "moved to another")
		nodes[1].close("s2")
		pass(leaseTime - 2*time.Second)
		c.expect(user, users.Available, "a moment after a cut")
		pass(4 * time.Second)
		c.expect(user, users.Offline, "gone")
	})
}

func TestMovedSessionKeepsTheDot(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		nodes[0].open("s", user)
		c.settle()
		for i := range 12 {
			nodes[i%3].close("s")
			pass(20 * time.Second)
			nodes[(i+1)%3].open("s", user)
			pass(time.Second)
		}
		c.silent("while a session moved")
		nodes[0].kill()
		pass(5 * time.Second)
		nodes[1].open("again", user)
		pass(2 * time.Minute)
		c.silent("after its node was killed and it came back elsewhere")
	})
}

func TestIdleCombinesAllNodes(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		nodes[0].open("s1", user)
		nodes[1].open("s2", user)
		nodes[0].active("s1", false)
		pass(idleTime + 5*time.Second)
		c.expect(user, users.Available, "with somebody there at another node")
		nodes[1].active("s2", false)
		pass(idleTime - 2*time.Second)
		c.expect(user, users.Available, "before ten minutes have passed")
		pass(4 * time.Second)
		c.expect(user, users.Away, "idle everywhere")
		late := c.join()
		if got := late.status(user); got != users.Away {
			t.Errorf("a node that joined shows %s", got)
		}
		nodes[0].active("s1", true)
		pass(publishGap)
		c.expect(user, users.Available, "back at one node")
	})
}

func TestKilledNodesUsersGoOffline(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes, user, other := c.alive(), c.people[0], c.people[1]
		nodes[0].open("s1", user)
		nodes[0].open("s2", other)
		nodes[1].open("s3", other)
		c.settle()
		nodes[0].kill()
		pass(leaseTime - renewTime - time.Second)
		c.expect(user, users.Available, "a moment after the kill")
		c.silent("before the time is over")
		pass(6 * time.Second)
		c.expect(user, users.Offline, "30 s after the kill")
		c.expect(other, users.Available, "connected to a node that lives")
		pass(time.Hour)
		for _, n := range c.alive() {
			if n.believes() != 1 {
				t.Errorf("%s still knows %d other nodes", n.name, n.believes())
			}
		}
	})
}

func TestJoiningNodeKnowsConnectedUsers(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes, here, left := c.alive(), c.people[0], c.people[1]
		nodes[0].open("s1", here)
		nodes[1].open("s2", left)
		c.settle()
		nodes[1].close("s2")
		pass(time.Second)
		late := c.join()
		if got := late.status(here); got != users.Available {
			t.Errorf("who is connected elsewhere is %s", got)
		}
		if got := late.status(left); got != users.Available {
			t.Errorf("who left a moment ago is %s", got)
		}
		if got := late.status(c.people[2]); got != users.Unknown {
			t.Errorf("who may be anywhere is %s", got)
		}
		pass(nodeTime + 2*time.Second)
		if got := late.status(c.people[2]); got != users.Offline {
			t.Errorf("not seen by the others for long: %s", got)
		}
		pass(leaseTime)
		c.expect(left, users.Offline, "gone")
	})
}

// The users of a node that died before another started are handed on by the nodes
// that knew it.
func TestKilledNodesUsersAreHandedOn(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		nodes[0].open("s1", user)
		c.settle()
		nodes[0].kill()
		pass(nodeTime + 2*renewTime)
		late := c.join()
		if got := late.status(user); got != users.Available {
			t.Errorf("within 30 s: %s", got)
		}
		pass(leaseTime)
		c.expect(user, users.Offline, "later")
	})
}

// onePresentOneAway has the first user present at the first node, and the second one
// away at the second.
func (c *team) onePresentOneAway() {
	nodes := c.alive()
	nodes[0].open("s1", c.people[0])
	nodes[1].open("s2", c.people[1])
	nodes[1].active("s2", false)
	c.settle()
	pass(idleTime)
	for _, n := range nodes {
		n.heard()
	}
}

func TestEmptiedLeasesHealSilently(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		c.onePresentOneAway()
		for i := range 5 {
			c.flush()
			pass(renewTime + time.Duration(i)*700*time.Millisecond)
		}
		pass(time.Minute)
		c.silent("after the leases were emptied")
		c.expect(c.people[0], users.Available, "healed")
		c.expect(c.people[1], users.Away, "healed")
	})
}

// Users who are away stay away when their node is cut off, killed, or handed on by
// others.
func TestAwayUserStaysAwayWhenTheNodeIsGone(t *testing.T) {
	bubble(t, 3, func(t *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		nodes[0].open("s1", user)
		nodes[0].active("s1", false)
		nodes[1].open("s2", c.people[1])
		nodes[1].active("s2", false)
		c.settle()
		pass(idleTime)
		for _, n := range nodes {
			n.heard()
		}
		nodes[0].kill()
		nodes[1].close("s2") // as a browser that is closed normally
		pass(nodeTime + 2*renewTime)
		c.silent("after the node was killed")
		late := c.join()
		if got := late.status(user); got != users.Away {
			t.Errorf("a node that joined shows %s", got)
		}
		pass(2 * renewTime)
		c.expect(c.people[1], users.Away, "a moment after the user left")
		pass(leaseTime)
		c.expect(user, users.Offline, "later")
		c.expect(c.people[1], users.Offline, "later")
		for _, n := range c.alive() {
			if said := n.heard(); slices.Contains(said, "b0 available") || slices.Contains(said, "b1 available") {
				t.Errorf("%s announced %q", n.name, said)
			}
		}
	})
}

// Leases that are empty for longer than a node may be silent make no difference.
func TestLeasesThatAreEmptiedForLong(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		c.onePresentOneAway()
		for range 15 {
			c.flush()
			pass(time.Second)
		}
		pass(time.Minute)
		c.silent("after the leases were empty for 15 s")
		c.expect(c.people[1], users.Away, "healed")
	})
}

func TestUnavailableLeasesTakeNobodyOffline(t *testing.T) {
	bubble(t, 3, func(t *testing.T, c *team) {
		nodes := c.alive()
		nodes[0].open("s1", c.people[0])
		c.settle()
		c.reachable(false)
		pass(10 * time.Minute)
		c.silent("while the leases were away")
		c.expect(c.people[0], users.Available, "while the leases were away")
		nodes[1].open("s2", c.people[1])
		pass(time.Second)
		if got := nodes[1].status(c.people[1]); got != users.Available {
			t.Errorf("at the own node: %s", got)
		}
		late := c.join() // it can know nothing, for however long
		pass(time.Minute)
		if got := late.status(c.people[0]); got != users.Unknown {
			t.Errorf("a node that never read a lease shows %s", got)
		}
		for _, n := range c.alive() {
			n.heard()
		}
		c.flush() // as after a restart without its file
		c.reachable(true)
		pass(2 * renewTime)
		c.expect(c.people[0], users.Available, "back")
		c.expect(c.people[1], users.Available, "back")
		for _, n := range c.alive() {
			if said := n.heard(); slices.Contains(said, "b0 offline") {
				t.Errorf("%s announced %q", n.name, said)
			}
		}
	})
}

func TestNodeRestart(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		for i, n := range nodes {
			n.open(fmt.Sprint("s", i), c.people[i])
		}
		c.settle()
		for i, n := range nodes { // one after another, as a deployment does
			n.leave()
			next := c.join()
			pass(2 * time.Second)
			next.open(fmt.Sprint("n", i), c.people[i])
			pass(time.Minute)
			for j := range 3 {
				c.expect(c.people[j], users.Available, "during the deployment")
			}
		}
		for _, n := range c.alive()[1:] {
			if said := n.heard(); slices.Contains(said, "b0 offline") {
				t.Errorf("%s announced %q", n.name, said)
			}
		}
		c.expect(user, users.Available, "after it")
	})
}

// A machine with a wrong clock must not end the grace period of its disconnected
// users.
func TestWrongClockOfAnotherNode(t *testing.T) {
	for _, wrong := range []time.Duration{-time.Hour, time.Hour} {
		bubble(t, 1, func(t *testing.T, c *team) {
			n, user := c.alive()[0], c.people[0]
			c.settle()
			say := func(rev int64, m func(at int64) activity) {
				at := time.Now().Add(wrong).UnixMilli()
				n.Ephemeral(organization, socketsTopic, socketsEvent, row.JSONValue(delta{
					Node: "other", Rev: rev, At: at, Users: map[id.ID]activity{user: m(at)},
				}))
			}
			say(1, func(int64) activity { return 0 })
			c.expect(user, users.Available, "connected")
			say(2, func(at int64) activity { return activity(-at) })
			c.expect(user, users.Available, "just gone")
			pass(leaseTime + time.Second)
			c.expect(user, users.Offline, "gone")
			say(3, func(at int64) activity { return activity(at) })
			c.expect(user, users.Available, "idle since now")
			say(2, func(at int64) activity { return activity(-at) })
			c.expect(user, users.Available, "after an older message")
		})
	}
}

func TestMessagesAreSmall(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		for i := range 3000 {
			user := id.New()
			c.hire(user)
			nodes[0].open(fmt.Sprint(i), user)
		}
		pass(time.Second)
		for i := range 3000 {
			nodes[0].active(fmt.Sprint(i), false)
		}
		pass(time.Second) // the input is older than the departure
		for i := range 3000 {
			nodes[0].close(fmt.Sprint(i))
		}
		pass(time.Second)
		if c.largest == 0 || c.largest > 16<<10 {
			t.Errorf("the largest message has %d bytes", c.largest)
		}
		if got := nodes[1].status(c.people[2500]); got != users.Available {
			t.Errorf("one of many is %s", got)
		}
	})
}

func TestBadMessagesAreIgnored(t *testing.T) {
	bubble(t, 1, func(t *testing.T, c *team) {
		n := c.alive()[0]
		n.Append(organization, []entry.Entry{})
		for _, payload := range []string{``, `[]`, `{"n":"x","r":"1"}`, `{"n":"","r":5}`, `{"n":"` + n.name + `","r":9,"u":{"x":0}}`} {
			n.Ephemeral(organization, socketsTopic, socketsEvent, json.RawMessage(payload))
		}
		n.Ephemeral(organization, "conversation:x", "typing", json.RawMessage(`{"n":"x","r":1,"u":{}}`))
		if n.believes() != 0 {
			t.Errorf("they made %d nodes", n.believes())
		}
		for i := range 2 * maxNodes {
			n.Ephemeral(organization, socketsTopic, socketsEvent, row.JSONValue(delta{Node: fmt.Sprint(i), Rev: 1, Users: map[id.ID]activity{anna: 0}}))
		}
		if n.believes() != maxNodes {
			t.Errorf("%d nodes are believed in", n.believes())
		}
		pass(nodeTime + leaseTime + 5*time.Second)
		if n.believes() != 0 {
			t.Errorf("%d nodes without a lease stay", n.believes())
		}
	})
}
