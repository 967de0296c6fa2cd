package pg

import (
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/schema"
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
	case c.field.Type == schema.Lookup:
		return "lower(" + q.nameOf(c) + ")", nil
	case c.field.Type == schema.Phone:
		return "(" + c.alias + "->>'" + phoneKey + "')", nil
	case c.kind == kindText:
		return sortExpression(c, "t."), nil
	case c.kind == kindJSON, c.kind == kindUUIDs:
		return "", fault.Field(c.field.Name, "%s can't be sorted by", c.field.Title)
	default:
		return c.alias, nil
	}
}

// sortExpression orders texts as people expect: without regard to case.
func sortExpression(c *column, alias string) string { return "lower(" + alias + c.name + ")" }
