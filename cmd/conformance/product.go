package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"switchboard/actors/features"
	"switchboard/cmd/conformance/token"
	"switchboard/hub"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// The product's organization in the benchmark.
const (
	fieldSets = 20
	window    = 100_000 // entries in the in-memory log
)

var (
	organization = id.Derived("bench")
	benchTeam    = id.Derived("bench team")
	benchOwner   = id.Derived("bench owner")
	benchContact = id.Derived("bench contact")
)

// product is the hub with an in-memory log. It is the hub's Log and
// Authenticator.
type product struct {
	*hub.Hub
	registry *schema.Registry
	end      func()

	mu      sync.Mutex
	entries []entry.Entry
	first   int64 // seq of entries[0]
}

func newProduct() (*product, error) {
	p := &product{registry: features.Registry(), first: 1}
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	h, err := hub.New(hub.Options{
		Registries: schema.Fixed{Of: p.registry},
		Log:        p, Authenticator: p, PIDKey: key, SocketsPerUser: 1 << 20, EventsPerSecond: 1e6, EventBurst: 1 << 20, Link: loadOptions,
		Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, fmt.Errorf("making the hub: %w", err)
	}
	p.Hub = h
	ctx, stop := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { h.Run(ctx) })
	p.end = func() {
		stop()
		work.Wait()
	}
	h.Handle("publish", p.publish)
	h.Handle("echo", func(_ context.Context, _ *access.Principal, payload json.RawMessage) (any, error) {
		return payload, nil
	})
	return p, nil
}

// Close ends every connection.
func (p *product) Close() { p.end() }

// Authenticate verifies the signature and gives client n the field set n mod
// 20 and the scope n mod 3 (hub.Authenticator).
func (p *product) Authenticate(_ context.Context, given string) (access.Principal, time.Time, error) {
	n, ok := token.Read(given)
	if !ok {
		return access.Principal{}, time.Time{}, fault.New(fault.Unauthenticated, "The token is not valid.")
	}
	return p.principal(n), time.Now().Add(time.Hour), nil
}

// Reload returns the same rights: nothing changes them here
// (hub.Authenticator).
func (p *product) Reload(_ context.Context, old *access.Principal) (access.Principal, error) {
	return *old, nil
}

func (p *product) principal(n int) access.Principal {
	contact := p.registry.Object("contact")
	readable := map[string]access.FieldPermission{"company": {Read: true}}
	for i, f := range contact.Fields {
		readable[f.Name] = access.FieldPermission{Read: i%fieldSets != n%fieldSets}
	}
	in := access.Inputs{
		Organization: organization, User: id.Derived("bench user " + strconv.Itoa(n)), Session: id.Derived("bench session " + strconv.Itoa(n)), Name: "Client",
		Teams: []id.ID{benchTeam},
		Sets: []access.PermissionSet{{
			Objects: map[string]access.ObjectPermission{"contact": {Read: true}},
			Fields:  map[string]map[string]access.FieldPermission{"contact": readable},
			Scopes:  map[string]access.Scope{"contact": []access.Scope{access.ScopeAll, access.ScopeTeam, access.ScopeOwn}[n%3]},
		}},
	}
	if n%3 == 2 {
		in.User = benchOwner // the owner of the changed record
	}
	return access.Build(p.registry, in)
}

// publish appends the change of a contact to the log and notifies the hub.
func (p *product) publish(_ context.Context, _ *access.Principal, payload json.RawMessage) (any, error) {
	var in struct {
		Data string `json:"data"`
	}
	if err := exact.Into(payload, &in); err != nil {
		return nil, err
	}
	company, err := json.Marshal(in.Data)
	if err != nil {
		return nil, err
	}
	route := entry.Route{Owner: benchOwner, Teams: []id.ID{benchTeam}}
	p.mu.Lock()
	defer p.mu.Unlock()
	e := entry.Entry{
		Seq: p.first + int64(len(p.entries)), Organization: organization, At: time.Now(), Cause: "contact.updated",
		Object: "contact", ID: benchContact, Op: entry.Updated, Version: 2,
		After: entry.Fields{"company": company, "modified_date": json.RawMessage(`"2026-01-01T00:00:00.000Z"`), "version": json.RawMessage("2")},
		Route: entry.Routes{Before: route, After: route},
	}
	p.entries = append(p.entries, e)
	if len(p.entries) > 2*window {
		p.first += int64(len(p.entries) - window)
		p.entries = append([]entry.Entry(nil), p.entries[len(p.entries)-window:]...)
	}
	p.Append(organization, []entry.Entry{e})
	return nil, nil //nolint:nilnil // the ack has no content
}

// Read implements eventlog.Log.
func (p *product) Read(_ context.Context, _ id.ID, after int64, limit int) ([]entry.Entry, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if after+1 < p.first {
		return nil, false, nil
	}
	rest := p.entries[min(after+1-p.first, int64(len(p.entries))):]
	return append([]entry.Entry(nil), rest[:min(limit, len(rest))]...), true, nil
}

// Head implements eventlog.Log.
func (p *product) Head(context.Context, id.ID) (int64, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.first + int64(len(p.entries)) - 1, nil
}
