package records

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// sortKey is one value by which a list is sorted.
type sortKey struct {
	text, sql  string
	descending bool
	nullable   bool
}

// keys are the values by which an order sorts, without the id that breaks ties.
func (q *statement) keys(orders []row.Order) ([]sortKey, error) {
	out := make([]sortKey, 0, len(orders))
	for _, o := range orders {
		c, err := q.column(o.Field)
		if err != nil {
			return nil, err
		}
		text, err := q.sortKey(c)
		if err != nil {
			return nil, err
		}
		key := sortKey{text: text, sql: c.Kind.Column.SQL, descending: o.Descending, nullable: tables.Constraint(c.Field.Name) == ""}
		if c.Kind.ByName {
			key.sql = "text"
		}
		out = append(out, key)
	}
	return out, nil
}

// behind is the statement of a page that begins behind a place. What has no value comes
// last, either way; it is a selection of its own, so that an index leads to each.
func (q *statement) behind(r *row.ReadRequest, list, from, order, page string) (string, error) {
	keys, err := q.keys(r.Order)
	if err != nil {
		return "", err
	}
	if len(keys) == 0 || len(r.After.Keys) != len(keys) {
		return "", fault.Field("cursor", "This cursor belongs to a list in another order")
	}
	values := make([]string, len(keys))
	for i, value := range r.After.Keys {
		if value != nil {
			values[i] = q.arg(*value, keys[i].sql)
		}
	}
	last := keys[len(keys)-1]
	one := q.arg(r.After.ID, "uuid")
	if len(keys) == 1 && values[0] != "" {
		return q.behindOne(last, values[0], one, list, from, order, page), nil
	}
	var ways, same []string
	for i, key := range keys {
		if values[i] == "" {
			same = append(same, key.text+" IS NULL")
			continue
		}
		beyond := key.text + beyondSign(key.descending) + values[i]
		if key.nullable {
			beyond = "(" + beyond + " OR " + key.text + " IS NULL)"
		}
		ways = append(ways, strings.Join(append(slices.Clip(same), beyond), " AND "))
		same = append(same, key.text+" = "+values[i])
	}
	ways = append(ways, strings.Join(append(same, "t.id"+beyondSign(last.descending)+one), " AND "))
	return "SELECT " + list + from + " AND (" + strings.Join(ways, " OR ") + ") ORDER BY " + order + page, nil
}

// behindOne is that of a list which is sorted by one value, where the place has it.
func (q *statement) behindOne(key sortKey, value, one, list, from, order, page string) string {
	pair := " AND (" + key.text + ", t.id)" + beyondSign(key.descending) + "(" + value + ", " + one + ")"
	if !key.nullable {
		return "SELECT " + list + from + pair + " ORDER BY " + order + page
	}
	return "SELECT " + list + " FROM ((SELECT t.*, 0 AS part" + from + pair + " ORDER BY " + order + page + ") UNION ALL (SELECT t.*, 1" +
		from + " AND " + key.text + " IS NULL ORDER BY " + order + page + ")) t ORDER BY t.part, " + order + page
}

func beyondSign(descending bool) string {
	if descending {
		return " < "
	}
	return " > "
}

// lastPlaces are how many records a page's end is looked for among.
const lastPlaces = 3

// PlaceOf gives the place of the last of some records of an object in an order, of those at
// the end that have not changed since they were read; nil where all have.
func (s *Reader) PlaceOf(ctx context.Context, organization id.ID, object string, orders []row.Order, read []row.Item) (*row.Place, error) {
	q, err := s.about(ctx, organization, object)
	if err != nil || len(read) == 0 {
		return nil, err
	}
	keys, err := q.keys(orders)
	if err != nil {
		return nil, err
	}
	read = read[max(0, len(read)-lastPlaces):]
	versions, ids := map[id.ID]int64{}, make([]id.ID, len(read))
	for i, r := range read {
		versions[r.ID], ids[i] = r.Version, r.ID
	}
	texts := make([]string, len(keys))
	for i, key := range keys {
		texts[i] = "(" + key.text + ")::text"
	}
	rows, err := s.pool.Source(ctx).Query(ctx, "SELECT t.id::text, t.version, ARRAY["+strings.Join(texts, ", ")+"]::text[] FROM "+q.table.Name+
		" t WHERE t.id = ANY ($1::uuid[]) ORDER BY array_position($1::uuid[], t.id)", tables.IDArray(ids))
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	type standing struct {
		place   row.Place
		version int64
	}
	all, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (one standing, err error) {
		return one, r.Scan(&one.place.ID, &one.version, &one.place.Keys)
	})
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	for i := len(all) - 1; i >= 0; i-- {
		if versions[all[i].place.ID] == all[i].version {
			return &all[i].place, nil
		}
	}
	return nil, nil
}
