package schema

import "fmt"

// Erased says what becomes of a record that refers to one that is erased.
type Erased struct {
	// Whole records are about the erased one alone, and go with it; of a list of lookups,
	// where it names no other.
	Whole bool
	// Stays names a field, and the values of it with which a Whole record stays all the same;
	// nil for none.
	Stays *Open
	// Takes says that the records which the field refers to, of its Target, go with one that is deleted
	// whole in an erasure, unless others refer to them: a file that was attached to a person.
	Takes bool
	// Blank are the fields that are emptied where the record stays.
	Blank []string
}

// Blanked are the fields that erasures empty of records that stay.
func (o *Object) Blanked() (names []string) {
	for _, f := range o.Fields {
		if f.Erased != nil {
			names = append(names, f.Erased.Blank...)
		}
		if f.Repeats != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

// Repeating lists the fields that repeat the name of the record a lookup refers to
// (Field.Repeats).
func (o *Object) Repeating(lookup string) (names []string) {
	for _, f := range o.Fields {
		if f.Repeats == lookup {
			names = append(names, f.Name)
		}
	}
	return names
}

// Original returns the object whose records' names a field of o repeats: the end of the chain
// of fields that repeat names of names. It is nil for a field that repeats none, or the name
// of an object that the registry lacks.
func (r *Registry) Original(o *Object, f *Field) *Object {
	if f.Repeats == "" {
		return nil
	}
	for f.Repeats != "" {
		if o = r.Object(o.Field(f.Repeats).Target); o == nil {
			return nil
		}
		f = o.Field(o.NameField)
	}
	return o
}

// Mentioning lists the fields that tell of records without referring to them
// (Field.Mentions).
func (o *Object) Mentioning() (list []*Field) {
	for _, f := range o.Fields {
		if f.Mentions {
			list = append(list, f)
		}
	}
	return list
}

// Reference is a field by which records of an object refer to others.
type Reference struct {
	Object *Object
	Field  *Field
}

// References lists the fields by which a record of an object may be referred to, in the
// order of definition.
func (r *Registry) References(object string) (list []Reference) {
	for _, o := range r.objects {
		for _, f := range o.Fields {
			if f.Stored() && f.refers() && (!f.Type.Targeted || f.Target == object) {
				list = append(list, Reference{o, f})
			}
		}
	}
	return list
}

// refers tells whether the field names records.
func (f *Field) refers() bool { return f.Type.References != nil }

// checkErased refuses an object that empties what it lacks, or what can't be empty.
func (o *Object) checkErased() error {
	for _, f := range o.Fields {
		if f.Erased != nil && !f.refers() {
			return fmt.Errorf("schema: %s.%s refers to nothing that could be erased", o.APIName, f.Name)
		}
	}
	for _, f := range o.Fields {
		if f.Erased != nil && f.Erased.Stays != nil && o.byName[f.Erased.Stays.Field] == nil {
			return fmt.Errorf("schema: %s.%s stays by %q, which it lacks", o.APIName, f.Name, f.Erased.Stays.Field)
		}
	}
	for _, f := range o.Fields {
		if f.Erased != nil && f.Erased.Takes && f.Target == "" {
			return fmt.Errorf("schema: %s.%s takes records along, but refers to no object", o.APIName, f.Name)
		}
	}
	for _, f := range o.Mentioning() {
		if !f.Stored() || f.System || f.Required {
			return fmt.Errorf("schema: an erasure can't empty %s.%s", o.APIName, f.Name)
		}
	}
	for _, f := range o.Fields {
		if f.Repeats == "" {
			continue
		}
		if of := o.byName[f.Repeats]; of == nil || !of.Stored() || !of.refers() {
			return fmt.Errorf("schema: %s.%s repeats a name by %q, which refers to nothing", o.APIName, f.Name, f.Repeats)
		}
	}
	for _, name := range o.Blanked() {
		if f := o.byName[name]; f == nil || !f.Stored() || f.System {
			return fmt.Errorf("schema: an erasure can't empty %s.%q", o.APIName, name)
		}
	}
	return nil
}
