package accounts_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// clock is a time that the test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// world is a service over a real database with one user.
type world struct {
	*accounts.Service
	t     *testing.T
	store *pg.Store
	org   id.ID
	user  id.ID
	clock *clock
	cfg   accounts.Config
}

const (
	email    = "ann@example.com"
	password = "correct horse"
)

var here = accounts.Client{Address: "192.0.2.7", UserAgent: "test"}

func newWorld(t *testing.T) *world {
	t.Helper()
	t.Parallel()
	store, org := storetest.New(t)
	w := &world{t: t, store: store, org: org, clock: &clock{now: time.Now()}}
	w.cfg = accounts.Config{
		Store: store, SecretKey: []byte("0123456789abcdef0123456789abcdef"),
		Issuer: "https://desk.example.com", Cost: accounts.Cost{Memory: 64, Passes: 1, Lanes: 1}, Now: w.clock.Now,
		Limiter: memory.New(memory.Size, w.clock.Now),
	}
	w.Service = w.service(w.cfg)
	w.user = w.newUser(email)
	return w
}

func (w *world) service(c accounts.Config) *accounts.Service {
	w.t.Helper()
	s, err := accounts.New(c)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *world) newUser(address string) id.ID {
	w.t.Helper()
	user, err := w.Members.CreateUser(w.t.Context(), w.org, accounts.NewUser{Email: address, Password: password, Fields: row.Fields{"name": "Ann"}})
	if err != nil {
		w.t.Fatal(err)
	}
	return user
}

func (w *world) signIn() accounts.Tokens {
	w.t.Helper()
	tokens, err := w.SignIns.SignIn(w.t.Context(), email, password, here)
	if err != nil {
		w.t.Fatal(err)
	}
	return tokens
}

// set changes fields of the user behind the service's back.
func (w *world) set(fields row.Fields) {
	w.t.Helper()
	w.commit(row.Write{Object: "user", ID: w.user, Op: entry.Updated, Set: fields})
}

func (w *world) commit(write row.Write) {
	w.t.Helper()
	_, err := w.store.Commit(context.WithoutCancel(w.t.Context()), row.Change{Organization: w.org, Writes: []row.Write{write}})
	if err != nil {
		w.t.Fatal(err)
	}
}
