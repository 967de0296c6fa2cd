package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// A call rings for exactly the users with a socket, at any node and whichever
// node receives the provider's webhook; a user who connects while it rings is
// rung too.
func TestACallRingsForUsersOfOtherNodes(t *testing.T) {
	w := sharedWorld(t)
	lone := w.people["supervisor"] // a user without a socket
	var missed id.ID
	waittest.UntilNil(t, "a call to ring for those who are there alone", func() error {
		pass(time.Second) // after a start presence is unknown for a while
		call, leg, ok := w.ring(t.Context())
		if !ok {
			t.Fatal("nobody can call")
		}
		rings := w.rings(t, call)
		if !slices.Contains(rings, w.people["agent1"].id) {
			t.Fatalf("it rings for %v and not for agent1, who is there", rings)
		}
		if slices.Contains(rings, lone.id) {
			w.goes(t, leg)
			return errors.New("it rings for one who is not there")
		}
		missed = call
		t.Cleanup(func() { w.goes(t, leg) })
		return nil
	})
	for node := range nodes {
		name := fmt.Sprintf("lone at %s", nodeRole(node))
		w.driver.open(t, watch{Name: name, URL: w.nodeURL(node), Topics: []string{"me"}, person: lone})
		waittest.UntilNil(t, "the call that rings to ring for who came", func() error {
			if !slices.Contains(w.rings(t, missed), lone.id) {
				return errNotYet
			}
			return nil
		})
		for range nodes { // the balancer sends each of them one
			call, leg, ok := w.ring(t.Context())
			if !ok {
				t.Fatal("nobody can call")
			}
			if rings := w.rings(t, call); !slices.Contains(rings, lone.id) {
				t.Errorf("connected to %s, a call does not ring the user: %v", nodeRole(node), rings)
			}
			w.goes(t, leg)
		}
		t.Cleanup(func() { w.driver.shut(t, name) })
	}
}

// rings waits for a call to be stored and returns the users it rings.
func (w *world) rings(t *testing.T, call id.ID) (users []id.ID) {
	t.Helper()
	waittest.UntilNil(t, "the call to ring", func() error {
		a := w.people["admin"].insist(t.Context(), request{method: http.MethodGet, path: "/v1/object/call/" + call.String()})
		var stored struct {
			Status     string
			Candidates []struct{ ID id.ID }
		}
		if err := json.Unmarshal(a.body, &stored); err != nil || stored.Status != "ringing" {
			return fmt.Errorf("%d %s", a.status, a.body)
		}
		users = nil
		for _, c := range stored.Candidates {
			users = append(users, c.ID)
		}
		return nil
	})
	return users
}

// goes makes the caller hang up.
func (w *world) goes(t *testing.T, leg string) {
	t.Helper()
	if _, err := w.provide(context.WithoutCancel(t.Context()), http.MethodPost, "/simulator/calls/"+leg+"/hangup", nil); err != nil {
		t.Error(err)
	}
}
