package tables

import (
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"switchboard/storage/fault"
	"switchboard/storage/pg/pool"
	"switchboard/storage/schema"
)

// Explain says what a refusal of the database means where that takes knowing the tables:
// a value that is in use, or an organization that has none. It is nil for all others.
func (c *Cache) Explain(e *pgconn.PgError) error {
	switch {
	case e.Code == pool.UniqueViolation:
		return c.taken(e)
	case e.Code == pool.UndefinedTable && strings.Contains(e.Message, orgSchemaPrefix):
		return fault.Wrap(e, fault.NotFound, "This organization does not exist.")
	default:
		return nil
	}
}

// numberTaken says that a number is somebody else's, without telling whose.
func (c *Cache) numberTaken(e *pgconn.PgError) error {
	out := fault.Wrap(e, fault.Conflict, "This number belongs to another organization of this installation.")
	for _, o := range c.base.Objects() {
		for _, f := range o.Fields {
			if f.Number {
				out.Fields = map[string][]string{f.Name: {f.Title + " is already in use"}}
			}
		}
	}
	return out
}

// taken says which field's value is in use already.
func (c *Cache) taken(e *pgconn.PgError) error {
	if e.SchemaName == CoreSchema {
		switch e.TableName {
		case "inbound_event":
			return fault.Wrap(e, fault.Conflict, "This event was already processed.")
		case "account":
			return fault.Wrap(e, fault.Conflict, "An account with this email address already exists.")
		case "membership":
			return fault.Wrap(e, fault.Conflict, "This account is already a member of the organization.")
		case "number":
			return c.numberTaken(e)
		}
		return fault.Wrap(e, fault.Conflict, "This already exists.")
	}
	object := lyingIn(c.registryOf(e.SchemaName), e.TableName)
	if object == nil {
		return fault.Wrap(e, fault.Conflict, "This already exists.")
	}
	title := strings.ToLower(object.Title)
	for _, f := range object.Fields {
		if e.ConstraintName == uniqueIndexName(object, f) || f.Unique && e.ConstraintName == exactIndexName(object, f) {
			if f.Taken != "" {
				out := fault.Wrap(e, fault.Conflict, "%s", f.Taken)
				out.Fields = map[string][]string{f.Name: {f.Taken}}
				return out
			}
			out := fault.Wrap(e, fault.Conflict, "A %s with this %s already exists.", title, strings.ToLower(f.Title))
			out.Fields = map[string][]string{f.Name: {f.Title + " is already in use"}}
			return out
		}
	}
	out := fault.Wrap(e, fault.Conflict, "A %s with this id already exists.", title)
	out.Fields = map[string][]string{"id": {"Id is already in use"}}
	return out
}

// lyingIn finds the object of a table, nil if there is none.
func lyingIn(registry *schema.Registry, table string) *schema.Object {
	for _, o := range registry.Objects() {
		if o.Key() == table {
			return o
		}
	}
	return nil
}
