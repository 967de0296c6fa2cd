package schemas

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Definition is an object as those are shown it who may change it.
type Definition struct {
	APIName   string `json:"api_name"`
	Title     string `json:"title"`
	Plural    string `json:"plural"`
	Custom    bool   `json:"custom"`
	App       id.ID  `json:"app,omitempty"`
	Version   int64  `json:"version"`
	NameField string `json:"name_field"`
	// Columns are those of lists, Search the fields that a search looks through.
	Columns []string `json:"columns"`
	Search  []string `json:"search"`
	Order   []string `json:"order"`
	// DuplicateFields are those by which duplicates are found. HistoryStays says that
	// TrackHistory can't be switched off.
	DuplicateFields []string   `json:"duplicate_fields"`
	TrackHistory    bool       `json:"track_history"`
	HistoryStays    bool       `json:"history_stays,omitempty"`
	Properties      Properties `json:"properties"`
	Retired         []Retired  `json:"retired"`
	Change          *Change    `json:"change,omitempty"`
	// KeptDays is for how long what is retired now can be brought back, 0 if nobody knows.
	KeptDays int `json:"kept_days,omitempty"`
}

// Properties are fields in their order; as JSON an object in that order.
type Properties []Property

// Property is a field as those are shown it who may change it.
type Property struct {
	Name      string               `json:"-"`
	Title     string               `json:"title"`
	Type      any                  `json:"type"`
	Format    string               `json:"format"`
	Options   []schema.Option      `json:"options,omitempty"`
	AnyOf     []schema.Alternative `json:"anyOf,omitempty"`
	Unit      string               `json:"unit,omitempty"`
	Holds     string               `json:"holds,omitempty"`
	MaxLength int                  `json:"max_length,omitempty"`
	Width     int                  `json:"width"`
	HelpText  string               `json:"help_text"`
	Default   json.RawMessage      `json:"default"`
	Required  bool                 `json:"required"`
	Unique    bool                 `json:"unique"`
	Index     bool                 `json:"index"`
	Modify    bool                 `json:"modify"`
	Sensitive bool                 `json:"sensitive"`
	Custom    bool                 `json:"custom"`
	App       id.ID                `json:"app,omitempty"`
}

// Retired is a field or an object that is in use no more and can be brought back until it is
// purged.
type Retired struct {
	Name        string     `json:"name,omitempty"`
	APIName     string     `json:"api_name,omitempty"`
	Title       string     `json:"title"`
	Format      string     `json:"format,omitempty"`
	App         id.ID      `json:"app,omitempty"`
	RetiredDate time.Time  `json:"retired_date"`
	RetiredBy   *Person    `json:"retired_by"`
	PurgeDate   *time.Time `json:"purge_date"`
}

// Person is who did something.
type Person struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

// Change is what is being executed.
type Change struct {
	Job id.ID   `json:"job"`
	By  *Person `json:"by"`
}

// Format is a kind of field that an organization may have.
type Format struct {
	Format        string   `json:"format"`
	Type          string   `json:"type"`
	Title         string   `json:"title"`
	Options       bool     `json:"options"`
	OptionsNeeded bool     `json:"options_needed"`
	Target        bool     `json:"target"`
	Unique        bool     `json:"unique"`
	Index         bool     `json:"index"`
	Default       bool     `json:"default"`
	Unit          bool     `json:"unit"`
	MaxLength     bool     `json:"max_length"`
	Sensitive     bool     `json:"sensitive"`
	Held          bool     `json:"held"`       // what an encrypted field may hold
	Search        bool     `json:"search"`     // what records may be searched by
	Duplicates    bool     `json:"duplicates"` // what their duplicates may be found by
	ConvertibleTo []string `json:"convertible_to"`
}

// Formats lists the kinds of fields.
func Formats() []Format {
	out := []Format{}
	for _, t := range schema.Types() {
		out = append(out, Format{
			Format: t.Name, Type: t.JSONType, Title: titleOf(t.Name), Options: t.Optioned, OptionsNeeded: t.Closed, Target: t.Targeted && t.To == "",
			Unique: t.Unique, Index: t.Indexed, Default: t.Defaults, Unit: counts(t), MaxLength: t.Free > 0, Sensitive: t.Sealed, Held: mayBeHeld(t), Search: t.Search != "", Duplicates: t.Same != "", ConvertibleTo: t.Conversions(),
		})
	}
	return out
}

// mayBeHeld reports whether an encrypted field may hold values of a type.
func mayBeHeld(t *schema.FieldType) bool { return !t.Sealed && t.References == nil }

// counts reports whether values of a type may have a unit.
func counts(t *schema.FieldType) bool { return t.JSONType == "number" || t.JSONType == "integer" }

// titleOf is how people call a format.
func titleOf(format string) string {
	switch format {
	case "url", "json":
		return strings.ToUpper(format)
	}
	words := strings.Split(format, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// MarshalJSON writes the properties as an object in their order.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(p[i].Name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(p[i])
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

// propertyOf shows a field.
func propertyOf(f *schema.Field) Property {
	p := Property{
		Name: f.Name, Title: f.Title, Type: f.Type.JSONType, Format: f.Type.Name, Options: f.Looks(), Unit: f.Unit, Holds: f.Holds, MaxLength: f.MaxLength,
		Width: f.Width, HelpText: f.HelpText, Required: f.Required, Unique: f.Unique, Index: f.Indexed, Modify: f.Settable(), Sensitive: f.Type.Sealed,
		Custom: f.Custom, App: f.App,
	}
	if p.Width == 0 {
		p.Width = 150
	}
	if !f.Required {
		p.Type = []string{f.Type.JSONType, "null"}
	}
	if f.Type.Targeted {
		p.AnyOf = []schema.Alternative{{SchemaAPIName: f.Target}}
	}
	if f.Default != nil {
		p.Default = f.DefaultShown()
	}
	return p
}

// shown is what people may order and see of an object's fields.
func shown(o *schema.Object) []*schema.Field {
	return slices.DeleteFunc(slices.Clone(o.Fields), func(f *schema.Field) bool { return f.Internal || f.System })
}
