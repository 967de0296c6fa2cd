package tables

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Table is an object of one organization, with the texts of its statements.
type Table struct {
	Object  *schema.Object
	People  *People
	Schema  string    // quoted
	Name    string    // quoted, with its schema
	Columns []*Column // of the stored fields, in the order of list
	// generated columns repeat derived fields that filter and sort.
	generated []*Column
	byName    map[string]*Column
	needed    map[string]bool // fields, by what Cells reads
	relation  string

	List string // the columns, of the alias t
	Lock string
	// LockRemoved is Lock of a record that was removed.
	LockRemoved string
	Get         string
	Insert      string
	// Fresh is Insert as far as conditions may follow, which take no argument of its columns.
	Fresh   string
	Names   ByIDs // id and name of some records; of users their teams too
	Parents ByIDs // what others inherit from some records
	// Around is Names of the people whom a record names, by its id: so they can be asked for with
	// it. It is "" if there are none.
	Around string

	still, stillNot []string

	// HasIndexes says that the table is known to have its FirstIndexes.
	HasIndexes atomic.Bool
}

// Column finds the column of a stored field, nil if there is none.
func (t *Table) Column(field string) *Column { return t.byName[field] }

// Keyed finds the stored field whose values lie under a name, nil if there is none.
func (t *Table) Keyed(key string) *schema.Field {
	if c := t.byName[key]; c != nil && c.Field.Key() == key {
		return c.Field
	}
	for _, c := range t.Columns {
		if c.Field.Key() == key {
			return c.Field
		}
	}
	return nil
}

// Some returns the columns of the fields, with id and version, and their list; all of them where
// no field is named.
func (t *Table) Some(fields []string) ([]*Column, string, error) {
	if len(fields) == 0 {
		return t.Columns, t.List, nil
	}
	wanted := map[string]bool{"id": true, "version": true}
	for _, name := range fields {
		if c := t.Column(name); c == nil || !c.Field.Stored() {
			return nil, "", fault.Field(name, "%s has no field %q that can be read alone", t.Object.Title, name)
		}
		wanted[name] = true
	}
	var columns []*Column
	var aliases []string
	for _, c := range t.Columns { // in one order, so that equal questions have equal texts
		if wanted[c.Field.Name] {
			columns, aliases = append(columns, c), append(aliases, c.Alias)
		}
	}
	return columns, strings.Join(aliases, ", "), nil
}

// Tables are those of one organization, made from one version of its registry.
type Tables struct {
	Registry *schema.Registry
	ByName   map[string]*Table
	Names    Names
}

// NewTables makes the statements of an organization's tables.
func NewTables(schemaName string, registry *schema.Registry) *Tables {
	objects := registry.Objects()
	t := &Tables{Registry: registry, ByName: make(map[string]*Table, len(objects))}
	who := newPeople(schemaName, registry)
	for _, o := range objects {
		t.ByName[o.APIName] = newTable(schemaName, o, who)
	}
	if people := t.With(schema.Person); people != nil {
		for _, one := range t.ByName {
			one.Around = one.around(people)
		}
	}
	return t
}

// Find returns the table of an object; an unknown one is fault.Invalid.
func (t *Tables) Find(object string) (*Table, error) {
	if found := t.ByName[object]; found != nil {
		return found, nil
	}
	return nil, fault.New(fault.Invalid, "There is no object %q.", object)
}

// With returns the table of the one object of a role.
func (t *Tables) With(role schema.Role) *Table {
	if o := t.Registry.Role(role); o != nil {
		return t.ByName[o.APIName]
	}
	return nil
}

func newTable(schemaName string, o *schema.Object, who *People) *Table {
	t := &Table{
		Object: o,
		People: who,
		Schema: Quote(schemaName),
		Name:   Quote(schemaName) + "." + Quote(o.Key()),

		relation: schemaName + "." + o.Key(),
		byName:   make(map[string]*Column, len(o.Fields)),
	}
	var names, aliases, places []string
	for _, f := range o.Fields {
		if !f.Searchable() {
			continue
		}
		c := &Column{Field: f, Kind: f.Kind(), Name: Quote(f.Key())}
		c.Alias = "t." + c.Name
		t.byName[f.Name] = c
		if !f.Stored() {
			t.generated = append(t.generated, c)
			continue
		}
		t.Columns = append(t.Columns, c)
		names, aliases = append(names, c.Name), append(aliases, c.Alias)
		places = append(places, Place(len(names), c))
	}
	t.needed = needs(t)
	t.List = strings.Join(aliases, ", ")
	t.Get = "SELECT " + t.List + " FROM " + t.Name + " t WHERE t.id = $1::uuid AND t.deleted_date IS NULL"
	t.Lock = t.Get + " FOR UPDATE"
	t.LockRemoved = "SELECT " + t.List + " FROM " + t.Name + " t WHERE t.id = $1::uuid AND t.deleted_date IS NOT NULL FOR UPDATE"
	t.Insert = "INSERT INTO " + t.Name + " AS t (" + strings.Join(names, ", ") + ") VALUES (" +
		strings.Join(places, ", ") + ") RETURNING " + t.List
	t.Fresh = "INSERT INTO " + t.Name + " AS t (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(places, ", ")
	teams := "NULL::uuid[], NULL::uuid[]"
	if o.Role == schema.Person && who != nil {
		teams = who.teamsOf("t")
	}
	from := " FROM " + t.Name + " t WHERE t.id"
	t.Names = newByIDs("SELECT t.id, " + t.Column(o.NameField).Alias + "::text, " + teams + from)
	t.makeStill()
	t.Parents = newByIDs("SELECT t.id, " + t.member("NULL::uuid[]", o.Route.Members) + ", " + t.member("false", o.Route.Private) + from)
	return t
}

func (t *Table) around(people *Table) string {
	var named []string
	for _, c := range t.Columns {
		if _, single := c.Kind.Column.Zero.(id.ID); single && c.Field.Target == people.Object.APIName && !c.Field.Internal {
			named = append(named, "r."+c.Name)
		}
	}
	if len(named) == 0 {
		return ""
	}
	return people.Names.upTo + " IN (SELECT unnest(ARRAY[" + strings.Join(named, ", ") + "]) FROM " + t.Name + " r WHERE r.id = $1::uuid)"
}

// Opened is the condition under which a record of the table is open; the values are the
// n-th argument.
func (t *Table) Opened(n int) string {
	return "deleted_date IS NULL AND " + t.Column(t.Object.Open.Field).Name + " = ANY ($" + strconv.Itoa(n) + "::text[])"
}

// Quote writes an identifier.
func Quote(identifier string) string { return pgx.Identifier{identifier}.Sanitize() }

// Missing says that a record of the object is absent.
func Missing(o *schema.Object) *fault.Error {
	return fault.New(fault.NotFound, "This %s does not exist.", strings.ToLower(o.Title))
}

// RouteFields lists the fields of an object that its route is made of.
func RouteFields(o *schema.Object) []string {
	rule := o.Route
	out := []string{rule.Owner}
	for _, name := range []string{rule.Members, rule.Candidates, rule.Private, rule.Thread, rule.Shared, rule.About, rule.App} {
		if name != "" {
			out = append(out, name)
		}
	}
	if o.Role == schema.Person {
		out = append(out, o.Granting(schema.GrantsTeams))
	}
	return out
}
