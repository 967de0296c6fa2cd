package queries

import (
	"context"
	"slices"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// Store is what the service needs of the database (storage/pg).
type Store interface {
	PrepareQuery(ctx context.Context, organization id.ID, q query.Request) (query.Prepared, error)
	WatchQuery(q query.Request) (*query.Watch, error)
	KeepQuery(ctx context.Context, organization, user id.ID, d query.Definition) error
	KeptQuery(ctx context.Context, organization, user, of id.ID) (query.Definition, error)
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
}

// Settings tells what an organization has set (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

// Service answers queries.
type Service struct {
	store    Store
	settings Settings
	zones    *zones
	now      func() time.Time
}

// New makes the service. It must follow the log, and be told of what this node commits
// (Forget).
func New(store Store, settings Settings) *Service {
	return &Service{store: store, settings: settings, zones: newZones(), now: time.Now}
}

// Request is a query as a client sends it.
type Request struct {
	Text string
	// Page and Limit go before what the text says of them; 0 leaves it.
	Page, Limit int
	// Live says that the answer is to be followed.
	Live bool
}

// Prepare compiles a query for a principal.
func (s *Service) Prepare(ctx context.Context, p *access.Principal, r Request) (query.Prepared, error) {
	q := query.Request{Text: r.Text, Reader: p, Limit: r.Limit, Page: r.Page}
	q.Clock = func() (query.Clock, error) { return s.Clock(ctx, p) }
	return s.store.PrepareQuery(ctx, p.Organization, q)
}

// PreparePage is Prepare of a page of a query, from 1, with so many rows; 0 leaves what its text says.
func (s *Service) PreparePage(ctx context.Context, p *access.Principal, text string, page, limit int) (query.Prepared, error) {
	return s.Prepare(ctx, p, Request{Text: text, Page: page, Limit: limit})
}

// Explain tells superusers how the database would go about a query.
func (s *Service) Explain(ctx context.Context, p *access.Principal, text string) (query.Explanation, error) {
	if !p.Superuser {
		return query.Explanation{}, fault.New(fault.Forbidden, "Only a superuser can see the query plan")
	}
	prepared, err := s.Prepare(ctx, p, Request{Text: text})
	if err != nil {
		return query.Explanation{}, err
	}
	return prepared.Explain(ctx)
}

// Clock is the principal's: his own zone where he has one, else his organization's, whose
// weeks are everybody's.
func (s *Service) Clock(ctx context.Context, p *access.Principal) (query.Clock, error) {
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return query.Clock{}, err
	}
	c := query.Clock{Now: s.now().UTC(), Zone: set.Location(), WeekStart: weekday(set.WeekStart)}
	own, err := s.zoneOf(ctx, p)
	if own != nil {
		c.Zone = own
	}
	return c, err
}

var days = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

func weekday(name string) time.Weekday {
	return time.Weekday(max(0, slices.Index(days, strings.ToLower(name))))
}
