package access

import (
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// maxGrants bounds the grants of one object, so that the table of unions stays
// small; no object has rows of more relations than these.
const maxGrants = 6

// grant gives fields of the rows that stand in the relation.
type grant struct {
	relation string
	ids      []id.ID // of teams or apps, or the user
	read     *FieldSet
	update   *FieldSet
	remove   bool
	about    []string // the objects that the rows may be about, in order; nil for any
}

// Rights are what a principal may do with one object.
type Rights struct {
	Object *schema.Object
	Create bool

	creatable *FieldSet
	grants    []grant
	// read and update hold the union of fields for every combination of matching
	// grants, indexed by bit mask.
	read, update []*FieldSet
	may          []string  // RowRights by the same masks
	everywhere   *FieldSet // in every row that can be visible
}

// Visible returns the fields of a record with this route that the principal may read, nil if they
// may not see the record.
func (r *Rights) Visible(route *entry.Route) *FieldSet {
	if r == nil {
		return nil
	}
	return r.read[r.mask(route)]
}

// Updatable returns the fields that the principal may change.
func (r *Rights) Updatable(route *entry.Route) *FieldSet {
	if r == nil {
		return nil
	}
	return r.update[r.mask(route)]
}

// Deletable reports whether the principal may remove the record.
func (r *Rights) Deletable(route *entry.Route) bool {
	if r == nil {
		return false
	}
	return r.removes(r.mask(route))
}

// Relations returns the row rule for the store: a row that stands in one of them may be visible.
// Without any the object is unreadable.
func (r *Rights) Relations() []row.Relation {
	if r == nil {
		return nil
	}
	var out []row.Relation
	for _, g := range r.grants {
		if g.read != nil {
			out = append(out, row.Relation{Kind: g.relation, IDs: g.ids, About: g.about})
		}
	}
	return out
}

// Scope is the widest scope of the rows that may be visible, "" without any.
func (r *Rights) Scope() Scope {
	scope := Scope("")
	for _, relation := range r.Relations() {
		switch {
		case relation.Kind == schema.ToAll || relation.Kind == schema.ToShared:
			return ScopeAll
		case relation.Kind == schema.ToTeam:
			scope = ScopeTeam
		case scope == "":
			scope = ScopeOwn
		}
	}
	return scope
}

// DeleteRelations is Relations of the records that the principal may read and remove.
func (r *Rights) DeleteRelations() []row.Relation {
	if r == nil {
		return nil
	}
	var out []row.Relation
	for _, g := range r.grants {
		if g.read != nil && g.remove {
			out = append(out, row.Relation{Kind: g.relation, IDs: g.ids, About: g.about})
		}
	}
	return out
}

// Readable returns every field that can be readable in some row: what the schema shows.
func (r *Rights) Readable() *FieldSet {
	if r == nil {
		return nil
	}
	return r.read[len(r.read)-1]
}

// MayUpdate reports whether any row could be changed by the principal.
func (r *Rights) MayUpdate() bool { return r != nil && r.update[len(r.update)-1] != nil }

// MayDelete reports whether any row could be removed by the principal.
func (r *Rights) MayDelete() bool {
	return r != nil && slices.ContainsFunc(r.grants, func(g grant) bool { return g.remove })
}

// Creatable returns the fields that a new record may be given, nil without Create.
func (r *Rights) Creatable() *FieldSet {
	if r == nil || !r.Create {
		return nil
	}
	return r.creatable
}

// Everywhere returns the fields readable in every row that can be visible: only these may filter,
// sort or group, or a hidden value would show by the order.
func (r *Rights) Everywhere() *FieldSet {
	if r == nil {
		return nil
	}
	return r.everywhere
}

func (r *Rights) mask(route *entry.Route) int {
	mask := 0
	for i := range r.grants {
		if r.grants[i].matches(route) {
			mask |= 1 << i
		}
	}
	return mask
}

// suits reports whether the rows of the grant may be about what the record is about.
func (g *grant) suits(route *entry.Route) bool {
	return g.about == nil || route.About == "" || slices.Contains(g.about, route.About)
}

func (g *grant) matches(route *entry.Route) bool {
	if !g.suits(route) {
		return false
	}
	switch g.relation {
	case schema.ToAll:
		return !route.Private
	case schema.ToOwner:
		return route.Owner != "" && route.Owner == g.ids[0] && !route.Private
	case schema.ToTeam:
		return !route.Private && g.ofTeams(route)
	case schema.ToShared:
		return !route.Private && route.Shared == schema.SharedWithOrganization
	case schema.ToTeamShared:
		return !route.Private && route.Shared == schema.SharedWithTeam && g.ofTeams(route)
	case schema.ToApp:
		return !route.Private && route.App != "" && slices.Contains(g.ids, route.App)
	case schema.ToMember:
		return slices.Contains(route.Members, g.ids[0])
	case schema.ToCandidate:
		return slices.Contains(route.Candidates, g.ids[0])
	default:
		return false
	}
}

func (g *grant) ofTeams(route *entry.Route) bool {
	return slices.ContainsFunc(route.Teams, func(t id.ID) bool { return slices.Contains(g.ids, t) })
}

// seal computes the fields of every combination of grants, so that a record's are found
// by one look-up.
func (r *Rights) seal() {
	n := 1 << len(r.grants)
	r.read, r.update = make([]*FieldSet, n), make([]*FieldSet, n)
	for mask := 1; mask < n; mask++ {
		low := 0
		for mask&(1<<low) == 0 {
			low++
		}
		rest := mask &^ (1 << low)
		r.read[mask] = union(r.Object, r.read[rest], r.grants[low].read)
		r.update[mask] = union(r.Object, r.update[rest], r.grants[low].update)
	}
	r.sealMay()
	for i := range r.grants {
		switch read := r.readIn(&r.grants[i]); {
		case read == nil:
		case r.everywhere == nil:
			r.everywhere = read
		default:
			r.everywhere = intersection(r.Object, r.everywhere, read)
		}
	}
}

// readIn returns the fields that are read in every row of a grant: of rows that can't be private
// these are also those that are read in all.
func (r *Rights) readIn(g *grant) *FieldSet {
	hidden := g.relation == schema.ToMember || g.relation == schema.ToCandidate
	if g.read == nil || hidden && (r.Object.Route.Private != "" || r.Object.Route.Inherit != "") {
		return g.read
	}
	read := g.read
	for i := range r.grants {
		if all := &r.grants[i]; all.relation == schema.ToAll && all.about == nil && all.read != nil {
			read = union(r.Object, read, all.read)
		}
	}
	return read
}
