package schema

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"switchboard/storage/id"
)

// RouteRule names the fields that say who may see a record (entry.Route).
type RouteRule struct {
	// Owner is a lookup to user; "owner" unless said otherwise. The user object
	// says "id": everybody owns himself.
	Owner string `json:"owner,omitzero"`
	// Members and Candidates are lists of users, "" for none.
	Members    string `json:"members,omitzero"`
	Candidates string `json:"-"`
	// Thread is the lookup to the conversation or chat the record is part of, or
	// "id" where the record is the thread.
	Thread string `json:"-"`
	// Private is a boolean field: only members see such a record.
	Private string `json:"private,omitzero"`
	// Inherit takes members and privacy from the record that the Thread lookup
	// names (a message has its chat's).
	Inherit string `json:"-"`
	// Shared is an enum of SharedWith…: who beside its owner and superusers sees a record,
	// of those who may read records of the object. Scopes then say what may be changed.
	Shared string `json:"-"`
	// About is a field that names an object: only who may read of that one sees the record.
	About string `json:"-"`
	// App is a lookup to the app that a record belongs to. Where superusers alone write the
	// object (SuperuserOnly), whoever administers an app reads, makes, changes and deletes
	// what belongs to it.
	App string `json:"-"`
}

// Object is one kind of record.
type Object struct {
	APIName string `json:"api_name"`
	Title   string `json:"title"`
	// Alias is a second name by which clients may call the object in addresses, "" for none.
	Alias  string `json:"-"`
	Plural string `json:"plural,omitzero"`
	// Table is the name of its table, "" for its own.
	Table string `json:"table,omitzero"`
	// Custom objects are an organization's own; App is the app that brought one.
	Custom bool  `json:"-"`
	App    id.ID `json:"app,omitzero"`
	// Internal objects are served to nobody.
	Internal bool `json:"-"`
	// Audited objects are told of in the audit, whatever changes of their records; others by
	// their Audited fields.
	Audited bool `json:"-"`
	// Erasable records are of people, who may ask that everything is erased that is kept of
	// them: what refers to such a record says what becomes of itself then (Field.Erased).
	Erasable bool `json:"erasable,omitzero"`
	// Live objects are owned by an actor, whatever door a command comes by.
	Live bool `json:"-"`
	// NameField is the field shown as the record's name.
	NameField string    `json:"name_field,omitzero"`
	Route     RouteRule `json:"route,omitzero"`
	Fields    []*Field  `json:"fields"`
	// Search names the fields by which people look for a record, in all of which an index
	// finds any part of a text. nil for an object whose records are not offered to who
	// searches among all: its lists look through the name.
	Search []string `json:"search,omitzero"`
	// Columns names the fields that a list shows beside the name, in their order, unless a
	// person chose others; nil for the first ones that mean something to a person.
	Columns []string `json:"columns,omitzero"`
	// AnyOf names fields of which a record that a client makes has at least one, nil for an
	// object without this rule.
	AnyOf []string `json:"-"`
	// DuplicateFields names the fields by any of which duplicates of a record are found; nil
	// for every field of phone numbers, an empty list for none.
	DuplicateFields []string `json:"duplicate_fields,omitzero"`
	// Untracked says that the history of the records is switched off. TrackedSince is from when
	// on it is whole, where it was switched on again; zero where it never was off.
	Untracked    bool      `json:"untracked,omitzero"`
	TrackedSince time.Time `json:"tracked_since,omitzero"`
	// MergedInto names the lookup that says into which record a merged one went, "" for none.
	MergedInto string `json:"-"`
	// Timeline says that the records tell what happened with those that they refer to, nil
	// for others.
	Timeline *Timeline `json:"timeline,omitzero"`
	// Order is the field by which a list that asks for none is sorted, newest or highest
	// first; "" for modified_date.
	Order string `json:"order,omitzero"`
	// RelatesToAnyObject says that the object has an any-object reference.
	RelatesToAnyObject bool `json:"relates_to_any_object,omitzero"`
	// Singleton objects have one record in each organization, which comes with the
	// organization, bears its id and is neither created nor removed by anybody.
	Singleton bool `json:"-"`
	// Located records are found by their ids without their organization: a provider
	// names them alone.
	Located bool `json:"-"`
	// Open says which records somebody looks after until they are finished: those of
	// all organizations are found at once. nil for none.
	Open *Open `json:"-"`
	// Kept says why records of the object are never deleted, "" where they may be.
	Kept string `json:"kept,omitzero"`
	// Making says what one does who makes a record, for refusals: "make calls"; "" for
	// creating a record.
	Making string `json:"-"`
	// Role is what the records are to the engine, "" for plain ones.
	Role Role `json:"-"`
	// Topic names what a Thread's records are told in one by one (<topic>:<id>), or the
	// list of an Ongoing object's: <topic> for those whom they concern, <topic>:all for all
	// who may read them.
	Topic string `json:"-"`
	// Mine says which changes are told in a person's own topic, nil for none; Feed that
	// all are told in the feed.
	Mine *Mine `json:"-"`
	Feed bool  `json:"feed,omitzero"`
	// Base are the rights of everybody without any permission set; BaseCreate the fields
	// of the records that everybody may create, nil where nobody may.
	Base       []Grant  `json:"-"`
	BaseCreate []string `json:"-"`
	// Principal are a Person's fields upon which rest who he is and what he may do.
	Principal []string `json:"-"`
	// ListKey is a further name under which a list answers its records, "" for none.
	ListKey string `json:"list_key,omitzero"`

	// SuperuserOnly objects are written by superusers, by those to whom Base gives fields to
	// change, and by the administrators of the app that a record belongs to (Route.App): no
	// permission set lets anybody write them.
	SuperuserOnly bool `json:"superuser_only,omitzero"`
	// Outside says what a record stands for that is kept outside of the product, and has to
	// go with it when it is deleted for good; nil for nothing.
	Outside *Outside `json:"-"`
	// WriteRight is the system right that every write takes beside the right to the
	// object, "" for none.
	WriteRight string `json:"-"`
	// KeepOne names boolean fields: a record in which all of them are true is not
	// changed or removed where it is the last such one. KeepWhy says so to whoever tries.
	KeepOne []string `json:"-"`
	KeepWhy string   `json:"-"`

	// LeavesOut names a boolean field: records in which it is true are nobody's choice. Lists,
	// boards and searches leave them out, unless they are asked for by their ids or by this
	// field. "" for an object of which everything is listed.
	LeavesOut string `json:"-"`

	// Brief names fields that short forms of a record carry beside those by which it is found:
	// what decides which actions a search result offers.
	Brief []string `json:"-"`
	// Standing says how the records decide whether phone numbers may be called and texted, nil
	// for those that don't.
	Standing *Standing `json:"-"`

	arrangement []string
	byName      map[string]*Field
	completed   []*Field // those whose values Registry.Complete adds to
}

// Open names the records in which a text field that can be searched has one of some
// values.
type Open struct {
	Field  string
	Values []string
}

// Standing names the fields by whose values phone numbers may be called or texted or not, and
// the fields that hold these numbers: of phone numbers, or of text in E.164.
type Standing struct {
	By, Numbers []string
	// Refuses gives the value of a boolean field among By with which calls or texts are refused.
	Refuses map[string]bool
}

// Refusal gives the value of a field with which it refuses calls or texts; isStanding is false for
// a field that decides neither.
func (s *Standing) Refusal(field string) (value, isStanding bool) {
	if s == nil {
		return false, false
	}
	value, isStanding = s.Refuses[field]
	return value, isStanding
}

// String tells what decides.
func (s *Standing) String() string {
	if s == nil {
		return ""
	}
	return strings.Join(s.By, ", ") + " of " + strings.Join(s.Numbers, ", ")
}

// Touched tells whether a change of these fields may change how numbers stand.
func (s *Standing) Touched(changed func(field string) bool) bool {
	return s != nil && (slices.ContainsFunc(s.By, changed) || slices.ContainsFunc(s.Numbers, changed))
}

// String tells what is open.
func (o *Open) String() string {
	if o == nil {
		return ""
	}
	return o.Field + " in " + strings.Join(o.Values, ", ")
}

// SearchFields names the fields that a search among the object's records looks through.
func (o *Object) SearchFields() []string {
	if o.Search != nil {
		return o.Search
	}
	if name := o.byName[o.NameField]; name.Stored() && name.Type.Search != "" {
		return []string{o.NameField}
	}
	return nil
}

// DefaultOrder is the order of a list that asks for none, a minus before the field where
// it descends: the object's own, where the reader may sort by it, otherwise by name.
// usable tells by which fields he may sort.
func (o *Object) DefaultOrder(usable func(field string) bool) string {
	switch {
	case usable(o.orderField()):
		return "-" + o.orderField()
	case usable(o.NameField):
		return o.NameField
	default:
		return "-id"
	}
}

func (o *Object) orderField() string {
	if o.Order != "" {
		return o.Order
	}
	return "modified_date"
}

// Sortable tells whether lists can be sorted by the field.
func (f *Field) Sortable() bool { return f.Filterable() && f.Kind().Sort != "" }

// Deletable tells whether records of the object may be deleted at all.
func (o *Object) Deletable() bool { return !o.Singleton && o.Kept == "" }

// Shared tells whether Base gives some people fields to change.
func (o *Object) Shared() bool {
	return slices.ContainsFunc(o.Base, func(g Grant) bool { return len(g.Update) > 0 })
}

// Commanded tells whether a client may write a derived or read-only field of the object, as a command.
func (o *Object) Commanded() bool {
	return slices.ContainsFunc(o.Fields, func(f *Field) bool { return f.Command != nil })
}

// Key is the name of the object's table.
func (o *Object) Key() string {
	if o.Table != "" {
		return o.Table
	}
	return o.APIName
}

// Field finds a field by name, nil where there is none.
func (o *Object) Field(name string) *Field { return o.byName[name] }

// Child is an object that refers to another one by a lookup.
type Child struct {
	Object string
	Field  string
}

// Registry holds the objects.
type Registry struct {
	objects  []*Object
	byName   map[string]*Object
	byTopic  map[string]*Object
	roles    map[Role]*Object // of which there is one at the most
	children map[string][]Child
	aliases  map[string]string
	suffixes map[string]json.RawMessage // of lookups, by their target (Complete)
	version  int64
}

var nameRule = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// NewRegistry adds the system fields to copies of the objects and checks them.
func NewRegistry(objects ...*Object) (*Registry, error) {
	return (&Registry{}).Adding(objects...)
}

// Adding makes the next version of the registry, with further objects. What stood is
// shared with the version before.
func (r *Registry) Adding(objects ...*Object) (*Registry, error) {
	next := emptyRegistry(r.version + 1)
	for _, o := range r.objects {
		next.keep(o)
	}
	for _, o := range objects {
		own := *o
		if err := next.add(&own); err != nil {
			return nil, err
		}
	}
	return next, next.relate()
}

func emptyRegistry(version int64) *Registry {
	return &Registry{byName: map[string]*Object{}, byTopic: map[string]*Object{}, roles: map[Role]*Object{}, children: map[string][]Child{}, aliases: map[string]string{}, suffixes: map[string]json.RawMessage{}, version: version}
}

// relate checks what objects say of each other, and finds the children of each.
func (r *Registry) relate() error {
	if r.roles[Person] == nil || r.roles[Team] == nil {
		return errors.New("schema: a registry has an object of people and one of teams, who own its records")
	}
	for _, o := range r.objects {
		for _, f := range o.Fields {
			if !f.Type.Targeted {
				continue
			}
			if f.Type.To != "" && f.Target != f.Type.To {
				return fmt.Errorf("schema: %s.%s refers to %q, and a %s to %s", o.APIName, f.Name, f.Target, f.Type, f.Type.To)
			}
			if r.byName[f.Target] == nil {
				return fmt.Errorf("schema: %s.%s refers to unknown object %q", o.APIName, f.Name, f.Target)
			}
			if !f.System {
				r.children[f.Target] = append(r.children[f.Target], Child{Object: o.APIName, Field: f.Name})
			}
		}
		if by := o.Route.App; by != "" && (!o.SuperuserOnly || !o.has(by, Lookup) || !r.Is(o.byName[by].Target, App)) {
			return fmt.Errorf("schema: records of %s belong to apps by %s, but that is no lookup to an app, or others than superusers write them", o.APIName, by)
		}
	}
	return nil
}

// keep takes an object in that is complete.
func (r *Registry) keep(o *Object) {
	r.byName[o.APIName] = o
	o.findCompleted()
	r.suffixes[o.APIName] = schemaSuffix(o)
	if o.Alias != "" {
		r.aliases[o.Alias] = o.APIName
	}
	if o.Topic != "" {
		r.byTopic[o.Topic] = o
	}
	if single[o.Role] {
		r.roles[o.Role] = o
	}
	r.objects = append(r.objects, o)
}

func (r *Registry) add(o *Object) error {
	if !nameRule.MatchString(o.APIName) || r.byName[o.APIName] != nil {
		return fmt.Errorf("schema: bad or double object name %q", o.APIName)
	}
	if o.Route.Owner == "" {
		o.Route.Owner = "owner"
	}
	if o.NameField == "" {
		o.NameField = "name"
	}
	if o.Plural == "" {
		o.Plural = o.Title + "s"
	}
	fields := o.Fields
	o.Fields, o.byName, o.completed = nil, map[string]*Field{}, nil
	for _, f := range append(systemFields(), fields...) {
		if !nameRule.MatchString(f.Name) {
			return fmt.Errorf("schema: bad field name %s.%q", o.APIName, f.Name)
		}
		if had := o.byName[f.Name]; had != nil {
			if !had.System && f.Name != "name" && f.Name != "owner" {
				return fmt.Errorf("schema: double field %s.%s", o.APIName, f.Name)
			}
			*had = *f // an object may say more of its name and owner
			continue
		}
		own := *f
		o.byName[f.Name] = &own
		o.Fields = append(o.Fields, &own)
	}
	o.arrange(o.arrangement)
	if o.Open != nil {
		if f := o.byName[o.Open.Field]; f == nil || !f.Filterable() {
			return fmt.Errorf("schema: %s is open by %q, which can't be searched", o.APIName, o.Open.Field)
		}
	}
	for _, f := range o.Fields {
		if err := o.checkSealed(f); err != nil {
			return err
		}
	}
	if err := o.checkLists(); err != nil {
		return err
	}
	if err := o.checkTimeline(); err != nil {
		return err
	}
	if f := o.underivable(); f != nil {
		return fmt.Errorf("schema: %s.%s can't be derived", o.APIName, f.Name)
	}
	if err := o.checkErased(); err != nil {
		return err
	}
	if err := r.checkFacts(o); err != nil {
		return err
	}
	for _, name := range []string{o.Route.Owner, o.Route.Members, o.Route.Candidates, o.Route.Thread, o.Route.Private, o.Route.Shared, o.Route.About, o.Route.App, o.NameField} {
		if name != "" && o.byName[name] == nil {
			return fmt.Errorf("schema: %s routes by unknown field %q", o.APIName, name)
		}
	}
	r.keep(o)
	return nil
}

// findCompleted keeps the fields to whose values Registry.Complete adds, unless it is known.
func (o *Object) findCompleted() {
	if o.completed != nil {
		return
	}
	o.completed = []*Field{}
	for _, f := range o.Fields {
		if f.Type.Complete != nil && !f.Internal {
			o.completed = append(o.completed, f)
		}
	}
}

// checkLists refuses an object that names fields which it lacks, or which are not what
// they are named for: for its lists, for searches and for those of which one is kept.
func (o *Object) checkLists() error {
	for _, name := range o.KeepOne {
		if !o.has(name, Boolean) {
			return fmt.Errorf("schema: %s keeps one by %q, which is no boolean field", o.APIName, name)
		}
	}
	if name := o.LeavesOut; name != "" && !o.has(name, Boolean) {
		return fmt.Errorf("schema: lists of %s leave out by %q, which is no boolean field", o.APIName, name)
	}
	for _, name := range o.Brief {
		if o.byName[name] == nil {
			return fmt.Errorf("schema: short forms of %s show unknown field %q", o.APIName, name)
		}
	}
	if o.Standing != nil {
		for _, name := range slices.Concat(o.Standing.By, o.Standing.Numbers) {
			if o.byName[name] == nil {
				return fmt.Errorf("schema: numbers of %s stand by unknown field %q", o.APIName, name)
			}
		}
	}
	for _, name := range append([]string{o.orderField()}, o.Columns...) {
		if o.byName[name] == nil {
			return fmt.Errorf("schema: lists of %s show or sort by unknown field %q", o.APIName, name)
		}
	}
	for _, name := range o.AnyOf {
		if f := o.byName[name]; f == nil || !f.Settable() {
			return fmt.Errorf("schema: a record of %s can't be given any of %q", o.APIName, name)
		}
	}
	for _, name := range o.Search {
		if f := o.byName[name]; f == nil || !f.Stored() || f.Internal || f.Type.Search == "" {
			return fmt.Errorf("schema: %s can't be searched by %q", o.APIName, name)
		}
	}
	return nil
}

// systemFields are common to every object.
func systemFields() []*Field {
	return []*Field{
		{Name: "id", Title: "Id", Type: Text, System: true},
		{Name: "name", Title: "Name", Type: Text, Indexed: true},
		{Name: "owner", Title: "Owner", Type: Lookup, Target: "user", Indexed: true},
		{Name: "created_date", Title: "Created Date", Type: DateTime, System: true},
		{Name: "modified_date", Title: "Modified Date", Type: DateTime, System: true, Indexed: true, Untracked: true},
		{Name: "created_by", Title: "Created By", Type: Lookup, Target: "user", System: true},
		{Name: "modified_by", Title: "Modified By", Type: Lookup, Target: "user", System: true, Untracked: true},
		{Name: "updated_by", Title: "Updated By", Type: Lookup, Target: "user", System: true, Derived: &Derivation{How: Alias, From: []string{"modified_by"}}},
		{Name: "organization_id", Title: "Organization", Type: Text, System: true, Protected: true},
		{Name: "version", Title: "Version", Type: Integer, System: true, Untracked: true},
		{Name: "deleted_date", Title: "Deleted Date", Type: DateTime, System: true, Internal: true},
	}
}

// Objects lists all objects in order of definition, internal ones too.
func (r *Registry) Objects() []*Object { return r.objects }

// Object finds an object by api name, nil where there is none.
func (r *Registry) Object(name string) *Object { return r.byName[name] }

// Canonical is the api name of what a client calls by it or by its alias.
func (r *Registry) Canonical(name string) string {
	if of, ok := r.aliases[name]; ok {
		return of
	}
	return name
}

// Children lists the objects that refer to the object by a lookup.
func (r *Registry) Children(object string) []Child { return r.children[object] }

// Version rises with each change of the metadata.
func (r *Registry) Version() int64 { return r.version }

// Fixed gives one registry for every organization.
type Fixed struct{ Of *Registry }

// Registry gives the registry in force of an organization.
func (f Fixed) Registry(context.Context, id.ID) (*Registry, error) { return f.Of, nil }
