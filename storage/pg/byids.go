package pg

import (
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
)

// member is the column of a field of the route rule, or what stands for none.
func (t *table) member(none, field string) string {
	if c := t.column(field); c != nil {
		return c.alias
	}
	return none
}

// byIDs is a statement about some records, for one of them, a few and many. A list
// of unknown length makes the server plan each time anew, which takes longer than to
// find the rows; of a few there nearly always are.
type byIDs struct{ one, few, many string }

// fewIDs is how many ids the statement for a few takes, some of them twice.
const fewIDs = 4

func newByIDs(upToID string) byIDs {
	return byIDs{
		one: upToID + " = $1::uuid", few: upToID + " IN ($1::uuid, $2::uuid, $3::uuid, $4::uuid)", many: upToID + " = ANY($1::uuid[])",
	}
}

func (s byIDs) queue(batch *pgx.Batch, ids map[id.ID]struct{}) *pgx.QueuedQuery {
	list := slices.Collect(maps.Keys(ids))
	switch {
	case len(list) == 1:
		return batch.Queue(s.one, string(list[0]))
	case len(list) > fewIDs:
		return batch.Queue(s.many, uuidArray(list))
	}
	args := make([]any, fewIDs)
	for i := range args {
		args[i] = string(list[i%len(list)])
	}
	return batch.Queue(s.few, args...)
}
