package records

import (
	"fmt"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// maxOrders bounds the fields of one order.
const maxOrders = 10

// orderBy compiles an order; the id breaks ties, so that pages neither repeat
// nor skip a record. Without any, new ids come last, as they were made.
func (q *statement) orderBy(orders []row.Order) (string, error) {
	if len(orders) > maxOrders {
		return "", fault.New(fault.Invalid, "A list may be sorted by at most %d fields.", maxOrders)
	}
	parts := make([]string, 0, len(orders)+1)
	direction := ""
	for _, o := range orders {
		c, err := q.column(o.Field)
		if err != nil {
			return "", err
		}
		direction = ""
		if o.Descending {
			direction = " DESC"
		}
		text, err := q.sortKey(c)
		if err != nil {
			return "", err
		}
		if tables.Constraint(c.Field.Name) == "" && o.Descending {
			direction += " NULLS LAST" // what has no value comes last either way
		}
		parts = append(parts, text+direction)
	}
	direction = strings.TrimSuffix(direction, " NULLS LAST")
	return strings.Join(append(parts, "t.id"+direction), ", "), nil
}

func (q *statement) sortKey(c *tables.Column) (string, error) {
	switch {
	case c.Kind.Sort == "":
		return "", fault.Field(c.Field.Name, "%s can't be sorted by", c.Field.Title)
	case c.Kind.ByName:
		return fmt.Sprintf(c.Kind.Sort, q.nameOf(c)), nil
	default:
		return fmt.Sprintf(c.Kind.Sort, c.Alias), nil
	}
}
