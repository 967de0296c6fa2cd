package schemas

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// draft is a definition while a client's changes are laid over it.
type draft struct {
	have   *schema.Definitions
	own    *schema.Own    // as it will be at once
	base   *schema.Object // that it extends, nil for an object of the organization's own
	isNew  bool
	by     id.ID
	at     time.Time
	errors map[string][]string
	what   []string // was changed
	later  map[string]*schema.Field
	search []string // as it will be once an index stands, nil if it stays
	asks   []ask
	may    rights
	others bool // somebody else's would change
}

// ask is a question to the records upon which a change depends.
type ask struct {
	field *schema.Field // as it stands
	path  string
	// lost are options that go; within are those that alone are left, nil for all.
	lost, within []string
}

// wrongf notes what is wrong at a place.
func (d *draft) wrongf(path, format string, args ...any) {
	if d.errors == nil {
		d.errors = map[string][]string{}
	}
	d.errors[path] = append(d.errors[path], fmt.Sprintf(format, args...))
}

// failure is one error about everything that is wrong.
func (d *draft) failure() error {
	if d.others || d.isNew && !d.may.may(d.own.App) {
		return errOthers
	}
	if len(d.errors) == 0 {
		return nil
	}
	e := fault.New(fault.Invalid, "This object is not valid. See the errors of its parts.")
	e.Fields = d.errors
	if len(d.errors) == 1 {
		for path, messages := range d.errors {
			e.Detail = path + ": " + messages[0]
		}
	}
	return e
}

// creating begins a new object.
func creating(have *schema.Definitions, apiName string, by id.ID, at time.Time, may rights) *draft {
	own := &schema.Own{Object: schema.Object{APIName: apiName, Table: schema.OwnTable(apiName), Custom: true, Feed: true}}
	return &draft{have: have, own: own, isNew: true, by: by, at: at, may: may, later: map[string]*schema.Field{}}
}

// changing begins a change of what an organization says of an object.
func changing(have *schema.Definitions, object *schema.Object, by id.ID, at time.Time, may rights) *draft {
	d := &draft{have: have, by: by, at: at, may: may, later: map[string]*schema.Field{}}
	if had := have.Of(object.APIName).Own; had != nil {
		d.own = copyOf(had)
	} else {
		d.own = &schema.Own{Object: schema.Object{APIName: object.APIName, Title: object.Title}, Extends: true}
	}
	if d.own.Extends {
		d.base = have.Base.Object(object.APIName)
	}
	return d
}

// copyOf copies a definition so far as a change of it reaches.
func copyOf(had *schema.Own) *schema.Own {
	own := *had
	own.Fields = make([]*schema.Field, len(had.Fields))
	for i, f := range had.Fields {
		one := *f
		own.Fields[i] = &one
	}
	own.Former, own.Edits, own.Arrangement = slices.Clone(had.Former), slices.Clone(had.Edits), slices.Clone(had.Arrangement)
	return &own
}

// read lays a client's JSON over the definition.
func (d *draft) read(members map[string]json.RawMessage) {
	for _, key := range slices.Sorted(maps.Keys(members)) {
		raw := members[key]
		if key != "properties" {
			d.others = d.others || !d.isNew && !d.may.may(d.own.App)
			d.what = append(d.what, shortened(key))
		}
		if d.base != nil && (key == "title" || key == "plural" || key == "search") {
			d.wrongf(key, "%s belongs to the product: its %s can't be changed, but it can have further fields", d.base.Title, key)
			continue
		}
		switch key {
		case "api_name":
			if name, ok := textOf(raw); !ok || name != d.own.APIName {
				d.wrongf(key, "The api_name of an object stays")
			}
		case "title":
			d.text(key, raw, maxTitle, true, &d.own.Title)
		case "plural":
			d.text(key, raw, maxTitle, false, &d.own.Plural)
		case "properties":
			d.properties(raw)
		case "track_history":
			d.history(raw)
		case "columns", "search", "order", "duplicate_fields": // when the fields are known
		case "app":
			d.app(key, raw, &d.own.App)
		default:
			d.wrongf(shortened(key), "There is nothing of this name that can be set")
		}
	}
	if d.own.Title == "" && d.errors["title"] == nil {
		d.wrongf("title", "An object has a title")
	}
	d.lists(members)
	if n := len(d.own.Fields); n > maxFields {
		d.wrongf("properties", "An object may have %d fields, not %d", maxFields, n)
	}
}

// text reads a text of one line.
func (d *draft) text(path string, raw json.RawMessage, most int, needed bool, into *string) {
	var s string
	if string(raw) != "null" {
		var ok bool
		if s, ok = textOf(raw); !ok {
			d.wrongf(path, "This must be a text")
			return
		}
	}
	s = strings.TrimSpace(s)
	switch {
	case s == "" && needed:
		d.wrongf(path, "This may not be empty")
	case utf8.RuneCountInString(s) > most:
		d.wrongf(path, "This may have %d characters, not %d", most, utf8.RuneCountInString(s))
	case strings.ContainsFunc(s, func(r rune) bool {
		return r < ' ' || r == 0x7f || r == '\u2028' || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
	}):
		d.wrongf(path, "This may not hold characters that can't be seen")
	default:
		*into = s
	}
}

// app reads to which app something belongs.
func (d *draft) app(path string, raw json.RawMessage, into *id.ID) {
	if string(raw) == "null" {
		*into = ""
		return
	}
	s, _ := textOf(raw)
	app, ok := id.Parse(s)
	if !ok {
		d.wrongf(path, "This must be the id of an app, or null")
		return
	}
	d.others = d.others || !d.may.may(app)
	*into = app
}

// field finds a field that people may see, of the object as it will be.
func (d *draft) field(name string) *schema.Field {
	if f := d.own.Named(name); f != nil {
		return f
	}
	of := d.base
	if of == nil {
		of = systemObject()
	}
	if f := of.Field(name); f != nil && !f.Internal {
		return f
	}
	return nil
}

var plainObject = func() *schema.Object {
	r, err := schema.NewRegistry(
		&schema.Object{APIName: "user", Title: "User", Role: schema.Person, Route: schema.RouteRule{Owner: "id"}, Fields: []*schema.Field{
			{Name: "is_active", Title: "Active", Type: schema.Boolean}, {Name: "teams", Title: "Teams", Type: schema.LookupList, Target: "team", Grants: schema.GrantsTeams},
		}},
		&schema.Object{APIName: "team", Title: "Team", Role: schema.Team, Fields: []*schema.Field{
			{Name: "members", Title: "Members", Type: schema.LookupList, Target: "user", Grants: schema.GrantsMembers},
		}},
		&schema.Object{APIName: "plain", Title: "Plain"},
	)
	if err != nil {
		panic(err) // it is a constant
	}
	return r.Object("plain")
}()

// systemObject is an object with the fields that every one has.
func systemObject() *schema.Object { return plainObject }

// lists reads the lists of fields, once these are known, and takes out of those that stand
// what is there no more.
func (d *draft) lists(members map[string]json.RawMessage) {
	there := func(name string) bool { return d.field(name) != nil }
	gone := func(names []string) []string {
		if names == nil {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !there(name) })
	}
	d.own.Columns, d.own.Arrangement = gone(d.own.Columns), gone(d.own.Arrangement)
	d.own.Search = gone(d.own.Search)
	if names, given := d.names("columns", members); given {
		d.own.Columns = names
	}
	if names, given := d.names("order", members); given {
		d.own.Arrangement = names
	}
	d.duplicateFields(members)
	names, given := d.names("search", members)
	if !given {
		return
	}
	for _, name := range names {
		if f := d.field(name); f.System || f.Type.Search == "" {
			d.wrongf("search", "Nobody can be searched by %s: there is no text in it that people look for", f.Title)
		}
	}
	switch {
	case slices.Equal(names, d.own.Search):
	case d.isNew || len(names) == 0:
		d.own.Search = names
	default:
		d.search = names
	}
}

// names reads a list of fields.
func (d *draft) names(key string, members map[string]json.RawMessage) (names []string, given bool) {
	raw, given := members[key]
	if !given {
		return nil, false
	}
	if string(raw) == "null" {
		return nil, true
	}
	if json.Unmarshal(raw, &names) != nil {
		d.wrongf(key, "This must be a list of the names of fields")
		return nil, false
	}
	for i, name := range names {
		switch {
		case d.field(name) == nil:
			d.wrongf(key, "There is no field %q", shortened(name))
			return nil, false
		case d.field(name).Type == nil: // told already
			return nil, false
		case slices.Contains(names[:i], name):
			d.wrongf(key, "%s stands twice in it", name)
			return nil, false
		}
	}
	if len(names) == 0 {
		names = nil
	}
	return names, true
}

// properties reads what is said of fields; null takes one out of use.
func (d *draft) properties(raw json.RawMessage) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		d.wrongf("properties", "This must be an object of fields by their names")
		return
	}
	if len(members) > maxFields {
		d.wrongf("properties", "An object may have %d fields, not %d", maxFields, len(members))
		return
	}
	for _, name := range inOrder(raw, members) {
		d.property(name, members[name])
	}
}

// inOrder are the names of an object's members as they stand.
func inOrder(raw json.RawMessage, members map[string]json.RawMessage) []string {
	names := make([]string, 0, len(members))
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	_, _ = decoder.Token() // it was read before
	for decoder.More() {
		name, err := decoder.Token()
		text, is := name.(string)
		var value json.RawMessage
		if err != nil || !is || decoder.Decode(&value) != nil {
			break
		}
		names = append(names, text)
	}
	return names
}

func (d *draft) property(name string, raw json.RawMessage) {
	path := "properties." + shortened(name)
	had := d.own.Named(name)
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		d.wrongf(path, "This must be an object, or null")
		return
	}
	whole := d.isNew || d.may.may(d.own.App) // who may change the object may change its fields
	d.others = d.others || had != nil && !whole && !d.may.may(had.App)
	switch {
	case members == nil:
		d.retire(path, name, had)
		return
	case had == nil && d.base != nil && d.base.Field(name) != nil:
		d.wrongf(path, "%s belongs to the product and can't be changed", d.base.Field(name).Title)
		return
	case had == nil && d.base == nil && (name == "name" || name == "owner"):
		one := *systemObject().Field(name)
		d.own.Fields = append(d.own.Fields, &one)
		(&fieldDraft{draft: d, path: path, f: &one, had: &one, common: true}).read(members)
		return
	case had != nil:
		stands := *had
		(&fieldDraft{draft: d, path: path, f: had, had: &stands, common: name == "name" || name == "owner"}).read(members)
		return
	}
	if why := named(name, reservedFields); why != "" {
		d.wrongf(path, "%s", why)
		return
	}
	if systemObject().Field(name) != nil {
		d.wrongf(path, "Every object has a field %s of the system", name)
		return
	}
	f := &schema.Field{Name: name, Custom: true}
	if key := d.own.NewKey(name); key != name {
		f.Column = key
	}
	d.what = append(d.what, "+"+name)
	d.own.Fields = append(d.own.Fields, f)
	(&fieldDraft{draft: d, path: path, f: f}).read(members)
	d.others = d.others || !whole && !d.may.may(f.App)
}

// retire takes a field out of use.
func (d *draft) retire(path, name string, had *schema.Field) {
	switch {
	case had == nil && d.field(name) != nil, had != nil && (name == "name" || name == "owner"):
		d.wrongf(path, "%s can't be taken out of use", d.field(name).Title)
	case had == nil:
		d.wrongf(path, "There is no field of this name")
	default:
		d.own.Fields = slices.DeleteFunc(d.own.Fields, func(f *schema.Field) bool { return f == had })
		d.own.Former = append(d.own.Former, schema.Former{Field: had, Retired: schema.Retirement{At: d.at, By: d.by}})
		d.what = append(d.what, "-"+name)
	}
}

// edited is a definition with a note of who changed what.
func edited(own *schema.Own, version int64, by id.ID, at time.Time, what ...string) *schema.Own {
	const kept = 20
	if len(what) > kept {
		what = append(slices.Clone(what[:kept]), "…")
	}
	next := *own
	next.Edits = append([]schema.Edit{{Version: version, At: at, By: by, What: what}}, own.Edits...)
	if len(next.Edits) > kept {
		next.Edits = next.Edits[:kept]
	}
	return &next
}

func textOf(raw json.RawMessage) (s string, ok bool) {
	return s, json.Unmarshal(raw, &s) == nil && string(raw) != "null"
}

// shortened is so much of a name as a refusal repeats.
func shortened(name string) string {
	const most = 63
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return name
}

var currencyRule = regexp.MustCompile(`^[A-Z]{3}$`)
