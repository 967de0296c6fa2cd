package cluster_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// The power fails between a webhook about a call and the write to the call's
// journal: the call and its journal agree afterwards, whether or not the
// write succeeded.
func TestNodesDieBetweenAWebhookAndTheJournal(t *testing.T) {
	w := sharedWorld(t)
	for _, isLost := range []bool{true, false} {
		t.Run(map[bool]string{true: "and it is lost", false: "and it is written"}[isLost], func(t *testing.T) {
			call := w.heldCalls(t, 1)[0]
			statuses, forget := w.driver.follow(call)
			defer forget()
			agent := w.people["agent1"]
			w.provider.signal(t, syscall.SIGSTOP) // it is asked to dial, and does so once nothing can be written
			if _, ok := w.command(t.Context(), agent, "call.accept", http.MethodPatch, "/v1/twilio/call", http.StatusNoContent,
				map[string]any{"id": call, "status": "in-progress"}); !ok {
				t.Fatal("the call was not taken")
			}
			waittest.UntilNil(t, "the provider to be asked", func() error {
				if asked := query(t, w.database, pgx.RowTo[string], "select kind from core.effect where state = 'running' and kind = 'call.add_participant'"); len(asked) == 0 {
					return errNotYet
				}
				return nil
			})
			before, _ := w.journalOf(t, call)
			open := w.closeJournals(t)
			w.provider.signal(t, syscall.SIGCONT)
			waittest.UntilNil(t, "a webhook's write to wait", func() error {
				if waiting := query(t, w.database, pgx.RowTo[int], waitingForJournals); len(waiting) == 0 {
					return errNotYet
				}
				return nil
			})
			for _, node := range w.nodes {
				node.signal(t, syscall.SIGKILL)
			}
			for _, node := range w.nodes {
				_ = node.wait(t)
			}
			if isLost {
				query(t, w.database, pgx.RowTo[bool], "select pg_terminate_backend(pid) from ("+waitingForJournals+") waiting")
			}
			open()
			for node := range nodes {
				w.nodes[node] = w.launchNode(t, node)
			}
			for node := range nodes {
				w.awaitReady(t, node)
			}
			if !reaches(t.Context(), w, w.people["admin"], call, statuses, "in-progress", maxWait) {
				t.Fatal("the call that was taken does not go on")
			}
			w.hangUp(t, []id.ID{call})
			w.settle(t)
			w.agrees(t, call, before)
			w.invariants(t, false)
		})
	}
}

// waitingForJournals selects the database sessions that wait to write into a
// journal.
const waitingForJournals = `select distinct l.pid from pg_locks l join pg_class c on c.oid = l.relation
	where not l.granted and c.relname = 'call_event'`

// closeJournals blocks writes to journals until the returned function is
// called.
func (w *world) closeJournals(t *testing.T) (open func()) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	tx, err := w.database.pool.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, schema := range w.journals(t) {
		if _, err := tx.Exec(ctx, "lock table "+schema+".call_event in exclusive mode"); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if err := tx.Rollback(ctx); err != nil {
			t.Error(err)
		}
	}
}

// journals returns the organizations' schemas that have journals.
func (w *world) journals(t *testing.T) []string {
	t.Helper()
	schemas := query(t, w.database, pgx.RowTo[string], "select quote_ident(schemaname) from pg_tables where tablename = 'call_event' order by 1")
	if len(schemas) == 0 {
		t.Fatal("there are no journals")
	}
	return schemas
}

// step is an event of a call's journal.
type step struct {
	Seq  int64
	Kind string
	By   id.ID
}

func (s step) String() string { return fmt.Sprintf("%d %s %s", s.Seq, s.Kind, s.By) }

// journalOf returns the journal of a call as it is shown: without corrected
// events.
func (w *world) journalOf(t *testing.T, call id.ID) (steps []step, last int64) {
	t.Helper()
	a := w.people["admin"].insist(t.Context(), request{method: http.MethodGet, path: "/v1/twilio/call/" + call.String() + "/journal"})
	var journal struct {
		Last  int64
		Steps []step
	}
	if err := json.Unmarshal(a.body, &journal); err != nil {
		t.Fatalf("%d %s", a.status, a.body)
	}
	return journal.Steps, journal.Last
}

// stored returns the numbers of a call's events in the database.
func (w *world) stored(t *testing.T, call id.ID) (numbers []int64) {
	t.Helper()
	for _, schema := range w.journals(t) {
		numbers = append(numbers, query(t, w.database, pgx.RowTo[int64], "select seq from "+schema+".call_event where call = $1 order by seq", call.String())...)
	}
	return numbers
}

// agrees compares a call that was accepted, connected and ended with its
// journal: everything from before the fault is still there, each step occurs
// once, and everything that the call counts is there.
func (w *world) agrees(t *testing.T, call id.ID, before []step) {
	t.Helper()
	agent := w.people["agent1"].id.String()
	wanted := []string{"accepted " + agent, "joined " + agent, "joined", "connected " + agent, "ended", "left " + agent, "left"}
	waittest.UntilNil(t, "the call and its journal to agree", func() error {
		var record struct {
			Status  string
			Journal int64
		}
		a := w.people["admin"].insist(t.Context(), request{method: http.MethodGet, path: "/v1/object/call/" + call.String()})
		if err := json.Unmarshal(a.body, &record); err != nil {
			return fmt.Errorf("%d %s", a.status, a.body)
		}
		steps, last := w.journalOf(t, call)
		numbers := w.stored(t, call)
		for i, seq := range numbers {
			if seq != int64(i+1) {
				t.Fatalf("event %d stands at %d of %v", i+1, seq, numbers)
			}
		}
		times := map[string]int{}
		for _, s := range steps {
			times[strings.TrimSpace(s.Kind+" "+s.By.String())]++
		}
		for _, one := range wanted {
			if times[one] != 1 {
				return fmt.Errorf("the journal has %d times %q: %v", times[one], one, steps)
			}
		}
		for _, s := range before {
			if !slices.Contains(steps, s) && s.Kind != "joined" { // the time of a join may be corrected
				return fmt.Errorf("%s is gone: %v", s, steps)
			}
		}
		if record.Status != "completed" || record.Journal != last || int(last) != len(numbers) {
			return fmt.Errorf("the call is %s and counts %d events of %d", record.Status, record.Journal, len(numbers))
		}
		return nil
	})
}
