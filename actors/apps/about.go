package apps

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
)

// About is what the page of an app shows besides its record.
type About struct {
	// Counts are the numbers of its objects, fields and records, by their kinds.
	Counts map[string]int `json:"counts"`
	// Members are the ids of its records, by object.
	Members map[string][]id.ID `json:"members"`
	// Version is the newest one, 0 for none.
	Version     int          `json:"version"`
	Versions    []Published  `json:"versions"`
	Deployments []Done       `json:"deployments"`
	Subscribers []Subscriber `json:"subscribers"`
	// Environments are the organization's; Next is the one that follows, "" for none.
	Environments []string `json:"environments"`
	Next         id.ID    `json:"next"`
}

// Published is a version.
type Published struct {
	Version int       `json:"version"`
	At      time.Time `json:"at"`
	By      id.ID     `json:"by"`
}

// Done is a deployment to this organization.
type Done struct {
	ID      id.ID     `json:"id"`
	Kind    string    `json:"kind"`
	Version int       `json:"version"`
	At      time.Time `json:"at"`
	By      id.ID     `json:"by"`
	Undone  bool      `json:"undone"`
	// Steps is how much it changed.
	Steps int `json:"steps"`
}

// Subscriber is an organization that installed the app.
type Subscriber struct {
	ID      id.ID     `json:"id"`
	Name    string    `json:"name"`
	Version int       `json:"version"`
	Detail  string    `json:"detail"`
	At      time.Time `json:"at"`
}

// shownSubscribers bounds the subscribers that a page lists.
const shownSubscribers = 200

// About returns what belongs to an app, and what became of it.
func (s *Service) About(ctx context.Context, p *access.Principal, app id.ID) (About, error) {
	if err := s.ours(ctx, p, app); err != nil {
		return About{}, err
	}
	now, err := s.current(ctx, p, app)
	if err != nil {
		return About{}, err
	}
	out := About{Counts: counts(now), Members: membersOf(now), Versions: []Published{}, Deployments: []Done{}, Subscribers: []Subscriber{}, Environments: []string{}}
	versions, err := s.store.AppVersions(ctx, p.Organization, app, shownTimes)
	if err != nil {
		return About{}, err
	}
	for i, v := range versions {
		if i == 0 {
			out.Version = v.Version
		}
		out.Versions = append(out.Versions, Published{v.Version, v.At, v.By})
	}
	deployments, err := s.store.Deployments(ctx, p.Organization, app, shownTimes)
	if err != nil {
		return About{}, err
	}
	for _, d := range deployments {
		var plan struct{ Steps []json.RawMessage }
		if json.Unmarshal(d.Plan, &plan) != nil {
			plan.Steps = nil
		}
		out.Deployments = append(out.Deployments, Done{d.ID, d.Kind, d.Version, d.At, d.By, d.Undone, len(plan.Steps)})
	}
	subscribers, err := s.store.Subscribers(ctx, p.Organization, app, "", shownSubscribers)
	if err != nil {
		return About{}, err
	}
	for _, one := range subscribers {
		out.Subscribers = append(out.Subscribers, Subscriber{one.Organization, one.Name, one.Version, one.Detail, one.At})
	}
	set, err := s.settings.Settings(ctx, p.Organization)
	if err != nil {
		return About{}, err
	}
	if out.Environments = set.Environments; out.Environments == nil {
		out.Environments = []string{}
	}
	if at := next(set.Environments, p.Organization); at != "" {
		out.Next = at
	}
	return out, nil
}

// Counts returns how much belongs to an app, by kind.
func (s *Service) Counts(ctx context.Context, p *access.Principal, app id.ID) (map[string]int, error) {
	if err := s.ours(ctx, p, app); err != nil {
		return nil, err
	}
	now, err := s.current(ctx, p, app)
	if err != nil {
		return nil, err
	}
	return counts(now), nil
}

func membersOf(p *Package) map[string][]id.ID {
	out := map[string][]id.ID{}
	for _, object := range recordObjects() {
		out[object] = []id.ID{}
	}
	for i := range p.Records {
		out[p.Records[i].Object] = append(out[p.Records[i].Object], p.Records[i].ID)
	}
	return out
}

func counts(p *Package) map[string]int {
	out := map[string]int{"object": 0, "field": 0}
	for _, object := range recordObjects() {
		out[object] = 0
	}
	for i := range p.Objects {
		if !p.Objects[i].Extends {
			out["object"]++
		}
		out["field"] += len(p.Objects[i].Fields)
	}
	for i := range p.Records {
		out[p.Records[i].Object]++
	}
	return out
}
