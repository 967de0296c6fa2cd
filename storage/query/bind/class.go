package bind

import "switchboard/storage/schema"

// Class is what kind of values are comparable with one another: how they lie in the
// database, whatever they mean to people.
type Class uint8

// The classes.
const (
	None       Class = iota // of NULL
	Text                    //
	Number                  //
	Truth                   // a boolean
	Moment                  // a date and time
	Day                     //
	Clock                   // a time of the day
	Identity                // the id of a record
	Texts                   // a list of texts
	Identities              // a list of ids
	Document                // JSON
)

// classes finds a class by the type of the column.
var classes = map[string]Class{
	schema.Text.Column.SQL: Text, schema.Integer.Column.SQL: Number, schema.Number.Column.SQL: Number, schema.Currency.Column.SQL: Number,
	schema.Boolean.Column.SQL: Truth, schema.DateTime.Column.SQL: Moment, schema.Date.Column.SQL: Day, schema.Time.Column.SQL: Clock,
	schema.Lookup.Column.SQL: Identity, schema.MultiList.Column.SQL: Texts, schema.LookupList.Column.SQL: Identities, schema.JSON.Column.SQL: Document,
}

// ClassOf is the class of a field's values; nil is NULL's.
func ClassOf(f *schema.Field) Class {
	if f == nil {
		return None
	}
	return classes[f.Kind().Column.SQL]
}

// Named is what people call values of a class.
func (c Class) Named() string {
	return [...]string{"nothing", "text", "a number", "true or false", "a date and time", "a day", "a time of the day", "the id of a record", "a list of texts", "a list of ids", "JSON"}[c]
}

// computed are the fields that stand for what a query computes, by class.
var computed = func() map[Class]*schema.Field {
	out := map[Class]*schema.Field{}
	for class, kind := range map[Class]*schema.FieldType{
		Text: schema.Text, Number: schema.Number, Truth: schema.Boolean, Moment: schema.DateTime, Day: schema.Date, Clock: schema.Time,
	} {
		out[class] = &schema.Field{Name: "value", Title: "This value", Type: kind}
	}
	return out
}()

// Whole is what counting computes.
var Whole = &schema.Field{Name: "value", Title: "This value", Type: schema.Integer}

// Computed is the field that stands for computed values of a class, nil for what is never
// computed: lists, ids and documents.
func Computed(c Class) *schema.Field { return computed[c] }
