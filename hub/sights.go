package hub

import (
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// Some entries move what people may see of other records, which have no entries of
// their own for it: a user who changes teams takes the rows that he owns along, and
// a chat its messages. Whoever may be concerned is asked to look again.

// movesSights tells whether an entry is of that kind.
func movesSights(e *entry.Entry) bool { return movesTeams(e) || movesMessages(e) }

func movesTeams(e *entry.Entry) bool {
	if e.Object == "team" { // it may name its members, too
		return e.Op != entry.Updated || e.Changed("members")
	}
	return e.Object == "user" && (e.Op == entry.Bulk || e.Op == entry.Updated && e.Changed("teams"))
}

func movesMessages(e *entry.Entry) bool {
	return e.Object == "chat" && (e.Op == entry.Bulk ||
		e.Op == entry.Updated && (e.Route.Before.Private != e.Route.After.Private || !slices.Equal(e.Route.Before.Members, e.Route.After.Members)))
}

// moved tells whether such an entry may have changed what the principal sees in a
// topic.
func moved(e *entry.Entry, p *access.Principal, t Topic) bool {
	if movesTeams(e) {
		return slices.ContainsFunc(objectsOf(t), func(object string) bool { return byTeam(p.Rights(object)) })
	}
	if !movesMessages(e) || !slices.Contains(objectsOf(t), "chat_message") || p.Rights("chat_message").Readable() == nil {
		return false
	}
	if t.Kind == Chat && (e.Op == entry.Bulk || t.ID != e.ID) {
		return false
	}
	how := standingOf(e, p.User)
	if t.Kind == Chat && p.Rights(e.Object).VisibleAs(&e.Route.After, how.after) == nil {
		return false // the topic ends with the change
	}
	return e.Op == entry.Bulk || e.Route.Before.Private != e.Route.After.Private || how.before != how.after
}

// byTeam tells whether rows are seen because of their owners' teams.
func byTeam(r *access.Rights) bool {
	for _, relation := range r.Relations() {
		if relation.Kind == access.RelationTeam {
			return true
		}
	}
	return false
}

// moveSights makes those look again to whom nothing announces what changed for them.
// The caller holds the lock.
func (t *tenant) moveSights(e *entry.Entry) {
	if !movesSights(e) {
		return
	}
	for name, r := range t.rooms {
		for _, g := range r.groups {
			for _, s := range g.sockets {
				if s.held == nil && moved(e, s.principal.Load(), r.topic) && !s.seatIn(r).asked {
					t.ask(s, name)
				}
			}
		}
	}
}
