package schema

import (
	"cmp"
	"fmt"
	"slices"
)

// Extendable tells whether organizations may have fields of their own on the object.
func (o *Object) Extendable() bool {
	return o.Custom || o.Role == "" && !o.Live && !o.Internal && !o.Singleton && o.Making == ""
}

// Defines tells whether records of an object say what the organization's registry is made of.
func (r *Registry) Defines(object string) bool {
	return r.Is(object, Definition) || r.Is(object, Choice)
}

// With makes the registry of an organization that has definitions of its own, in use all of
// them, and gives its pick-lists options, under a version. A definition that does not fit
// leaves out its own object or fields: left says why. A choice of no such field is passed over.
func (r *Registry) With(version int64, choices []OptionChoice, definitions ...*Own) (next *Registry, left []error) {
	definitions = slices.Clone(definitions)
	of := choicesByField(choices)
	for {
		next, wrong, err := r.with(version, of, definitions)
		if err == nil {
			return next, left
		}
		left = append(left, err)
		if wrong < 0 {
			return r, left
		}
		definitions = slices.Delete(definitions, wrong, wrong+1)
	}
}

// with tells which definition does not fit, -1 for none.
func (r *Registry) with(version int64, choices fieldChoices, definitions []*Own) (next *Registry, wrong int, err error) {
	next = emptyRegistry(version)
	extended := map[string]int{}
	for i, d := range definitions {
		if d.Extends {
			extended[d.APIName] = i
		}
	}
	for _, o := range r.objects {
		i, is := extended[o.APIName]
		if !is {
			i = -1
		}
		if err := next.addOwn(o, choices, definitions, i); err != nil {
			return nil, i, err
		}
	}
	for i, d := range definitions {
		if d.Extends {
			if r.byName[d.APIName] == nil {
				return nil, i, fmt.Errorf("schema: there is no object %q to have fields of an organization", d.APIName)
			}
			continue
		}
		own := d.Object
		own.Custom, own.arrangement = true, d.Arrangement
		if err := next.add(own.withChoices(choices)); err != nil {
			return nil, i, err
		}
	}
	for i, d := range definitions {
		for _, f := range d.Fields {
			if f.Type.Targeted && (next.byName[f.Target] == nil || next.byName[f.Target].Internal) {
				return nil, i, fmt.Errorf("schema: %s.%s refers to unknown object %q", d.APIName, f.Name, f.Target)
			}
		}
	}
	return next, -1, next.relate()
}

// addOwn adds an object of the product as an organization has it: extended by the definition at
// a place, -1 for none, and with its choices.
func (r *Registry) addOwn(o *Object, choices fieldChoices, definitions []*Own, at int) error {
	own := o
	if at >= 0 {
		var err error
		if own, err = o.extended(definitions[at]); err != nil {
			return err
		}
	}
	if own = own.withChoices(choices); own != o {
		return r.add(own)
	}
	r.keep(o)
	return nil
}

// extended is a copy of a product's object with the fields of an organization.
func (o *Object) extended(d *Own) (*Object, error) {
	if !o.Extendable() {
		return nil, fmt.Errorf("schema: %s can't have fields of an organization's own", o.APIName)
	}
	own := *o
	own.Fields = slices.Clone(o.Fields)
	for _, f := range d.Fields {
		if o.byName[f.Name] != nil {
			return nil, fmt.Errorf("schema: %s has a field %s already", o.APIName, f.Name)
		}
		own.Fields = append(own.Fields, f)
	}
	if d.Columns != nil {
		own.Columns = d.Columns
	}
	own.arrangement = d.Arrangement
	own.DuplicateFields, own.Untracked, own.TrackedSince = d.DuplicateFields, d.Untracked, d.TrackedSince
	return &own, nil
}

// arrange brings the fields into an order, as far as it names them: those that the system
// sets stay in their places.
func (o *Object) arrange(names []string) {
	if len(names) == 0 {
		return
	}
	place := func(f *Field) int {
		if i := slices.Index(names, f.Name); i >= 0 {
			return i
		}
		return len(names)
	}
	var free []*Field
	for _, f := range o.Fields {
		if !f.System {
			free = append(free, f)
		}
	}
	slices.SortStableFunc(free, func(a, b *Field) int { return cmp.Compare(place(a), place(b)) })
	for i, f := range o.Fields {
		if !f.System {
			o.Fields[i], free = free[0], free[1:]
		}
	}
}
