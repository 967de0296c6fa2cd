package schemas

import (
	"slices"

	"switchboard/storage/schema"
)

// rows tells apart what of a field's change can be in force at once, and what its records
// have to be checked or filled for: the latter is put off, and the former left.
func (d *fieldDraft) rows() {
	if d.isNew || d.f.Type == nil {
		return
	}
	had := d.had
	if had == nil { // its column is empty
		had = &schema.Field{}
		if d.f.Required && d.f.Default == nil {
			d.wrongf(d.at("required"), "There are records, in which the field would be empty: give it a default, which fills them")
			return
		}
	}
	want := *d.f
	if had.Type != nil && had.Type != d.f.Type && !had.Becomes(d.f) {
		if want.Required && !had.Required {
			d.wrongf(d.at("required"), "Change the format first, and make the field required then")
			return
		}
		want.Column = d.own.NewKey(d.f.Name)
		d.later[d.f.Name] = &want
		*d.f = *had
		d.f.Title, d.f.HelpText, d.f.Width, d.f.App = want.Title, want.HelpText, want.Width, want.App
		return
	}
	if had.Type != nil {
		d.asked(had)
	}
	if want.Required && !had.Required || want.Unique && !had.Unique || want.Indexed && !had.Indexed && !want.Unique {
		d.later[d.f.Name] = &want
		d.f.Required, d.f.Unique, d.f.Indexed = want.Required && had.Required, want.Unique && had.Unique, want.Indexed && had.Indexed
	}
}

// asked notes what records must not hold for the options to be as they will be.
func (d *fieldDraft) asked(had *schema.Field) {
	if closed := had.Type.Closed || had.Type.Free > 0; !had.Type.Optioned || !closed || len(d.f.Options) == 0 {
		return
	}
	if len(had.Options) == 0 {
		d.asks = append(d.asks, ask{field: had, path: d.at("options"), within: d.f.Options})
		return
	}
	lost := slices.DeleteFunc(slices.Clone(had.Options), func(value string) bool { return slices.Contains(d.f.Options, value) })
	if len(lost) > 0 {
		d.asks = append(d.asks, ask{field: had, path: d.at("options"), lost: lost})
	}
}
