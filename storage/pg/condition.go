package pg

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxConditions bounds one selection.
const maxConditions = 100

// statement collects the parameters of a text.
type statement struct {
	store        *Store
	organization id.ID
	table        *table
	// limited readers have no internal fields.
	limited bool
	args    []any
}

// arg adds a parameter of a column type and gives its place.
func (q *statement) arg(value any, columnType string) string {
	q.args = append(q.args, parameter(value))
	return "$" + strconv.Itoa(len(q.args)) + "::" + columnType
}

// column finds a field that can be searched.
func (q *statement) column(name string) (*column, error) {
	c := q.table.column(name)
	if c == nil || (q.limited && c.field.Internal) {
		if f := q.table.object.Field(name); f != nil && !f.Internal {
			return nil, fault.Field(name, "%s can't be searched or sorted by", f.Title)
		}
		return nil, fault.Field(name, "%s has no field %q", q.table.object.Title, name)
	}
	return c, nil
}

// where compiles conditions, joined by AND or OR. No condition is "true".
func (q *statement) where(conditions []row.Condition, anyOf bool) (string, error) {
	if len(conditions) == 0 {
		return "true", nil
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
	f := col.field
	o := operand{text: col.alias, column: col.kind.Column, field: f, fold: col.kind.Fold}
	sub := c.SubField
	switch {
	case sub == "":
		if _, isJSON := c.Value.(json.RawMessage); !isJSON && c.Operator != opIsNull && c.Operator != opIsNotNull {
			sub = col.kind.Main
		}
	case sub == col.kind.Itself:
		sub = ""
	case col.kind.ByName && slices.Contains(col.kind.Members, sub):
		return operand{text: q.nameOf(col), column: schema.Text.Column, field: f}, nil
	}
	if sub == "" {
		return o, nil
	}
	if !f.Composite() || !subFieldRule.MatchString(sub) {
		return operand{}, fault.Field(c.Field, "%s has no part %q", f.Title, sub)
	}
	// The key is checked above; as a literal it finds the expression index.
	return operand{text: "(" + col.alias + "->>'" + sub + "')", column: schema.Text.Column, field: f}, nil
}

// nameOf is the name of the record that a lookup refers to. A target that the
// registry lacks can't be: NewRegistry refuses it.
func (q *statement) nameOf(c *column) string {
	target := q.store.registry.Object(c.field.Target)
	return "(SELECT n." + quote(target.NameField) + " FROM " + q.table.schema + "." + quote(target.APIName) +
		" n WHERE n.id = " + c.alias + ")"
}

// The operators of row.Condition.
const (
	opIn        = "IN"
	opNotIn     = "NOT IN"
	opLike      = "LIKE"
	opContains  = "CONTAINS"
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
	switch c.Operator {
	case opIsNull, opIsNotNull:
		return o.text + " " + c.Operator, nil
	case opIn, opNotIn:
		return q.in(o, c)
	case opLike:
		return q.like(o, c)
	case opContains:
		return q.contains(o, c)
	case "=", "!=", "<", "<=", ">", ">=":
		return q.compare(o, c)
	default:
		return "", fault.Field(c.Field, "There is no operator %q", c.Operator)
	}
}

func (q *statement) compare(o operand, c row.Condition) (string, error) {
	ordered := c.Operator != "=" && c.Operator != "!="
	if ordered && !o.column.Ordered {
		return "", fault.Field(c.Field, "%s can't be compared by %s", o.field.Title, c.Operator)
	}
	value, err := o.column.Operand(o.field, c.Value)
	if err != nil {
		return "", err
	}
	left, right := o.text, q.arg(value, o.column.SQL)
	if o.fold {
		left, right = "lower("+left+")", "lower("+right+")"
	}
	if c.Operator == "!=" { // a record without the value differs from it too
		return left + " IS DISTINCT FROM " + right, nil
	}
	return left + " " + c.Operator + " " + right, nil
}

// in compiles IN and NOT IN; of a list it asks for any common element.
func (q *statement) in(o operand, c row.Condition) (string, error) {
	list, err := elements(c)
	if err != nil {
		return "", err
	}
	if !o.column.Listed {
		return "", fault.Field(c.Field, "%s can't be compared by %s", o.field.Title, c.Operator)
	}
	element := o.element()
	values := make([]string, len(list))
	for i, item := range list {
		value, err := element.Operand(o.field, item)
		if err != nil {
			return "", err
		}
		text := literalText(value)
		if o.fold {
			text = strings.ToLower(text)
		}
		values[i] = text
	}
	left := o.text
	if o.fold {
		left = "lower(" + left + ")"
	}
	var test string
	switch {
	case o.column != element:
		test = " && " + q.list(element, values)
	case len(values) == 1:
		q.args = append(q.args, values[0])
		test = " = $" + strconv.Itoa(len(q.args)) + "::" + element.SQL
	default:
		test = " = ANY(" + q.list(element, values) + ")"
	}
	if c.Operator == opNotIn {
		return "(" + left + " IS NULL OR NOT " + left + test + ")", nil
	}
	return left + test, nil
}

// list adds a list of literals and gives its place. It is read as an array of its
// type at once: a cast from text[] would be done again for each row that is looked at.
func (q *statement) list(c *schema.Column, literals []string) string {
	if c.IsText {
		q.args = append(q.args, literals)
	} else {
		q.args = append(q.args, `{"`+strings.Join(literals, `","`)+`"}`) // of such columns none holds a quote
	}
	return "$" + strconv.Itoa(len(q.args)) + "::" + c.SQL + "[]"
}

// elements takes the list of an IN apart, whatever its Go type.
func elements(c row.Condition) ([]any, error) {
	v := reflect.ValueOf(c.Value)
	if !v.IsValid() || v.Kind() != reflect.Slice || v.Type() == reflect.TypeFor[json.RawMessage]() {
		return nil, fault.Field(c.Field, "%s needs a list", c.Operator)
	}
	const most = 10_000
	if v.Len() > most {
		return nil, fault.Field(c.Field, "%s may have at most %d values", c.Operator, most)
	}
	out := make([]any, v.Len())
	for i := range out {
		out[i] = v.Index(i).Interface()
		if out[i] == nil {
			return nil, fault.Field(c.Field, "%s can't hold null", c.Operator)
		}
	}
	return out, nil
}

// like compiles LIKE, without regard to case. A text without % is looked for
// anywhere, and then nothing in it is a wildcard.
func (q *statement) like(o operand, c row.Condition) (string, error) {
	text, ok := c.Value.(string)
	if !ok || !schema.Storable(text) {
		return "", fault.Field(c.Field, "LIKE needs a text")
	}
	if !strings.Contains(text, "%") {
		text = contained(text)
	}
	if o.column.Searched == "" {
		return "", fault.Field(c.Field, "%s can't be compared by LIKE", o.field.Title)
	}
	left := fmt.Sprintf(o.column.Searched, o.text)
	if whole := q.table.column(o.field.Name); o.text == whole.alias && whole.kind.ByName {
		left = q.nameOf(whole)
	}
	return left + " ILIKE " + q.arg(text, "text"), nil
}

// contained is the pattern of everything that holds the text.
func contained(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

func (q *statement) contains(o operand, c row.Condition) (string, error) {
	switch {
	case !o.column.Contains:
		return "", fault.Field(c.Field, "%s is no list", o.field.Title)
	case o.column.IsText:
		text, ok := c.Value.(string)
		if !ok || !schema.Storable(text) {
			return "", fault.Field(c.Field, "CONTAINS needs a text")
		}
		return o.text + " ILIKE " + q.arg(contained(text), "text"), nil
	}
	value, err := o.element().Operand(o.field, c.Value)
	if err != nil {
		return "", err
	}
	place := q.arg(value, o.element().SQL)
	if o.column.Element != nil {
		place = "ARRAY[" + place + "]"
	}
	return o.text + " @> " + place, nil
}

// element is the column of a list's elements, or the operand's own.
func (o operand) element() *schema.Column {
	if o.column.Element != nil {
		return o.column.Element
	}
	return o.column
}

// literalText is an element of a list as the server reads it by the operand's type.
func literalText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case id.ID:
		return string(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}
