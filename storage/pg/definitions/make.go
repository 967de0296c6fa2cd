package definitions

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Maker makes objects of organizations.
type Maker struct {
	pool      *pool.Pool
	tables    *tables.Cache
	committer *commit.Committer
}

// NewMaker makes the maker of a database.
func NewMaker(db *pool.Pool, of *tables.Cache, committer *commit.Committer) *Maker {
	return &Maker{pool: db, tables: of, committer: committer}
}

// AddObject gives an organization an object of its own, with its table, from now on on
// this node, and on others as their place in the organization's log comes to it. by is
// who wants it, "" for the system. Errors: fault.Invalid where the registry refuses it,
// fault.Conflict where the name is in use.
func (m *Maker) AddObject(ctx context.Context, organization, by id.ID, o *schema.Object) error {
	definition, err := schema.EncodeObject(o)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "This object can't be made: %s.", err)
	}
	err = m.pool.Together(ctx, func(ctx context.Context) error {
		before, err := m.tables.Of(ctx, organization)
		if err != nil {
			return err
		}
		if before.Registry.Object(o.APIName) != nil {
			return fault.New(fault.Conflict, "There is an object %q already.", o.APIName)
		}
		next, err := before.Registry.Adding(o)
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "This object can't be made: %s.", err)
		}
		table, err := tables.NewTables(tables.SchemaOf(organization), next).Find(o.APIName)
		if err != nil {
			return err
		}
		if _, err := m.committer.Commit(ctx, row.Change{Organization: organization, By: by, Writes: []row.Write{{
			Object: next.Role(schema.Definition).APIName, Op: entry.Created, Cause: "object.defined",
			Set: row.Fields{"name": o.Title, "api_name": o.APIName, schema.DefinitionField: definition},
		}}}); err != nil {
			return err
		}
		_, err = m.pool.Transaction(ctx).Conn.Exec(ctx, tables.CreateTable(table), pgx.QueryExecModeSimpleProtocol)
		return m.pool.Failure(err)
	})
	m.tables.Forget(organization)
	return err
}
