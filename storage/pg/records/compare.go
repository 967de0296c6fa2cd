package records

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/fold"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

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
	switch {
	case ordered && o.column.Class == schema.TextClass:
		left, right = fmt.Sprintf(schema.InOrder, left), fmt.Sprintf("lower(%s)", right)
	case o.fold:
		left, right = "lower("+left+")", "lower("+right+")"
	}
	if c.Operator == "!=" { // a record without the value differs from it too
		return left + " IS DISTINCT FROM " + right, nil
	}
	return left + " " + c.Operator + " " + right, nil
}

// in compiles IN and NOT IN; for a list field it asks for any common element.
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
		text := schema.LiteralText(value)
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

func (q *statement) contains(o operand, c row.Condition) (string, error) {
	if !o.column.Contains {
		return "", fault.Field(c.Field, "%s is no list", o.field.Title)
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

// same asks for what is the same to people. Of a text that searches look through, their index
// finds what may be.
func (q *statement) same(o operand, c row.Condition) (string, error) {
	if o.field.Type.Same == "" {
		return "", fault.Field(c.Field, "%s can't be compared by %s", o.field.Title, c.Operator)
	}
	value, err := o.column.Operand(o.field, c.Value)
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf(o.field.Type.Same, o.text) + " = " + fmt.Sprintf(o.field.Type.Same, q.arg(value, o.column.SQL))
	typed, isText := value.(string)
	key := fold.Key(strings.Trim(typed, " \t\r\n"))
	if isText && !o.field.Composite() && fold.IsAnywhere(key) && slices.Contains(q.table.Object.Search, o.field.Name) {
		text = "(" + fmt.Sprintf(o.field.Type.Search, o.text) + " LIKE " + q.arg(contained(key), "text") + " AND " + text + ")"
	}
	return text, nil
}

// taken asks for what a unique field of texts may not hold beside some values, by its index.
func (q *statement) taken(o operand, c row.Condition) (string, error) {
	list, err := elements(c)
	if err != nil {
		return "", err
	}
	texts := make([]string, len(list))
	for i, item := range list {
		value, err := o.column.Operand(o.field, item)
		if err != nil {
			return "", err
		}
		texts[i] = schema.LiteralText(value)
	}
	distinct := o.field.DistinctBy()
	return "(" + o.text + " <> '' AND " + fmt.Sprintf(distinct, o.text) + " = ANY(ARRAY(SELECT " + fmt.Sprintf(distinct, "given") + " FROM unnest(" +
		q.list(o.column, texts) + ") given)))", nil
}

// element is the column of a list's elements, or the operand's own.
func (o operand) element() *schema.Column {
	if o.column.Element != nil {
		return o.column.Element
	}
	return o.column
}
