package rest_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// writes bounds the writes of each writer, beyond what any machine gets to while the object changes.
const writes = 1_000_000

// An object is changed in every way while people and another node write its records: no
// write fails, nothing that was written is lost, though the job is cut off in its middle and
// the other node hears of nothing until the end.
func TestAnObjectIsChangedUnderLoad(t *testing.T) {
	w := newWorld(t)
	stop := w.work(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"deal","title":"Deal","properties":{
		"amount":{"title":"Amount","format":"integer"},"gone":{"title":"Gone","format":"text"},"code":{"title":"Code","format":"text"}}}`).is(http.StatusCreated)
	const many = 2_500
	for range many / 500 {
		change := row.Change{Organization: w.org}
		for i := range 500 {
			change.Writes = append(change.Writes, row.Write{Object: "deal", Op: entry.Created, Set: row.Fields{"name": "Old", "amount": int64(i), "gone": "x"}})
		}
		if err := w.store.CommitMany(t.Context(), change); err != nil {
			t.Fatal(err)
		}
	}
	// A node that follows no log knows the object as it is now.
	other, err := pg.Open(t.Context(), pg.Config{DSN: w.dsn, Registry: features.Registry(), MaxConns: 4, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	if _, err := other.Registry(t.Context(), w.org); err != nil {
		t.Fatal(err)
	}

	var over atomic.Bool
	var total atomic.Int64
	last := make([]int64, 6)
	ids := make([]id.ID, len(last))
	for i := range ids {
		ids[i] = w.put("deal", row.Fields{"name": fmt.Sprint("Writer ", i), "code": fmt.Sprint("W", i), "amount": int64(0)})
	}
	var writers sync.WaitGroup
	for i := range last {
		writers.Go(func() {
			for n := int64(1); n <= writes && !over.Load(); n++ {
				if i%2 == 0 { // by REST, where an amount is a number before and after
					if a := p.do("PATCH", "/v1/object/deal", fmt.Sprintf(`{"id":%q,"amount":%d,"name":"Writer %d"}`, ids[i], n, i)); a.status != http.StatusOK {
						t.Errorf("write %d of %d: %d %s", n, i, a.status, a.body)
						return
					}
				} else if _, err := other.Commit(t.Context(), row.Change{Organization: w.org, Writes: []row.Write{
					{Object: "deal", ID: ids[i], Op: entry.Updated, Set: row.Fields{"amount": n, "gone": fmt.Sprint(n)}},
				}}); err != nil {
					t.Errorf("write %d of %d: %v", n, i, err)
					return
				}
				last[i] = n
				total.Add(1)
			}
		})
	}
	waittest.Until(t, "the writers to write", func() bool { return total.Load() > 50 })

	for i := range 10 {
		p.change("deal", fmt.Sprintf(`{"properties":{"more%d":{"title":"More","format":"text","default":"x"}}}`, i), http.StatusOK)
	}
	p.change("deal", `{"properties":{"gone":null}}`, http.StatusOK)
	d := p.change("deal", `{"properties":{"amount":{"format":"currency","index":true},"code":{"unique":true}}}`, http.StatusAccepted)
	waittest.Until(t, "some to be converted", func() bool {
		var job struct{ Done int64 }
		p.do("GET", "/v1/job/"+d.Change.Job.String(), "").is(http.StatusOK).into(&job)
		return job.Done > 0
	})
	stop()
	before := total.Load()
	waittest.Until(t, "the writers to write on", func() bool { return total.Load() > before+20 })
	// Who finds the jobs of nodes that died does so within two minutes; here at once.
	if _, err := w.connect(t).Exec(t.Context(), "UPDATE river.river_job SET state = 'available', scheduled_at = now() WHERE state IN ('running', 'retryable', 'scheduled')"); err != nil {
		t.Fatal(err)
	}
	w.work(t)
	p.becomes(d.Change.Job, "done")
	p.runJob("deal", `{"properties":{"more1":{"index":true,"required":true,"default":"filled"}},"search":["name","code"]}`, "done")
	before = total.Load()
	waittest.Until(t, "the writers to write after all", func() bool { return total.Load() > before+20 })
	over.Store(true)
	writers.Wait()

	for i, one := range ids {
		var stands map[string]json.RawMessage
		p.do("GET", "/v1/object/deal/"+one.String(), "").is(http.StatusOK).into(&stands)
		if want := fmt.Sprintf("%d.00", last[i]); string(stands["amount"]) != want || string(stands["more1"]) != `"filled"` {
			t.Errorf("writer %d wrote %s, and there is %s", i, want, stands)
		}
	}
	conn := w.connect(t)
	var wrong int
	table := `"org_` + w.org.Compact() + `".own__deal`
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM `+table+` WHERE amount IS DISTINCT FROM amount__2::bigint AND name = 'Old' OR amount__2 IS NULL OR more1 IS NULL`).Scan(&wrong); err != nil || wrong != 0 {
		t.Errorf("%d records are not right: %v", wrong, err)
	}
	p.change("deal", `{"properties":{"code":{"unique":false}}}`, http.StatusOK)
	p.do("POST", "/v1/schema/deal/restore", `{"field":"gone"}`).is(http.StatusOK)
	var stands map[string]json.RawMessage
	p.do("GET", "/v1/object/deal/"+ids[1].String(), "").is(http.StatusOK).into(&stands)
	if want := fmt.Sprintf("%q", fmt.Sprint(last[1])); string(stands["gone"]) != want {
		t.Errorf("what a node wrote that did not know is %s, want %s", stands["gone"], want)
	}
	t.Logf("%d writes", total.Load())
}
