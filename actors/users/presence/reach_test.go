package presence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/id"
)

// reaches compares the ringing and the missing users, at every node.
func (c *team) reaches(when, ringing, missing string) {
	c.t.Helper()
	for _, n := range c.alive() {
		n.reaches(when, ringing, missing)
	}
}

func (n *node) reaches(when, ringing, missing string) {
	n.team.t.Helper()
	rung, lost := n.Reach(organization, n.team.people)
	if names(rung) != ringing || names(lost) != missing {
		n.team.t.Errorf("%s: %s rings %q and misses %q, want %q and %q", when, n.name, names(rung), names(lost), ringing, missing)
	}
}

func names(users []id.ID) string {
	short := make([]string, len(users))
	for i, user := range users {
		short[i] = string(user[len(user)-2:])
	}
	return strings.Join(short, " ")
}

// tells compares of whom calls were told since this was last asked, at all nodes.
func (c *team) tells(when string, want ...string) {
	c.t.Helper()
	var told []string
	for _, n := range c.alive() {
		n.mu.Lock()
		told = append(told, n.told...)
		n.told = nil
		n.mu.Unlock()
	}
	if slices.Sort(told); !slices.Equal(told, want) {
		c.t.Errorf("%s: calls were told of %v, want %v", when, told, want)
	}
}

// A call rings users connected to any node, at every node.
func TestCallRingsConnectedUsers(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes := c.alive()
		c.settle()
		c.reaches("nobody connected", "", "b0 b1 b2 b3 b4")
		nodes[1].open("s1", c.people[1])
		nodes[2].open("s2", c.people[2])
		nodes[2].open("s3", c.people[2])
		pass(time.Second)
		c.reaches("two connected", "b1 b2", "b0 b3 b4")
		c.tells("two connected", "b1", "b2")
		nodes[2].active("s2", false)
		nodes[2].active("s3", false)
		nodes[2].close("s3")
		pass(idleTime + time.Second)
		c.reaches("one is away", "b1", "b0 b2 b3 b4")
		c.tells("one is away", "b2")
		nodes[2].active("s2", true)
		pass(time.Second)
		c.reaches("back", "b1 b2", "b0 b3 b4")
		c.tells("back", "b2")
	})
}

// A socket that goes and comes is a reload of the page: who rings rings on. Whoever does
// not come back is missed when his dot is, and not before.
func TestReloadIsNoDepartureForCalls(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes, user := c.alive(), c.people[0]
		c.settle()
		nodes[1].open("s1", user)
		pass(time.Second)
		c.tells("connected", "b0")
		nodes[1].close("s1")
		pass(leaseTime - time.Second)
		c.reaches("within the grace", "", "b1 b2 b3 b4")
		c.tells("within the grace")
		nodes[2].open("s2", user) // by another node
		pass(time.Minute)
		c.reaches("back in time", "b0", "b1 b2 b3 b4")
		c.tells("back in time: calls that came meanwhile are to ring", "b0")
		nodes[2].close("s2")
		pass(leaseTime + time.Second)
		c.reaches("gone", "", "b0 b1 b2 b3 b4")
		c.tells("gone", "b0")
	})
}

// Those of a node that died are missed after the grace, and the others tell of it.
func TestKilledNodesUsersAreReportedToCalls(t *testing.T) {
	bubble(t, 3, func(_ *testing.T, c *team) {
		nodes := c.alive()
		c.settle()
		nodes[0].open("s1", c.people[0])
		nodes[1].open("s2", c.people[1])
		pass(time.Minute)
		c.tells("connected", "b0", "b1")
		nodes[0].kill()
		pass(leaseTime - renewTime - time.Second)
		c.tells("a moment after the kill")
		pass(6 * time.Second)
		c.reaches("after the grace", "b1", "b0 b2 b3 b4")
		c.tells("after the grace", "b0")
	})
}

// While a node can't know who is connected, calls ring for all who may be.
func TestIgnoranceRingsTooManyRatherThanNobody(t *testing.T) {
	bubble(t, 1, func(_ *testing.T, c *team) {
		first := c.alive()[0]
		first.reaches("just started", "b0 b1 b2 b3 b4", "")
		first.open("s1", c.people[0])
		pass(leaseTime - time.Second)
		first.reaches("still within the time", "b0 b1 b2 b3 b4", "")
		pass(2 * time.Second)
		first.reaches("who has not come by now is not there", "b0", "b1 b2 b3 b4")
		c.tells("of those who may have been rung too", "b0", "b1", "b2", "b3", "b4")

		late := c.join()
		pass(nodeTime + renewTime)
		c.reaches("another node has joined", "b0", "b1 b2 b3 b4")
		c.reachable(false)
		late.open("s2", c.people[1])
		pass(2 * renewTime)
		for i, n := range []*node{first, late} {
			n.reaches(fmt.Sprint("without leases, at node ", i), "b0 b1 b2 b3 b4", "")
		}
		c.reachable(true)
		pass(2 * renewTime)
		c.reaches("the leases are back", "b0 b1", "b2 b3 b4")
	})
}

// What a call asks of presence reads nothing, whatever is known of the organization.
func TestReachReadsOnlyMemory(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		c.settle()
		nodes[0].open("s1", c.people[0])
		pass(2 * keepTime)
		if r := nodes[1].find(organization); r == nil || r.wanted || r.loaded {
			t.Fatalf("the node without sockets has read the users: %v", r)
		}
		nodes[1].reaches("at a node where nobody is connected", "b0", "b1 b2 b3 b4")
		pass(time.Second)
		if r := nodes[1].find(organization); r.wanted || r.loaded {
			t.Error("asking has read the users")
		}
		other := id.ID("0198c0de-0000-7000-8000-000000000099")
		if ringing, missing := nodes[1].Reach(other, c.people[:1]); len(ringing) > 0 || len(missing) != 1 {
			t.Errorf("of an organization without sockets %v ring", ringing)
		}
		if nodes[1].find(other) != nil {
			t.Error("asking has made an organization")
		}
	})
}
