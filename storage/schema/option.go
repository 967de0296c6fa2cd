package schema

import (
	"slices"

	"switchboard/storage/fault"
)

// colors are those that an option may have.
var colors = []string{
	"gray", "red", "orange", "amber", "yellow", "lime", "green", "teal", "cyan", "sky", "blue", "indigo", "violet", "purple", "pink",
}

// Colors are the names of the colors that an option may have.
func Colors() []string { return slices.Clone(colors) }

// active are the options that may be chosen.
func (f *Field) active() []string {
	out := f.Options
	if f.Labels != nil {
		out = []string{}
		for _, o := range f.Labels {
			if o.Active {
				out = append(out, o.Value)
			}
		}
	}
	return out
}

// Chosen refuses a value, in storage shape, that holds an option which is chosen no more,
// unless it stood there.
func (f *Field) Chosen(value, stood any) error {
	if f.Labels == nil {
		return nil
	}
	had := heldOptions(stood)
	for _, one := range heldOptions(value) {
		for _, o := range f.Labels {
			if o.Value == one && !o.Active && !slices.Contains(had, one) {
				return fault.Field(f.Name, "%s can't be set to %s any more", f.Title, one)
			}
		}
	}
	return nil
}

func heldOptions(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []string:
		return v
	default:
		return nil
	}
}
