package access

import (
	"slices"

	"switchboard/storage/query"
)

// View implements query.Reader: the object as the principal sees it, nil if the object is hidden
// or does not exist.
func (p *Principal) View(object string) *query.View {
	rights := p.rights[p.registry.Canonical(object)]
	if rights == nil {
		return nil
	}
	view := &query.View{Registry: p.registry, Object: rights.Object}
	for i, relation := range rights.Relations() {
		view.Ways = append(view.Ways, query.Way{Relation: relation, Fields: rights.readable(i)})
	}
	if len(view.Ways) == 0 {
		return nil
	}
	return view
}

// readable returns the fields that may be read in the relation of that place among Relations.
func (r *Rights) readable(place int) *FieldSet {
	for i := range r.grants {
		g := &r.grants[i]
		if g.read == nil {
			continue
		}
		if place == 0 {
			return r.readIn(g)
		}
		place--
	}
	return nil
}

// Objects implements query.Reader.
func (p *Principal) Objects() []string {
	var out []string
	for name := range p.rights {
		if p.View(name) != nil {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
