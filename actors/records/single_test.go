package records_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

// A record is made in one round trip, and changed in two: it is read to decide, and written.
func TestRoundTripsOfAChange(t *testing.T) {
	t.Parallel()
	rich, dsn := storetest.WithDSN(t)
	count := &pgtest.Trips{}
	store, err := pg.Open(t.Context(), pg.Config{DSN: dsn, Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler), Tracer: count})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	w := &world{Service: records.New(store), t: t, store: &storetest.Meddler{Store: rich}, org: storetest.Organization}
	if _, err := store.Registry(t.Context(), w.org); err != nil { // its objects are known
		t.Fatal(err)
	}
	p, other := w.person("contact", access.ScopeAll, nil), w.person("contact", access.ScopeAll, nil)
	var contact id.ID
	create := func(p *access.Principal, row records.Input) error {
		made, err := w.Create(t.Context(), p, "contact", []records.Input{row}, "")
		if err == nil {
			contact = id.ID(strings.Trim(string(made.Records[0]["id"]), `"`))
		}
		return err
	}
	patch := func(p *access.Principal, expect int64, command string) error {
		_, err := w.Patch(t.Context(), p, "contact", input(contact, "company", id.New().Compact()), expect, command)
		return err
	}
	named, phoned := records.Input{"name": []byte(`"A"`)}, records.Input{"name": []byte(`"B"`), "phone": []byte(`{"phone_number":"+12065550123"}`)}
	if err := create(w.person("contact", access.ScopeAll, nil), named); err != nil { // the first record of a table makes its indexes
		t.Fatal(err)
	}
	for _, c := range []struct {
		what  string
		trips int32
		do    func() error
	}{
		{"the first of somebody, whose name is asked for", 2, func() error { return create(p, named) }},
		{"a record", 1, func() error { return create(p, phoned) }},
		{"a change", 2, func() error { return patch(p, 0, "") }},
		{"a change of a version", 2, func() error { return patch(p, 2, "") }},
		{"a change under a command", 2, func() error { return patch(p, 0, string(id.New())) }},
		{"the first change of somebody else", 3, func() error { return patch(other, 0, "") }},
		{"his second", 2, func() error { return patch(other, 0, "") }},
	} {
		count.N.Store(0)
		if err := c.do(); err != nil || count.N.Load() != c.trips {
			t.Errorf("%s: %d round trips, not %d, %v", c.what, count.N.Load(), c.trips, err)
		}
	}
}

// Of changes at once none is lost, and each is in the history with what was before it.
func TestPatchesAtOnce(t *testing.T) {
	w := newWorld(t)
	p := w.person("contact", access.ScopeAll, nil)
	made, err := w.Create(t.Context(), p, "contact", []records.Input{{"name": []byte(`"A"`)}}, "")
	if err != nil {
		t.Fatal(err)
	}
	contact := id.ID(strings.Trim(string(made.Records[0]["id"]), `"`))
	fields := []string{"email", "first_name", "last_name", "salesforce_id"}
	var wait sync.WaitGroup
	for _, field := range fields {
		wait.Go(func() {
			rows := input(contact, field, field+"@example.com")
			rows[0]["company"] = row.JSONValue(field)
			if _, err := w.Patch(context.WithoutCancel(t.Context()), p, "contact", rows, 0, ""); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	got, err := w.store.Get(t.Context(), w.org, "contact", contact)
	if err != nil || got.Version != 5 {
		t.Errorf("version %d, %v", got.Version, err)
	}
	for _, field := range fields {
		if got.Text(field) != field+"@example.com" {
			t.Errorf("%s is %q", field, got.Text(field))
		}
	}
	history, err := w.store.History(t.Context(), w.org, row.HistoryRequest{Object: "contact", Record: contact, Limit: 10})
	if err != nil || len(history.Revisions) != 5 {
		t.Fatalf("history %+v, %v", history, err)
	}
	company := string(row.JSONValue(got.Text("company")))
	for i, r := range history.Revisions[:4] { // the newest first
		if r.Version != int64(5-i) || string(r.After["company"]) != company {
			t.Errorf("version %d says %s, and the one after it began with %s", r.Version, r.After, company)
		}
		company = string(r.Before["company"])
	}

	// All change the same field of one version: one of them does.
	var won, refused []string
	var mu sync.Mutex
	for i := range 4 {
		wait.Go(func() {
			value := fmt.Sprint("company ", i)
			_, err := w.Patch(context.WithoutCancel(t.Context()), p, "contact", input(contact, "company", value), 5, "")
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				won = append(won, value)
			case fault.Is(err, fault.VersionConflict):
				refused = append(refused, value)
			default:
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if got, err = w.store.Get(t.Context(), w.org, "contact", contact); err != nil || len(won) != 1 || len(refused) != 3 || got.Version != 6 || got.Text("company") != won[0] {
		t.Errorf("%v won, %v were refused, and it is %q at version %d, %v", won, refused, got.Text("company"), got.Version, err)
	}
}
