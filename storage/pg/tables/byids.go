package tables

import (
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
)

// member is the column of a field of the route rule, or what stands for none.
func (t *Table) member(none, field string) string {
	if c := t.Column(field); c != nil {
		return c.Alias
	}
	return none
}

// ByIDs is a statement about some records, for one of them, a few and many. A list of unknown
// length makes the server plan each time again, which takes longer than to find the rows; of a
// few there nearly always are.
type ByIDs struct{ One, few, many, upTo string }

// fewIDs is how many ids the statement for a few takes, some of them twice.
const fewIDs = 4

func newByIDs(upToID string) ByIDs {
	return ByIDs{
		One: upToID + " = $1::uuid", few: upToID + " IN ($1::uuid, $2::uuid, $3::uuid, $4::uuid)", many: upToID + " = ANY($1::uuid[])", upTo: upToID,
	}
}

// Queue adds the statement for some ids to a batch.
func (s ByIDs) Queue(batch *pgx.Batch, ids map[id.ID]struct{}) *pgx.QueuedQuery {
	list := slices.Collect(maps.Keys(ids))
	switch {
	case len(list) == 1:
		return batch.Queue(s.One, string(list[0]))
	case len(list) > fewIDs:
		return batch.Queue(s.many, IDArray(list))
	}
	args := make([]any, fewIDs)
	for i := range args {
		args[i] = string(list[i%len(list)])
	}
	return batch.Queue(s.few, args...)
}
