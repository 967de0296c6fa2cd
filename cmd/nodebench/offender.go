//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/wait"
)

// backoff is the offender's pause after a refusal: no client that wants to
// succeed retries immediately, and this program must not use up the machine
// itself.
const backoff = 20 * time.Millisecond

// offender is an abusive agent with any number of connections.
type offender struct {
	p      *person
	client *http.Client

	mu    sync.Mutex
	notes []id.ID // own, large notes
	size  int     // of the largest accepted note
}

// attackResult counts the results of an attack.
type attackResult struct{ done, refused, failed, bytes atomic.Int64 }

// attack is one kind of abuse, by some concurrent workers of one agent with
// unused budgets.
type attack struct {
	name    string
	agent   string
	workers int
	once    func(ctx context.Context, o *offender, d *attackResult)
}

// note creates a note of that many bytes and reports whether it was accepted.
func (o *offender) note(ctx context.Context, d *attackResult, size int) bool {
	raw := o.ask(ctx, d, http.MethodPost, "/v1/object/note", map[string]any{"name": "Large", "notes": strings.Repeat("x", size)})
	var made []struct{ ID id.ID }
	if json.Unmarshal(raw, &made) != nil || len(made) == 0 {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.notes = append(o.notes, made[0].ID)
	return true
}

// measureNotes finds the largest accepted note.
func (o *offender) measureNotes(ctx context.Context) error {
	for size := 400_000; size > 1000; size /= 2 {
		if o.note(ctx, &attackResult{}, size) {
			o.size = size
			return nil
		}
	}
	return errors.New("the offender can't make a note")
}

// attackPlan is what one agent does in one phase.
type attackPlan struct {
	name, agent string
	attacks     []attack
}

func (o *offender) attackPlans() []attackPlan {
	attacks := o.attacks()
	out := make([]attackPlan, 0, len(attacks)+1)
	for _, a := range attacks {
		out = append(out, attackPlan{a.name, a.agent, []attack{a}})
	}
	return append(out, attackPlan{"all of it at once", "agent5", attacks})
}

func (o *offender) attacks() []attack {
	return []attack{
		{fmt.Sprintf("notes of %d KB", o.size/1000), "agent2", 8, func(ctx context.Context, o *offender, d *attackResult) { o.note(ctx, d, o.size) }},
		{"lists of 1,000 of these", "agent3", 16, func(ctx context.Context, o *offender, d *attackResult) {
			o.ask(ctx, d, http.MethodGet, "/v1/object/note?limit=1000", nil)
		}},
		{"lists of 50 OR-LIKE rows", "agent3", 40, func(ctx context.Context, o *offender, d *attackResult) {
			o.ask(ctx, d, http.MethodGet, "/v1/object/contact?limit=1000&comparison=OR&filter="+url.QueryEscape(orLike(50)), nil)
		}},
		{"lists of 10 OR-LIKE rows", "agent4", 40, func(ctx context.Context, o *offender, d *attackResult) { // within any limit on rows
			o.ask(ctx, d, http.MethodGet, "/v1/object/contact?limit=1000&comparison=OR&filter="+url.QueryEscape(orLike(10)), nil)
		}},
		{"a flood of changes", "agent3", 32, func(ctx context.Context, o *offender, d *attackResult) {
			o.ask(ctx, d, http.MethodPost, "/v1/object/contact", map[string]any{"name": "Flood " + id.New().String()})
		}},
		{"a flood of small questions", "agent2", 32, func(ctx context.Context, o *offender, d *attackResult) {
			o.ask(ctx, d, http.MethodGet, "/v1/me", nil)
		}},
		{"changes whose answers hold 300 of these notes", "agent4", 4, func(ctx context.Context, o *offender, d *attackResult) {
			o.mu.Lock()
			rows := make([]map[string]any, 0, 300)
			for _, n := range o.notes[:min(300, len(o.notes))] {
				rows = append(rows, map[string]any{"id": n, "name": "Large " + id.New().String()})
			}
			o.mu.Unlock()
			o.ask(ctx, d, http.MethodPatch, "/v1/object/note", rows)
		}},
	}
}

func orLike(rows int) string {
	parts := make([]string, rows)
	for i := range parts {
		parts[i] = fmt.Sprintf(`{"field":"name","operator":"LIKE","value":"%%zz%d%%nothing%%"}`, i)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// become continues as another agent with unused budgets.
func (o *offender) become(ctx context.Context, agent string) error {
	p, err := o.p.at.signIn(ctx, 0, agent)
	if err != nil {
		return err
	}
	o.p = p
	return nil
}

func newOffender(ctx context.Context, at addresses) (*offender, error) {
	p, err := at.signIn(ctx, 0, "agent2")
	if err != nil {
		return nil, err
	}
	o := &offender{p: p, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	return o, o.measureNotes(ctx)
}

// attack runs until ctx ends.
func (o *offender) attack(ctx context.Context, with []attack) *attackResult {
	d := &attackResult{}
	var all sync.WaitGroup
	for _, a := range with {
		for range a.workers {
			all.Go(func() {
				for ctx.Err() == nil {
					a.once(ctx, o, d)
				}
			})
		}
	}
	all.Wait()
	return d
}

// ask sends a request and reads the whole response; it discards that of a
// list.
func (o *offender) ask(ctx context.Context, d *attackResult, method, path string, body any) []byte {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil
	}
	r, err := http.NewRequestWithContext(ctx, method, o.p.at.url(0)+path, bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+o.p.token)
	answer, err := o.client.Do(r)
	if err != nil {
		if ctx.Err() == nil {
			d.failed.Add(1)
			rest(ctx)
		}
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	var kept bytes.Buffer
	into := io.Discard
	if method == http.MethodPost {
		into = &kept
	}
	read, err := io.Copy(into, answer.Body)
	d.bytes.Add(read)
	switch {
	case ctx.Err() != nil:
	case answer.StatusCode >= http.StatusInternalServerError || err != nil:
		d.failed.Add(1)
		rest(ctx)
	case answer.StatusCode >= http.StatusMultipleChoices:
		d.refused.Add(1)
		rest(ctx)
	default:
		d.done.Add(1)
	}
	return kept.Bytes()
}

func rest(ctx context.Context) { wait.For(ctx, backoff) }
