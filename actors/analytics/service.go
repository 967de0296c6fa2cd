package analytics

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/report"
)

// Store is what reports need of the database (storage/pg).
type Store interface {
	PrepareTree(ctx context.Context, organization id.ID, q query.TreeRequest) (query.PreparedTree, error)
}

// Records reads what a principal may read (actors/records).
type Records interface {
	Get(ctx context.Context, p *access.Principal, object string, record id.ID) (entry.Fields, error)
}

// Clocks tell by whose clock days are read (actors/queries).
type Clocks interface {
	Clock(ctx context.Context, p *access.Principal) (query.Clock, error)
}

// Service makes reports.
type Service struct {
	store   Store
	records Records
	clocks  Clocks
	kept    *kept
	now     func() time.Time
}

// New makes the service.
func New(store Store, records Records, clocks Clocks) *Service {
	return &Service{store: store, records: records, clocks: clocks, kept: newKept(keptBytes), now: time.Now}
}

// Request asks for a report: a saved one, a saved query, or what the rest says; where both
// say something, the request goes before what was saved.
type Request struct {
	Report, Query id.ID // "" for none
	Source        report.Source
	Settings      report.Settings
	// Bypass makes the report again. Longest is how old a kept one may be, 0 for an hour.
	Bypass  bool
	Longest time.Duration
}

// Prepared is a report that was found good.
type Prepared struct {
	service *Service
	plan    *report.Plan
	query   query.PreparedTree
	clock   query.Clock
	key     string
	request *Request
}

// Made is a report as JSON.
type Made struct {
	JSON []byte
	At   time.Time
	Kept bool // it was made before
	Took time.Duration
}

// Prepare holds a request to its rules and to the principal's rights.
func (s *Service) Prepare(ctx context.Context, p *access.Principal, r Request) (*Prepared, error) {
	if err := s.saved(ctx, p, &r); err != nil {
		return nil, err
	}
	plan, err := report.Make(r.Source, r.Settings, p)
	if err != nil {
		return nil, err
	}
	out := &Prepared{service: s, plan: plan, request: &r}
	clock := sync.OnceValues(func() (query.Clock, error) { return s.clocks.Clock(ctx, p) })
	if plan.Dated() {
		if out.clock, err = clock(); err != nil {
			return nil, err
		}
	}
	out.query, err = s.store.PrepareTree(ctx, p.Organization, query.TreeRequest{Tree: plan.Tree, Reader: p, Clock: clock, Most: report.Rows})
	if err != nil {
		return nil, plan.Refuse(err)
	}
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return nil, fault.From(err)
	}
	shape := sha256.New()
	shape.Write(settings)
	if plan.Dated() {
		shape.Write([]byte(out.clock.Zone.String() + out.clock.WeekStart.String()))
	}
	out.key = out.query.Key() + hex.EncodeToString(shape.Sum(nil))
	return out, nil
}

// Kept returns the report as it was made before, where nothing has changed since; ok is false for
// one that must be made.
func (x *Prepared) Kept(ctx context.Context) (out Made, ok bool, err error) {
	one := x.service.kept.get(x.key)
	if one == nil || x.request.Bypass {
		return out, false, nil
	}
	longest := longestKept
	if x.request.Longest > 0 {
		longest = min(longest, x.request.Longest)
	}
	if x.service.now().Sub(one.at) > longest {
		return out, false, nil
	}
	began := time.Now()
	now, changed, err := x.query.Since(ctx, one.mark)
	if err != nil || changed {
		return out, false, err
	}
	x.service.kept.move(x.key, one, now)
	return Made{JSON: one.json, At: one.at, Kept: true, Took: time.Since(began)}, true, nil
}

// Run makes the report.
func (x *Prepared) Run(ctx context.Context) (out Made, err error) {
	out.At = x.service.now()
	rows, err := x.query.Run(ctx)
	out.Took = rows.Took
	if err != nil {
		return out, err
	}
	out.JSON, err = json.Marshal(x.plan.Figures(rows.Cells, rows.More, x.clock))
	if err != nil {
		return out, fault.From(err)
	}
	x.service.kept.put(x.key, &answer{json: out.JSON, at: out.At, mark: rows.Mark})
	return out, nil
}
