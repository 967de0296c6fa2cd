package pg

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/schema"
)

// column is a stored field and where it lies.
type column struct {
	field *schema.Field
	kind  *schema.FieldType // by which it is stored and filtered
	name  string            // quoted
	alias string            // quoted, after the table's alias t
}

// table is an object of one organisation, with the texts of its statements.
type table struct {
	object  *schema.Object
	people  *people
	schema  string    // quoted
	name    string    // quoted, with its schema
	columns []*column // of the stored fields, in the order of list
	// generated columns repeat derived fields that filter and sort.
	generated []*column
	byName    map[string]*column

	list    string // the columns, of the alias t
	lock    string
	get     string
	insert  string
	names   byIDs // id and name of some records; of users their teams too
	parents byIDs // what others inherit from some records
}

// column finds the column of a stored field, nil where there is none.
func (t *table) column(field string) *column { return t.byName[field] }

// some gives the columns of the fields, with id and version, and their list; all of
// them where no field is named.
func (t *table) some(fields []string) ([]*column, string, error) {
	if len(fields) == 0 {
		return t.columns, t.list, nil
	}
	wanted := map[string]bool{"id": true, "version": true}
	for _, name := range fields {
		if c := t.column(name); c == nil || !c.field.Stored() {
			return nil, "", fault.Field(name, "%s has no field %q that can be read alone", t.object.Title, name)
		}
		wanted[name] = true
	}
	var columns []*column
	var aliases []string
	for _, c := range t.columns { // in one order, so that equal questions have equal texts
		if wanted[c.field.Name] {
			columns, aliases = append(columns, c), append(aliases, c.alias)
		}
	}
	return columns, strings.Join(aliases, ", "), nil
}

// tables are those of one organisation, made from one version of its registry.
type tables struct {
	Registry *schema.Registry
	byName   map[string]*table
}

// newTables makes the statements of an organisation's tables.
func newTables(schemaName string, registry *schema.Registry) *tables {
	objects := registry.Objects()
	t := &tables{Registry: registry, byName: make(map[string]*table, len(objects))}
	who := newPeople(schemaName, registry)
	for _, o := range objects {
		t.byName[o.APIName] = newTable(schemaName, o, who)
	}
	return t
}

// find gives the table of an object; an unknown one is fault.Invalid.
func (t *tables) find(object string) (*table, error) {
	if found := t.byName[object]; found != nil {
		return found, nil
	}
	return nil, fault.New(fault.Invalid, "There is no object %q.", object)
}

// with gives the table of the one object of a role.
func (t *tables) with(role schema.Role) *table { return t.byName[t.Registry.Role(role).APIName] }

func newTable(schemaName string, o *schema.Object, who *people) *table {
	t := &table{
		object: o,
		people: who,
		schema: quote(schemaName),
		name:   quote(schemaName) + "." + quote(o.APIName),
		byName: make(map[string]*column, len(o.Fields)),
	}
	var names, aliases, places []string
	for _, f := range o.Fields {
		if !f.Searchable() {
			continue
		}
		c := &column{field: f, kind: f.Kind(), name: quote(f.Name)}
		c.alias = "t." + c.name
		t.byName[f.Name] = c
		if !f.Stored() {
			t.generated = append(t.generated, c)
			continue
		}
		t.columns = append(t.columns, c)
		names, aliases = append(names, c.name), append(aliases, c.alias)
		places = append(places, place(len(names), c))
	}
	t.list = strings.Join(aliases, ", ")
	t.get = "SELECT " + t.list + " FROM " + t.name + " t WHERE t.id = $1::uuid AND t.deleted_date IS NULL"
	t.lock = t.get + " FOR UPDATE"
	t.insert = "INSERT INTO " + t.name + " AS t (" + strings.Join(names, ", ") + ") VALUES (" +
		strings.Join(places, ", ") + ") RETURNING " + t.list
	teams := "NULL::uuid[], NULL::uuid[]"
	if o.Role == schema.Person && who != nil {
		teams = who.teamsOf("t")
	}
	from := " FROM " + t.name + " t WHERE t.id"
	t.names = newByIDs("SELECT t.id, " + t.column(o.NameField).alias + "::text, " + teams + from)
	t.parents = newByIDs("SELECT t.id, " + t.member("NULL::uuid[]", o.Route.Members) + ", " + t.member("false", o.Route.Private) + from)
	return t
}

// opened is the condition under which a record of the table is open; the values are the
// n-th argument.
func (t *table) opened(n int) string {
	return "deleted_date IS NULL AND " + t.column(t.object.Open.Field).name + " = ANY ($" + strconv.Itoa(n) + "::text[])"
}

func quote(identifier string) string { return pgx.Identifier{identifier}.Sanitize() }

// missing says that a record of the object is absent.
func missing(o *schema.Object) *fault.Error {
	return fault.New(fault.NotFound, "This %s does not exist.", strings.ToLower(o.Title))
}

// routeFields lists the fields of an object that its route is made of.
func routeFields(o *schema.Object) []string {
	rule := o.Route
	out := []string{rule.Owner}
	for _, name := range []string{rule.Members, rule.Candidates, rule.Private, rule.Thread} {
		if name != "" {
			out = append(out, name)
		}
	}
	if o.Role == schema.Person {
		out = append(out, o.Granting(schema.GrantsTeams))
	}
	return out
}
