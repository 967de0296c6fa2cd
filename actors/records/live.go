package records

import (
	"context"
	"fmt"
	"strconv"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// PartialError says what became of each row of a change of several live records, of which
// some were refused although all had been agreed to: something changed in between.
type PartialError struct {
	// Outcomes are in the order of the input; nil is a row that was carried out.
	Outcomes []error
}

// Error implements error.
func (p *PartialError) Error() string {
	refused := 0
	for _, err := range p.Outcomes {
		if err != nil {
			refused++
		}
	}
	return fmt.Sprintf("%d of %d records were refused", refused, len(p.Outcomes))
}

// eachLive carries out n commands to live records. Their actors decide on all of them
// first, so that a refusal leaves nothing written and names its row.
func eachLive(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	if n > 1 {
		rehearsal := runtime.Rehearse(ctx)
		for i := range n {
			if err := do(rehearsal, i); err != nil {
				return fault.From(err).At(i)
			}
		}
	}
	outcomes := make([]error, n)
	refused := 0
	for i := range n {
		if err := do(ctx, i); err != nil {
			outcomes[i] = fault.From(err).At(i)
			refused++
		}
	}
	switch refused {
	case 0:
		return nil
	case n: // nothing was written
		return outcomes[0]
	default:
		return &PartialError{Outcomes: outcomes}
	}
}

func (s *Service) createLive(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, command string) (Written, error) {
	owner := s.owners[o.APIName]
	if owner == nil {
		return Written{}, fault.New(fault.Forbidden, "A record of %s can't be created this way", o.Title)
	}
	err := eachLive(ctx, len(intakes), func(ctx context.Context, i int) (err error) {
		intakes[i].record, err = owner.Create(ctx, p, o.APIName, intakes[i].set, rowCommand(command, i))
		return err
	})
	return s.answerLive(ctx, p, o, rights, intakes, err)
}

func (s *Service) patchLive(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, command string) (Written, error) {
	owner := s.owners[o.APIName]
	if owner == nil {
		return Written{}, fault.New(fault.Forbidden, "A record of %s can't be changed this way", o.Title)
	}
	err := eachLive(ctx, len(intakes), func(ctx context.Context, i int) error {
		in := intakes[i]
		if len(in.set) == 0 {
			return nil
		}
		ignored, err := owner.Patch(ctx, p, o.APIName, in.record, in.set, in.expect, rowCommand(command, i))
		if !runtime.IsRehearsal(ctx) {
			in.ignored = append(in.ignored, ignored...)
		}
		return err
	})
	return s.answerLive(ctx, p, o, rights, intakes, err)
}

func (s *Service) removeLive(ctx context.Context, p *access.Principal, o *schema.Object, writes []row.Write, expect int64, command string) error {
	owner := s.owners[o.APIName]
	if owner == nil {
		return fault.New(fault.Forbidden, "A record of %s can't be deleted this way", o.Title)
	}
	return eachLive(ctx, len(writes), func(ctx context.Context, i int) error {
		return owner.Remove(ctx, p, o.APIName, writes[i].ID, expect, rowCommand(command, i))
	})
}

// answerLive answers with the records as they stand, also where some were refused.
func (s *Service) answerLive(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, err error) (Written, error) {
	if _, partial := err.(*PartialError); err != nil && !partial { //nolint:errorlint // eachLive's own error
		return Written{}, err
	}
	written, failed := s.answer(ctx, p, o, rights, intakes)
	if failed != nil {
		return Written{}, failed
	}
	return written, err
}

// rowCommand gives each row of a live command an id of its own, so that a repeat
// of the whole repeats each.
func rowCommand(command string, index int) string {
	if command == "" || index == 0 {
		return command
	}
	return string(id.Derived("row:" + command + ":" + strconv.Itoa(index)))
}
