package tags

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Store counts the records that hold an option (storage/pg).
type Store interface {
	// HaveOptions counts the records of an object whose field holds one of some values.
	HaveOptions(ctx context.Context, organization id.ID, object, field string, values []string, others bool) (int64, error)
}

// labelReviewer looks at labels of pick-lists, which are options of these, before they are
// written and before they go.
type labelReviewer struct{ store Store }

var _ interface {
	feature.Foreseer
	feature.Remover
} = labelReviewer{}

// Review takes a label for a pick-list that may have options of an organization, and gives it
// its value, which is the label where none is given. Of which field it is and what records
// hold of it stays: they would lose it.
func (labelReviewer) Review(_ context.Context, p *access.Principal, _ id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	if label, given := set[schema.ChoiceLabel].(string); given {
		label = strings.TrimSpace(label)
		set[schema.ChoiceLabel] = label
		if why := (schema.Option{Value: label}).Wrong(); why != "" {
			return nil, fault.Field(schema.ChoiceLabel, "%s", why)
		}
	}
	if before.ID == "" {
		return nil, begin(p, set)
	}
	return nil, stays(before, set)
}

// begin completes a new label.
func begin(p *access.Principal, set row.Fields) error {
	f, err := pickList(p, set)
	if err != nil {
		return err
	}
	value := newValue(set)
	set[schema.ChoiceValue] = value
	if why := (schema.Option{Value: value}).Wrong(); why != "" {
		return fault.Field(schema.ChoiceValue, "%s", why)
	}
	if len(f.Options) >= schema.MaxOptions && !f.HasOption(value) {
		return tooMany(f)
	}
	set[schema.LabelKey] = keyOf(set, value)
	return nil
}

// newValue is what records will hold of a new label: the label where no value is given.
func newValue(set row.Fields) string {
	value, _ := set[schema.ChoiceValue].(string)
	label, _ := set[schema.ChoiceLabel].(string)
	return cmp.Or(strings.TrimSpace(value), strings.TrimSpace(label))
}

func tooMany(f *schema.Field) error {
	return fault.Field(schema.ChoiceField, "%s has %d options already, and may have no more", f.Title, schema.MaxOptions)
}

func keyOf(label row.Fields, value string) string {
	object, _ := label[schema.ChoiceObject].(string)
	field, _ := label[schema.ChoiceField].(string)
	return schema.KeyOfLabel(schema.ListOfField(object, field), value)
}

// pickList finds the field that a new label is of.
func pickList(p *access.Principal, set row.Fields) (*schema.Field, error) {
	object, _ := set[schema.ChoiceObject].(string)
	name, _ := set[schema.ChoiceField].(string)
	o := p.Registry().Object(object)
	if o == nil || o.Internal {
		return nil, fault.Field(schema.ChoiceObject, "There is no object %q", object)
	}
	f := o.Field(name)
	switch {
	case f == nil || !p.Rights(object).Readable().Has(name):
		return nil, fault.Field(schema.ChoiceField, "%s has no field %q%s", o.Title, name, pickLists(p, o))
	case !f.Type.Choices:
		return nil, fault.Field(schema.ChoiceField, "%s is no pick-list%s", f.Title, pickLists(p, o))
	case !f.TakesChoices():
		return nil, fault.Field(schema.ChoiceField, "The options of %s are built in and can't be changed", f.Title)
	}
	return f, nil
}

// pickLists returns which fields of an object take labels, so that nobody has to look for them.
func pickLists(p *access.Principal, o *schema.Object) string {
	var names []string
	for _, f := range o.Fields {
		if f.TakesChoices() && p.Rights(o.APIName).Readable().Has(f.Name) {
			names = append(names, f.Name)
		}
	}
	if len(names) == 0 {
		return "; " + o.Title + " has no pick-list"
	}
	return "; the pick-lists of " + o.Title + " are " + strings.Join(names, ", ")
}

// stays refuses another object, field or value, and takes care that a label of before values
// were kept has one.
func stays(before row.Record, set row.Fields) error {
	for _, name := range []string{schema.ChoiceObject, schema.ChoiceField} {
		if to, given := set[name]; given && to != before.Fields[name] {
			return fault.Field(name, "A label can't move to another field. Create one for the other field instead.")
		}
	}
	value := valueOf(before)
	if to, given := set[schema.ChoiceValue]; given && to != nil && to != value {
		return fault.Field(schema.ChoiceValue, "The value of a label can't change because records use it. Change the label instead.")
	}
	_, given := set[schema.ChoiceValue]
	if given || before.Text(schema.ChoiceValue) == "" {
		set[schema.ChoiceValue] = value
	}
	if before.Text(schema.LabelKey) == "" {
		set[schema.LabelKey] = keyOf(before.Fields, value)
	}
	return nil
}

// valueOf is what records hold.
func valueOf(label row.Record) string {
	if value := label.Text(schema.ChoiceValue); value != "" {
		return value
	}
	return label.Text(schema.ChoiceLabel)
}

// Foresee implements feature.Foreseer: many labels at once may not be more than a field takes.
func (labelReviewer) Foresee(ctx context.Context, p *access.Principal, sets []row.Fields) (context.Context, error) {
	more := map[[2]string]int{}
	for _, set := range sets {
		object, _ := set[schema.ChoiceObject].(string)
		name, _ := set[schema.ChoiceField].(string)
		o := p.Registry().Object(object)
		if o == nil || o.Field(name) == nil || o.Field(name).HasOption(newValue(set)) {
			continue // which the review refuses, or which is no further option
		}
		of := [2]string{object, name}
		if more[of]++; more[of]+len(o.Field(name).Options) > schema.MaxOptions {
			return ctx, fault.Field(schema.ChoiceField, "%s may have %d options, and these are more", o.Field(name).Title, schema.MaxOptions)
		}
	}
	return ctx, nil
}

// Remove implements feature.Remover: an option that records hold stays, or they would hold
// what is none. One that the field has by itself, too, loses its label alone.
func (r labelReviewer) Remove(ctx context.Context, p *access.Principal, labels []row.Record) error {
	lost := map[[2]string][]string{}
	for _, label := range labels {
		of, value := [2]string{label.Text(schema.ChoiceObject), label.Text(schema.ChoiceField)}, valueOf(label)
		o := p.Registry().Object(of[0])
		if o == nil {
			continue
		}
		if f := o.Field(of[1]); f != nil && f.TakesChoices() && !f.DefinesOption(value) {
			lost[of] = append(lost[of], value)
		}
	}
	for of, values := range lost {
		n, err := r.store.HaveOptions(ctx, p.Organization, of[0], of[1], values, false)
		if err != nil {
			return err
		}
		if n > 0 {
			return fault.New(fault.Conflict, "%s %s. Set Active to false instead of deleting it: then it is chosen no more, and stays where it stands.",
				records(n), strings.Join(values, " or "))
		}
	}
	return nil
}

func records(n int64) string {
	if n == 1 {
		return "1 record has"
	}
	return strconv.FormatInt(n, 10) + " records have"
}
