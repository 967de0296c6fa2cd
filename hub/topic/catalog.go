package topic

import (
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/schema"
)

// Catalog knows the topics of one version of a registry, and which entries belong to
// them.
type Catalog struct {
	Rights     Rights
	Visibility Visibility

	registry *schema.Registry
	threads  map[string]string // a topic's first word → the thread's object
	ongoing  map[string]Topic  // by name
	shown    *shown
}

// New makes the catalog of a registry.
func New(r *schema.Registry) *Catalog {
	shown, heirs := &shown{parts: map[string][]string{}}, map[string][]string{}
	c := &Catalog{
		Rights: Rights{r}, Visibility: Visibility{registry: r, shown: shown, heirs: heirs},
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
				heirs[thread.APIName] = append(heirs[thread.APIName], o.APIName)
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

// Registry is what the catalog was made from.
func (c *Catalog) Registry() *schema.Registry { return c.registry }

// Named lists the topics that objects name, one for each kind of theirs; those of
// threads have no id.
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

// Heads lists what topics' names begin with, for tables that must be complete.
func (c *Catalog) Heads() []string {
	heads := []string{string(Me), string(Presence), string(Feed), string(Nodes), string(Object), string(Record), string(Query), string(Number)}
	for _, t := range c.Named() {
		heads = append(heads, t.Name())
	}
	return heads
}

// Profile names what a principal can see of a topic's objects.
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

// MayRead tells whether the principal's rights can show anything of a topic. The
// right to a very record is the snapshot's to check, and delivery's.
func (c *Catalog) MayRead(p *access.Principal, t Topic) bool {
	switch t.Kind {
	case Me, Presence, Feed, Ongoing, Query, Number: // of a query the snapshot says whose it is, of a number who may know
		return true
	case OngoingAll, Object, Record, Thread:
		return p.Rights(t.Object).Readable() != nil
	case Nodes:
		return p.Superuser
	}
	return false
}
