package records

import (
	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/people"
	"switchboard/storage/pg/projection"
	"switchboard/storage/row"
)

// onlyOne is the record that a request asks for, "" where it may find others.
func onlyOne(r *row.ReadRequest) id.ID {
	if len(r.Where) != 1 || r.Where[0].Field != "id" || r.Filter != nil || r.AsOf != nil || sought(r) {
		return ""
	}
	if ids, _ := r.Where[0].Value.([]id.ID); r.Where[0].Operator == "IN" && len(ids) == 1 {
		return ids[0]
	}
	return ""
}

// around adds the question for the people whom the one record of a request names, where
// nobody of its organization is known. Once all is read, keep gives them.
func (p *reading) around(batch *pgx.Batch) (keep func(read bool) *projection.Resolved) {
	record := onlyOne(p.request)
	if record == "" || !p.within && p.people.Any(p.organization) {
		return func(bool) *projection.Resolved { return nil }
	}
	end := func(map[id.ID]people.Person) {}
	if !p.within {
		end = p.people.Read(p.organization).End
	}
	known := projection.Around(batch, p.of, p.table, record)
	return func(read bool) *projection.Resolved {
		if !read {
			end(nil)
			return nil
		}
		end(known.People(nil))
		return known
	}
}
