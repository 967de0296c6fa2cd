package rest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// working returns a world that executes jobs, and its superuser with an object of their own.
func working(t *testing.T) (*world, *person) {
	t.Helper()
	w := newWorld(t)
	w.work(t)
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"deal","title":"Deal","properties":{
		"amount":{"title":"Amount","format":"text"},"stage":{"title":"Stage","format":"text"},"code":{"title":"Code","format":"text"}}}`).is(http.StatusCreated)
	return w, p
}

// asText is a value as JSON.
func asText(value any) string {
	raw, _ := json.Marshal(value) // what was read as JSON can be written
	return string(raw)
}

// work executes jobs until the test ends or stop is called.
func (w *world) work(t *testing.T) (stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.jobs.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return stop
}

// runJob changes an object in a way that takes a job, and waits until that is over.
func (p *person) runJob(object, body, status string) map[string]any {
	p.t.Helper()
	d := p.change(object, body, http.StatusAccepted)
	if d.Change == nil {
		p.t.Fatalf("%s is being changed by nobody: %+v", object, d)
	}
	return p.becomes(d.Change.Job, status)
}

func (p *person) becomes(job id.ID, status string) (stands map[string]any) {
	p.t.Helper()
	waittest.Until(p.t, "the job to be "+status, func() bool {
		stands = nil
		p.do("GET", "/v1/job/"+job.String(), "").is(http.StatusOK).into(&stands)
		over := slices.Contains([]string{"done", "failed", "canceled"}, fmt.Sprint(stands["status"]))
		if over && stands["status"] != status {
			p.t.Fatalf("the job is %v", stands)
		}
		return stands["status"] == status
	})
	return stands
}

func (p *person) makes(fields string) string {
	p.t.Helper()
	var rows []object
	p.do("POST", "/v1/object/deal", fields).is(http.StatusOK).into(&rows)
	one, _ := rows[0]["id"].(string)
	return one
}

// A field takes another format with its values and its history; values that don't fit are
// named, and then nothing is changed.
func TestAFieldTakesAnotherFormat(t *testing.T) {
	w, p := working(t)
	one, two := p.makes(`{"name":"One","amount":"12"}`), p.makes(`{"name":"Two","amount":"many"}`)
	p.makes(`{"name":"Three"}`)
	p.do("PATCH", "/v1/object/deal", `{"id":"`+one+`","amount":"12.50"}`).is(http.StatusOK)

	before := p.definition("deal")
	failed := p.runJob("deal", `{"properties":{"amount":{"format":"currency","unit":"EUR"}}}`, "failed")
	var told struct {
		Count    int
		Problems []struct{ ID, Name, Detail string }
	}
	result := asText(failed["problems"])
	if err := json.Unmarshal([]byte(result), &told); err != nil || told.Count != 1 || told.Problems[0].ID != two || told.Problems[0].Name != "Two" || !strings.Contains(told.Problems[0].Detail, "many") {
		t.Errorf("told %v", failed)
	}
	if d := p.definition("deal"); d.Properties["amount"]["format"] != "text" || len(d.Retired) != 0 || d.Change != nil {
		t.Errorf("after a failure: %+v, was %+v", d, before)
	}
	w.onlyColumns(t, 5+8) // nothing of it is left

	p.do("PATCH", "/v1/object/deal", `{"id":"`+two+`","amount":"-3"}`).is(http.StatusOK)
	job, _ := failed["id"].(string)
	p.do("POST", "/v1/job/"+job+"/retry", "").is(http.StatusOK)
	p.becomes(id.ID(job), "done")
	d := p.definition("deal")
	if d.Properties["amount"]["format"] != "currency" || d.Properties["amount"]["unit"] != "EUR" || len(d.Retired) != 1 || d.Retired[0].Format != "text" {
		t.Errorf("it is now %+v", d)
	}
	var rows []map[string]json.RawMessage
	a := p.do("GET", "/v1/object/deal?order=amount", "").is(200)
	var page struct{ Data []map[string]json.RawMessage }
	a.into(&page)
	if rows = page.Data; string(rows[0]["amount"]) != "-3.00" || string(rows[1]["amount"]) != "12.50" || string(rows[2]["amount"]) != "null" {
		t.Errorf("the amounts are %s", a.body)
	}
	if h := string(p.do("GET", "/v1/object/deal/"+one+"/history", "").is(200).body); !strings.Contains(h, `"amount":{"before":12.00,"after":12.50}`) {
		t.Errorf("the history is %s", h)
	}
	p.do("POST", "/v1/object/deal", `{"name":"Four","amount":"much"}`).problem(http.StatusUnprocessableEntity)
	p.do("PATCH", "/v1/object/deal", `{"id":"`+one+`","amount":13}`).is(http.StatusOK)

	// Back again, by way of what stands now.
	p.runJob("deal", `{"properties":{"amount":{"format":"text"}}}`, "done")
	if got := names(p.do("GET", "/v1/object/deal"+filter(`[{"field":"amount","operator":"=","value":"13.00"}]`), "").is(200).rows()); !slices.Equal(got, []string{"One"}) {
		t.Errorf("as text again: %v", got)
	}
	// What fits as it lies takes no job.
	p.change("deal", `{"properties":{"stage":{"format":"text-area"}}}`, http.StatusOK)

	// What is out of use is deleted when its time is over, with its history.
	if _, err := w.store.PurgeRetired(context.WithoutCancel(t.Context()), w.org, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	if d := p.definition("deal"); len(d.Retired) != 0 {
		t.Errorf("after its time: %+v", d.Retired)
	}
	w.onlyColumns(t, 5+8)
	p.do("PATCH", "/v1/object/deal", `{"id":"`+one+`","amount":"x"}`).is(http.StatusOK)
	p.do("DELETE", "/v1/schema/deal", "").is(http.StatusNoContent)
	if _, err := w.store.PurgeRetired(context.WithoutCancel(t.Context()), w.org, time.Nanosecond); err != nil {
		t.Fatal(err)
	}
	w.onlyColumns(t, 0)
	p.do("POST", "/v1/schema", deal).is(http.StatusCreated) // the name is free
	if got := p.do("GET", "/v1/object/deal", "").is(200).rows(); len(got) != 0 {
		t.Errorf("a new object has %v", got)
	}
}

// onlyColumns waits until the deal table has a number of columns and no conversion: a job reports
// failure before its preparation is rolled back.
func (w *world) onlyColumns(t *testing.T, want int) {
	t.Helper()
	conn := w.connect(t)
	waittest.UntilIs(t, "the table to have nothing else", fmt.Sprintf("%d columns, 0 conversions", want), func() string {
		var columns, triggers int
		if err := conn.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM information_schema.columns WHERE table_name = 'own__deal'),
			(SELECT count(*) FROM pg_trigger WHERE tgname LIKE 'conv%')`).Scan(&columns, &triggers); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d columns, %d conversions", columns, triggers)
	})
}

// What records don't allow is refused with their names; what they need is filled.
func TestRulesForRecordsThatStand(t *testing.T) {
	w, p := working(t)
	p.makes(`{"name":"One","code":"A"}`)
	p.makes(`{"name":"Two","code":"A"}`)
	three := p.makes(`{"name":"Three","code":"` + strings.Repeat("x", 300) + `"}`)
	has := func(job map[string]any, what ...string) {
		t.Helper()
		result := asText(job["problems"])
		for _, one := range what {
			if !strings.Contains(result, one) {
				t.Errorf("%s is not in %v", one, job)
			}
		}
	}
	has(p.runJob("deal", `{"properties":{"code":{"unique":true}}}`, "failed"), `"count":3`, "One", "Two", "Three", "others have the same: A", "300")
	has(p.runJob("deal", `{"properties":{"stage":{"required":true}}}`, "failed"), `"count":3`)
	if d := p.definition("deal"); d.Properties["code"]["unique"] != false || d.Properties["stage"]["required"] != false {
		t.Errorf("after a failure: %v", d.Properties)
	}
	p.do("PATCH", "/v1/object/deal", `{"id":"`+three+`","code":"B"}`).is(http.StatusOK)
	p.do("PATCH", "/v1/object/deal", `[{"id":"`+p.makes(`{"name":"Four"}`)+`","stage":"kept"}]`).is(http.StatusOK)
	p.runJob("deal", `{"properties":{"stage":{"required":true,"default":"new","index":true}},"search":["name","stage"]}`, "done")
	stages := map[string]string{}
	for _, r := range p.do("GET", "/v1/object/deal", "").is(200).rows() {
		stages[fmt.Sprint(r["name"])] = fmt.Sprint(r["stage"], " ", r["version"])
	}
	if stages["One"] != "new 2" || stages["Four"] != "kept 2" {
		t.Errorf("filled: %v", stages)
	}
	p.do("PATCH", "/v1/object/deal", `{"id":"`+three+`","stage":null}`).problem(http.StatusUnprocessableEntity)
	p.do("DELETE", "/v1/object/deal?ids="+p.idOf("Two"), "").is(http.StatusNoContent)
	p.runJob("deal", `{"properties":{"code":{"unique":true},"seen":{"title":"Seen","format":"date","index":true}}}`, "done")
	p.do("POST", "/v1/object/deal", `{"name":"Five","code":"A"}`).problem(http.StatusConflict)
	conn := w.connect(t)
	var valid int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE indisvalid AND c.relname IN ('own__deal_code_key_folded', 'own__deal_stage_idx', 'own__deal_seen_idx')`).Scan(&valid); err != nil || valid != 3 {
		t.Errorf("%d of 3 indexes are whole: %v", valid, err)
	}
	p.change("deal", `{"properties":{"code":{"unique":false},"stage":{"index":false}}}`, http.StatusOK)
	p.do("POST", "/v1/object/deal", `{"name":"Five","code":"A"}`).is(http.StatusOK)
	if err := w.store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (p *person) idOf(name string) string {
	p.t.Helper()
	for _, r := range p.do("GET", "/v1/object/deal"+filter(`[{"field":"name","operator":"=","value":"`+name+`"}]`), "").is(200).rows() {
		return fmt.Sprint(r["id"])
	}
	p.t.Fatalf("there is no %s", name)
	return ""
}

// While one change is executed, another one waits; one that is canceled leaves nothing.
func TestAChangeIsCanceled(t *testing.T) {
	w := newWorld(t) // nobody executes jobs
	p := boss(w)
	p.do("POST", "/v1/schema", `{"api_name":"deal","title":"Deal","properties":{"amount":{"title":"Amount","format":"text"}}}`).is(http.StatusCreated)
	p.makes(`{"name":"One","amount":"1"}`)
	d := p.change("deal", `{"properties":{"amount":{"format":"number"}}}`, http.StatusAccepted)
	mia := w.person("Mia", row.Fields{"is_superuser": true})
	if e := mia.do("PATCH", "/v1/schema/deal", `{"title":"X"}`).problem(http.StatusConflict); !strings.Contains(e.Detail, "Boss is changing this object") {
		t.Errorf("told %q", e.Detail)
	}
	mia.do("DELETE", "/v1/schema/deal", "").problem(http.StatusConflict)
	p.do("POST", "/v1/job/"+d.Change.Job.String()+"/cancel", "").is(http.StatusOK)
	if stands := mia.change("deal", `{"title":"X"}`, http.StatusOK); stands.Change != nil || stands.Properties["amount"]["format"] != "text" {
		t.Errorf("after it was canceled: %+v", stands)
	}
	w.onlyColumns(t, 3+8)
}

// connect opens a connection outside the store.
func (w *world) connect(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), w.dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	return conn
}

// The response names the job even if it has finished before.
func TestAFinishedJobIsNamedInTheResponse(t *testing.T) {
	w, p := working(t)
	p.makes(`{"name":"One","amount":"many"}`)
	var once sync.Once
	w.store.OnCommit(func(c pool.Committed) {
		if !slices.Contains(c.Objects, "schema") {
			return
		}
		once.Do(func() { // in the goroutine that is to answer
			waittest.Until(t, "the job to be over", func() bool {
				failed, err := w.store.Find(t.Context(), w.org, row.Query{Object: "job", Where: []row.Condition{{Field: "status", Operator: "=", Value: "failed"}}})
				have, unread := w.store.Definitions(t.Context(), w.org)
				if err != nil || unread != nil {
					t.Error(err, unread)
					return true
				}
				return len(failed) == 1 && have.Of("deal").Own.Changing == nil
			})
		})
	})
	p.runJob("deal", `{"properties":{"amount":{"format":"currency","unit":"EUR"}}}`, "failed")
	if d := p.definition("deal"); d.Change != nil {
		t.Errorf("it is still being changed: %+v", d.Change)
	}
}
