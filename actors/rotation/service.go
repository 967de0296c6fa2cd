package rotation

import (
	"context"
	"encoding/json"
	"fmt"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// Service has fields sealed again.
type Service struct {
	store Store
	jobs  Jobs
	ring  *seal.Ring
}

// New makes the service of a node that has a ring of keys.
func New(store Store, jobs Jobs, ring *seal.Ring) *Service { return &Service{store, jobs, ring} }

// Rotate starts the job for a superuser. Errors: fault.Forbidden, fault.Limited.
func (s *Service) Rotate(ctx context.Context, p *access.Principal, command string) (id.ID, error) {
	return s.jobs.StartJob(ctx, p, Kind, Work{s.ring.Begins()}, command)
}

// Due reports whether an organization has values of former keys that can be sealed again.
func (s *Service) Due(ctx context.Context, organization id.ID) (w Work, isDue bool, err error) {
	if !s.ring.Former() {
		return w, false, nil
	}
	_, isDue, err = s.store.SealedBefore(ctx, s.ring, organization)
	return Work{s.ring.Begins()}, isDue, err
}

// place is how far a job has got.
type place struct {
	row.SealedPlace

	Left int64 `json:"left,omitempty"` // values that could not be opened
}

// Portion seals some of the values again.
func (s *Service) Portion(ctx context.Context, on feature.Portion, w Work) (feature.Progress, error) {
	if w.Key != s.ring.Begins() {
		return on.Progress, fault.New(fault.Unavailable, "This node has another first key than the one that started the job.")
	}
	next, at := on.Progress, place{}
	if on.Cursor == "" {
		total, _, err := s.store.SealedBefore(ctx, s.ring, on.Organization)
		if err != nil {
			return on.Progress, err
		}
		next.Total = total
	} else if err := json.Unmarshal([]byte(on.Cursor), &at); err != nil {
		return on.Progress, fmt.Errorf("place of a rotation: %w", err)
	}
	to, sealed, left, err := s.store.SealAgain(ctx, s.ring, on.Organization, at.SealedPlace)
	if err != nil {
		return on.Progress, err
	}
	at.SealedPlace, at.Left = to, at.Left+left
	next.Done += sealed
	cursor, err := json.Marshal(at)
	if err != nil {
		return on.Progress, fmt.Errorf("place of a rotation: %w", err)
	}
	next.Cursor = string(cursor)
	next.Total = max(next.Total, next.Done+at.Left)
	if next.Over = to.IsOver; next.Over {
		next.Result = told(next.Done, at.Left)
	}
	return next, nil
}

// told says what came of a job.
func told(sealed, left int64) string {
	text := fmt.Sprintf("Values encrypted by the first key: %d.", sealed)
	if left > 0 {
		text += fmt.Sprintf(" Values that no key of SWITCHBOARD_FIELD_KEYS opens, or that were changed outside: %d.", left)
	}
	return text
}
