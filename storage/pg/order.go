package pg

import (
	"fmt"
	"strings"

	"switchboard/storage/fault"
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
		if constraint(c.field.Name) == "" && o.Descending {
			direction += " NULLS LAST" // what has no value comes last either way
		}
		parts = append(parts, text+direction)
	}
	direction = strings.TrimSuffix(direction, " NULLS LAST")
	return strings.Join(append(parts, "t.id"+direction), ", "), nil
}

func (q *statement) sortKey(c *column) (string, error) {
	switch {
	case c.kind.Sort == "":
		return "", fault.Field(c.field.Name, "%s can't be sorted by", c.field.Title)
	case c.kind.ByName:
		return fmt.Sprintf(c.kind.Sort, q.nameOf(c)), nil
	default:
		return fmt.Sprintf(c.kind.Sort, c.alias), nil
	}
}
