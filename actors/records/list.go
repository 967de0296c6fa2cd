package records

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// FilterRow is one row of the filter builder (D3§9). A composite's member is
// named by SubField or behind a dot in Field.
type FilterRow struct {
	Field    string
	SubField string
	Operator string
	Value    json.RawMessage
}

// ListRequest asks for a page of an object's records.
type ListRequest struct {
	Filter []FilterRow
	// Any joins the filter's rows by OR.
	Any bool
	// Order holds field names, a minus before one that descends.
	Order  []string
	Limit  int // 1 to 1000; above is clamped (decision 11)
	Offset int
	Total  bool
}

// Listing is a page of records as the principal may see them.
type Listing struct {
	Records []entry.Fields
	Limit   int
	Offset  int
	// Next is the offset of the record behind the last one: a page that is full ends
	// before its limit.
	Next      int
	HasNext   bool
	Total     int64
	Estimated bool
	// Took is how long the database worked for it, Bytes what the records hold. Took
	// stands beside an error too.
	Took  time.Duration
	Bytes int
}

const (
	defaultLimit = 100
	maxOffset    = 10_000_000
	maxFilters   = 30
	// maxLikes bounds the rows that no index answers: each is looked for in every
	// record.
	maxLikes  = 10
	maxOrders = 4
	maxValues = 200
)

var errField = "Unknown or unreadable field"

// List reads a page. Only fields that are readable in every row that could match
// may filter or sort, else the value would show by the order or the presence of
// rows (hardening A1); others are fault.Invalid, as unknown ones are.
func (s *Service) List(ctx context.Context, p *access.Principal, object string, q ListRequest) (Listing, error) {
	o, rights, err := s.object(p, object)
	if err != nil {
		return Listing{}, err
	}
	relations := rights.Relations()
	if len(relations) == 0 {
		return Listing{}, fault.New(fault.Forbidden, "You don't have permission to read this object")
	}
	usable := rights.Everywhere()
	where, err := conditions(o, usable, q.Filter)
	if err != nil {
		return Listing{}, err
	}
	order, err := orders(o, usable, q.Order)
	if err != nil {
		return Listing{}, err
	}
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	q.Limit = min(q.Limit, maxRows)
	if q.Offset < 0 || q.Offset > maxOffset {
		return Listing{}, fault.Field("offset", "The offset must be between 0 and %d", maxOffset)
	}
	request := row.ReadRequest{
		Object: o.APIName, Where: where, Any: q.Any, Visible: relations,
		Order: order, Limit: q.Limit, Offset: q.Offset, Total: q.Total, Browse: true,
	}
	if !q.Total && q.Limit < maxRows {
		request.Limit++ // one more tells whether there is a next page
	}
	page, err := s.store.Read(ctx, p.Organization, request)
	if err != nil {
		return Listing{Took: page.Took}, err
	}
	out := Listing{Took: page.Took, Records: []entry.Fields{}, Limit: q.Limit, Offset: q.Offset, Next: q.Offset, Total: page.Total, Estimated: page.Estimated}
	for i := range page.Items[:min(len(page.Items), q.Limit)] {
		if out.Bytes >= answerBytes {
			page.Cut = true
			break
		}
		item := &page.Items[i]
		out.Next++
		if visible := rights.Visible(&item.Route); visible != nil {
			fields := access.Project(o, item.Fields, visible)
			out.Bytes += fields.Size()
			out.Records = append(out.Records, fields)
		}
	}
	out.HasNext = page.Cut || len(page.Items) > q.Limit || q.Total && int64(q.Offset+len(page.Items)) < page.Total
	return out, nil
}

func orders(o *schema.Object, usable *access.FieldSet, wanted []string) ([]row.Order, error) {
	if len(wanted) > maxOrders {
		return nil, fault.Field("order", "A list may be sorted by %d fields", maxOrders)
	}
	var out []row.Order
	for _, text := range wanted {
		name, descending := strings.CutPrefix(strings.TrimSpace(text), "-")
		f := o.Field(name)
		if f == nil || !usable.Has(name) {
			return nil, fault.Field(name, "%s", errField)
		}
		// A lookup sorts by its target's name: that must be readable too.
		if f.Type.ByName && !usable.Has(name+".name") {
			return nil, fault.Field(name, "%s", errField)
		}
		if !sortable(f) {
			return nil, fault.Field(name, "%s can't be sorted by", f.Title)
		}
		out = append(out, row.Order{Field: name, Descending: descending})
	}
	if len(out) == 0 { // the store breaks ties by id
		first := "id"
		if usable.Has("modified_date") {
			first = "modified_date"
		}
		out = append(out, row.Order{Field: first, Descending: true})
	}
	return out, nil
}

func sortable(f *schema.Field) bool {
	return f.Searchable() && f.Kind().Sort != ""
}

func conditions(o *schema.Object, usable *access.FieldSet, filter []FilterRow) ([]row.Condition, error) {
	if len(filter) > maxFilters {
		return nil, fault.Field("filter", "A filter may have %d rows", maxFilters)
	}
	var out []row.Condition
	likes := 0
	for i, r := range filter {
		c, err := condition(o, usable, r)
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

func condition(o *schema.Object, usable *access.FieldSet, r FilterRow) (row.Condition, error) {
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
	if !f.Searchable() {
		return row.Condition{}, fault.Field(name, "%s can't be filtered by", f.Title)
	}
	c := row.Condition{Field: name, SubField: sub, Operator: strings.ToUpper(strings.TrimSpace(r.Operator))}
	compared := operand(f, sub)
	column := f.Kind().Column
	isList := column.Element != nil
	value := strings.TrimSpace(string(r.Value))
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
				return c, fault.Field(name, "%s is a list: it takes =, IS NULL and IS NOT NULL", f.Title)
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
		if isList {
			return c, fault.Field(name, "%s is a list: it takes =, IS NULL and IS NOT NULL", f.Title)
		}
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

// pattern is LIKE's: without % the text may stand anywhere; _ is no wildcard
// (decision 9).
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
