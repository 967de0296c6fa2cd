package tables

import (
	"context"
	"sync"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// orgSchemaPrefix begins the name of every organization's schema.
const orgSchemaPrefix = "org_"

// CoreSchema holds what is not an organization's.
const CoreSchema = "core"

const (
	// maxCachedOrganizations bounds the cache; beyond it any other one gives way.
	maxCachedOrganizations = 1000
	// servedFor is how long after its last use an organization's log is still followed;
	// then its tables are forgotten with the next entry.
	servedFor = time.Minute
	// believedFor bounds how long tables are believed. The log tells of what changes
	// them, but for entries that left it before this node could read them.
	believedFor = 10 * time.Minute
)

// Own reads the objects that an organization has beside those of every one, and gives the
// registry of both.
type Own func(ctx context.Context, organization id.ID, base *schema.Registry) (*schema.Registry, error)

// Cache keeps the tables of the organizations that were used. It follows their log
// (eventlog.Selective), which tells when their objects change.
type Cache struct {
	base   *schema.Registry
	own    Own
	digest string
	now    func() time.Time

	mu             sync.Mutex
	byOrganization map[id.ID]*cached
}

// cached are an organization's tables, nil while they are read for the first time.
type cached struct {
	*Tables
	read, used time.Time
	loads      int    // under way
	changes    uint64 // of its objects that were heard of
}

// NewCache makes the cache. base are the objects of all organizations; own is nil if there are no
// others.
func NewCache(base *schema.Registry, own Own) *Cache {
	c := &Cache{base: base, own: own, now: time.Now, byOrganization: map[id.ID]*cached{}}
	c.digest = c.baseDigest()
	return c
}

// Defines reports whether records of an object say what an organization's tables are.
func (c *Cache) Defines(object string) bool { return c.own != nil && c.base.Defines(object) }

// Table finds the table of an object. An unknown object is fault.Invalid, an
// organization that can't be is fault.NotFound.
func (c *Cache) Table(ctx context.Context, organization id.ID, object string) (*Table, error) {
	known, err := c.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	return known.Find(object)
}

// Of returns the tables of an organization; fault.NotFound where it can't be. Its own objects are
// read where they are not known.
func (c *Cache) Of(ctx context.Context, organization id.ID) (*Tables, error) {
	if ctx.Value(passing{}) != nil {
		return c.inPassing(ctx, organization)
	}
	found, changes, err := c.begin(organization)
	if found != nil || err != nil {
		return found, err
	}
	made, err := c.read(ctx, organization)
	return c.end(organization, made, changes), err
}

// begin returns what is known, or notes that it is being read.
func (c *Cache) begin(organization id.ID) (known *Tables, changes uint64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	of := c.byOrganization[organization]
	if of != nil && of.Tables != nil && now.Sub(of.read) < believedFor {
		of.used = now
		return of.Tables, 0, nil
	}
	if of == nil {
		if canonical, ok := id.Parse(string(organization)); !ok || canonical != organization {
			return nil, 0, UnknownOrganization()
		}
		c.makeRoom()
		of = &cached{}
		c.byOrganization[organization] = of
	}
	of.loads++
	return nil, of.changes, nil
}

// makeRoom forgets any one that nobody reads at the moment.
func (c *Cache) makeRoom() {
	if len(c.byOrganization) < maxCachedOrganizations {
		return
	}
	for organization, of := range c.byOrganization {
		if of.loads == 0 {
			delete(c.byOrganization, organization)
			return
		}
	}
}

// end keeps what was read, but where the objects changed meanwhile.
func (c *Cache) end(organization id.ID, made *Tables, changes uint64) *Tables {
	c.mu.Lock()
	defer c.mu.Unlock()
	of := c.byOrganization[organization]
	of.loads--
	if made != nil && of.changes == changes {
		of.Tables, of.read, of.used = made, c.now(), c.now()
	}
	if of.Tables == nil && of.loads == 0 {
		delete(c.byOrganization, organization)
	}
	return made
}

func (c *Cache) read(ctx context.Context, organization id.ID) (*Tables, error) {
	registry := c.base
	if c.own != nil {
		var err error
		if registry, err = c.own(ctx, organization, c.base); err != nil {
			return nil, err
		}
	}
	return NewTables(SchemaOf(organization), registry), nil
}

// Append implements eventlog.Follower.
func (c *Cache) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		if c.Defines(entries[i].Object) {
			c.Forget(organization)
			return
		}
	}
}

// Serves implements eventlog.Selective.
func (c *Cache) Serves(organization id.ID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	of := c.byOrganization[organization]
	if of == nil || c.own == nil {
		return false
	}
	if of.loads == 0 && c.now().Sub(of.used) >= servedFor {
		delete(c.byOrganization, organization)
		return false
	}
	return true
}

// Forget has an organization's objects read again.
func (c *Cache) Forget(organization id.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	of := c.byOrganization[organization]
	if of == nil {
		return
	}
	of.Tables, of.changes = nil, of.changes+1
	if of.loads == 0 {
		delete(c.byOrganization, organization)
	}
}

// registryOf returns the registry of a schema's organization as far as it is known, by the
// schema's name.
func (c *Cache) registryOf(schemaName string) *schema.Registry {
	c.mu.Lock()
	defer c.mu.Unlock()
	for organization, of := range c.byOrganization {
		if of.Tables != nil && SchemaOf(organization) == schemaName {
			return of.Registry
		}
	}
	return c.base
}

// UnknownOrganization refuses an organization that is not there.
func UnknownOrganization() error {
	return fault.New(fault.NotFound, "This organization does not exist.")
}

// SchemaOf names an organization's schema.
func SchemaOf(organization id.ID) string { return orgSchemaPrefix + organization.Compact() }
