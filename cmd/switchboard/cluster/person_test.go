package cluster_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
)

// person is a signed-in REST user that accepts responses of any node.
type person struct {
	w     *world
	name  string
	id    id.ID
	token atomic.Pointer[string]

	again   sync.Mutex // one sign-in at a time
	refresh string
}

// requestWait is how long a client waits before it tries another node.
const requestWait = 4 * time.Second

var client = &http.Client{Timeout: requestWait, Transport: &http.Transport{MaxIdleConnsPerHost: 16}}

// signIn signs in a demo user.
func (w *world) signIn(t testing.TB, name string) *person {
	t.Helper()
	if known := w.people[name]; known != nil {
		return known
	}
	p := &person{w: w, name: name}
	if err := p.enter(t.Context()); err != nil {
		t.Fatalf("sign-in of %s: %v", name, err)
	}
	var me struct{ User struct{ ID id.ID } }
	if a := p.insist(t.Context(), request{method: http.MethodGet, path: "/v1/me"}); json.Unmarshal(a.body, &me) != nil || me.User.ID == "" {
		t.Fatalf("%s is nobody: %d %s", name, a.status, a.body)
	}
	p.id = me.User.ID
	w.phone(t, p.id)
	w.people[name] = p
	return p
}

// enter signs in and passes the new token to the user's sockets.
func (p *person) enter(ctx context.Context) error {
	p.again.Lock()
	defer p.again.Unlock()
	a := p.insist(ctx, request{
		method: http.MethodPost, path: "/v1/oauth2/token", stranger: true,
		body: map[string]string{"username": p.name + "@demo.test", "password": demo.Password},
	})
	var tokens struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
	}
	if a.status != http.StatusOK || json.Unmarshal(a.body, &tokens) != nil {
		return fmt.Errorf("%d %s %w", a.status, a.body, a.err)
	}
	p.token.Store(&tokens.AccessToken)
	p.refresh = tokens.RefreshToken
	return nil
}

// renew gets a new access token for the same session.
func (p *person) renew(ctx context.Context) (string, error) {
	p.again.Lock()
	defer p.again.Unlock()
	a := p.insist(ctx, request{
		method: http.MethodPost, path: "/v1/oauth2/refresh", stranger: true, body: map[string]string{"refresh_token": p.refresh},
	})
	var tokens struct {
		AccessToken string `json:"access_token"`
	}
	if a.status != http.StatusOK || json.Unmarshal(a.body, &tokens) != nil {
		return "", fmt.Errorf("%d %s %w", a.status, a.body, a.err)
	}
	p.token.Store(&tokens.AccessToken)
	return tokens.AccessToken, nil
}

type request struct {
	method, path string
	body         any
	command      string // repeated attempts carry the same
	stranger     bool   // without a token
	node         int    // the first node to try, counted from 1; 0 for any
}

type answer struct {
	status int
	body   []byte
	header http.Header
	tries  int
	err    error // of the last attempt; nil if there was a response
}

// insist tries one node after the other until one gives a final response:
// anything except a server failure.
func (p *person) insist(ctx context.Context, r request) answer {
	node := r.node - 1
	if node < 0 {
		node = rand.N(nodes)
	}
	pause := 20 * time.Millisecond
	var a answer
	for tries := 1; ; tries++ {
		a = p.try(ctx, (node+tries-1)%nodes, r)
		a.tries = tries
		if a.err == nil && a.status < http.StatusInternalServerError && a.status != http.StatusTooManyRequests {
			return a
		}
		p.w.ledger.again(a)
		select {
		case <-ctx.Done():
			return a
		case <-time.After(pause/2 + rand.N(pause)):
		}
		pause = min(2*pause, 300*time.Millisecond)
	}
}

// try sends the request to one node once.
func (p *person) try(ctx context.Context, node int, r request) answer {
	var reader io.Reader
	if r.body != nil {
		raw, err := json.Marshal(r.body)
		if err != nil {
			return answer{err: err}
		}
		reader = bytes.NewReader(raw)
	}
	out, err := http.NewRequestWithContext(ctx, r.method, p.w.nodeURL(node)+r.path, reader)
	if err != nil {
		return answer{err: err}
	}
	out.Header.Set("Content-Type", "application/json")
	if r.command != "" {
		out.Header.Set("Idempotency-Key", r.command)
	}
	if token := p.token.Load(); token != nil && !r.stranger {
		out.Header.Set("Authorization", "Bearer "+*token)
	}
	in, err := client.Do(out)
	if err != nil {
		return answer{err: err}
	}
	defer func() { _ = in.Body.Close() }()
	raw, err := io.ReadAll(in.Body)
	return answer{status: in.StatusCode, body: raw, header: in.Header, err: err}
}

// create creates one record.
func (p *person) create(t testing.TB, object string, fields map[string]any) id.ID {
	t.Helper()
	a := p.insist(t.Context(), request{method: http.MethodPost, path: "/v1/object/" + object, body: fields, command: id.New().String()})
	made := firstID(a.body)
	if a.status != http.StatusOK || made == "" {
		t.Fatalf("new %s: %d %s", object, a.status, a.body)
	}
	return made
}

// firstID returns the id of a record, or of the first of a list.
func firstID(body []byte) id.ID {
	var rows []struct{ ID id.ID }
	var one struct{ ID id.ID }
	switch {
	case json.Unmarshal(body, &rows) == nil && len(rows) > 0:
		return rows[0].ID
	case json.Unmarshal(body, &one) == nil:
		return one.ID
	default:
		return ""
	}
}

// provide sends a request to the simulated provider's control interface.
func (w *world) provide(ctx context.Context, method, path string, body any) ([]byte, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	out, err := http.NewRequestWithContext(ctx, method, w.simURL+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	out.SetBasicAuth(w.simulator.AccountSID, w.simulator.AuthToken)
	in, err := client.Do(out)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Body.Close() }()
	answer, err := io.ReadAll(in.Body)
	if err == nil && in.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %d %s", method, path, in.StatusCode, answer)
	}
	return answer, err
}
