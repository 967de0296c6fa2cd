package topic

import (
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/schema"
)

// Some entries change which other records users see, without entries of those
// records: when a user changes teams, the visibility of the rows they own
// changes too, and that of a private thread changes with its parts. Affected
// sockets are asked to take a fresh snapshot.

// Visibility identifies those entries.
type Visibility struct {
	registry   *schema.Registry
	shown      *shown
	inheriting map[string][]string // a thread's object → the parts that are visible with the thread
}

// ChangedBy reports whether an entry changes the visibility of other records.
func (v Visibility) ChangedBy(e *entry.Entry) bool { return v.movesTeams(e) || v.movesParts(e) }

// MovesTeams reports whether an entry changes which teams users are in.
func (v Visibility) MovesTeams(e *entry.Entry) bool { return v.movesTeams(e) }

func (v Visibility) movesTeams(e *entry.Entry) bool {
	switch o := v.registry.Object(e.Object); role(o) {
	case schema.Team: // it may name its members, too
		return e.Op != entry.Updated || e.Changed(o.Granting(schema.GrantsMembers))
	case schema.Person:
		return e.Op == entry.Bulk || e.Op == entry.Updated && e.Changed(o.Granting(schema.GrantsTeams))
	case schema.PermissionSet, schema.Session, schema.Definition, schema.Choice, schema.App, schema.Label, schema.Thread, schema.Part, schema.Ongoing:
	}
	return false
}

func (v Visibility) movesParts(e *entry.Entry) bool {
	return len(v.inheriting[e.Object]) > 0 && (e.Op == entry.Bulk ||
		e.Op == entry.Updated && (e.Route.Before.Private != e.Route.After.Private || !slices.Equal(e.Route.Before.Members, e.Route.After.Members)))
}

// moved reports whether such an entry may have changed what the principal
// sees in a topic.
func (v Visibility) moved(e *entry.Entry, p *access.Principal, t Topic) bool {
	if v.movesTeams(e) {
		return slices.ContainsFunc(v.shown.in(t), func(object string) bool { return byTeam(p.Rights(object)) })
	}
	if !v.movesParts(e) || !slices.ContainsFunc(v.inheriting[e.Object], func(part string) bool {
		return slices.Contains(v.shown.in(t), part) && p.Rights(part).Readable() != nil
	}) {
		return false
	}
	if t.Kind == Thread && (e.Op == entry.Bulk || t.ID != e.ID) {
		return false
	}
	relation := RelationOf(e, p.User)
	if t.Kind == Thread && p.Rights(e.Object).VisibleAs(&e.Route.After, relation.After) == nil {
		return false // the topic ends with the change
	}
	return e.Op == entry.Bulk || e.Route.Before.Private != e.Route.After.Private || relation.Before != relation.After
}

// byTeam reports whether rows are visible because of their owners' teams.
func byTeam(r *access.Rights) bool {
	for _, relation := range r.Relations() {
		if relation.Kind == schema.ToTeam || relation.Kind == schema.ToTeamShared {
			return true
		}
	}
	return false
}
