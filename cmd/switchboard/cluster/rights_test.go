package cluster_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
)

// contacts is the topic whose right is granted and revoked.
const contacts = "object:contact"

// A decision at one node affects the sockets of all: revoked rights, a
// sign-out, a disabled user.
func TestRightsReachSocketsOfOtherNodes(t *testing.T) {
	w := sharedWorld(t)
	agent := w.people["supervisor"] // a user without sockets that the invariants cover
	sockets := w.socketsOf(t, agent)
	before := w.contactAt(t, 0)
	for _, s := range sockets {
		w.driver.has(t, s, "a contact that may be read", 0, received(before))
	}

	sets := w.permissions(t, agent)
	began := time.Now()
	w.change(t, 0, map[string]any{"id": agent.id, "permissions": []id.ID{}})
	hidden := w.contactAt(t, 1)
	seen := make([]int, nodes)
	for node, s := range sockets {
		seen[node] = w.driver.has(t, s, "the end of the topic", 0, func(e event) bool { return e.Kind == "resync" && e.Topic == contacts })
		t.Logf("rights taken at %s reach a socket of %s within %s", nodeRole(0), nodeRole(node), time.Since(began).Round(time.Millisecond))
		seen[node] = w.driver.has(t, s, "a refusal", seen[node], func(e event) bool { return e.Kind == "subscribed" && !e.OK && e.Topic == contacts })
	}
	w.change(t, 2, map[string]any{"id": agent.id, "permissions": sets})
	for node, s := range sockets {
		seen[node] = w.driver.has(t, s, "the topic again", seen[node], func(e event) bool { return e.Kind == "subscribed" && e.OK && e.Topic == contacts })
	}
	after := w.contactAt(t, 2)
	for node, s := range sockets {
		w.driver.has(t, s, "a contact that may be read again", seen[node], received(after))
		if w.driver.count(s, received(hidden)) > 0 {
			t.Errorf("the socket of %s received an invisible record", nodeRole(node))
		}
	}
}

func TestASignOutReachesSocketsOfOtherNodes(t *testing.T) {
	w := sharedWorld(t)
	leaver := &person{w: w, name: "agent5"} // a session in addition to the working one
	if err := leaver.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	sockets := w.socketsOf(t, leaver)
	began := time.Now()
	if a := leaver.insist(t.Context(), request{method: http.MethodPost, path: "/v1/oauth2/revoke", node: 1, body: map[string]string{"refresh_token": leaver.refresh}}); a.status >= http.StatusBadRequest {
		t.Fatalf("sign-out: %d %s", a.status, a.body)
	}
	for node, s := range sockets {
		w.driver.has(t, s, "the end of its session", 0, func(e event) bool { return e.Kind == "disconnect" })
		t.Logf("a sign-out at %s reaches a socket of %s within %s", nodeRole(0), nodeRole(node), time.Since(began).Round(time.Millisecond))
		w.driver.has(t, s, "a refusal to come back", 0, func(e event) bool { return e.Kind == "connect_error" && e.Code == "unauthenticated" })
	}
}

func TestWhoIsDisabledIsShutOutOfAllNodes(t *testing.T) {
	w := sharedWorld(t)
	agent := w.people["supervisor"]
	sockets := w.socketsOf(t, agent)
	began := time.Now()
	w.change(t, 1, map[string]any{"id": agent.id, "is_active": false})
	for node, s := range sockets {
		seen := w.driver.has(t, s, "the end", 0, func(e event) bool { return e.Kind == "disconnect" })
		t.Logf("a person disabled at %s loses a socket of %s within %s", nodeRole(1), nodeRole(node), time.Since(began).Round(time.Millisecond))
		w.driver.has(t, s, "a refusal to come back", seen, func(e event) bool { return e.Kind == "connect_error" })
	}
	w.change(t, 2, map[string]any{"id": agent.id, "is_active": true})
	if err := agent.enter(t.Context()); err != nil {
		t.Errorf("who is enabled again can't sign in: %v", err)
	}
}

// socketsOf opens a socket of the user at each node.
func (w *world) socketsOf(t *testing.T, p *person) []*watcher {
	t.Helper()
	sockets := make([]*watcher, nodes)
	for node := range nodes {
		name := fmt.Sprintf("%s at %s in %s", p.name, nodeRole(node), t.Name())
		sockets[node] = w.driver.open(t, watch{Name: name, URL: w.nodeURL(node), Topics: []string{"me", contacts}, person: p})
		t.Cleanup(func() { w.driver.shut(t, name) })
	}
	return sockets
}

func received(record id.ID) func(event) bool {
	return func(e event) bool { return e.Kind == "change" && e.ID == record }
}

// contactAt creates a contact at a node.
func (w *world) contactAt(t *testing.T, node int) id.ID {
	t.Helper()
	a := w.people["admin"].insist(t.Context(), request{
		method: http.MethodPost, path: "/v1/object/contact", node: node + 1, command: id.New().String(),
		body: map[string]any{"name": "Rights " + id.New().String()},
	})
	if a.status != http.StatusOK {
		t.Fatalf("new contact: %d %s", a.status, a.body)
	}
	return firstID(a.body)
}

// permissions reads the permission sets of a user.
func (w *world) permissions(t *testing.T, p *person) []id.ID {
	t.Helper()
	sets := query(t, w.database, pgx.RowTo[[]string],
		"select permissions::text[] from "+table(`"user"`)+" where id = $1", p.id.String())[0]
	out := make([]id.ID, len(sets))
	for i, set := range sets {
		out[i] = id.ID(set)
	}
	return out
}

// change changes a user at a node.
func (w *world) change(t *testing.T, node int, body map[string]any) {
	t.Helper()
	a := w.people["admin"].insist(t.Context(), request{
		method: http.MethodPatch, path: "/v1/object/user", node: node + 1, command: id.New().String(), body: body,
	})
	if a.status != http.StatusOK {
		t.Fatalf("a change of a user: %d %s", a.status, a.body)
	}
}
