package access

import (
	"switchboard/storage/entry"
	"switchboard/storage/row"
)

// RowRights is the member of a shown record that says what may be done with this row,
// where that is less than with others of its object. No field has this name.
const RowRights = "rights"

// rowRights are the values of that member.
type rowRights struct {
	Update []string `json:"update"` // the fields that may be changed
	Delete bool     `json:"delete"`
}

// Sight is what a principal sees of a record and may do with it. The zero Sight is of a record
// that the principal can't see.
type Sight struct {
	Fields *FieldSet
	// May is the value of RowRights, "" if no row of the object lets more be done. Two sights of
	// a record with the same fields and the same May show it alike.
	May string
}

// Sight returns what the principal sees of a record with this route.
func (r *Rights) Sight(route *entry.Route) Sight {
	if r == nil {
		return Sight{}
	}
	return r.sightOf(r.mask(route))
}

// SightAs is Sight for all principals with the same Profile and the same standing towards the
// route.
func (r *Rights) SightAs(route *entry.Route, s Standing) Sight {
	if r == nil {
		return Sight{}
	}
	return r.sightOf(r.maskAs(route, s))
}

func (r *Rights) sightOf(mask int) Sight {
	if r.read[mask] == nil {
		return Sight{}
	}
	return Sight{Fields: r.read[mask], May: r.may[mask]}
}

// sealMay writes down what may be done with the rows of every combination of grants.
func (r *Rights) sealMay() {
	most := len(r.read) - 1
	r.may = make([]string, len(r.read))
	for mask := range r.may {
		remove := r.removes(mask)
		if r.update[mask].Key() == r.update[most].Key() && remove == r.removes(most) {
			continue
		}
		r.may[mask] = string(row.JSONValue(rowRights{Update: append([]string{}, r.update[mask].Names()...), Delete: remove}))
	}
}

// removes reports whether one of the grants of a combination lets the record be removed.
func (r *Rights) removes(mask int) bool {
	for i, g := range r.grants {
		if mask&(1<<i) != 0 && g.remove {
			return true
		}
	}
	return false
}

// varies reports whether more may be done with one row than with another.
func (r *Rights) varies() bool {
	for mask, may := range r.may {
		if may != "" && r.read[mask] != nil {
			return true
		}
	}
	return false
}
