package rest_test

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"switchboard/actors/budgets"
	"switchboard/rest"
	"switchboard/storage/access"
)

// charges keep note of what was read, and by which budget.
type charges struct {
	rest.Budgets

	mu     sync.Mutex
	kinds  []budgets.Reading
	bytes  int
	closed int
}

func (*charges) Enter(context.Context, *access.Principal, budgets.Kind) (func(), error) {
	return func() {}, nil
}

func (*charges) Refused(context.Context, *access.Principal) {}

func (c *charges) Read(_ context.Context, _ *access.Principal, what budgets.Reading) (func(time.Duration, int), error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kinds = append(c.kinds, what)
	return func(_ time.Duration, bytes int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.bytes, c.closed = c.bytes+bytes, c.closed+1
	}, nil
}

// To make a report is as dear as a search, to give a kept one no more than a list; one that
// is refused costs nothing.
func TestWhatReportsAreChargedFor(t *testing.T) {
	o := newOffice(t)
	c := &charges{}
	o.serve(func(d *rest.Deps) { d.Budgets = c })
	const body = `{"object":"contact","chartType":"Pie","field":"owner"}`
	o.boss.report(`{"object":"contact","chartType":"Pie"}`).problem(http.StatusUnprocessableEntity)
	if len(c.kinds) > 0 {
		t.Errorf("a refused report was charged for: %v", c.kinds)
	}
	first := o.boss.report(body)
	if !slices.Equal(c.kinds, []budgets.Reading{budgets.List, budgets.Search}) || c.bytes != len(first.body) || c.closed != 2 {
		t.Errorf("a report is read as %v, %d bytes of %d, %d ended", c.kinds, c.bytes, len(first.body), c.closed)
	}
	if second := o.boss.report(body); !second.kept() || !slices.Equal(c.kinds[2:], []budgets.Reading{budgets.List}) || c.bytes != 2*len(first.body) || c.closed != 3 {
		t.Errorf("a kept one is read as %v, %d bytes of %d, %d ended", c.kinds[2:], c.bytes, len(first.body), c.closed)
	}
}
