package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"switchboard/hub/sockettest"
	"switchboard/hub/wire"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// Nodes with live queries are killed one after the other while contacts are
// created, renamed and deleted. Their sockets reconnect to other nodes, which
// take the queries over: in the end every socket holds exactly what was
// acknowledged, in order.
func TestALiveQueryOutlivesItsNode(t *testing.T) {
	w := sharedWorld(t)
	_, admin := w.organization(t, "queries")
	const text = "SELECT id, name FROM contact WHERE company = 'Acme' ORDER BY name"
	asked := admin.insist(t.Context(), request{method: http.MethodPost, path: "/v1/query", body: map[string]any{"query": text, "live": true, "limit": 1000}})
	topic := asked.header.Get("X-Topic")
	if asked.status != http.StatusOK || topic == "" {
		t.Fatalf("%d %s", asked.status, asked.body)
	}
	var sockets []*watcher
	for i := range 2 * nodes {
		name := fmt.Sprintf("follower %d in %s", i, t.Name())
		sockets = append(sockets, w.driver.open(t, watch{Name: name, URL: w.balancer.url(), Topics: []string{topic}, person: admin}))
		t.Cleanup(func() { w.driver.shut(t, name) })
	}
	writer := &contactWriter{p: admin, names: map[id.ID]string{}}
	for victim := range nodes {
		before := w.driver.connects(sockets)
		end := writer.begin()
		pass(300 * time.Millisecond)
		w.nodes[victim].signal(t, syscall.SIGKILL)
		killed := time.Now()
		_ = w.nodes[victim].wait(t)
		waittest.UntilNil(t, "its sockets to come back", func() error {
			if now := w.driver.connects(sockets); now == before {
				return fmt.Errorf("%d connects", now)
			}
			return nil
		})
		t.Logf("%s was killed: the first of its sockets was back after %s", nodeRole(victim), time.Since(killed).Round(time.Millisecond))
		pass(500 * time.Millisecond)
		w.revive(t, victim)
		if err := end(); err != nil {
			t.Fatal(err)
		}
		want := writer.rows()
		for _, s := range sockets {
			waittest.UntilNil(t, s.name+" to hold what is there", func() error { return w.driver.holds(s, topic, want) })
		}
		fresh := admin.insist(t.Context(), request{method: http.MethodPost, path: "/v1/query", node: victim + 1, body: map[string]any{"query": text, "limit": 1000}})
		var rows []wire.Reference
		if err := json.Unmarshal(fresh.body, &rows); err != nil || !slices.Equal(rows, want) {
			t.Fatalf("%s answers %v, not %v: %v", nodeRole(victim), rows, want, err)
		}
	}
}

// connects counts how often sockets have connected.
func (d *driver) connects(sockets []*watcher) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range sockets {
		n += s.connected
	}
	return n
}

// holds returns how a socket's copy of a live query differs from the expected
// rows.
func (d *driver) holds(s *watcher, topic string, want []wire.Reference) error {
	d.mu.Lock()
	events := slices.Clone(s.events)
	d.mu.Unlock()
	var held *sockettest.Result
	var early []wire.RowsEvent // events that follow a snapshot in flight
	take := func(e wire.RowsEvent) error {
		if held == nil {
			early = append(early, e)
			return nil
		}
		follows, err := held.Apply(e)
		if !follows {
			early = append(early, e)
		}
		return err
	}
	for _, e := range events {
		var err error
		switch {
		case e.Topic != topic:
		case e.Kind == "subscribed" && e.OK:
			held = &sockettest.Result{Number: e.Snapshot.Number, Total: e.Snapshot.Total, Rows: slices.Clone(e.Snapshot.Rows)}
			waiting := early
			early = nil
			for _, one := range waiting {
				if err == nil {
					err = take(one)
				}
			}
		case e.Kind == "rows":
			err = take(*e.Rows)
		}
		if err != nil {
			return err
		}
	}
	if held == nil {
		return errNotYet
	}
	got := make([]wire.Reference, len(held.Rows))
	for i, r := range held.Rows {
		if err := json.Unmarshal(r.Row, &got[i]); err != nil {
			return err
		}
	}
	if !slices.Equal(got, want) || held.Total != int64(len(want)) {
		return fmt.Errorf("holds %d of %d:\n%v\nnot %d:\n%v", len(got), held.Total, got, len(want), want)
	}
	return nil
}

// contactWriter creates, renames and deletes contacts, and records what was
// acknowledged.
type contactWriter struct {
	p     *person
	made  int
	ids   []id.ID
	names map[id.ID]string
}

// begin writes until end is called; begun work is completed.
func (c *contactWriter) begin() (end func() error) {
	stop := make(chan struct{})
	var work sync.WaitGroup
	var failed error
	work.Go(func() {
		for failed == nil {
			ctx, cancel := context.WithTimeout(context.Background(), maxWait)
			failed = c.write(ctx)
			cancel()
			select {
			case <-stop:
				return
			case <-time.After(40 * time.Millisecond):
			}
		}
	})
	return func() error {
		close(stop)
		work.Wait()
		return failed
	}
}

func (c *contactWriter) write(ctx context.Context) error {
	c.made++
	name := fmt.Sprintf("Live %c%04d", 'a'+rune(c.made*7%26), c.made)
	command := id.New().String()
	object := "/v1/object/contact"
	var a answer
	switch {
	case c.made%5 == 4:
		a = c.p.insist(ctx, request{method: http.MethodPatch, path: object, command: command, body: map[string]any{"id": c.ids[c.made%len(c.ids)], "name": name}})
		c.names[c.ids[c.made%len(c.ids)]] = name
	case c.made%7 == 6:
		i := c.made % len(c.ids)
		a = c.p.insist(ctx, request{method: http.MethodDelete, path: object + "/" + c.ids[i].String(), command: command})
		delete(c.names, c.ids[i])
		c.ids = slices.Delete(c.ids, i, i+1)
	default:
		a = c.p.insist(ctx, request{method: http.MethodPost, path: object, command: command, body: map[string]any{"name": name, "company": "Acme"}})
		made := firstID(a.body)
		c.ids, c.names[made] = append(c.ids, made), name
	}
	if a.err != nil || a.status >= http.StatusBadRequest {
		return fmt.Errorf("a contact is written: %d %s %w", a.status, a.body, a.err)
	}
	return nil
}

// rows returns the contacts in the order of the query.
func (c *contactWriter) rows() []wire.Reference {
	out := make([]wire.Reference, 0, len(c.ids))
	for _, one := range c.ids {
		out = append(out, wire.Reference{ID: one, Name: c.names[one]})
	}
	slices.SortFunc(out, func(a, b wire.Reference) int { return strings.Compare(a.Name, b.Name) })
	return out
}
