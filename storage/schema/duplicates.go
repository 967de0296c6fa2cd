package schema

// MaxDuplicateFields bounds the fields by which duplicates of an object's records are found.
const MaxDuplicateFields = 10

// FindsDuplicates tells whether two records may be found to be the same by the field.
func (f *Field) FindsDuplicates() bool {
	return f.Type.Same != "" && !f.System && !f.Internal && f.Filterable()
}

// DuplicatesBy are the fields by which duplicates of a record are found: those that were
// chosen, or else every field of phone numbers. A field that was chosen and is of a format
// by now that can't be compared is passed over.
func (o *Object) DuplicatesBy() []*Field {
	var out []*Field
	if o.DuplicateFields == nil {
		for _, f := range o.Fields {
			if f.Type.SearchDigits && f.FindsDuplicates() {
				out = append(out, f)
			}
		}
		return out
	}
	for _, name := range o.DuplicateFields {
		if f := o.byName[name]; f != nil && f.FindsDuplicates() {
			out = append(out, f)
		}
	}
	return out
}
