package voice

import (
	"cmp"
	"slices"
)

// Legs is the index of legs by their sid.
type Legs map[string]*Leg

// In lists the live legs in a conference or being dialed into it, newest first.
func (in Legs) In(conference string) []*Leg {
	var list []*Leg
	for _, l := range in {
		if l.Conference == conference && !l.Over() {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b *Leg) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.SID, b.SID))
	})
	return list
}

// Named returns the live leg of a conference with this sid or label, or nil.
func (in Legs) Named(conference, name string) *Leg {
	for _, l := range in.In(conference) {
		if l.SID == name || l.Label == name {
			return l
		}
	}
	return nil
}

// Labelled reports whether a live leg of a conference has this label.
func (in Legs) Labelled(conference, label string) bool {
	return slices.ContainsFunc(in.In(conference), func(l *Leg) bool { return l.Label == label })
}

// awaited reports whether a leg is being dialed into a conference.
func (in Legs) awaited(conference string) bool {
	return slices.ContainsFunc(in.In(conference), func(l *Leg) bool { return !l.Joined })
}
