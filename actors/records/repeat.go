package records

import (
	"context"
	"strconv"

	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Repeats of a command are answered as its first time.

// repeated tells whether the command was carried out before: its first record has
// an id derived from it.
func (s *Service) repeated(ctx context.Context, p *access.Principal, o *schema.Object, first id.ID, command string) (bool, error) {
	if command == "" {
		return false, nil
	}
	done, _, err := sight.Some(ctx, s.store, p, []id.ID{first}, row.ReadRequest{Object: o.APIName, Fields: none})
	return len(done) > 0, err
}

// newID derives the id from the command where there is one.
func newID(p *access.Principal, o *schema.Object, command string, index int) id.ID {
	if command == "" {
		return id.New()
	}
	return id.Derived("create:" + string(p.Organization) + ":" + string(p.User) + ":" + o.APIName + ":" + command + ":" + strconv.Itoa(index))
}

// once names what a command on records of the object does once.
func once(o *schema.Object) string { return "records " + o.APIName }

// wasDone tells whether the command was carried out before.
func (s *Service) wasDone(ctx context.Context, p *access.Principal, o *schema.Object, command string) bool {
	if command == "" {
		return false
	}
	done, err := s.store.CarriedOut(ctx, p.Organization, p.User, command, once(o))
	return err == nil && done
}

// intakesOf are rows that change nothing of the records.
func intakesOf(ids []id.ID) []*intake {
	out := make([]*intake, len(ids))
	for i, one := range ids {
		out[i] = &intake{record: one}
	}
	return out
}
