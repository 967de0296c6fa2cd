package cluster_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"testing"

	"switchboard/actors/features"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/schema"
	"switchboard/storage/waittest"
)

// An object that is created at run time is available at every node: for REST,
// for rights, and in sockets that were already open; other organizations do
// not have it.
func TestANewObjectIsAvailableAtEveryNode(t *testing.T) {
	w := sharedWorld(t)
	organization, admin := w.organization(t, "objects")
	sockets := make([]*watcher, nodes)
	for node := range nodes {
		name := fmt.Sprintf("admin at %s in %s", nodeRole(node), t.Name())
		sockets[node] = w.driver.open(t, watch{Name: name, URL: w.nodeURL(node), Topics: []string{"me", "feed"}, person: admin})
		t.Cleanup(func() { w.driver.shut(t, name) })
	}
	post := func(node int) answer {
		return admin.try(t.Context(), node, request{
			method: http.MethodPost, path: "/v1/object/ticket", command: id.New().String(), body: map[string]any{"name": "Lost parcel", "state": "New"},
		})
	}
	for node := range nodes {
		if a := post(node); a.status != http.StatusNotFound {
			t.Fatalf("%s has the object before: %d %s", nodeRole(node), a.status, a.body)
		}
	}

	store, err := pg.Open(t.Context(), pg.Config{DSN: w.database.server.DSN(), Registry: features.Registry(), MaxConns: 2, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	err = store.AddObject(t.Context(), organization, "", &schema.Object{APIName: "ticket", Title: "Ticket", Feed: true, Fields: []*schema.Field{
		{Name: "state", Title: "State", Type: schema.Enum, Options: []string{"New", "Done"}, Default: "New"},
	}})
	if err != nil {
		t.Fatal(err)
	}

	for node := range nodes {
		var made id.ID
		waittest.UntilNil(t, "the object at "+nodeRole(node), func() error {
			a := post(node)
			if made = firstID(a.body); a.status != http.StatusOK || made == "" {
				return fmt.Errorf("%d %s", a.status, a.body)
			}
			return nil
		})
		for _, s := range sockets {
			w.driver.has(t, s, "a record of the new object", 0, received(made))
		}
		if a := w.people["admin"].try(t.Context(), node, request{method: http.MethodGet, path: "/v1/object/ticket"}); a.status != http.StatusNotFound {
			t.Errorf("another organization has it at %s: %d %s", nodeRole(node), a.status, a.body)
		}
		name := fmt.Sprintf("admin's list at %s in %s", nodeRole(node), t.Name())
		listed := w.driver.open(t, watch{Name: name, URL: w.nodeURL(node), Topics: []string{"object:ticket"}, person: admin})
		if w.driver.count(listed, func(e event) bool { return e.Kind == "subscribed" && e.OK }) != 1 {
			t.Errorf("nobody can follow the new object at %s", nodeRole(node))
		}
		w.driver.shut(t, name)
	}
}

// organization creates an organization and signs its administrator in. The
// invariants cover only the demo users.
func (w *world) organization(t *testing.T, name string) (id.ID, *person) {
	t.Helper()
	c := config.Config{
		Addr: "127.0.0.1:0", DataDir: filepath.Join(w.dir, name), DatabaseURL: w.database.server.DSN(),
		SecretKey: w.secret, Simulator: w.simURL, LogLevel: slog.LevelWarn,
	}
	var made id.ID
	err := app.Administer(t.Context(), c, slog.New(slog.DiscardHandler), func(ctx context.Context, i *app.Installation) (err error) {
		made, err = i.CreateOrganization(ctx, name, name+"@demo.test", "Admin", demo.Password)
		return err
	})
	p := &person{w: w, name: name}
	if err == nil {
		err = p.enter(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return made, p
}
