package jobs

import (
	"context"
	"fmt"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// organizationsAtOnce is how many organizations a round reads at a time.
const organizationsAtOnce = 100

// rounds are the kinds of jobs that the product starts by itself.
func (s *Service) rounds() row.Rounds {
	r := row.Rounds{Every: map[string]time.Duration{}, Do: s.Round}
	for name, k := range s.kinds {
		if every := k.Every(); every > 0 {
			r.Every[name] = every
		}
	}
	return r
}

// Round asks the organizations behind one, for a while, whether a job of a kind is due, and
// starts it where it is. One that can't be asked is left to the next round.
func (s *Service) Round(ctx context.Context, name string, after id.ID, until time.Time) (next id.ID, left []error, err error) {
	k := s.kinds[name]
	for {
		organizations, err := s.store.OrganizationsAfter(ctx, after, organizationsAtOnce)
		if err != nil {
			return "", left, err
		}
		for _, after = range organizations {
			err := errPanicked
			s.panics.Round(panics.Background, func() { err = s.look(ctx, k, after) })
			switch {
			case ctx.Err() != nil:
				return "", left, ctx.Err()
			case err != nil:
				left = append(left, fmt.Errorf("organization %s: %w", after, err))
			}
			if !s.now().Before(until) {
				return after, left, nil
			}
		}
		if len(organizations) < organizationsAtOnce {
			return "", left, nil
		}
	}
}

// look starts a job of a kind in an organization where it is due and none is under way. Twice
// in one of its times it starts none.
func (s *Service) look(ctx context.Context, k kind, organization id.ID) error {
	payload, isDue, err := k.Due(ctx, k.door, organization)
	if !isDue || err != nil {
		return err
	}
	open, err := s.store.Find(ctx, organization, row.Query{Object: Object, Fields: []string{"status"}, Limit: 1, Where: []row.Condition{
		{Field: "kind", Operator: "=", Value: k.Name}, {Field: "status", Operator: "IN", Value: []string{Queued, Running}},
	}})
	if len(open) > 0 || err != nil {
		return err
	}
	p, err := s.principals.ActsForProduct(ctx, organization)
	if err != nil {
		return err
	}
	job := id.Derived(fmt.Sprint("round ", organization, " ", k.Name, " ", s.now().Truncate(k.Every()).Unix()))
	if err = s.begin(ctx, &p, k, job, "", row.JSONValue(payload)); fault.Is(err, fault.Conflict) {
		return nil
	}
	return err
}

// actsFor returns on whose behalf a job is done. One without an owner is the product's, of a kind
// that it starts by itself.
func (s *Service) actsFor(ctx context.Context, organization id.ID, k kind, owner id.ID) (access.Principal, error) {
	if owner == "" && k.Every() > 0 {
		return s.principals.ActsForProduct(ctx, organization)
	}
	return s.principals.ActsFor(ctx, organization, owner)
}
