package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// Description is an object as GET v1/schema shows it to one caller: only
// the fields that he may read.
type Description struct {
	ID                 id.ID              `json:"id"`
	APIName            string             `json:"api_name"`
	Title              string             `json:"title"`
	Plural             string             `json:"plural"`
	NameField          string             `json:"name_field"`
	Properties         Properties         `json:"properties"`
	Required           []string           `json:"required"`
	Children           []ChildDescription `json:"children"`
	RelatesToAnyObject bool               `json:"relates_to_any_object"`
	// Live objects are owned by an actor, which decides whose word counts: a
	// client need not send the version it read.
	Live bool `json:"live"`
	// Custom objects are the organization's own; App is the app that brought one.
	Custom bool  `json:"custom,omitempty"`
	App    id.ID `json:"app,omitempty"`
	// Extendable objects can have fields of the organization's own.
	Extendable bool `json:"extendable,omitempty"`
	// Erasable records are people, who can be erased.
	Erasable bool `json:"erasable,omitempty"`
	// Search are the fields that a search among the records looks through, for this
	// caller; Order is that of a list that asks for none.
	Search []string `json:"search"`
	Order  string   `json:"order"`
	// LeavesOut is the field whose records no list has, unless they are asked for by their ids
	// or by this field; empty for none.
	LeavesOut string `json:"leaves_out,omitempty"`
	// Columns are those of a list beside the name, empty where nobody said which.
	Columns []string `json:"columns"`
	// DuplicateFields are those by which duplicates are found, for this caller.
	DuplicateFields []string `json:"duplicate_fields"`
	// TrackHistory tells whether what becomes of the records is written to their history;
	// HistorySince from when on it is, where it was switched off before.
	TrackHistory bool      `json:"track_history"`
	HistorySince time.Time `json:"history_since,omitzero"`
	// Happenings say what stands on a record's timeline, as far as this caller may see it.
	Happenings []HappeningDescription `json:"happenings"`
}

// HappeningDescription says how records of an object stand on the timelines of another
// one's (Timeline): Field names what they are about, or that of their thread where Thread
// says of which object that is; Part is then the field that names the thread.
type HappeningDescription struct {
	Object string `json:"object"`
	Kind   string `json:"kind"`
	At     string `json:"at"`
	Field  string `json:"field"`
	Thread string `json:"thread,omitempty"`
	Part   string `json:"part,omitempty"`
}

// ChildDescription is an object that refers to this one.
type ChildDescription struct {
	SchemaAPIName string `json:"schema_api_name"`
	Field         string `json:"field"`
}

// Properties are the fields in their order; as JSON an object in that order.
type Properties []Property

// Property is one field as clients see it.
type Property struct {
	Name     string   `json:"-"`
	Title    string   `json:"title"`
	Type     []string `json:"-"`
	JSONType any      `json:"type"` // one name, or a list that ends with null
	Format   string   `json:"format,omitempty"`
	Enum     []string `json:"enum,omitempty"`
	// Options say how the options look, and which are chosen no more (these are not in
	// Enum); empty where the values say all.
	Options  []Option      `json:"options,omitempty"`
	AnyOf    []Alternative `json:"anyOf,omitempty"`
	Width    int           `json:"width"`
	HelpText string        `json:"help_text,omitempty"`
	// MaxLength is how many characters a text may have, where it is fewer than others may.
	MaxLength int `json:"max_length,omitempty"`
	Default   any `json:"default,omitempty"`
	// Holds is the type of what an encrypted field holds, empty for text.
	Holds string `json:"holds,omitempty"`
	// Unit says what a number counts: "seconds", or the currency of an amount: "USD".
	Unit string `json:"unit,omitempty"`
	// Digits is true for a phone number, in which a search looks for digits alone.
	Digits bool `json:"digits,omitempty"`
	// Sort is true where the caller may sort lists by it.
	Sort bool `json:"sort,omitempty"`
	// Modify is false for what the caller can't change.
	Modify bool `json:"modify"`
	// NamesField says which fields a text names, for forms to offer them.
	NamesField *NamesFieldDescription `json:"names_field,omitempty"`
	// TimeZone is true of a text that names a time zone, for forms to offer those.
	TimeZone bool `json:"time_zone,omitempty"`
	// Language is true of a text that is the tag of a language, for forms to offer those.
	Language bool `json:"language,omitempty"`
	// Alias is the field that this one repeats under a second name.
	Alias string `json:"alias,omitempty"`
	// Tags is true where the entries of a list are tags.
	Tags   bool `json:"tags,omitempty"`
	System bool `json:"system,omitempty"`
	Unique bool `json:"unique,omitempty"`
	Index  bool `json:"index,omitempty"`
	// Sensitive is true of what is shown as ******** and revealed by the server alone.
	Sensitive bool `json:"sensitive,omitempty"`
	// Custom fields are the organization's own; App is the app that brought one.
	Custom bool  `json:"custom,omitempty"`
	App    id.ID `json:"app,omitempty"`
}

// NamesFieldDescription says that a text names a field: one of the object that the field
// Object of the same record names, of these formats.
type NamesFieldDescription struct {
	Object  string   `json:"object"`
	Formats []string `json:"formats"`
}

// Option is how an option of a field looks. Its value is what records hold, and never
// changes.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label,omitempty"`
	Color string `json:"color,omitempty"`
	// Active options are chosen; others stand in the records that have them.
	Active bool `json:"active"`
}

// Alternative is one thing a lookup may be: a record of an object, or null.
type Alternative struct {
	SchemaAPIName string `json:"schema_api_name,omitempty"`
	Type          string `json:"type,omitempty"`
}

// MarshalJSON writes the properties as an object in their order.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, property := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(property.Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(property)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Viewer says what a caller may read and change, by object and field.
type Viewer interface {
	MayRead(object, field string) bool
	MayWrite(object, field string) bool
	// MayFilter tells whether lists may be filtered by the field, MaySort whether they may
	// be sorted by it: it is readable in all of their rows.
	MayFilter(object, field string) bool
	MaySort(object, field string) bool
}

// Describe makes the description of an object for a caller.
func (r *Registry) Describe(o *Object, viewer Viewer) Description {
	d := Description{
		ID: SchemaID(o.APIName), APIName: o.APIName, Title: o.Title, Plural: o.Plural,
		NameField: o.NameField, Properties: Properties{}, Required: []string{}, Children: []ChildDescription{},
		RelatesToAnyObject: o.RelatesToAnyObject,
		Live:               o.Live,
		Custom:             o.Custom,
		App:                o.App,
		Extendable:         o.Extendable(),
		Erasable:           o.Erasable,
		Search:             []string{},
		LeavesOut:          o.LeavesOut,
		Columns:            []string{},
		DuplicateFields:    []string{},
		TrackHistory:       o.Remembered(),
		HistorySince:       o.HistorySince(),
		Happenings:         r.describeHappenings(o.APIName, viewer),
		Order:              o.DefaultOrder(func(field string) bool { return viewer.MaySort(o.APIName, field) }),
	}
	for _, name := range o.SearchFields() {
		if viewer.MayFilter(o.APIName, name) {
			d.Search = append(d.Search, name)
		}
	}
	for _, f := range o.DuplicatesBy() {
		if viewer.MayFilter(o.APIName, f.Name) {
			d.DuplicateFields = append(d.DuplicateFields, f.Name)
		}
	}
	for _, name := range o.Columns {
		if viewer.MayRead(o.APIName, name) {
			d.Columns = append(d.Columns, name)
		}
	}
	for _, f := range o.Fields {
		if f.Internal || !viewer.MayRead(o.APIName, f.Name) {
			continue
		}
		p := property(f, f.Settable() && viewer.MayWrite(o.APIName, f.Name))
		p.Sort = viewer.MaySort(o.APIName, f.Name)
		d.Properties = append(d.Properties, p)
		if f.Wanted() {
			d.Required = append(d.Required, f.Name)
		}
	}
	for _, child := range r.Children(o.APIName) {
		object := r.Object(child.Object)
		if !object.Internal && !object.Field(child.Field).Internal && viewer.MayRead(child.Object, child.Field) {
			d.Children = append(d.Children, ChildDescription{SchemaAPIName: child.Object, Field: child.Field})
		}
	}
	return d
}

// Wanted tells whether a client must give the field on create: required, not
// set by the server, and without a default.
func (f *Field) Wanted() bool { return f.Required && f.Settable() && f.Default == nil }

// DefaultShown is the field's default as clients are shown it.
func (f *Field) DefaultShown() json.RawMessage { return f.Type.Wire(f, f.Default, nobodysNames{}) }

func property(f *Field, modify bool) Property {
	p := Property{
		Name: f.Name, Title: f.Title, Type: []string{f.Type.JSONType}, Format: f.Type.Format, Enum: f.active(), Options: f.Labels,
		Width: f.Width, HelpText: f.HelpText, MaxLength: f.MaxLength, Modify: modify,
		System: f.System, Unique: f.Unique, Index: f.Indexed, Digits: f.Digits(), Unit: cmp.Or(f.Unit, f.Type.Unit), Holds: f.Holds, Custom: f.Custom, App: f.App, Sensitive: f.Type.Sealed, Tags: f.Labelled(), TimeZone: f.IsZone, Language: f.IsLanguage,
	}
	if f.Default != nil {
		p.Default = f.DefaultShown()
	}
	if f.Derived != nil && f.Derived.How == Alias {
		p.Alias = f.Derived.From[0]
	}
	if n := f.NamesField; n != nil {
		p.NamesField = &NamesFieldDescription{Object: n.Object}
		for _, t := range n.Types {
			p.NamesField.Formats = append(p.NamesField.Formats, t.Format)
		}
	}
	if p.Width == 0 {
		p.Width = 150
	}
	if !f.Required && !f.System {
		p.Type = append(p.Type, "null")
	}
	if f.Type.Targeted {
		p.AnyOf = []Alternative{{SchemaAPIName: f.Target}}
		if !f.Required {
			p.AnyOf = append(p.AnyOf, Alternative{Type: "null"})
		}
	}
	if len(p.Type) == 1 {
		p.JSONType = p.Type[0]
	} else {
		p.JSONType = p.Type
	}
	return p
}

func (r *Registry) describeHappenings(object string, viewer Viewer) []HappeningDescription {
	out := []HappeningDescription{}
	for _, h := range r.Happenings(object) {
		d := HappeningDescription{Object: h.Object.APIName, Kind: h.Object.Timeline.Kind, At: h.Object.Timeline.At, Field: h.Field.Name}
		mayKnow := viewer.MayFilter(d.Object, d.At)
		if h.Thread == nil {
			mayKnow = mayKnow && viewer.MayFilter(d.Object, d.Field)
		} else {
			d.Thread, d.Part = h.Thread.APIName, h.Object.Route.Thread
			mayKnow = mayKnow && viewer.MayFilter(d.Thread, d.Field) && viewer.MayFilter(d.Object, d.Part)
		}
		if mayKnow {
			out = append(out, d)
		}
	}
	return out
}
