package integrations_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"switchboard/actors/integrations"
	"switchboard/actors/web"
	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

const org = storetest.Organization

// rotating is a system whose refresh tokens are good once.
type rotating struct {
	*httptest.Server

	mu    sync.Mutex
	asked int
	next  string // the refresh token that is good
	lasts int    // how many seconds a token does
	down  bool
}

func newRotating(t *testing.T) *rotating {
	t.Helper()
	o := &rotating{next: "r0", lasts: 3600}
	o.Server = httptest.NewServer(o)
	t.Cleanup(o.Close)
	return o
}

func (o *rotating) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	o.asked++
	switch {
	case o.down:
		w.WriteHeader(http.StatusBadGateway)
	case r.PostFormValue("refresh_token") != o.next:
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant","error_description":"used before"}`))
	default:
		o.next = fmt.Sprintf("r%d", o.asked)
		_ = json.NewEncoder(w).Encode(map[string]any{"access_token": fmt.Sprintf("a%d", o.asked), "token_type": "Bearer", "expires_in": o.lasts, "refresh_token": o.next})
	}
}

// world is a credential at a system, and nodes that use it.
type world struct {
	*testing.T

	store      *pg.Store
	system     *rotating
	credential id.ID
}

func newWorld(t *testing.T) *world {
	t.Helper()
	store, _ := storetest.WithDSN(t)
	w := &world{t, store, newRotating(t), id.New()}
	app := id.New()
	_, err := store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{
		{Object: "integrated_app", ID: app, Op: entry.Created, Set: row.Fields{
			"name": "CRM", "authentication_protocol": "OAuth2", "authentication_url": w.system.URL, "token_url": w.system.URL, "config": row.JSONValue(map[string]string{"client_id": "desk"}),
		}},
		{Object: "auth_credential", ID: w.credential, Op: entry.Created, Set: row.Fields{"name": "Mine", "integrated_app": app}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// node is a process that uses the credential.
func (w *world) node() *integrations.Service {
	ring, err := seal.NewRing(bytes.Repeat([]byte{1}, seal.KeyBytes))
	if err != nil {
		w.Fatal(err)
	}
	return integrations.New(w.store, ring, web.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}))
}

// holds stores a token with an expiry in the credential.
func (w *world) holds(s *integrations.Service, lasts time.Duration) {
	w.Helper()
	if err := s.Hold(w.Context(), org, w.credential, w.system.URL, "a0", "r0", time.Now().Add(lasts)); err != nil {
		w.Fatal(err)
	}
}

func (w *world) stands() row.Record {
	w.Helper()
	record, err := w.store.Get(w.Context(), org, "auth_credential", w.credential)
	if err != nil {
		w.Fatal(err)
	}
	return record
}

// However many ask at once on several nodes, a refresh token is used once.
func TestATokenIsRenewedOnceOverAllNodes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	nodes := []*integrations.Service{w.node(), w.node(), w.node()}
	w.holds(nodes[0], integrations.Early/2)
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			if token, err := nodes[i%len(nodes)].Token(t.Context(), org, w.credential); err != nil || token.AccessToken != "a1" {
				t.Errorf("%d: %v, %v", i, token, err)
			}
		})
	}
	all.Wait()
	if w.system.asked != 1 {
		t.Errorf("the system was asked %d times", w.system.asked)
	}
	if token, err := nodes[1].Token(t.Context(), org, w.credential); err != nil || token.AccessToken != "a1" || w.system.asked != 1 {
		t.Errorf("afterwards: %v, %v", token, err)
	}
}

// Whoever is told that a token is not good has another one, and who comes with an older one
// the newest.
func TestATokenThatWasRefusedIsRenewed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.node()
	w.holds(s, time.Hour)
	if token, err := s.Token(t.Context(), org, w.credential); err != nil || token.AccessToken != "a0" {
		t.Errorf("good for long: %v, %v", token, err)
	}
	for range 2 {
		if token, err := s.Renew(t.Context(), org, w.credential, "a0"); err != nil || token.AccessToken != "a1" {
			t.Errorf("refused: %v, %v", token, err)
		}
	}
	w.system.lasts = 1 // each is over at once
	if token, err := s.Renew(t.Context(), org, w.credential, "a1"); err != nil || token.AccessToken != "a2" {
		t.Errorf("one that is over soon: %v, %v", token, err)
	}
	if token, err := s.Token(t.Context(), org, w.credential); err != nil || token.AccessToken != "a3" {
		t.Errorf("the next: %v, %v", token, err)
	}
}

// A node that died while it renewed holds nobody up for longer than its time.
func TestARenewalThatNobodyEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.node()
	w.holds(s, 0)
	_, err := w.store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{
		{Object: "auth_credential", ID: w.credential, Op: entry.Updated, Set: row.Fields{"renewal": time.Now().Add(500 * time.Millisecond)}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if token, err := s.Token(t.Context(), org, w.credential); err != nil || token.AccessToken != "a1" {
		t.Errorf("%v, %v", token, err)
	}
}

func TestARenewalThatIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.node()
	w.holds(s, 0)
	w.system.down = true
	if _, err := s.Token(t.Context(), org, w.credential); !fault.Is(err, fault.Unavailable) {
		t.Errorf("the system is down: %v", err)
	}
	if was, _ := w.stands().Bool("verified"); !was {
		t.Error("a system that is down took back that the credential is verified")
	}
	w.system.down, w.system.next = false, "another"
	if _, err := s.Token(t.Context(), org, w.credential); !fault.Is(err, fault.Conflict) {
		t.Errorf("revoked: %v", err)
	}
	record := w.stands()
	if is, _ := record.Bool("verified"); is || record.Text("last_error") != "CRM refused: used before" {
		t.Errorf("it stands as %v", record.Fields)
	}
}

// Tokens of one address are not sent to another one.
func TestTokensStayWithTheirAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.node()
	w.holds(s, 0)
	other := newRotating(t)
	app := w.stands().Lookup("integrated_app")
	_, err := w.store.Commit(t.Context(), row.Change{Organization: org, Writes: []row.Write{{Object: "integrated_app", ID: app, Op: entry.Updated, Set: row.Fields{"token_url": other.URL}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Token(t.Context(), org, w.credential); !fault.Is(err, fault.Conflict) || other.asked != 0 {
		t.Errorf("%v after %d requests", err, other.asked)
	}
}
