//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"switchboard/cmd/benchsocket"
	"switchboard/cmd/measure"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
)

// failover kills the first node, which owns a part of the ringing calls, in
// rounds.
func failover(ctx context.Context, o settings, w *world) error {
	var longest, signOut timing
	owned := make([]int, 0, o.rounds)
	for range o.rounds {
		p, err := w.at.signIn(ctx, 1, "admin")
		if err != nil {
			return err
		}
		took, atLeast, err := killed(ctx, w, p)
		if err != nil {
			return err
		}
		owned = append(owned, atLeast)
		longest.Add(took)
		if err := w.startNode(ctx, 0); err != nil {
			return err
		}
		if took, err = signedOut(ctx, w.at); err != nil {
			return err
		}
		signOut.Add(took)
	}
	fmt.Printf("\n**Failover**: calls ring, node 1 is killed (SIGKILL), every call is commanded at nodes 2 and 3; of the calls at least %v were in the memory of the killed node; load %s\n\n%s\n%s\n%s\n",
		owned, measure.Load(), tableHead, longest.line("kill → the last of the calls answered"), signOut.line("sign-out at node 1 → socket at node 2 closed"))
	return nil
}

// maxRinging bounds the ringing calls; their hashes spread them over the
// nodes.
const (
	maxRinging = 90
	ownedCalls = 3 // of the killed node, at least
)

// ring starts calls until node 1 must own some: it has more actors in memory
// than there are users, and only users and calls are active.
func ring(ctx context.Context, w *world, p *person) (calls []id.ID, atLeast int, err error) {
	for node := range nodes {
		if err := w.nodes[node].await(ctx, func() bool { return w.at.figure(ctx, node, "switchboard_cluster_members") == nodes }); err != nil {
			return nil, 0, err
		}
	}
	for len(calls) < maxRinging {
		sid, err := w.outside.placeCall(ctx)
		if err != nil {
			return nil, 0, err
		}
		call := id.Derived(sid)
		calls = append(calls, call)
		// It exists once its owner responds.
		if err := p.insist(ctx, "/v1/object/call", map[string]any{"id": call, "notes": "before"}); err != nil {
			return nil, 0, err
		}
		if atLeast = int(w.at.figure(ctx, 0, "switchboard_actors")) - len(demo.Users()); atLeast >= ownedCalls {
			return calls, atLeast, nil
		}
	}
	return nil, 0, fmt.Errorf("of %d calls none is surely owned by node 1", len(calls))
}

// killed rings calls, kills the first node and returns how long it took until
// the last of the calls answered a command at another node, and how many of
// them the killed node had at least.
func killed(ctx context.Context, w *world, p *person) (time.Duration, int, error) {
	calls, atLeast, err := ring(ctx, w, p)
	if err != nil {
		return 0, 0, err
	}
	began := time.Now()
	w.nodes[0].kill()
	var work sync.WaitGroup
	var last timing
	failed := make(chan error, len(calls))
	for _, call := range calls {
		work.Go(func() {
			failed <- p.insist(ctx, "/v1/object/call", map[string]any{"id": call, "notes": "after"})
			last.Add(time.Since(began))
		})
	}
	work.Wait()
	close(failed)
	for one := range failed {
		err = errors.Join(err, one)
	}
	for _, call := range calls {
		err = errors.Join(err, p.insist(ctx, "/v1/twilio/call", map[string]any{"id": call, "status": "completed"}))
	}
	return last.Percentile(100), atLeast, err
}

// signedOut returns how long a sign-out at one node takes to close a socket
// at another.
func signedOut(ctx context.Context, at addresses) (time.Duration, error) {
	p, err := at.signIn(ctx, 0, "agent5")
	if err != nil {
		return 0, err
	}
	s, err := dial(at[1], p.token, "me")
	if err != nil {
		return 0, err
	}
	defer func() { _ = s.Close() }()
	if err := s.SetReadDeadline(time.Now().Add(maxWait)); err != nil {
		return 0, err
	}
	began := time.Now()
	if _, err := p.ask(ctx, 0, http.MethodPost, "/v1/oauth2/revoke", map[string]string{"refresh_token": p.refresh}); err != nil {
		return 0, err
	}
	for {
		if _, err := s.Next(); errors.Is(err, benchsocket.ErrClosed) {
			return time.Since(began), nil
		} else if err != nil {
			return 0, err
		}
	}
}
