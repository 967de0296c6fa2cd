package access

import (
	"slices"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// builder gathers the grants of one user.
type builder struct {
	registry   *schema.Registry
	in         Inputs
	readsNames map[string]bool // objects whose names the user may read in all rows
	reads      []string        // objects of which the user may read some row, in order
}

// part is what one source (base right, superuser, permission set) adds under one
// relation.
type part struct {
	relation     string
	read, update []string
	remove       bool
}

func (b *builder) rights(o *schema.Object) *Rights {
	fields := b.creatable(o)
	r := &Rights{Object: o, Create: fields != nil, creatable: fields}
	for _, p := range b.parts(o) {
		r.add(p, b)
	}
	if len(r.grants) == 0 && !r.Create {
		return nil
	}
	r.seal()
	return r
}

// creatable unites what the base rights and each set let a new record be given; nil if none lets
// one be created.
func (b *builder) creatable(o *schema.Object) *FieldSet {
	var out *FieldSet
	if o.Singleton {
		return nil
	}
	if b.in.Superuser || b.administers(o) { // an administrator, in their apps only (MayPlace)
		out = newFieldSet(o.APIName, superuserCreates(o))
	}
	if o.BaseCreate != nil {
		out = union(o, out, newFieldSet(o.APIName, slices.Clone(o.BaseCreate)))
	}
	for _, set := range b.in.Sets {
		if fields := set.creates(o); fields != nil {
			out = union(o, out, newFieldSet(o.APIName, fields))
		}
	}
	return out
}

// given is what a set grants on an object. What superusers alone write it lets nobody write.
func (s PermissionSet) given(o *schema.Object) ObjectPermission {
	given := s.Objects[o.APIName]
	if o.SuperuserOnly {
		given.Create, given.Update, given.Delete = false, false, false
	}
	return given
}

// creates returns the fields that a set lets a new record be given, nil if it lets none be
// created.
func (s PermissionSet) creates(o *schema.Object) []string {
	given := s.given(o)
	if !given.Create || o.Singleton {
		return nil
	}
	given.Update = true // a new record is filled by the rights to change one
	_, fields := s.fields(o, given)
	return append([]string{}, fields...)
}

// superuserCreates is creates of a superuser.
func superuserCreates(o *schema.Object) []string {
	if o.Singleton {
		return nil
	}
	return append([]string{}, settableFields(o)...)
}

// superuserParts are what a superuser adds.
func superuserParts(o *schema.Object) []part {
	all := visibleFields(o)
	return []part{
		{relation: schema.ToAll, read: all, update: settableFields(o), remove: true},
		{relation: schema.ToMember, read: all, update: settableFields(o), remove: true},
	}
}

// administers reports whether the user administers an app, and records of the object belong to
// apps. To a superuser that adds nothing.
func (b *builder) administers(o *schema.Object) bool {
	return o.Route.App != "" && len(b.in.Apps) > 0 && !b.in.Superuser
}

// appParts are what an administrator of apps adds: all of the records that belong to them.
func appParts(o *schema.Object) []part {
	return []part{{relation: schema.ToApp, read: visibleFields(o), update: settableFields(o), remove: true}}
}

func (b *builder) parts(o *schema.Object) []part {
	parts := baseParts(o)
	if b.in.Superuser {
		parts = append(parts, superuserParts(o)...)
	}
	if b.administers(o) {
		parts = append(parts, appParts(o)...)
	}
	for _, set := range b.in.Sets {
		parts = append(parts, set.parts(o)...)
	}
	hidden := b.hiddenNames(o)
	for i := range parts {
		parts[i].remove = parts[i].remove && o.Deletable()
		parts[i].read = without(parts[i].read, hidden)
	}
	return parts
}

// hiddenNames lists the fields of an object that repeat names of records whose names the
// user may not read.
func (b *builder) hiddenNames(o *schema.Object) (names []string) {
	for _, f := range o.Fields {
		if f.Repeats == "" {
			continue
		}
		if original := b.registry.Original(o, f); original == nil || !b.readsAllNames(original) {
			names = append(names, f.Name)
		}
	}
	return names
}

func without(fields, hidden []string) []string {
	if len(hidden) == 0 {
		return fields
	}
	return slices.DeleteFunc(slices.Clone(fields), func(name string) bool { return slices.Contains(hidden, name) })
}

func (s PermissionSet) parts(o *schema.Object) []part {
	given := s.given(o)
	if !given.Read && !given.Update && !given.Delete {
		return nil
	}
	read, update := s.fields(o, given)
	p := part{read: read, update: update, remove: given.Delete && o.Deletable()}
	if o.Route.Shared != "" {
		return s.sharedParts(o, p)
	}
	var relations []string
	switch s.Scopes[o.APIName] {
	case ScopeAll, "":
		relations = []string{schema.ToAll, schema.ToMember}
	case ScopeTeam:
		relations = []string{schema.ToTeam, schema.ToOwner, schema.ToMember, schema.ToCandidate}
	default: // own, and what nobody can read: it must not open all rows
		relations = []string{schema.ToOwner, schema.ToMember, schema.ToCandidate}
	}
	parts := make([]part, 0, len(relations))
	for _, relation := range relations {
		if relation == schema.ToMember && o.Route.Members == "" && o.Route.Inherit == "" ||
			relation == schema.ToCandidate && o.Route.Candidates == "" {
			continue
		}
		p.relation = relation
		parts = append(parts, p)
	}
	return parts
}

// sharedParts are those of an object whose records their owners share: what is private is
// theirs alone, and the scope says what of the rest may be changed.
func (s PermissionSet) sharedParts(o *schema.Object, p part) []part {
	scope := s.Scopes[o.APIName]
	to := func(relation string, changes bool) part {
		given := p
		if given.relation = relation; !changes {
			given.update, given.remove = nil, false
		}
		return given
	}
	all := scope == ScopeAll || scope == ""
	return []part{to(schema.ToOwner, true), to(schema.ToTeamShared, all || scope == ScopeTeam), to(schema.ToShared, all)}
}

// fields returns the readable and updatable fields of a set: all without an entry for the object,
// else the entry's. Id and version come with any readable row: a row without identity is of no
// use.
func (s PermissionSet) fields(o *schema.Object, given ObjectPermission) (read, update []string) {
	list, listed := s.Fields[o.APIName]
	all := list[AllFields]
	for _, f := range o.Fields {
		if f.Internal {
			continue
		}
		own := list[f.Name]
		identity := f.Name == "id" || f.Name == "version"
		if identity || !listed || all.Read || own.Read {
			read = append(read, f.Name)
		}
		if given.Update && f.Settable() && (!listed || all.Update || own.Update) {
			update = append(update, f.Name)
		}
	}
	return read, update
}

// baseParts are the rights of every user without any set.
func baseParts(o *schema.Object) []part {
	var parts []part
	for _, g := range o.Base {
		p := part{relation: g.Relation, read: g.Read, update: g.Update, remove: g.Delete}
		if p.read == nil {
			p.read = visibleFields(o)
		}
		parts = append(parts, p)
	}
	return parts
}

// readsAllNames reports whether the name of every row of the object may be read: then lookups to
// it may show the name.
func (b *builder) readsAllNames(o *schema.Object) bool {
	return slices.ContainsFunc(b.parts(o), func(p part) bool {
		return p.relation == schema.ToAll && slices.Contains(p.read, o.NameField)
	})
}

// add unites a part with the grant of the same relation.
func (r *Rights) add(p part, b *builder) {
	var g *grant
	for i := range r.grants {
		if r.grants[i].relation == p.relation {
			g = &r.grants[i]
		}
	}
	if g == nil {
		if len(r.grants) == maxGrants {
			panic("access: more relations than grants can hold")
		}
		r.grants = append(r.grants, grant{relation: p.relation, ids: b.ids(p.relation), about: b.about(r.Object)})
		g = &r.grants[len(r.grants)-1]
	}
	g.remove = g.remove || p.remove
	if len(p.read) > 0 {
		g.read = union(r.Object, g.read, newFieldSet(r.Object.APIName, b.withNames(r.Object, p.read)))
	}
	if len(p.update) > 0 {
		g.update = union(r.Object, g.update, newFieldSet(r.Object.APIName, slices.Clone(p.update)))
	}
}

// about returns the objects that an object's rows may be about, nil for any.
func (b *builder) about(o *schema.Object) []string {
	if o.Route.About == "" || b.in.Superuser {
		return nil
	}
	return append([]string{}, b.reads...)
}

// findReadable finds the objects of which the user may read some row.
func (b *builder) findReadable() {
	for _, o := range b.registry.Objects() {
		if !o.Internal && slices.ContainsFunc(b.parts(o), func(p part) bool { return len(p.read) > 0 }) {
			b.reads = append(b.reads, o.APIName)
		}
	}
	slices.Sort(b.reads)
}

func (b *builder) ids(relation string) []id.ID {
	switch relation {
	case schema.ToAll:
		return nil
	case schema.ToTeam, schema.ToTeamShared:
		return b.in.Teams
	case schema.ToApp:
		return b.in.Apps
	default:
		return []id.ID{b.in.User}
	}
}

// withNames adds "<lookup>.name" for lookups whose target's names are readable.
func (b *builder) withNames(o *schema.Object, fields []string) []string {
	out := slices.Clone(fields)
	for _, name := range fields {
		f := o.Field(name)
		if f != nil && f.Type.Targeted && b.readsNames[f.Target] {
			out = append(out, name+".name")
		}
		if f != nil && f.Type.References != nil && !f.Type.Targeted {
			for _, target := range b.registry.Objects() {
				// Names of what may be private are its members' alone.
				if b.readsNames[target.APIName] && target.Route.Private == "" && target.Route.Inherit == "" {
					out = append(out, anyName(name, target.APIName))
				}
			}
		}
		if f != nil && f.Withhold != nil {
			for _, target := range b.registry.Objects() {
				if b.readsWhole(target) {
					out = append(out, anyName(name, target.APIName))
				}
			}
		}
	}
	return out
}

// readsWhole reports whether every field of every row of the object may be read.
func (b *builder) readsWhole(o *schema.Object) bool {
	if o.Internal || !b.in.Superuser && (o.Route.Private != "" || o.Route.Inherit != "") {
		return false
	}
	all := visibleFields(o)
	return slices.ContainsFunc(b.parts(o), func(p part) bool {
		return p.relation == schema.ToAll && !slices.ContainsFunc(all, func(name string) bool { return !slices.Contains(p.read, name) })
	})
}

// anyName is the pseudo-field that shows the names of one object's records in an
// any-object reference, and what a field with Withhold tells of them.
func anyName(field, object string) string { return field + ".name:" + object }

func visibleFields(o *schema.Object) []string {
	var names []string
	for _, f := range o.Fields {
		if !f.Internal {
			names = append(names, f.Name)
		}
	}
	return names
}

func settableFields(o *schema.Object) []string {
	var names []string
	for _, f := range o.Fields {
		if f.Settable() {
			names = append(names, f.Name)
		}
	}
	return names
}
