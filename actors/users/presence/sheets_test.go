package presence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// crowdAt connects people to a node, of an organization each hundred.
func crowdAt(n *node, many int) (people []*access.Principal) {
	for i := range many {
		who := &access.Principal{Organization: id.ID(fmt.Sprint("organization ", i/100)), User: id.ID(fmt.Sprintf("user %04d", i))}
		n.Connected(who, "s")
		people = append(people, who)
	}
	return people
}

// knows tells whether a node knows of a user's sockets at others, and what it does: of an
// open one rather than of one that another node handed on.
func (n *node) knows(who *access.Principal) (found nodeActivity, known bool) {
	n.rosters.found(who.Organization, func(r *roster) {
		for _, activities := range r.others {
			if one, is := activities[who.User]; is && (!known || one.activity >= 0) {
				found, known = one, true
			}
		}
	})
	return found, known
}

// counted gives what was written and read of sheets since this was last asked.
func (c *team) counted() (written int, read []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	written, read = c.written, c.read
	c.written, c.read = 0, nil
	return written, slices.DeleteFunc(read, func(name string) bool { return name == indexSheet })
}

func (c *team) silence(is bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mute = is
}

// What one person changes costs the same however many are connected, and nobody reads
// anything for it.
func TestChangeOfOneUserIsASmallWrite(t *testing.T) {
	bubble(t, 3, func(t *testing.T, c *team) {
		nodes := c.alive()
		people := crowdAt(nodes[0], 1000)
		pass(time.Minute)
		if n, known := nodes[1].knows(people[999]); !known || n.activity != 0 {
			t.Fatalf("who is connected is known: %v %v", known, n)
		}
		c.counted()
		pass(10 * renewTime)
		if quiet, read := c.counted(); quiet > 3*11*100 || len(read) > 0 {
			t.Errorf("while nothing happened %d bytes were written and %q read", quiet, read)
		}
		nodes[0].Active(people[500], "s", false)
		pass(2 * changeGap)
		if written, read := c.counted(); written > 600 || len(read) > 0 {
			t.Errorf("a change wrote %d bytes and had %q read", written, read)
		}
		if n, _ := nodes[2].knows(people[500]); n.activity <= 0 {
			t.Errorf("another node knows %v", n)
		}
	})
}

// A message that is lost is missed by the next one of its organization, or by the lease
// where none comes, and what it said is read in that organization's sheet alone.
func TestLostMessageIsReadFromItsSheet(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		people := crowdAt(nodes[0], 1000)
		pass(time.Minute)
		c.counted()
		for _, next := range []bool{true, false} {
			at := 250
			if next {
				at = 550
			}
			lost, after := people[at], people[at+1]
			c.silence(true)
			nodes[0].Active(lost, "s", false)
			pass(2 * changeGap)
			c.silence(false)
			if n, _ := nodes[1].knows(lost); n.activity != 0 {
				t.Fatalf("the message was not lost: %v", n)
			}
			if next {
				nodes[0].Active(after, "s", false)
				pass(2 * changeGap)
			} else {
				pass(2*renewTime + changeGap)
			}
			if n, _ := nodes[1].knows(lost); n.activity <= 0 {
				t.Errorf("followed by another %v: the other node knows %v", next, n)
			}
			if _, read := c.counted(); !slices.Equal(read, []string{string(lost.Organization)}) {
				t.Errorf("followed by another %v: %q were read", next, read)
			}
		}
	})
}

// Those who left are no more in the sheets than in the memory of the others, and an
// organization of which nobody is left has none.
func TestSheetsForgetWhoLeft(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		people := crowdAt(nodes[0], 150)
		pass(time.Minute)
		for i, who := range people {
			if i != 3 {
				nodes[0].Disconnected(who, "s")
			}
		}
		if _, err := nodes[0].Snapshot(t.Context(), people[0].Organization); err != nil { // somebody looks
			t.Fatal(err)
		}
		pass(leaseTime + 2*renewTime)
		for i, who := range people {
			if _, known := nodes[1].knows(who); known != (i == 3) {
				t.Fatalf("of %s the other node knows: %v", who.User, known)
			}
		}
		sheets, err := c.leases.Read(t.Context(), leaseGroup, nodes[0].name, indexSheet, "organization 0", "organization 1")
		if err != nil || len(sheets) != 2 || len(sheets[indexSheet].Fields) != 1 || len(sheets["organization 0"].Fields) != 1 {
			t.Errorf("the sheets are %v, %v", sheets, err)
		}
		late := c.join()
		if _, known := late.knows(people[3]); !known {
			t.Error("a node that joins does not know who stayed")
		}
	})
}

// One sheet that is lost is written anew with its next change, and an emptied store with
// the next renewal; a node that joins then knows everybody.
func TestLostSheetsAreWrittenAnew(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		people := crowdAt(nodes[0], 300)
		pass(time.Minute)
		everybody := func(when string) {
			t.Helper()
			late := c.join()
			for _, who := range people {
				if n, known := late.knows(who); !known || n.activity < 0 {
					t.Fatalf("%s a node that joins knows of %s: %v %v", when, who.User, known, n)
				}
			}
			late.leave()
			pass(time.Minute)
		}
		if err := c.leases.Erase(t.Context(), leaseGroup, nodes[0].name, "organization 1"); err != nil {
			t.Fatal(err)
		}
		nodes[0].Active(people[120], "s", false)
		pass(2 * changeGap)
		everybody("after one sheet was lost")
		c.flush()
		pass(renewTime + time.Second)
		everybody("after all were")
		c.reachable(false)
		nodes[0].Active(people[120], "s", true)
		nodes[0].Active(people[7], "s", false)
		pass(time.Minute)
		c.reachable(true)
		pass(2*renewTime + time.Second)
		if n, _ := nodes[1].knows(people[7]); n.activity <= 0 {
			t.Errorf("what changed while the store was away is known as %v", n)
		}
		pass(sheetTime + time.Minute)
		everybody("after a long time in which nothing changed")
		sheets, err := c.leases.Read(t.Context(), leaseGroup, nodes[0].name, "organization 0", "organization 1", "organization 2")
		if err != nil || len(sheets) != 3 {
			t.Errorf("%d sheets are left, %v", len(sheets), err)
		}
	})
}

// A node that stops takes its sheets with it.
func TestStoppedNodeLeavesNoSheet(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		first := c.alive()[0]
		crowdAt(first, 300)
		pass(time.Minute)
		first.end()
		names := []string{indexSheet, "organization 0", "organization 1", "organization 2"}
		if sheets, err := c.leases.Read(t.Context(), leaseGroup, first.name, names...); err != nil || len(sheets) > 0 {
			t.Errorf("it left %v, %v", sheets, err)
		}
	})
}

// What a sheet says that can't be understood costs no more than that.
func TestSheetsThatAreNotUnderstood(t *testing.T) {
	bubble(t, 2, func(t *testing.T, c *team) {
		nodes := c.alive()
		people := crowdAt(nodes[0], 10)
		pass(time.Minute)
		index := nodes[0].sharing.sheets.index
		bad := map[string][]byte{"user 0001": []byte("{"), "user 0002": []byte(`{"m":"x"}`), "user 0003": []byte(`{}`)}
		changes := map[string]ephemeral.Change{"organization 0": {To: index + 1, Fields: bad}}
		if _, err := c.leases.Write(t.Context(), leaseGroup, nodes[0].name, changes, sheetTime); err != nil {
			t.Fatal(err)
		}
		late := c.join()
		if _, known := late.knows(people[3]); !known {
			t.Error("who is told of beside it is not known")
		}
		if _, known := late.knows(people[1]); known {
			t.Error("a field that is not understood made somebody known")
		}
		if said := strings.Join(late.heard(), " "); said != "" {
			t.Errorf("it announced %q", said)
		}
	})
}
