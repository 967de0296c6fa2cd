package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"switchboard/storage/id"
)

// Digest names what the objects of all organizations make of one: its tables, and what of
// their records is filled in at a start. The same digest means that nothing is to do.
func (c *Cache) Digest() string { return c.digest }

// SizeOfSchema reads how many bytes a schema ($1) has on disk, and how many tables and indexes.
const SizeOfSchema = `SELECT coalesce(sum(pg_total_relation_size(c.oid)) FILTER (WHERE c.relkind = 'r'), 0)::bigint,
	count(*) FILTER (WHERE c.relkind = 'r'), count(*) FILTER (WHERE c.relkind = 'i')
	FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1`

// CreateStatements makes a whole organization.
func (c *Cache) CreateStatements(organization id.ID) string {
	schemaName := SchemaOf(organization)
	statements := []string{"CREATE SCHEMA " + Quote(schemaName)}
	for _, o := range c.base.Objects() {
		statements = append(statements, CreateTable(newTable(schemaName, o, nil)))
	}
	return strings.Join(statements, ";\n")
}

func (c *Cache) baseDigest() string {
	sum := sha256.New()
	made := id.Derived("any")
	_, _ = io.WriteString(sum, c.CreateStatements(made)) // a hash takes everything
	for _, o := range c.base.Objects() {
		for _, x := range IndexesOf(newTable(SchemaOf(made), o, nil)) {
			_, _ = fmt.Fprintln(sum, x.Statement(""))
		}
		_, _ = fmt.Fprintln(sum, o.APIName, o.Singleton, o.Located, o.Open)
		for _, f := range o.Fields {
			_, _ = fmt.Fprintln(sum, f.Name, f.Number, f.Default)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
