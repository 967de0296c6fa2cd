package pg_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// A change of many bytes keeps its transaction idle for longer while a busy server
// makes its entries: it has longer than a small one before the database ends it, and
// of a small one that is ended nothing is left.
func TestAChangeOfManyBytesHasItsTime(t *testing.T) {
	ordinary, dsn := storetest.WithDSN(t)
	const bound = 500 * time.Millisecond
	registry := features.Registry()
	topic := registry.Object("chat").Field("topic")
	var stalls func() bool // until it says no, the process makes no entry
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	f := &fixture{T: t, Store: ordinary, org: storetest.Organization, conn: conn}
	// idle counts the transactions that wait for their process.
	idle := func(which string) (n int) {
		err := f.conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'idle in transaction'`+which).Scan(&n)
		if err != nil {
			t.Error(err)
		}
		return n
	}
	stalling := *topic.Type
	stalling.Wire = func(f *schema.Field, value any, names schema.Names) json.RawMessage { // the rows are written, their entries not yet
		for t.Context().Err() == nil && stalls() {
			continue
		}
		return schema.Text.Wire(f, value, names)
	}
	topic.Type = &stalling
	store, err := pg.Open(t.Context(), pg.WithIdle(pg.Config{DSN: dsn, MaxConns: 2, Registry: registry, Logger: slog.New(slog.DiscardHandler)}, bound))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	chats := func(topic string) row.Change {
		writes := make([]row.Write, 10)
		for i := range writes {
			writes[i] = row.Write{Object: "chat", Op: entry.Created, Set: row.Fields{"name": "C", "topic": topic}}
		}
		return f.change(writes...)
	}
	stalls = func() bool { return idle("") > 0 } // until the database ends it
	_, err = store.Commit(t.Context(), chats("small"))
	f.refused(err, fault.Unavailable)
	if got := f.find(row.Query{Object: "chat"}); len(got) != 0 {
		t.Errorf("left %v", got)
	}
	stalls = func() bool { return idle("") > 0 && idle(" AND state_change < now() - interval '1 second'") == 0 } // for twice the bound
	if _, err := store.Commit(t.Context(), chats(strings.Repeat("x", 900_000))); err != nil {
		t.Errorf("a change of 9 MB: %v", err)
	}
}
