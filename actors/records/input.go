package records

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Input is one row of a request: field names to JSON values.
type Input map[string]json.RawMessage

var errField = "Unknown or unreadable field"

// intake is one row of input, checked: what is set, what is ignored, what is wrong.
type intake struct {
	record  id.ID
	set     row.Fields                // in storage shape: only what differs
	amended map[string]row.ListChange // what the client adds to lists and removes, which set has whole
	ignored []string
	expect  int64
	seen    *row.Seen // the record by which it was decided, where it was read whole
	pinned  bool      // the client named the version
	errors  map[string][]string
}

func (in *intake) wrong(err error) {
	e := fault.From(err)
	if in.errors == nil {
		in.errors = map[string][]string{}
	}
	for name, messages := range e.Fields {
		in.errors[name] = append(in.errors[name], messages...)
	}
}

// failure is one error about everything that is wrong with the row.
func (in *intake) failure() error {
	if len(in.errors) == 0 {
		return nil
	}
	e := fault.New(fault.Invalid, "Some values are not valid.")
	e.Fields = in.errors
	if len(in.errors) == 1 {
		for _, messages := range in.errors {
			e.Detail = messages[0]
		}
	}
	return e
}

// meant is the field that a row gives under a name: a second name of a field means that
// one where the row does not have it by its own.
func meant(o *schema.Object, name string, input Input) *schema.Field {
	f := o.Field(name)
	if f == nil || f.Derived == nil || f.Derived.How != schema.Alias || f.Command != nil {
		return f
	}
	of := o.Field(f.Derived.From[0])
	if _, given := input[of.Name]; given || !of.Settable() {
		return f
	}
	return of
}

// change reads one row of a PATCH against the record as it stands. Values that are as
// stored count for nothing; others are taken, ignored or refused as access.Change says.
func change(o *schema.Object, p *access.Principal, rights *access.Rights, item *row.Item, input Input) (*intake, error) {
	in := &intake{record: item.ID, seen: item.Seen, set: row.Fields{}}
	may := rights.Changing(p, &item.Route)
	for name, raw := range input {
		f := meant(o, name, input)
		if f != nil && name != f.Name {
			name = f.Name
		}
		switch {
		case name == "id", name == access.RowRights: // as it was shown
			continue
		case !may.Knows(f):
			in.wrong(fault.Field(name, "%s", errField))
			continue
		case name == "version":
			in.version(o, raw)
			continue
		}
		if f.IsMask(raw) { // it was shown so
			continue
		}
		if f.Amending(raw) {
			var err error
			if raw, err = in.amend(f, item.Stored[name], raw); err != nil {
				in.wrong(err)
				continue
			}
		}
		value, err := schema.Check(relaxed(f), raw)
		if err == nil && same(f, value, item) {
			continue
		}
		if f.Command.Says(raw) {
			in.take(f, raw)
			continue
		}
		if err := in.decide(may, f, item.Stored[name], raw); err != nil {
			return nil, err
		}
	}
	return in, in.failure()
}

// decide takes a field's value over what stands, ignores it, or refuses.
func (in *intake) decide(may access.Change, f *schema.Field, stored any, raw json.RawMessage) error {
	takes, err := may.Takes(f)
	switch {
	case err != nil:
		return err
	case takes:
		in.takeOver(f, stored, raw)
	default:
		in.ignored = append(in.ignored, f.Name)
	}
	return nil
}

func (in *intake) take(f *schema.Field, raw json.RawMessage) {
	value, err := schema.Check(f, raw)
	if err != nil {
		in.wrong(err)
		return
	}
	in.set[f.Name] = value
}

// takeOver takes a changed value; a document gets the changes laid over what stands.
func (in *intake) takeOver(f *schema.Field, stored any, raw json.RawMessage) {
	if f.Document == nil {
		in.take(f, raw)
		if err := f.Chosen(in.set[f.Name], stored); err != nil {
			in.wrong(err)
		}
		return
	}
	before, _ := stored.(json.RawMessage)
	if isNothing(raw) { // nothing is left of it but its defaults
		before, raw = nil, json.RawMessage("{}")
	}
	if _, err := schema.Check(f, raw); err != nil { // what the database can't hold
		in.wrong(err)
		return
	}
	whole, err := f.Document(f.Name, before, raw)
	if err != nil {
		in.wrong(err)
		return
	}
	in.take(f, whole)
}

// version is the one the client read. A live record's version moves by itself
// (heartbeats, receipts), so there only If-Match counts.
func (in *intake) version(o *schema.Object, raw json.RawMessage) {
	if o.Live {
		return
	}
	value, err := schema.Check(&schema.Field{Name: "version", Title: "Version", Type: schema.Integer}, raw)
	if err != nil {
		in.wrong(err)
		return
	}
	in.expect, _ = value.(int64)
}

// relaxed is the field without the rules for new values, to compare by: a value that was
// stored under other rules may be sent back as it is.
func relaxed(f *schema.Field) *schema.Field {
	c := *f
	c.Required, c.Indexed, c.Unique = false, false, false
	c.Shape, c.MaxBytes, c.MaxLength = nil, 0, 0
	return &c
}

// same reports whether a value in storage shape is what stands in the record. A derived field
// stands there as clients are shown it.
func same(f *schema.Field, value any, item *row.Item) bool {
	stands, err := item.Stored[f.Name], error(nil)
	if !f.Stored() {
		stands, err = schema.Check(relaxed(f), item.Fields[f.Name])
	} else if value != nil {
		value, err = f.Kind().Column.Normal(f, value) // ids of the system are text to clients
	}
	return err == nil && row.Same(emptyAsNil(value), emptyAsNil(stands))
}

// emptyAsNil makes an empty list and no list the same.
func emptyAsNil(value any) any {
	if v := reflect.ValueOf(value); v.IsValid() && v.Kind() == reflect.Slice && v.Len() == 0 {
		return nil
	}
	return value
}

// creation reads one row of a POST.
func creation(o *schema.Object, p *access.Principal, rights *access.Rights, input Input) (*intake, error) {
	in := &intake{set: row.Fields{}}
	may := rights.Creating(p)
	for name, raw := range input {
		f := meant(o, name, input)
		switch {
		case !may.Knows(f):
			in.wrong(fault.Field(name, "%s", errField))
		case isNothing(raw):
		case f.Amending(raw):
			in.wrong(fault.Field(name, "%s: a new record has nothing to add to. Send the list itself.", f.Title))
		case f.SuperuserOnly && !p.Superuser && isDefault(f, raw):
		default:
			if err := in.decide(may, f, nil, raw); err != nil {
				return nil, err
			}
		}
	}
	for _, f := range o.Fields {
		if _, given := in.set[f.Name]; !given && f.Wanted() && in.errors[f.Name] == nil {
			in.wrong(fault.Field(f.Name, "%s is required", f.Title))
		}
	}
	in.wantAnyOf(o)
	return in, in.failure()
}

// wantAnyOf refuses a new record that has none of the fields of which it needs one.
func (in *intake) wantAnyOf(o *schema.Object) {
	if len(o.AnyOf) == 0 || slices.ContainsFunc(o.AnyOf, func(name string) bool {
		return in.set[name] != nil || in.errors[name] != nil
	}) {
		return
	}
	titles := make([]string, len(o.AnyOf))
	for i, name := range o.AnyOf {
		titles[i] = o.Field(name).Title
	}
	in.wrong(fault.Field(o.AnyOf[0], "%s is required", strings.Join(titles, " or ")))
}

func isNothing(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// isDefault reports whether a client says of a new record what it would be anyway.
func isDefault(f *schema.Field, raw json.RawMessage) bool {
	value, err := schema.Check(relaxed(f), raw)
	return err == nil && row.Same(emptyAsNil(value), emptyAsNil(f.Default))
}

// intakesOf are rows that change nothing of the records.
func intakesOf(ids []id.ID) []*intake {
	out := make([]*intake, len(ids))
	for i, one := range ids {
		out[i] = &intake{record: one}
	}
	return out
}
