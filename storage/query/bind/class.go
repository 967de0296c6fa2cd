package bind

import "switchboard/storage/schema"

// ClassOf is the class of a field's values; nil is NULL's.
func ClassOf(f *schema.Field) schema.Class {
	if f == nil {
		return schema.NoClass
	}
	return f.Kind().Column.Class
}

// computed are the fields that stand for what a query computes, by class.
var computed = func() map[schema.Class]*schema.Field {
	out := map[schema.Class]*schema.Field{}
	for class, kind := range map[schema.Class]*schema.FieldType{
		schema.TextClass: schema.Text, schema.NumberClass: schema.Number, schema.TruthClass: schema.Boolean,
		schema.MomentClass: schema.DateTime, schema.DayClass: schema.Date, schema.ClockClass: schema.Time,
	} {
		out[class] = &schema.Field{Name: "value", Title: "This value", Type: kind}
	}
	return out
}()

// Whole is what counting computes.
var Whole = &schema.Field{Name: "value", Title: "This value", Type: schema.Integer}

// Computed is the field that stands for computed values of a class, nil for what is never
// computed: lists, ids and documents.
func Computed(c schema.Class) *schema.Field { return computed[c] }
