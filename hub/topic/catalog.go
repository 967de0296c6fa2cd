package topic

import (
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/schema"
)

// Catalog holds the topics of one version of a registry, and decides which
// entries belong to them.
type Catalog struct {
	Rights     Rights
	Visibility Visibility

	registry *schema.Registry
	threads  map[string]string // a topic's first word → the thread's object
	ongoing  map[string]Topic  // by name
	shown    *shown
}

// New returns the catalog of a registry.
func New(r *schema.Registry) *Catalog {
	shown, inheriting := &shown{parts: map[string][]string{}}, map[string][]string{}
	c := &Catalog{
		Rights: Rights{r}, Visibility: Visibility{registry: r, shown: shown, inheriting: inheriting},
		registry: r, threads: map[string]string{}, ongoing: map[string]Topic{}, shown: shown,
	}
	for _, o := range r.Objects() {
		if o.Mine != nil {
			shown.mine = append(shown.mine, o.APIName)
		}
		if o.Feed {
			shown.feed = append(shown.feed, o.APIName)
		}
		if thread := r.ThreadOf(o.APIName); thread != nil {
			shown.parts[thread.APIName] = append(shown.parts[thread.APIName], o.APIName)
			if o.Route.Inherit != "" {
				inheriting[thread.APIName] = append(inheriting[thread.APIName], o.APIName)
			}
		}
		switch o.Role {
		case schema.Thread:
			c.threads[o.Topic] = o.APIName
		case schema.Ongoing:
			for kind, name := range map[Kind]string{Ongoing: o.Topic, OngoingAll: o.Topic + all} {
				c.ongoing[name] = Topic{Kind: kind, Object: o.APIName, name: name}
			}
		case schema.Person, schema.Team, schema.PermissionSet, schema.Session, schema.Definition, schema.Choice, schema.App, schema.Label, schema.Part:
		}
	}
	return c
}

// Registry returns the registry of the catalog.
func (c *Catalog) Registry() *schema.Registry { return c.registry }

// Named returns the topics that objects name, one for each of their kinds;
// topics of threads have no id.
func (c *Catalog) Named() []Topic {
	var out []Topic
	for _, o := range c.registry.Objects() {
		switch o.Role {
		case schema.Thread:
			out = append(out, Topic{Kind: Thread, Object: o.APIName, name: o.Topic})
		case schema.Ongoing:
			out = append(out, c.ongoing[o.Topic], c.ongoing[o.Topic+all])
		case schema.Person, schema.Team, schema.PermissionSet, schema.Session, schema.Definition, schema.Choice, schema.App, schema.Label, schema.Part:
		}
	}
	return out
}

// Heads returns the prefixes of topic names, for tables that must be
// complete.
func (c *Catalog) Heads() []string {
	heads := []string{string(Me), string(Presence), string(Feed), string(Nodes), string(Object), string(Record), string(Query), string(PhoneNumber)}
	for _, t := range c.Named() {
		heads = append(heads, t.Name())
	}
	return heads
}

// Profile returns a key of what a principal can see of a topic's objects.
func (c *Catalog) Profile(p *access.Principal, t Topic) string {
	objects := c.shown.in(t)
	if len(objects) == 1 {
		return p.Rights(objects[0]).Profile()
	}
	var b strings.Builder
	for _, o := range objects {
		b.WriteString(p.Rights(o).Profile())
		b.WriteByte('|')
	}
	return b.String()
}

// MayRead reports whether the principal's rights can show anything of a
// topic. Snapshots and delivery check the right to the individual record.
func (c *Catalog) MayRead(p *access.Principal, t Topic) bool {
	switch t.Kind {
	case Me, Presence, Feed, Ongoing, Query, PhoneNumber: // the snapshot checks whose query it is, and who may read a number
		return true
	case OngoingAll, Object, Record, Thread:
		return p.Rights(t.Object).Readable() != nil
	case Nodes:
		return p.Superuser
	}
	return false
}
