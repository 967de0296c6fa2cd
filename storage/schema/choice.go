package schema

import (
	"cmp"
	"slices"
	"strings"
)

// The fields of a Choice's records.
const (
	ChoiceObject = "object"
	ChoiceField  = "field_api_name"
	ChoiceValue  = "value"
	ChoiceLabel  = "label"
	ChoiceColor  = "color"
	ChoiceOrder  = "order"
	ChoiceActive = "active"
)

// MaxOptions is how many options a field has at the most.
const MaxOptions = 200

// OptionChoice is what a record of the role Choice says: an option of a pick-list beside
// those that the field's definition has, or how one of these looks in the organization.
type OptionChoice struct {
	Object, Field string
	Option        Option
	// Order is the option's place among the others, nil for its own: those of the
	// definition stand at 1, 2, 3 and so on, further ones behind all.
	Order *int64
}

// TakesChoices tells whether an organization may give the field options by records: it is a
// pick-list, and its options mean nothing to the product.
func (f *Field) TakesChoices() bool { return f.Type.Choices && !f.FixedOptions && !f.Internal }

// fieldChoices are the choices of an organization by object and field.
type fieldChoices map[string]map[string][]OptionChoice

func choicesByField(choices []OptionChoice) fieldChoices {
	out := fieldChoices{}
	for _, c := range choices {
		if out[c.Object] == nil {
			out[c.Object] = map[string][]OptionChoice{}
		}
		out[c.Object][c.Field] = append(out[c.Object][c.Field], c)
	}
	return out
}

// withChoices is a copy of the object whose pick-lists have the options of an organization;
// the object itself where none of them is of it.
func (o *Object) withChoices(choices fieldChoices) *Object {
	of := choices[o.APIName]
	if of == nil {
		return o
	}
	own := *o
	own.Fields = slices.Clone(o.Fields)
	for i, f := range own.Fields {
		if given := of[f.Name]; given != nil && f.TakesChoices() {
			own.Fields[i] = f.withChoices(given)
		}
	}
	return &own
}

// withChoices is a copy of the field with further options, and with others that look
// otherwise.
func (f *Field) withChoices(given []OptionChoice) *Field {
	type placed struct {
		Option
		at int64
	}
	var all []placed
	for i, o := range f.Looks() {
		all = append(all, placed{o, int64(i + 1)})
	}
	const last = 1 << 62
	for _, c := range given {
		at := slices.IndexFunc(all, func(o placed) bool { return strings.EqualFold(o.Value, c.Option.Value) })
		if at < 0 {
			if len(all) == MaxOptions {
				continue
			}
			all, at = append(all, placed{c.Option, last}), len(all)
		}
		c.Option.Value = all[at].Value // which records hold
		if c.Option.Color == "" {
			c.Option.Color = all[at].Color
		}
		all[at].Option = c.Option
		if c.Order != nil {
			all[at].at = *c.Order
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	own := *f
	own.isGiven, own.defined = true, f.Options
	own.Options, own.Labels = make([]string, len(all)), make([]Option, len(all))
	for i, o := range all {
		own.Options[i], own.Labels[i] = o.Value, o.Option
	}
	return &own
}

// DefinesOption tells whether the field has an option by itself, whatever records give it and
// however its letters are written.
func (f *Field) DefinesOption(value string) bool {
	options := f.Options
	if f.isGiven {
		options = f.defined
	}
	return slices.ContainsFunc(options, func(o string) bool { return strings.EqualFold(o, value) })
}

// HasOption tells whether the field has an option, however its letters are written.
func (f *Field) HasOption(value string) bool { return f.option(value) != "" }

// Looks are the options of the field, whether somebody said how they look or not.
func (f *Field) Looks() []Option {
	if f.Labels != nil || len(f.Options) == 0 {
		return f.Labels
	}
	out := make([]Option, len(f.Options))
	for i, value := range f.Options {
		out[i] = Option{Value: value, Label: value, Active: true}
	}
	return out
}
