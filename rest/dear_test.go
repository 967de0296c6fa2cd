package rest_test

import (
	"context"
	"net/http"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/actors/budgets"
	"switchboard/actors/records"
	"switchboard/rest"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/row"
)

// counted is a Records whose lists count how many of them are there at once, and take
// so long by their own account.
type counted struct {
	rest.Records
	now, most atomic.Int64
	takes     time.Duration
	fails     bool
}

func (c *counted) List(ctx context.Context, p *access.Principal, object string, q records.ListRequest) (records.Listing, error) {
	n := c.now.Add(1)
	defer c.now.Add(-1)
	for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
	}
	page, err := c.Records.List(ctx, p, object, q)
	page.Took = c.takes
	if c.fails {
		err = fault.New(fault.Unavailable, "It took too long.")
	}
	return page, err
}

func (w *world) counting(takes time.Duration) *counted {
	w.t.Helper()
	c := &counted{Records: w.deps.Records, takes: takes}
	w.deps.Records, w.deps.Metrics = c, nil
	var err error
	if w.handler, err = rest.New(w.deps); err != nil {
		w.t.Fatal(err)
	}
	return c
}

// What nobody knows the cost of beforehand is read one after the other, and all of it
// is served.
func TestSearchesTakeTurns(t *testing.T) {
	search := "?filter=" + url.QueryEscape(`[{"field":"name","operator":"like","value":"x"}]`)
	for name, query := range map[string]string{"search": search, "long list": "?limit=1000"} {
		t.Run(name, func(t *testing.T) {
			w := bounded(t)
			c, p := w.counting(0), boss(w)
			answers := make(chan int, 20)
			for range cap(answers) {
				go func() { answers <- p.do("GET", "/v1/object/contact"+query, "").status }()
			}
			for range cap(answers) {
				if status := <-answers; status != http.StatusOK {
					t.Errorf("%s was answered with %d", query, status)
				}
			}
			if most := c.most.Load(); most != 1 {
				t.Errorf("%d of %s were read at once", most, query)
			}
		})
	}
}

// A list is charged for what the database did, also where it failed in the end; then
// other reading is refused and the rest goes on.
func TestListsThatTookLongAreChargedFor(t *testing.T) {
	for name, fails := range map[string]bool{"served": false, "failed": true} {
		t.Run(name, func(t *testing.T) {
			w := bounded(t)
			c, p := w.counting(time.Minute), boss(w)
			c.fails = fails
			p.do("GET", "/v1/object/contact", "").is(c.status())
			refused := p.do("GET", "/v1/object/contact", "").is(http.StatusTooManyRequests)
			if refused.header.Get("Retry-After") == "" {
				t.Error("nobody is told when to come back")
			}
			p.do("GET", "/v1/object/user/"+string(p.id), "").is(http.StatusTooManyRequests)
			p.do("GET", "/v1/me", "").is(http.StatusOK)
			p.do("POST", "/v1/object/note", `{"name":"N","notes":"x"}`).is(http.StatusOK)
			w.person("Colleague", row.Fields{"is_superuser": true}).do("GET", "/v1/object/contact", "").is(c.status())
		})
	}
}

func (c *counted) status() int {
	if c.fails {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// slowed counts the refusals that are slowed down.
type slowed struct {
	rest.Budgets
	n atomic.Int64
}

func (s *slowed) Refused(context.Context, *access.Principal) { s.n.Add(1) }

// Every refusal passes the place where many of them are slowed down; success does not.
func TestRefusalsAreCounted(t *testing.T) {
	w := bounded(t)
	s := &slowed{Budgets: budgets.New(defaults{}, memory.New(memory.Size, time.Now), memory.New(memory.Size, time.Now))}
	w.deps.Budgets = s
	w.deps.Metrics = nil
	var err error
	if w.handler, err = rest.New(w.deps); err != nil {
		t.Fatal(err)
	}
	p := boss(w)
	p.do("GET", "/v1/object/contact", "").is(http.StatusOK)
	if s.n.Load() != 0 {
		t.Error("success counts as a refusal")
	}
	p.do("GET", "/v1/object/contact?limit=x", "").is(http.StatusUnprocessableEntity)
	p.do("GET", "/v1/object/contact/nothing", "").is(http.StatusNotFound)
	p.do("POST", "/v1/object/note", `{`).is(http.StatusBadRequest)
	if n := s.n.Load(); n != 3 {
		t.Errorf("%d refusals were counted", n)
	}
}
