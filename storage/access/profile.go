package access

import (
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Standing is the set of ways in which a route names a user. Together with the Profile it
// determines what the user sees of the record.
type Standing uint8

// The ways in which a route can name a user.
const (
	Owns Standing = 1 << iota
	Belongs
	RingsFor
)

// StandingOf returns how a route names a user.
func StandingOf(route *entry.Route, user id.ID) Standing {
	var s Standing
	if route.Owner != "" && route.Owner == user {
		s |= Owns
	}
	if slices.Contains(route.Members, user) {
		s |= Belongs
	}
	if slices.Contains(route.Candidates, user) {
		s |= RingsFor
	}
	return s
}

// VisibleAs is Visible for all principals with the same Profile and the same standing towards the
// route.
func (r *Rights) VisibleAs(route *entry.Route, s Standing) *FieldSet {
	if r == nil {
		return nil
	}
	return r.read[r.maskAs(route, s)]
}

func (r *Rights) maskAs(route *entry.Route, s Standing) int {
	mask := 0
	for i := range r.grants {
		if r.grants[i].matchesAs(route, s) {
			mask |= 1 << i
		}
	}
	return mask
}

func (g *grant) matchesAs(route *entry.Route, s Standing) bool {
	if !g.suits(route) {
		return false
	}
	switch g.relation {
	case schema.ToOwner:
		return s&Owns != 0 && !route.Private
	case schema.ToMember:
		return s&Belongs != 0
	case schema.ToCandidate:
		return s&RingsFor != 0
	default: // all, team, app and what is shared look at nobody in particular
		return g.matches(route)
	}
}

// Profile identifies what the rights allow to be read: principals with the same profile and the
// same standing towards a record see the same of it. Write access counts only if it differs from
// row to row, since only then it shows. The profile of nil rights is "".
func (r *Rights) Profile() string {
	if r == nil {
		return ""
	}
	varies := r.varies()
	var b strings.Builder
	for i := range r.grants {
		g := &r.grants[i]
		b.WriteString(g.relation)
		if g.relation == schema.ToTeam || g.relation == schema.ToTeamShared || g.relation == schema.ToApp {
			for _, one := range g.ids {
				b.WriteByte(' ')
				b.WriteString(one.String())
			}
		}
		if g.about != nil {
			b.WriteString(" about " + strings.Join(g.about, ","))
		}
		b.WriteByte('=')
		b.WriteString(g.read.Key())
		if varies {
			b.WriteByte(' ')
			b.WriteString(g.update.Key())
			b.WriteString(strconv.FormatBool(g.remove))
		}
		b.WriteByte(';')
	}
	return b.String()
}
