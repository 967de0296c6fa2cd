package records

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxConditions bounds one selection.
const maxConditions = 100

// statement collects the parameters of a text.
type statement struct {
	tables *tables.Tables // of the organization
	table  *tables.Table
	// limited readers have no internal fields.
	limited bool
	args    []any
}

// arg adds a parameter of a column type and gives its place.
func (q *statement) arg(value any, columnType string) string {
	q.args = append(q.args, tables.Parameter(value))
	return "$" + strconv.Itoa(len(q.args)) + "::" + columnType
}

// column finds a field that can be searched.
func (q *statement) column(name string) (*tables.Column, error) {
	c := q.table.Column(name)
	if c == nil || (q.limited && c.Field.Internal) {
		if f := q.table.Object.Field(name); f != nil && !f.Internal {
			return nil, fault.Field(name, "%s can't be searched or sorted by", f.Title)
		}
		return nil, fault.Field(name, "%s has no field %q", q.table.Object.Title, name)
	}
	return c, nil
}

// all selects every record.
const all = "true"

// where compiles conditions, joined by AND or OR. No condition is all.
func (q *statement) where(conditions []row.Condition, anyOf bool) (string, error) {
	if len(conditions) == 0 {
		return all, nil
	}
	if len(conditions) > maxConditions {
		return "", fault.New(fault.Invalid, "A search may have at most %d conditions.", maxConditions)
	}
	parts := make([]string, len(conditions))
	for i, c := range conditions {
		text, err := q.condition(c)
		if err != nil {
			return "", err
		}
		parts[i] = text
	}
	joint := " AND "
	if anyOf {
		joint = " OR "
	}
	return "(" + strings.Join(parts, joint) + ")", nil
}

// operand is the left side of a condition.
type operand struct {
	text   string
	column *schema.Column
	field  *schema.Field
	// fold compares without regard to case, as the index of e-mail addresses does.
	fold bool
}

var subFieldRule = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

func (q *statement) operand(c row.Condition) (operand, error) {
	col, err := q.column(c.Field)
	if err != nil {
		return operand{}, err
	}
	f := col.Field
	o := operand{text: col.Alias, column: col.Kind.Column, field: f, fold: col.Kind.Fold}
	sub := c.SubField
	if sub == col.Kind.Itself {
		sub = ""
	}
	if _, isJSON := c.Value.(json.RawMessage); sub == "" && !isJSON && c.Operator != opIsNull && c.Operator != opIsNotNull {
		sub = col.Kind.Main
	}
	if sub == "" {
		return o, nil
	}
	if !f.Composite() || !subFieldRule.MatchString(sub) {
		return operand{}, fault.Field(c.Field, "%s has no part %q", f.Title, sub)
	}
	// The key is checked above; as a literal it finds the expression index.
	return operand{text: "(" + col.Alias + "->>'" + sub + "')", column: schema.Text.Column, field: f}, nil
}

// nameOf is the name of the record that a lookup refers to. A target that the
// registry lacks can't be: NewRegistry refuses it.
func (q *statement) nameOf(c *tables.Column) string {
	target := q.tables.Registry.Object(c.Field.Target)
	return "(SELECT n." + tables.Quote(target.Field(target.NameField).Key()) + " FROM " + q.table.Schema + "." + tables.Quote(target.Key()) +
		" n WHERE n.id = " + c.Alias + ")"
}

// The operators of row.Condition.
const (
	opIn        = "IN"
	opNotIn     = "NOT IN"
	opContains  = "CONTAINS"
	opSame      = "SAME"
	opTaken     = "TAKEN"
	opIsNull    = "IS NULL"
	opIsNotNull = "IS NOT NULL"
)

func (q *statement) condition(c row.Condition) (string, error) {
	c.Operator = strings.ToUpper(strings.Join(strings.Fields(c.Operator), " "))
	if c.Value == nil {
		switch c.Operator {
		case "=":
			c.Operator = opIsNull
		case "!=":
			c.Operator = opIsNotNull
		}
	}
	o, err := q.operand(c)
	if err != nil {
		return "", err
	}
	if o.holdsNumber(c) {
		c = anyForm(c)
	}
	switch c.Operator {
	case opIsNull, opIsNotNull:
		return o.text + " " + c.Operator, nil
	case opIn, opNotIn:
		return q.in(o, c)
	case opContains:
		return q.contains(o, c)
	case opSame:
		return q.same(o, c)
	case opTaken:
		return q.taken(o, c)
	case "=", "!=", "<", "<=", ">", ">=":
		return q.compare(o, c)
	default:
		return "", fault.Field(c.Field, "There is no operator %q", c.Operator)
	}
}

// holdsNumber reports whether the operand is a whole phone number.
func (o operand) holdsNumber(c row.Condition) bool {
	if t := o.field.Type; t.SearchDigits {
		return o.column != t.Column && (c.SubField == "" || c.SubField == t.Main)
	}
	return o.field.Phone
}

// anyForm extends a comparison with a phone number to every form of that number, so that
// equality means the same line.
func anyForm(c row.Condition) row.Condition {
	var forms []string
	switch c.Operator {
	case "=", "!=":
		number, isText := c.Value.(string)
		if forms = phonenumber.Forms(number); !isText || len(forms) == 1 {
			return c
		}
		c.Operator = map[string]string{"=": opIn, "!=": opNotIn}[c.Operator]
	case opIn, opNotIn:
		numbers, isTexts := c.Value.([]string)
		if !isTexts {
			return c
		}
		for _, number := range numbers {
			forms = append(forms, phonenumber.Forms(number)...)
		}
	default:
		return c
	}
	c.Value = forms
	return c
}
