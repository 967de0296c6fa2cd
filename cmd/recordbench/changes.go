package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/cmd/measure"
)

// changing is an object that is changed while clients write its records at a
// steady rate.
type changing struct {
	*world

	pace    time.Duration // between two writes of one client
	records []string

	failed atomic.Int64
	mu     sync.Mutex
	now    *measure.Timing // of the current change
}

const deals = "/v1/object/deal"

// change is a new state of the object, and its name in the report.
type change struct{ what, method, path, body string }

var allChanges = []change{
	{"ten fields more", "PATCH", "/v1/schema/deal", tenFields()},
	{"whole numbers become money, with an index", "PATCH", "/v1/schema/deal", `{"properties":{"amount":{"format":"currency","index":true}}}`},
	{"a field becomes unique", "PATCH", "/v1/schema/deal", `{"properties":{"code":{"unique":true}}}`},
	{"a field becomes required, empty ones filled", "PATCH", "/v1/schema/deal", `{"properties":{"more1":{"required":true,"default":"filled"}}}`},
	{"what is searched", "PATCH", "/v1/schema/deal", `{"search":["name","code"]}`},
	{"a field is retired", "PATCH", "/v1/schema/deal", `{"properties":{"gone":null}}`},
	{"and restored", "POST", "/v1/schema/deal/restore", `{"field":"gone"}`},
}

func tenFields() string {
	properties := map[string]any{}
	for i := range 10 {
		properties[fmt.Sprintf("more%d", i)] = map[string]any{"title": "More", "format": "text"}
	}
	raw, _ := json.Marshal(map[string]any{"properties": properties}) //nolint:errchkjson // texts always are JSON
	return string(raw)
}

// measureChanges changes an object with that many records in every way,
// during that many writes per second.
func (w *world) measureChanges(ctx context.Context) error {
	boss, err := dial(w.productAt, w.boss)
	if err != nil {
		return err
	}
	defer boss.close()
	c := &changing{world: w, pace: time.Duration(w.clients) * time.Second / time.Duration(w.rate), now: &measure.Timing{}}
	if err := c.prepare(boss); err != nil {
		return err
	}
	fmt.Printf("%d records, %d clients, %d writes a second asked for\n\n| while | took s | writes/s | failed | p50 / p99 / longest ms |\n|---|---|---|---|---|\n", len(c.records), w.clients, w.rate)
	var over atomic.Bool
	var writers sync.WaitGroup
	errs := make([]error, w.clients)
	for i := range w.clients {
		writers.Go(func() { errs[i] = c.write(i, &over) })
	}
	err = c.during("nothing changes", func() error { time.Sleep(w.measure); return ctx.Err() })
	for _, one := range allChanges {
		if err == nil {
			err = c.during(one.what, func() error { return c.apply(ctx, boss, one) })
		}
	}
	over.Store(true)
	writers.Wait()
	for _, failed := range errs {
		if err == nil {
			err = failed
		}
	}
	return err
}

// prepare creates the object and its records.
func (c *changing) prepare(boss *client) error {
	if _, err := boss.ask("POST", "/v1/schema", []byte(`{"api_name":"deal","title":"Deal","properties":{
		"amount":{"title":"Amount","format":"integer"},"gone":{"title":"Gone","format":"text"},"code":{"title":"Code","format":"text"}}}`)); err != nil {
		return err
	}
	for n := 0; n < c.rows; n += many {
		rows := make([]fields, many)
		for i := range rows {
			rows[i] = fields{"name": fmt.Sprint("Deal ", n+i), "code": fmt.Sprint("D", n+i), "amount": n + i, "gone": "x"}
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			return err
		}
		answer, err := boss.ask("POST", deals, raw)
		if err != nil {
			return err
		}
		var made []struct{ ID string }
		if err := json.Unmarshal(answer, &made); err != nil {
			return err
		}
		for _, one := range made {
			c.records = append(c.records, one.ID)
		}
	}
	return nil
}

// write changes the client's own records one after the other at the client's
// pace; a late write follows immediately.
func (c *changing) write(client int, over *atomic.Bool) error {
	conn, err := dial(c.productAt, c.boss)
	if err != nil {
		return err
	}
	defer conn.close()
	next := time.Now()
	for n := client; !over.Load(); n += c.clients {
		if wait := time.Until(next); wait > 0 {
			time.Sleep(wait)
		} else if wait < -time.Second {
			next = time.Now() // it does not catch up
		}
		next = next.Add(c.pace)
		began := time.Now()
		err := send(conn, "PATCH", deals, fields{"id": c.records[n%len(c.records)], "amount": n, "name": fmt.Sprint("Deal ", n)})
		if err != nil {
			if c.failed.Add(1) == 1 {
				fmt.Println("a write failed:", err)
			}
			continue
		}
		c.mu.Lock()
		c.now.Add(time.Since(began))
		c.mu.Unlock()
	}
	return nil
}

// during reports the writes while do runs.
func (c *changing) during(what string, do func() error) error {
	timing, failed := &measure.Timing{}, c.failed.Load()
	c.mu.Lock()
	c.now = timing
	c.mu.Unlock()
	began := time.Now()
	if err := do(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	took := time.Since(began).Seconds()
	fmt.Printf("| %s | %.2f | %.0f | %d | %.1f / %.1f / %.1f |\n", what, took, float64(timing.Count())/took, c.failed.Load()-failed,
		milliseconds(timing.Percentile(50)), milliseconds(timing.Percentile(99)), milliseconds(timing.Percentile(100)))
	return nil
}

// apply changes the object and waits for its job, if it takes one.
func (c *changing) apply(ctx context.Context, boss *client, one change) error {
	answer, err := boss.ask(one.method, one.path, []byte(one.body))
	if err != nil {
		return err
	}
	var defined struct {
		Change *struct{ Job string }
	}
	if err := json.Unmarshal(answer, &defined); err != nil || defined.Change == nil {
		return err
	}
	for ctx.Err() == nil {
		answer, err := boss.ask("GET", "/v1/job/"+defined.Change.Job, nil)
		if err != nil {
			return err
		}
		var job struct{ Status, Error string }
		if err := json.Unmarshal(answer, &job); err != nil {
			return err
		}
		switch job.Status {
		case "done":
			return nil
		case "failed", "canceled":
			return fmt.Errorf("the job is %s: %s", job.Status, job.Error)
		}
		time.Sleep(20 * time.Millisecond)
	}
	return ctx.Err()
}
