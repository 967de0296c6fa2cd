package queries

import (
	"context"
	"strconv"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
)

const (
	// liveCost is what a run of a live query may cost, as the planner guesses: it is run
	// again and again.
	liveCost = 50_000
	// liveTime is what the first one may take: the guess may be wrong.
	liveTime = 2 * time.Second
	// liveBytes is what its answer may hold: it is sent in one piece.
	liveBytes = 512 << 10
	// touchEvery is how often a query that is followed is kept on.
	touchEvery = time.Hour
)

// Follow makes a query live: it gives the id under which the principal can follow it, on
// any node. The same query has the same id.
func (s *Service) Follow(ctx context.Context, p *access.Principal, r Request, prepared query.Prepared) (id.ID, error) {
	plan, err := prepared.Explain(ctx)
	if err != nil {
		return "", err
	}
	if plan.Cost > liveCost {
		return "", fault.Field("live", "This query is too expensive to be live: its estimated cost is %.0f and the limit is %d. Request fewer records, or filter by sortable fields.", plan.Cost, liveCost)
	}
	d := query.Definition{Text: r.Text, Page: r.Page, Limit: r.Limit}
	d.ID = id.Derived("live query " + string(p.User) + " " + strconv.Itoa(r.Page) + " " + strconv.Itoa(r.Limit) + " " + r.Text)
	return d.ID, s.store.KeepQuery(ctx, p.Organization, p.User, d)
}

// Followable refuses to have an answer followed that took too long or is too large.
func Followable(a *query.Answer) error {
	if a.Took > liveTime {
		return fault.Field("live", "This query is too slow to be live: it took %d ms and the limit is %d ms. Request fewer records, or filter by sortable fields.", a.Took.Milliseconds(), liveTime.Milliseconds())
	}
	if a.Bytes > liveBytes {
		return tooLarge()
	}
	return nil
}

func tooLarge() error {
	return fault.Field("live", "The result of a live query is limited to %d KiB. Request fewer records or fields.", liveBytes>>10)
}

// Live returns a principal's live query, which runs under their current rights.
func (s *Service) Live(ctx context.Context, p *access.Principal, of id.ID) (query.Live, error) {
	d, err := s.store.KeptQuery(ctx, p.Organization, p.User, of)
	if err != nil {
		return nil, err
	}
	watch, err := s.store.WatchQuery(query.Request{Text: d.Text, Reader: p})
	if err != nil {
		return nil, err
	}
	return &live{service: s, principal: p, definition: d, watch: watch, touched: s.now()}, nil
}

// live is a live query of somebody.
type live struct {
	service    *Service
	principal  *access.Principal
	definition query.Definition
	watch      *query.Watch

	mu      sync.Mutex
	touched time.Time // when it was kept on
}

// Watch implements query.Live.
func (l *live) Watch() *query.Watch { return l.watch }

// Run implements query.Live.
func (l *live) Run(ctx context.Context) (query.Answer, error) {
	if err := l.keep(ctx); err != nil {
		return query.Answer{}, err
	}
	s, p, d := l.service, l.principal, l.definition
	q := query.Request{Text: d.Text, Reader: p, Page: d.Page, Limit: d.Limit, Key: l.watch.ID() + 1}
	q.Clock = func() (query.Clock, error) { return s.Clock(ctx, p) }
	prepared, err := s.store.PrepareQuery(ctx, p.Organization, q)
	if err != nil {
		return query.Answer{}, err
	}
	answer, err := prepared.Run(ctx)
	if err == nil && answer.Bytes > liveBytes {
		return answer, tooLarge()
	}
	return answer, err
}

// keep has the query kept on while it is followed.
func (l *live) keep(ctx context.Context) error {
	l.mu.Lock()
	due := l.service.now().Sub(l.touched) >= touchEvery
	if due {
		l.touched = l.service.now()
	}
	l.mu.Unlock()
	if !due {
		return nil
	}
	return l.service.store.KeepQuery(ctx, l.principal.Organization, l.principal.User, l.definition)
}
