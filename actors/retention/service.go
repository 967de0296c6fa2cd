package retention

import (
	"context"
	"fmt"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/settings"
)

// batch is how many records of an object one portion deletes at most, and how many parts of
// threads.
const batch = 500

// Service deletes for good.
type Service struct {
	store Store
	set   Settings
}

// New makes the service.
func New(store Store, set Settings) *Service { return &Service{store, set} }

// keeps are for how long an organization keeps removed records, and what is out of use.
func (s *Service) keeps(ctx context.Context, organization id.ID) (records, retired time.Duration, err error) {
	set, err := s.set.StoredSettings(ctx, organization)
	if err != nil {
		return 0, 0, err
	}
	return kept(set.Retention)
}

func kept(r settings.Retention) (records, retired time.Duration, err error) {
	if r.DeletedDays <= 0 || r.LogHours <= 0 {
		return 0, 0, fmt.Errorf("a retention of %d days and %d hours", r.DeletedDays, r.LogHours)
	}
	retired = time.Duration(r.DeletedDays) * 24 * time.Hour
	return max(retired, time.Duration(r.LogHours)*time.Hour), retired, nil
}

// Due reports whether an organization has something to be deleted for good.
func (s *Service) Due(ctx context.Context, organization id.ID) (none Nothing, isDue bool, err error) {
	records, retired, err := s.keeps(ctx, organization)
	if err != nil {
		return none, false, err
	}
	n, err := s.store.Removed(ctx, organization, records)
	if n > 0 || err != nil {
		return none, n > 0, err
	}
	n, err = s.store.Retired(ctx, organization, retired)
	return none, n > 0, err
}

// Before deletes what was taken out of use: tables and columns go in transactions of their
// own, each of which waits for its place among the writers only briefly.
func (s *Service) Before(ctx context.Context, on feature.Portion) error {
	if on.Cursor != "" {
		return nil
	}
	_, retired, err := s.keeps(ctx, on.Organization)
	if err != nil {
		return err
	}
	_, err = s.store.PurgeRetired(ctx, on.Organization, retired)
	return err
}

// Portion deletes some of the records.
func (s *Service) Portion(ctx context.Context, on feature.Portion) (feature.Progress, error) {
	records, _, err := s.keeps(ctx, on.Organization)
	if err != nil {
		return on.Progress, err
	}
	next := on.Progress
	if on.Cursor == "" {
		if next.Total, err = s.store.Removed(ctx, on.Organization, records); err != nil {
			return on.Progress, err
		}
		next.Cursor = "records"
	}
	n, _, isAll, err := s.store.Purge(ctx, on.Organization, records, batch)
	if err != nil {
		return on.Progress, err
	}
	next.Done += n
	next.Total = max(next.Total, next.Done) // more became due meanwhile
	if next.Over = isAll; isAll {
		next.Total = next.Done
		next.Result = "Deleted for good: " + fault.Count(next.Done, "record", "records") + "."
	}
	return next, nil
}
