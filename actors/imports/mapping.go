package imports

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// reader makes the input of a record out of the cells of a row.
type reader struct {
	plan    Plan
	o       *schema.Object
	columns int
	places  map[string]int // of the columns of the mapped fields
	names   []string       // the mapped fields, in their order
}

// newReader checks a plan against an object, the columns of a table and the rights of a principal.
func (s *Service) newReader(p *access.Principal, object string, columns []string, plan Plan) (*reader, error) {
	if err := s.records.MayImport(p, object, plan.Mode); err != nil {
		return nil, err
	}
	o := p.Registry().Object(object)
	r := &reader{plan: plan, o: o, columns: len(columns), places: map[string]int{}, names: slices.Sorted(maps.Keys(plan.Mapping))}
	for _, name := range r.names {
		if plan.Mapping[name] == "" {
			continue
		}
		at := slices.IndexFunc(columns, func(one string) bool { return strings.EqualFold(one, plan.Mapping[name]) })
		if at < 0 {
			return nil, fault.Field(name, "The file has no column called %q", plan.Mapping[name])
		}
		if err := r.takes(p, name); err != nil {
			return nil, err
		}
		r.places[name] = at
	}
	r.names = slices.Sorted(maps.Keys(r.places))
	if plan.Mode == row.ImportCreate {
		return r, r.complete()
	}
	if r.plan.MatchField == "" {
		r.plan.MatchField = "id"
	}
	if err := s.records.MayMatch(p, object, r.plan.MatchField); err != nil {
		return nil, err
	}
	if _, mapped := r.places[r.plan.MatchField]; !mapped {
		return nil, fault.Field(r.plan.MatchField, "This field is required")
	}
	if plan.Mode == row.ImportUpdate && len(r.places) == 1 {
		return nil, fault.Field("mapping", "Map a field to change")
	}
	return r, nil
}

// takes reports whether a field can be mapped.
func (r *reader) takes(p *access.Principal, name string) error {
	of, _, _ := strings.Cut(name, ".")
	f := r.o.Field(of)
	matches := r.plan.Mode != row.ImportCreate && (name == r.plan.MatchField || name == "id" && r.plan.MatchField == "")
	rights := p.Rights(r.o.APIName)
	may := rights.Creating(p)
	knows := f != nil && !f.Internal && (may.Knows(f) || rights.Everywhere().Has(of))
	switch {
	case matches && knows:
		return nil
	case !knows || !slices.Contains(f.Columns(), name):
		return fault.Field(name, "Unknown or unreadable field")
	case !f.Settable() || of == "version":
		return fault.Field(name, "%s can't be changed", f.Title)
	case f.Type.Sealed: // the file is kept as it is
		return fault.Field(name, "%s is encrypted: change it record by record", f.Title)
	default:
		return nil
	}
}

// complete refuses a plan that lacks a field which every new record needs.
func (r *reader) complete() error {
	missing := map[string][]string{}
	for _, f := range r.o.Fields {
		if f.Wanted() && !r.has(f) {
			missing[f.Name] = []string{"This field is required"}
		}
	}
	if len(missing) == 0 {
		return nil
	}
	refused := fault.New(fault.Invalid, "This field is required")
	refused.Fields = missing
	return refused
}

func (r *reader) has(f *schema.Field) bool {
	return slices.ContainsFunc(f.Columns(), func(name string) bool { _, is := r.places[name]; return is })
}

// whole refuses a row that has more cells than the table has columns.
func (r *reader) whole(one line) error {
	if len(one.Cells) > r.columns {
		return fault.New(fault.Invalid, "The row has %d cells, but the table has %d columns", len(one.Cells), r.columns)
	}
	return nil
}

// match is the value by which a row finds its record.
func (r *reader) match(one line) json.RawMessage {
	return r.value(r.plan.MatchField, one)
}

func (r *reader) value(name string, one line) json.RawMessage {
	at := r.places[name]
	if at >= len(one.Cells) {
		return json.RawMessage("null")
	}
	of, member, isMember := strings.Cut(name, ".")
	if isMember {
		return row.JSONValue(map[string]string{member: one.Cells[at]})
	}
	return r.o.Field(of).FromCell(one.Cells[at])
}

// input is what a row sets. An empty cell says nothing of a record that stands.
func (r *reader) input(one line) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	for _, name := range r.names {
		if r.plan.Mode != row.ImportCreate && name == r.plan.MatchField {
			continue
		}
		raw := r.value(name, one)
		of, _, isMember := strings.Cut(name, ".")
		switch {
		case isMember:
			out[of] = joined(out[of], raw)
		case string(raw) != "null":
			out[of] = raw
		}
	}
	return out
}

// joined adds the members of an object to those that are there, without the empty ones.
func joined(to, more json.RawMessage) json.RawMessage {
	all, add := map[string]json.RawMessage{}, map[string]string{}
	_ = json.Unmarshal(to, &all) // nothing yet, or an object
	_ = json.Unmarshal(more, &add)
	for name, text := range add {
		if text = strings.TrimSpace(text); text != "" {
			all[name] = row.JSONValue(text)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return row.JSONValue(all)
}

// suggest proposes a column for each field that a new record may have: by the columns' names, and by
// what stands in them.
func suggest(p *access.Principal, o *schema.Object, columns []string, sample [][]string) map[string]string {
	out := map[string]string{}
	used := map[int]bool{}
	rights := p.Rights(o.APIName)
	may := rights.Creating(p)
	var fields []*schema.Field
	for _, f := range o.Fields {
		if !f.Internal && may.Knows(f) && f.Settable() && !f.Type.Sealed && f.Name != "version" {
			fields = append(fields, f)
		}
	}
	take := func(name string, fits func(at int) bool) {
		for at := range columns {
			if !used[at] && out[name] == "" && fits(at) {
				out[name], used[at] = columns[at], true
			}
		}
	}
	if o.Field("id") != nil {
		take("id", func(at int) bool { return plain(columns[at]) == "id" })
	}
	for _, isExact := range []bool{true, false} {
		for _, f := range fields {
			for _, name := range f.Columns() {
				take(name, func(at int) bool { return called(f, name, plain(columns[at]), isExact) })
			}
		}
	}
	for _, f := range fields {
		if rule := looks[f.Type]; rule != nil && len(sample) > 0 {
			take(f.Name, func(at int) bool { return column(sample, at, rule) })
		}
	}
	return out
}

// looks are what values look like whose column's name says nothing.
var looks = map[*schema.FieldType]*regexp.Regexp{
	schema.Email: regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`),
	schema.Phone: regexp.MustCompile(`^\+?[0-9][0-9 ().-]{8,18}$`),
}

func column(sample [][]string, at int, rule *regexp.Regexp) bool {
	n := 0
	for _, cells := range sample {
		if at < len(cells) && cells[at] != "" {
			if !rule.MatchString(cells[at]) {
				return false
			}
			n++
		}
	}
	return n > 0
}

// synonyms are other names that people give columns.
var synonyms = map[string][]string{
	"name": {"fullname", "contactname", "customer"}, "first_name": {"firstname", "givenname"}, "last_name": {"lastname", "surname", "familyname"},
	"company": {"companyname", "organization", "account", "employer"}, "phone": {"phonenumber", "telephone", "tel", "mobile", "mobilephone", "cell", "cellphone"},
	"second_phone": {"otherphone", "homephone", "workphone", "phone2"}, "email": {"emailaddress", "mail", "eaddress"}, "owner": {"owneremail", "assignedto", "salesrep"},
	"line1": {"street", "streetaddress", "address1", "addressline1", "mailingstreet"}, "line2": {"address2", "addressline2", "suite", "apartment"},
	"city": {"town", "mailingcity"}, "state": {"province", "region", "mailingstate"}, "postal_code": {"zip", "zipcode", "postcode", "postalcode", "mailingzip"}, "country": {"mailingcountry"},
}

// called reports whether a column's name, without spaces and case, means a field or a member of it.
func called(f *schema.Field, name, header string, isExact bool) bool {
	_, member, isMember := strings.Cut(name, ".")
	if !isMember {
		if isExact {
			return header == plain(f.Name) || header == plain(f.Title)
		}
		return slices.Contains(synonyms[f.Name], header)
	}
	if f.Type.Main != "" { // a phone number is read whole
		return isExact && header == plain(fmt.Sprint(f.Title, member))
	}
	if isExact {
		return header == plain(name) || header == plain(f.Title+member) || header == plain(member)
	}
	return slices.Contains(synonyms[member], header)
}

func plain(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" _-.:/()#", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
