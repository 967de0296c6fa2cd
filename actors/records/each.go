package records

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
)

// CreateEach makes a record of each row by itself: one that is refused keeps no other from
// being made. What became of each is always told by a PartialError, and the records stand
// at the places of their rows.
func (s *Service) CreateEach(ctx context.Context, p *access.Principal, object string, rows []Input, command string) (Written, error) {
	if err := p.MayCreate(object); err != nil {
		return Written{}, err
	}
	return each(rows, func(i int) (Written, error) {
		return s.Create(ctx, p, object, rows[i:i+1], rowCommand(command, i))
	})
}

// PatchEach is CreateEach for changes.
func (s *Service) PatchEach(ctx context.Context, p *access.Principal, object string, rows []Input, command string) (Written, error) {
	if _, _, err := s.object(p, object); err != nil {
		return Written{}, err
	}
	if err := p.MayChange(object); err != nil {
		return Written{}, err
	}
	if err := massive(p, len(rows)); err != nil {
		return Written{}, err
	}
	return each(rows, func(i int) (Written, error) {
		return s.Patch(ctx, p, object, rows[i:i+1], 0, rowCommand(command, i))
	})
}

// each writes the rows one after the other. Where there is no time left, or the database is
// away, the rest is not tried: they have the same refusal.
func each(rows []Input, write func(i int) (Written, error)) (Written, error) {
	if err := count(rows); err != nil {
		return Written{}, err
	}
	out := Written{Records: make([]entry.Fields, len(rows))}
	outcomes := make([]error, len(rows))
	ignored := map[string]bool{}
	var gone error
	for i := range rows {
		if gone != nil {
			outcomes[i] = fault.From(gone).At(i)
			continue
		}
		written, err := write(i)
		if err != nil {
			outcomes[i] = fault.From(err).At(i)
			if fault.Is(err, fault.Unavailable) {
				gone = err
			}
			continue
		}
		out.Records[i] = written.Records[0]
		out.Brief += written.Brief
		for _, name := range written.Ignored {
			if !ignored[name] {
				ignored[name] = true
				out.Ignored = append(out.Ignored, name)
			}
		}
	}
	return out, &PartialError{Outcomes: outcomes}
}
