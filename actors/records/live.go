package records

import (
	"context"
	"errors"
	"strconv"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// PartialError says what became of each row of a change of several live records, of
// which some were refused although all had been agreed to.
type PartialError = runtime.PartialError

func (s *Service) createLive(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, command string) (Written, error) {
	owner := s.owners[o.APIName]
	if owner == nil {
		return Written{}, fault.New(fault.Forbidden, "A record of %s can't be created this way", o.Title)
	}
	rows := make([]row.ChangeRequest, len(intakes))
	for i, in := range intakes {
		rows[i] = row.ChangeRequest{Set: in.set, Command: rowCommand(command, i)}
	}
	made, err := owner.Create(ctx, p, o.APIName, rows)
	for i := range made {
		intakes[i].record = made[i]
	}
	return s.answerLive(ctx, p, o, rights, intakes, err)
}

func (s *Service) patchLive(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, command string) (Written, error) {
	owner := s.owners[o.APIName]
	if owner == nil {
		return Written{}, fault.New(fault.Forbidden, "A record of %s can't be changed this way", o.Title)
	}
	var rows []row.ChangeRequest
	var places []int // of the rows that change something
	for i, in := range intakes {
		if len(in.set) > 0 {
			rows = append(rows, row.ChangeRequest{Record: in.record, Set: in.set, Expect: in.expect, Command: rowCommand(command, i)})
			places = append(places, i)
		}
	}
	var err error
	if len(rows) > 0 {
		err = replaced(owner.Patch(ctx, p, o.APIName, rows), places, len(intakes))
	}
	return s.answerLive(ctx, p, o, rights, intakes, err)
}

// replaced makes what is said of some rows of a list what is said of the list.
func replaced(err error, places []int, n int) error {
	if err == nil {
		return nil
	}
	if partial, ok := errors.AsType[*PartialError](err); ok {
		outcomes := make([]error, n)
		for i, err := range partial.Outcomes {
			if err != nil {
				outcomes[places[i]] = fault.From(err).At(places[i])
			}
		}
		return &PartialError{Outcomes: outcomes}
	}
	f := fault.From(err)
	if f.Index < 0 || f.Index >= len(places) {
		return f
	}
	return f.At(places[f.Index])
}

func (s *Service) removeLive(ctx context.Context, p *access.Principal, o *schema.Object, writes []row.Write, expect int64, command string) error {
	owner := s.owners[o.APIName]
	if owner == nil {
		return fault.New(fault.Forbidden, "A record of %s can't be deleted this way", o.Title)
	}
	rows := make([]row.ChangeRequest, len(writes))
	for i, w := range writes {
		rows[i] = row.ChangeRequest{Record: w.ID, Expect: expect, Command: rowCommand(command, i)}
	}
	return owner.Remove(ctx, p, o.APIName, rows)
}

// answerLive answers with the records as they stand, also where some were refused.
func (s *Service) answerLive(ctx context.Context, p *access.Principal, o *schema.Object, rights *access.Rights, intakes []*intake, err error) (Written, error) {
	if _, partial := errors.AsType[*PartialError](err); err != nil && !partial {
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
