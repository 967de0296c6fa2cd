package pg

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
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
	text  string
	kind  kind
	field *schema.Field
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
	o := operand{text: col.alias, kind: col.kind, field: f, fold: f.Type == schema.Email}
	sub := c.SubField
	switch {
	case sub == "" && f.Type == schema.Phone:
		if _, isJSON := c.Value.(json.RawMessage); !isJSON && c.Operator != opIsNull && c.Operator != opIsNotNull {
			sub = phoneKey // a phone is named by its number
		}
	case sub == "id" && f.Type == schema.Lookup:
		sub = ""
	case sub == "name" && f.Type == schema.Lookup:
		return operand{text: q.nameOf(col), kind: kindText, field: f}, nil
	}
	if sub == "" {
		return o, nil
	}
	if col.kind != kindJSON || !subFieldRule.MatchString(sub) {
		return operand{}, fault.Field(c.Field, "%s has no part %q", f.Title, sub)
	}
	// The key is checked above; as a literal it finds the expression index.
	return operand{text: "(" + col.alias + "->>'" + sub + "')", kind: kindText, field: f}, nil
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
	if ordered && (o.kind == kindUUIDs || o.kind == kindTexts || o.kind == kindJSON || o.kind == kindBool) {
		return "", fault.Field(c.Field, "%s can't be compared by %s", o.field.Title, c.Operator)
	}
	value, err := operandValue(o, c.Value)
	if err != nil {
		return "", err
	}
	left, right := o.text, q.arg(value, columnType(o.kind))
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
	element := o
	switch o.kind {
	case kindUUIDs:
		element.kind = kindUUID
	case kindTexts:
		element.kind = kindText
	case kindJSON, kindBool:
		return "", fault.Field(c.Field, "%s can't be compared by %s", o.field.Title, c.Operator)
	default: // one value: its elements are of its own kind
	}
	values := make([]string, len(list))
	for i, item := range list {
		value, err := operandValue(element, item)
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
	case o.kind != element.kind:
		test = " && " + q.list(element.kind, values)
	case len(values) == 1:
		q.args = append(q.args, values[0])
		test = " = $" + strconv.Itoa(len(q.args)) + "::" + columnType(o.kind)
	default:
		test = " = ANY(" + q.list(element.kind, values) + ")"
	}
	if c.Operator == opNotIn {
		return "(" + left + " IS NULL OR NOT " + left + test + ")", nil
	}
	return left + test, nil
}

// list adds a list of literals and gives its place. It is read as an array of its
// type at once: a cast from text[] would be done again for each row that is looked at.
func (q *statement) list(k kind, literals []string) string {
	if k == kindText {
		q.args = append(q.args, literals)
	} else {
		q.args = append(q.args, `{"`+strings.Join(literals, `","`)+`"}`) // of such kinds none holds a quote
	}
	return "$" + strconv.Itoa(len(q.args)) + "::" + columnType(k) + "[]"
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
	if !ok || !storable(text) {
		return "", fault.Field(c.Field, "LIKE needs a text")
	}
	if !strings.Contains(text, "%") {
		text = contained(text)
	}
	left := o.text
	switch o.kind {
	case kindText:
	case kindTexts:
		left = "array_to_string(" + left + ", ' ')"
	case kindInt, kindFloat:
		left += "::text"
	case kindUUID:
		if o.field.Type == schema.Lookup {
			left = q.nameOf(q.table.column(o.field.Name))
			break
		}
		left += "::text"
	default:
		return "", fault.Field(c.Field, "%s can't be compared by LIKE", o.field.Title)
	}
	return left + " ILIKE " + q.arg(text, "text"), nil
}

// contained is the pattern of everything that holds the text.
func contained(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

func (q *statement) contains(o operand, c row.Condition) (string, error) {
	switch o.kind {
	case kindText:
		text, ok := c.Value.(string)
		if !ok || !storable(text) {
			return "", fault.Field(c.Field, "CONTAINS needs a text")
		}
		return o.text + " ILIKE " + q.arg(contained(text), "text"), nil
	case kindUUIDs, kindTexts:
		element := operand{kind: kindUUID, field: o.field}
		if o.kind == kindTexts {
			element.kind = kindText
		}
		value, err := operandValue(element, c.Value)
		if err != nil {
			return "", err
		}
		return o.text + " @> ARRAY[" + q.arg(value, columnType(element.kind)) + "]", nil
	case kindJSON:
		value, err := operandValue(o, c.Value)
		if err != nil {
			return "", err
		}
		return o.text + " @> " + q.arg(value, "jsonb"), nil
	default:
		return "", fault.Field(c.Field, "%s is no list", o.field.Title)
	}
}

// operandValue brings the right side of a condition into the operand's shape. It
// reads texts too, since a filter may come from a query string.
func operandValue(o operand, value any) (any, error) {
	unfit := func() (any, error) {
		return nil, fault.Field(o.field.Name, "%s can't be compared with %v", o.field.Title, value)
	}
	if raw, ok := value.(json.Number); ok {
		value = raw.String()
	}
	if text, ok := value.(string); ok {
		switch o.kind {
		case kindBool:
			b, err := strconv.ParseBool(text)
			if err != nil {
				return unfit()
			}
			return b, nil
		case kindInt, kindFloat:
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return unfit()
			}
			value = n
			if whole, err := strconv.ParseInt(text, 10, 64); err == nil {
				value = whole
			}
		case kindTime:
			t, err := time.Parse(time.RFC3339Nano, text)
			if err != nil {
				return unfit()
			}
			return t.UTC(), nil
		case kindJSON:
			return encoded(text), nil
		default: // text is compared as text
		}
	}
	if n, ok := value.(float64); ok && o.kind == kindInt {
		if n != math.Trunc(n) || math.Abs(n) > 1<<53 {
			return unfit()
		}
		return int64(n), nil
	}
	if t, ok := value.(time.Time); ok && o.kind == kindTime {
		return t.UTC(), nil
	}
	out, err := normal(&column{field: o.field, kind: o.kind}, value)
	if err != nil || out == nil {
		if text, ok := value.(string); ok && text == "" && o.kind == kindText {
			return text, nil
		}
		return unfit()
	}
	return out, nil
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
