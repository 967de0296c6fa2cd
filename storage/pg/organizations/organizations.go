package organizations

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

// maxNameLength bounds an organization's name, in bytes.
const maxNameLength = 1000

// Directory says which organizations there are, who may sign in to them, and which of
// them a number or a record belongs to.
type Directory struct {
	pool   *pool.Pool
	tables *tables.Cache
}

// NewDirectory makes the directory of a database.
func NewDirectory(db *pool.Pool, of *tables.Cache) *Directory {
	return &Directory{pool: db, tables: of}
}

// Organization is a tenant: its records lie in a schema of its own.
type Organization struct {
	ID      id.ID
	Name    string    // as it was made with: a later name is in the organization's own record
	Created time.Time // set by CreateOrganization
}

// CreateOrganization makes an organization with all its tables, or nothing.
// fault.Conflict where the id is in use.
func (s *Directory) CreateOrganization(ctx context.Context, o Organization) error {
	if _, ok := id.Parse(string(o.ID)); !ok {
		return fault.Field("id", "The organization needs a UUID as its id.")
	}
	o.Name = strings.TrimSpace(o.Name)
	if o.Name == "" || len(o.Name) > maxNameLength || strings.ContainsRune(o.Name, 0) {
		return fault.Field("name", "The organization needs a name of at most %d characters.", maxNameLength)
	}
	statements := s.tables.CreateStatements(o.ID)
	return s.pool.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO core.organization (id, name, schema_name, registry) VALUES ($1, $2, $3, $4)`,
			string(o.ID), o.Name, tables.SchemaOf(o.ID), s.tables.Digest())
		if err != nil {
			return err
		}
		if _, err = tx.Exec(ctx, statements, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		return s.MakeSingletons(ctx, tx, o.ID, o.Name)
	})
}

const selectOrganization = `SELECT id, name, created FROM core.organization`

// Organizations lists all organizations, the first one first: its superusers are
// the installation's operators.
func (s *Directory) Organizations(ctx context.Context) ([]Organization, error) {
	return s.organizations(ctx, "")
}

// OrganizationsAfter names the next organizations behind one, "" for the first ones, in the
// order of their ids.
func (s *Directory) OrganizationsAfter(ctx context.Context, after id.ID, limit int) ([]id.ID, error) {
	rows, err := s.pool.Query(ctx, "SELECT id::text FROM core.organization WHERE $1 = '' OR id > nullif($1, '')::uuid ORDER BY id LIMIT $2", string(after), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	return found, s.pool.Failure(err)
}

// Outdated lists those whose tables were made for another registry.
func (s *Directory) Outdated(ctx context.Context) ([]Organization, error) {
	return s.organizations(ctx, ` WHERE registry IS DISTINCT FROM $1`, s.tables.Digest())
}

func (s *Directory) organizations(ctx context.Context, where string, arguments ...any) ([]Organization, error) {
	rows, err := s.pool.Query(ctx, selectOrganization+where+` ORDER BY created, id`, arguments...)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	out, err := pgx.CollectRows(rows, scanOrganization)
	return out, s.pool.Failure(err)
}

// Organization returns one organization, or fault.NotFound.
func (s *Directory) Organization(ctx context.Context, organization id.ID) (Organization, error) {
	if !organization.Valid() {
		return Organization{}, tables.UnknownOrganization()
	}
	rows, err := s.pool.Query(ctx, selectOrganization+` WHERE id = $1`, string(organization))
	if err != nil {
		return Organization{}, s.pool.Failure(err)
	}
	o, err := pgx.CollectExactlyOneRow(rows, scanOrganization)
	if errors.Is(err, pgx.ErrNoRows) {
		return Organization{}, tables.UnknownOrganization()
	}
	return o, s.pool.Failure(err)
}

func scanOrganization(r pgx.CollectableRow) (o Organization, err error) {
	var key string
	if err := r.Scan(&key, &o.Name, &o.Created); err != nil {
		return o, err
	}
	o.ID = id.ID(key)
	return o, nil
}
