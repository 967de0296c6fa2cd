package access

import (
	"slices"
	"strings"

	"switchboard/storage/schema"
)

// Lacks returns the first right of a permission set that the principal lacks, "" if none: users
// can't grant rights they lack. The right to a team's rows requires a scope of all or, if
// throughTeams reports that the teams are the principal's own, a scope of team.
func (p *Principal) Lacks(set PermissionSet, throughTeams bool) string {
	if p.Superuser {
		return ""
	}
	for _, right := range set.System {
		if !p.Has(right) {
			return right
		}
	}
	for _, o := range p.registry.Objects() {
		fields := set.creates(o)
		if o.Internal || fields == nil {
			continue
		}
		if r := p.rights[o.APIName]; r == nil || !r.Create || !holdsAll(fields, r.creatable) {
			return "create " + strings.ToLower(o.Plural)
		}
	}
	return p.lacksRows(set, throughTeams, func(string) bool { return true })
}

// LacksOfTeams is Lacks for everything that a set opens through a team: rows that others in
// the team own, which throughTeams is about, and rows that others show to their teams, which
// throughShared is about.
func (p *Principal) LacksOfTeams(set PermissionSet, throughTeams, throughShared bool) string {
	if p.Superuser {
		return ""
	}
	if lacking := p.lacksRows(set, throughTeams, func(relation string) bool { return relation == schema.ToTeam }); lacking != "" {
		return lacking
	}
	return p.lacksRows(set, throughShared, func(relation string) bool { return relation == schema.ToTeamShared })
}

func (p *Principal) lacksRows(set PermissionSet, throughTeams bool, counts func(relation string) bool) string {
	for _, o := range p.registry.Objects() {
		if o.Internal {
			continue
		}
		for _, wanted := range set.parts(o) {
			if !counts(wanted.relation) {
				continue
			}
			wanted.read = without(wanted.read, p.hiddenNames(o))
			if lacking := p.rights[o.APIName].lacks(wanted, throughTeams); lacking != "" {
				return lacking + " " + strings.ToLower(o.Plural)
			}
		}
	}
	return ""
}

// hiddenNames lists the fields that the principal lacks for the names that they repeat. A set
// gives nobody those names: it must have the right to them, which is judged with the target.
func (p *Principal) hiddenNames(o *schema.Object) (names []string) {
	for _, f := range o.Fields {
		if f.Repeats == "" {
			continue
		}
		if original := p.registry.Original(o, f); original == nil || !p.rights[original.APIName].readsAllNames() {
			names = append(names, f.Name)
		}
	}
	return names
}

// readsAllNames reports whether the name of every row may be read.
func (r *Rights) readsAllNames() bool {
	return r != nil && slices.ContainsFunc(r.grants, func(g grant) bool {
		return g.relation == schema.ToAll && g.read.Has(r.Object.NameField)
	})
}

// lacks names what a part would add to the rights, "" for nothing.
func (r *Rights) lacks(wanted part, throughTeams bool) string {
	var read, update []*FieldSet
	remove := false
	if r != nil {
		for _, g := range r.grants {
			if !slices.Contains(wider(wanted.relation, throughTeams), g.relation) {
				continue
			}
			read, update, remove = append(read, g.read), append(update, g.update), remove || g.remove
		}
	}
	switch {
	case !holdsAll(wanted.read, read...):
		return "read"
	case !holdsAll(wanted.update, update...):
		return "update"
	case wanted.remove && !remove:
		return "delete"
	default:
		return ""
	}
}

// wider lists the relations whose rows are all those of the relation, or more.
func wider(relation string, throughTeams bool) []string {
	switch {
	case (relation == schema.ToTeam || relation == schema.ToTeamShared) && !throughTeams, relation == schema.ToAll:
		return []string{schema.ToAll}
	case relation == schema.ToMember: // what is private no other relation opens
		return []string{schema.ToMember}
	default:
		return []string{relation, schema.ToAll}
	}
}

func holdsAll(fields []string, sets ...*FieldSet) bool {
	for _, field := range fields {
		if !slices.ContainsFunc(sets, func(s *FieldSet) bool { return s.Has(field) }) {
			return false
		}
	}
	return true
}
