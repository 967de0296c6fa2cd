package records

import (
	"context"

	"switchboard/storage/id"
	"switchboard/storage/pg/people"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/projection"
)

// Resolve asks for everything wanted in one round trip, and for the people whom everybody
// knows in none.
func (s *Reader) Resolve(ctx context.Context, from pool.Source, organization id.ID, w *projection.Wanted) (names *projection.Resolved, err error) {
	if s.pool.Transaction(ctx) != nil { // it reads what nobody else may know yet
		return projection.Resolve(ctx, from, w)
	}
	asked := w.People()
	if s.people.Find(organization, asked, w.Person) == 0 {
		return projection.Resolve(ctx, from, w)
	}
	reading := s.people.Read(organization)
	defer func() {
		var read map[id.ID]people.Person
		if err == nil {
			read = names.People(asked)
		}
		reading.End(read)
	}()
	return projection.Resolve(ctx, from, w)
}
