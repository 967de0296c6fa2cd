package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"switchboard/storage/id"
)

// Grants is how a field gives rights.
type Grants string

// What a list of lookups can give.
const (
	GrantsSets    Grants = "sets"    // the record's person gets permission sets
	GrantsTeams   Grants = "teams"   // he gets into teams
	GrantsMembers Grants = "members" // the record is a team, and people get into it
	// GrantsSupervisors is of a team too: people see its rows without being in it.
	GrantsSupervisors Grants = "supervisors"
	// GrantsAdministration makes people administrators of the record, which is an app.
	GrantsAdministration Grants = "administration"
)

// NamesField says which fields a text names: those of the object that the field Object of the
// same record names, of these types.
type NamesField struct {
	Object string
	Types  []*FieldType
}

// Field is one field of an object.
type Field struct {
	Name  string     `json:"name"`
	Title string     `json:"title"`
	Type  *FieldType `json:"-"`
	// Target is the object a Lookup or LookupList refers to.
	Target string `json:"target,omitzero"`
	// Options are the values of an Enum and of a MultiPicklist, those that a Picklist has where
	// it has any, and those that a MultiList offers. Labels say how they look, and which are
	// chosen no more; nil where the values say all.
	Options []string `json:"options,omitzero"`
	Labels  []Option `json:"labels,omitzero"`
	// FixedOptions mean something to the product: an organization gives the field no others.
	FixedOptions bool `json:"-"`
	// isGiven says that records give the field options; defined are those of its definition.
	isGiven bool
	defined []string
	// Column is the name under which the values lie, "" for the field's own. A field that is
	// made anew under a name that was used, or of another format, has a column of its own.
	Column string `json:"column,omitzero"`
	// Custom fields are an organization's own; App is the app that brought one.
	Custom bool  `json:"-"`
	App    id.ID `json:"app,omitzero"`
	// Default is the value of a new record, in storage shape; nil for none.
	Default any `json:"-"`
	// HelpText is the tooltip of forms and headers; Width the column's, 0 for 150.
	HelpText string `json:"help_text,omitzero"`
	Width    int    `json:"width,omitzero"`

	// Unit says what a number counts, so that clients can write it for people: "seconds",
	// or the currency of an amount: "EUR".
	Unit string `json:"unit,omitzero"`

	// Shape lists the keys of a JSON field, nil for any; MaxBytes bounds its text,
	// 0 means 256 KB.
	Shape    Shape `json:"shape,omitzero"`
	MaxBytes int   `json:"max_bytes,omitzero"`

	// Holds names the type of what an Encrypted field holds, "" for text.
	Holds string `json:"holds,omitzero"`

	// MaxLength bounds a text in characters, below what its type allows; 0 for no more than
	// that. Clients see it, so that nobody writes in vain.
	MaxLength int `json:"max_length,omitzero"`

	// NamesField says of a text that it names a field of an object, nil for others.
	NamesField *NamesField `json:"-"`

	// IsZone says of a text that it is the name of a time zone (IsTimeZone).
	IsZone bool `json:"-"`

	// IsLanguage says of a text that it is the tag of a language (IsLanguage).
	IsLanguage bool `json:"-"`

	// Unlabelled says of a MultiList that its entries are no tags: addresses, names.
	Unlabelled bool `json:"unlabelled,omitzero"`

	Required bool `json:"required,omitzero"`
	Unique   bool `json:"unique,omitzero"`
	// Taken is said where another record has a Unique field's value; "" for that it is in use.
	Taken string `json:"-"`
	// UniquePer names fields within whose every combination of values alone a Unique field is:
	// an id that a client makes counts for its own user.
	UniquePer []string `json:"unique_per,omitzero"`
	Indexed   bool     `json:"indexed,omitzero"`

	// System fields are set by the committer alone.
	System bool `json:"-"`
	// ReadOnly fields are set by their owner (an actor), never by a client: a
	// client's value is ignored, with a warning where it differs.
	ReadOnly bool `json:"read_only,omitzero"`
	// Protected fields are refused with 403 when a client changes them without
	// the right to administer users.
	Protected bool `json:"protected,omitzero"`
	// SuperuserOnly fields are a superuser's to set, to anything but their default.
	SuperuserOnly bool `json:"superuser_only,omitzero"`
	// Grants says that the field's values give rights: nobody gives those he lacks.
	Grants Grants `json:"-"`
	// Uses says that the field's values decide which features the organization uses: a
	// change of one may give them to everybody, or take them away.
	Uses bool `json:"-"`
	// Number fields hold a phone number of ours, in E.164. It belongs to one record of
	// one organization in the whole installation (core.number).
	Number bool `json:"-"`
	// Locates says of a field of a Located object that it names the record for a provider:
	// it is found by the id that is derived of the value, too.
	Locates bool `json:"-"`
	// Phone fields hold somebody's phone number as text, in E.164.
	Phone bool `json:"phone,omitzero"`
	// Erased says what becomes of a record that refers to one that is erased (Object.Erasable);
	// nil where the reference alone is taken out.
	Erased *Erased `json:"-"`
	// Repeats names the field of the same object that refers to a record whose name this
	// field repeats, alone or within a text; "" for none. An erasure that empties that name
	// empties the field too, and the field may be read only where the name may be read of
	// every record (Registry.Original).
	Repeats string `json:"-"`
	// Spelled names the text field of the same object that holds the id of the record which this
	// field refers to, too; "" for none. A merge changes both.
	Spelled string `json:"-"`
	// Mentions says that the field tells of records which it does not refer to: a JSON field
	// by members of lists that have an "id", a text by an id within it. An erasure removes
	// those members, and empties that text.
	Mentions bool `json:"-"`
	// Withhold takes out of a value as clients see it what it tells of records of an object
	// that a reader may not read; readable reports whether every row and field of an object may
	// be read. It is for values that tell of records without referring to them; nil for others.
	Withhold func(shown json.RawMessage, readable func(object string) bool) json.RawMessage `json:"-"`
	// Internal fields never leave the server.
	Internal bool `json:"internal,omitzero"`
	// Untracked fields have no history: they are bookkeeping, which changes with everything
	// that happens and tells nobody anything later.
	Untracked bool `json:"-"`
	// Audited fields say what somebody may do: a change of one is told in the audit, as is a
	// record with such fields that is made or removed.
	Audited bool `json:"-"`
	// Derived fields are not stored: they are computed from others whenever one
	// of those changes.
	Derived *Derivation `json:"derived,omitzero"`
	// Command lets a client write a derived field: it is told to the record's owner.
	Command *Command `json:"-"`
	// Document makes a JSON field one document of declared members: it lays a client's
	// changes over what is stored (nil for a new record) and returns the whole, or
	// fault.Invalid. Without it the client's JSON replaces what stood.
	Document func(field string, stored, changes json.RawMessage) (json.RawMessage, error) `json:"-"`
}

// Key is the name under which the values lie, in the table and in the history.
func (f *Field) Key() string {
	if f.Column != "" {
		return f.Column
	}
	return f.Name
}

// Hides reports whether readers may see less of the field's values than is stored.
func (f *Field) Hides() bool { return f.Withhold != nil || f.Type.HideNames != nil }

// Hide takes out of a value as clients see it what a reader may not know: the names of
// records, or with Withhold all of them.
func (f *Field) Hide(shown json.RawMessage, readable func(object string) bool) json.RawMessage {
	switch {
	case f.Withhold != nil:
		return f.Withhold(shown, readable)
	case f.Type.HideNames != nil:
		return f.Type.HideNames(f, shown, readable)
	default:
		return shown
	}
}

// Stored tells whether the field has a column.
func (f *Field) Stored() bool { return f.Derived == nil }

// Tracked tells whether what changes the field is kept in the record's history. That of
// an internal field never is: who may read the history would read it there.
func (f *Field) Tracked() bool { return f.Stored() && !f.System && !f.Internal && !f.Untracked }

// Audits tells whether the audit tells of a change of some fields, nil where the whole
// record is made, removed or brought back.
func (o *Object) Audits(fields []string) bool {
	return o.Audited || slices.ContainsFunc(o.Fields, func(f *Field) bool { return f.Audited && (fields == nil || slices.Contains(fields, f.Name)) })
}

// Recalled tells whether it is known which value a field of the object had at an earlier
// moment: of what the history keeps, of what never changes, and of what is derived from
// those alone.
func (o *Object) Recalled(f *Field) bool {
	if f.Derived == nil {
		return !f.Internal && !f.Untracked && !f.Type.Sealed
	}
	return !f.Internal && !slices.ContainsFunc(f.Derived.From, func(name string) bool {
		source := o.Field(name)
		return source == nil || !o.Recalled(source)
	})
}

// Searchable tells whether the field has a column, written or generated.
func (f *Field) Searchable() bool { return f.Derived == nil || f.Derived.Expression != "" }

// Filterable tells whether the field can filter. What is withheld from readers can't: a filter
// would let them find it out by guessing.
func (f *Field) Filterable() bool { return f.Searchable() && !f.Type.Sealed && f.Withhold == nil }

// Digits tells whether a search looks through the field for digits alone, however they
// were typed: it holds a phone number.
func (f *Field) Digits() bool { return f.Type.SearchDigits || f.Number || f.Phone }

// Settable tells whether a client may give the field a value.
func (f *Field) Settable() bool {
	return !f.System && !f.ReadOnly && !f.Internal && f.Derived == nil
}

// Amending tells whether what a client gives changes what stands in the field, and is no whole
// value of it.
func (f *Field) Amending(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return f.Type.Amends != nil && len(raw) > 0 && raw[0] == '{'
}

// Kind is the type by which the field is stored and filtered: an id of the system is
// text to clients.
func (f *Field) Kind() *FieldType {
	if f.System && (f.Name == "id" || f.Name == "organization_id") {
		return identifier
	}
	return f.Type
}

// DistinctBy is what no two records may have in common in a Unique field: the key of what people
// write, and exactly what programs do.
func (f *Field) DistinctBy() string {
	kind := f.Kind()
	if kind.Distinct == "" || f.UniquePer != nil || f.Number || !f.Settable() {
		return kind.Index
	}
	return kind.Distinct
}

// IsFolded tells whether two texts that differ in case or accents alone are the same one in a
// Unique field.
func (f *Field) IsFolded() bool { return f.DistinctBy() != f.Kind().Index }

// Composite tells whether the field's value is a JSON object or list.
func (f *Field) Composite() bool { return f.Type.Column == jsonColumn }
