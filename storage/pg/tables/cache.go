package tables

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"sync"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// orgSchemaPrefix begins the name of every organization's schema.
const orgSchemaPrefix = "org_"

// CoreSchema holds what is not an organization's.
const CoreSchema = "core"

// maxCachedOrganizations bounds the cache; beyond it, it starts anew.
const maxCachedOrganizations = 1000

// Cache keeps the tables of the organizations that were used.
type Cache struct {
	registry *schema.Registry
	digest   string

	mu             sync.RWMutex
	byOrganization map[id.ID]*Tables
}

// NewCache makes the cache for the registry of all organizations.
func NewCache(registry *schema.Registry) *Cache {
	c := &Cache{registry: registry}
	c.digest = c.registryDigest()
	return c
}

// Digest names what the registry makes of an organization: its tables, and what of
// their records is filled in at a start. The same digest means that nothing is to do.
func (c *Cache) Digest() string { return c.digest }

// Table finds the table of an object. An unknown object is fault.Invalid, an
// organization that can't be is fault.NotFound.
func (c *Cache) Table(organization id.ID, object string) (*Table, error) {
	known, err := c.Of(organization)
	if err != nil {
		return nil, err
	}
	return known.Find(object)
}

// Of gives the tables of an organization; fault.NotFound where it can't be.
func (c *Cache) Of(organization id.ID) (*Tables, error) {
	c.mu.RLock()
	known := c.byOrganization[organization]
	c.mu.RUnlock()
	if known != nil {
		return known, nil
	}
	canonical, ok := id.Parse(string(organization))
	if !ok || canonical != organization {
		return nil, UnknownOrganization()
	}
	made := NewTables(SchemaOf(organization), c.registry)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byOrganization == nil || len(c.byOrganization) >= maxCachedOrganizations {
		c.byOrganization = map[id.ID]*Tables{}
	}
	c.byOrganization[organization] = made
	return made, nil
}

// UnknownOrganization refuses an organization that is not there.
func UnknownOrganization() error {
	return fault.New(fault.NotFound, "This organization does not exist.")
}

// SchemaOf names an organization's schema.
func SchemaOf(organization id.ID) string { return orgSchemaPrefix + organization.Compact() }

// CreateStatements makes a whole organization.
func (c *Cache) CreateStatements(organization id.ID) string {
	schemaName := SchemaOf(organization)
	statements := []string{"CREATE SCHEMA " + Quote(schemaName)}
	for _, o := range c.registry.Objects() {
		statements = append(statements, CreateTable(newTable(schemaName, o, nil)))
	}
	return strings.Join(statements, ";\n")
}

func (c *Cache) registryDigest() string {
	sum := sha256.New()
	_, _ = io.WriteString(sum, c.CreateStatements(id.Derived("any"))) // a hash takes everything
	for _, o := range c.registry.Objects() {
		_, _ = fmt.Fprintln(sum, o.APIName, o.Singleton, o.Located, o.Open)
		for _, f := range o.Fields {
			_, _ = fmt.Fprintln(sum, f.Name, f.Number, f.Default)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
