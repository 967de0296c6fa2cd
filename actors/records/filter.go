package records

import (
	"encoding/json"
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func conditions(o *schema.Object, usable *access.FieldSet, filter []FilterRow, clock func() (query.Clock, error)) ([]row.Condition, error) {
	if len(filter) > maxFilters {
		return nil, fault.Field("filter", "A filter may have %d rows", maxFilters)
	}
	var out []row.Condition
	likes := 0
	for i, r := range filter {
		c, err := condition(o, usable, r, clock)
		if err != nil {
			return nil, fault.From(err).At(i)
		}
		if c.Operator == "LIKE" {
			likes++
		}
		if likes > maxLikes {
			return nil, fault.Field("filter", "A filter may have %d rows with LIKE", maxLikes).At(i)
		}
		out = append(out, c)
	}
	return out, nil
}

func condition(o *schema.Object, usable *access.FieldSet, r FilterRow, clock func() (query.Clock, error)) (row.Condition, error) {
	name, sub := r.Field, r.SubField
	if before, after, dotted := strings.Cut(name, "."); dotted && sub == "" {
		name, sub = before, after
	}
	f := o.Field(name)
	if f == nil || !usable.Has(name) {
		return row.Condition{}, fault.Field(r.Field, "%s", errField)
	}
	if f.Type.ByName && sub == "name" && !usable.Has(name+".name") {
		return row.Condition{}, fault.Field(r.Field, "%s", errField)
	}
	sub, err := member(f, sub)
	if err != nil {
		return row.Condition{}, err
	}
	if !f.Filterable() {
		return row.Condition{}, fault.Field(name, "%s can't be filtered by", f.Title)
	}
	c := row.Condition{Field: name, SubField: sub, Operator: strings.ToUpper(strings.TrimSpace(r.Operator))}
	compared := operand(f, sub)
	column := f.Kind().Column
	isList := column.Element != nil
	value := strings.TrimSpace(string(r.Value))
	if word, is := daysOf(column, value); is && clock != nil && sub == "" {
		return within(c, column, word, clock)
	}
	switch c.Operator {
	case "IS NULL", "IS NOT NULL":
		return c, nil
	case "=", "!=":
		if value == "null" || value == "" {
			c.Operator = map[string]string{"=": "IS NULL", "!=": "IS NOT NULL"}[c.Operator]
			return c, nil
		}
		c.Value, err = operandValue(compared, r.Value)
		if isList {
			if c.Operator == "!=" {
				return c, fault.Field(name, "%s is a list: it takes =, IN, NOT IN, IS NULL and IS NOT NULL", f.Title)
			}
			c.Operator = "CONTAINS"
		}
	case ">", "<", ">=", "<=":
		if sub == "" && !column.Ordered || f.Type.ByName {
			return c, fault.Field(name, "%s can't be compared by %s", f.Title, c.Operator)
		}
		c.Value, err = operandValue(compared, r.Value)
	case "LIKE":
		c.Value, err = pattern(compared, r.Value)
	case "IN", "NOT IN":
		c.Value, err = operandValues(compared, r.Value)
	default:
		return c, fault.Field(name, "The operator must be one of =, >, <, >=, <=, !=, LIKE, IN, NOT IN, IS NULL, IS NOT NULL")
	}
	return c, err
}

// member checks the key of a value that is compared; of some types a missing one means
// their main one.
func member(f *schema.Field, sub string) (string, error) {
	keys := f.Type.Members
	switch {
	case sub == "" && f.Type.Main != "":
		return f.Type.Main, nil
	case sub == "" && !f.Composite() || sub != "" && slices.Contains(keys, sub):
		return sub, nil
	case sub != "" && sub == f.Type.Itself:
		return "", nil
	case f.Composite() && len(keys) > 0:
		return "", fault.Field(f.Name, "%s filters by one of %s", f.Title, f.Name+"."+strings.Join(keys, ", "+f.Name+"."))
	case f.Composite():
		return "", fault.Field(f.Name, "%s can't be filtered by", f.Title)
	default:
		return "", fault.Field(f.Name+"."+sub, "%s", errField)
	}
}

// operand is a field of the type that the compared value has.
func operand(f *schema.Field, sub string) *schema.Field {
	c := &schema.Field{Name: f.Name, Title: f.Title, Type: f.Type, Target: orRecord(f.Target), Options: f.Options, Required: true}
	switch compared := f.Kind().Compared; {
	case sub != "":
		c.Type = schema.Text
	case compared != nil:
		c.Type = compared
	}
	return c
}

func orRecord(target string) string {
	if target == "" {
		return "record"
	}
	return target
}

func operandValue(f *schema.Field, raw json.RawMessage) (any, error) {
	if f.Type.Reword != nil {
		raw = f.Type.Reword(raw)
	}
	raw = numberOf(f, raw)
	return schema.Check(f, raw)
}

func operandValues(f *schema.Field, raw json.RawMessage) (any, error) {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 || len(items) > maxValues {
		return nil, fault.Field(f.Name, "IN takes a list of 1 to %d values", maxValues)
	}
	var ids []id.ID
	var out []any
	for _, item := range items {
		value, err := operandValue(f, item)
		if err != nil {
			return nil, err
		}
		if one, ok := value.(id.ID); ok {
			ids = append(ids, one)
		}
		out = append(out, value)
	}
	if len(ids) > 0 {
		return ids, nil
	}
	return out, nil
}

// pattern is LIKE's: without % the text may stand anywhere; _ is no wildcard.
func pattern(f *schema.Field, raw json.RawMessage) (any, error) {
	if !f.Type.Column.IsText {
		return nil, fault.Field(f.Name, "%s is not text: LIKE does not apply", f.Title)
	}
	value, err := schema.Check(&schema.Field{Name: f.Name, Title: f.Title, Type: schema.Text, Required: true}, raw)
	if err != nil {
		return nil, err
	}
	text, _ := value.(string)
	text = strings.NewReplacer(`\`, `\\`, `_`, `\_`).Replace(text)
	if !strings.Contains(text, "%") {
		text = "%" + text + "%"
	}
	return text, nil
}
