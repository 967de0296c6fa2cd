package schema

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"switchboard/storage/id"
)

// DefinitionField is the field of a Definition's records that holds the object.
const DefinitionField = "definition"

// DifferenceField is the field of a Definition's records in which the audit is told what
// became of the object (Difference).
const DifferenceField = "change"

// Own is what an organization says of an object: all of one of its own, or what it
// adds to one that every organization has (Extends).
type Own struct {
	Object

	Extends bool `json:"extends,omitzero"`
	// Arrangement is the order of the fields, as far as it names them.
	Arrangement []string `json:"arrangement,omitzero"`
	// Retired says who took the object out of use, nil for one in use; Former are the fields
	// that were taken out of use and whose values are kept still.
	Retired *Retirement `json:"retired,omitzero"`
	Former  []Former    `json:"former,omitzero"`
	// Changing is the change that a job carries out, nil for none.
	Changing *Changing `json:"changing,omitzero"`
	// Done is the job of the last change that one carried out.
	Done id.ID `json:"done,omitzero"`
	// Edits are the last changes, the newest first.
	Edits []Edit `json:"edits,omitzero"`
}

// Retirement says when something was taken out of use, and by whom.
type Retirement struct {
	At time.Time `json:"at"`
	By id.ID     `json:"by,omitzero"`
}

// Former is a field that is in use no more. Its values lie where they lay.
type Former struct {
	Field   *Field     `json:"field"`
	Retired Retirement `json:"retired"`
	// Became is the key of the field that its values were converted to, "" for none: what a
	// node writes that does not know yet is converted until the column is dropped.
	Became string `json:"became,omitzero"`
}

// Changing is a change that rows have to be checked or filled for. Fields are as they will
// be, the Keys of those that are converted are new; Search is nil where it stays.
type Changing struct {
	Job    id.ID    `json:"job"`
	By     id.ID    `json:"by"`
	Fields []*Field `json:"fields,omitzero"`
	Search []string `json:"search,omitzero"`
	// Since is the version that noted it: one that was given up and noted again begins anew.
	Since int64 `json:"since"`
}

// Edit says what a change was about.
type Edit struct {
	Version int64     `json:"version"` // that it made
	At      time.Time `json:"at"`
	By      id.ID     `json:"by,omitzero"`
	What    []string  `json:"what"`
}

// EncodeOwn writes a definition as JSON, to be stored. An object that is more than a
// plain record has none: what else the engine does for an object is declared by the product.
func EncodeOwn(d *Own) (json.RawMessage, error) {
	if err := d.checkPlain(); err != nil {
		return nil, err
	}
	return json.Marshal(d)
}

// DecodeOwn reads what EncodeOwn wrote.
func DecodeOwn(raw []byte) (*Own, error) {
	var d Own
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("schema: a definition can't be read: %w", err)
	}
	d.Custom = !d.Extends
	for _, f := range d.Fields {
		f.Custom = f.Name != "name" && f.Name != "owner"
	}
	return &d, d.checkPlain()
}

// Named finds a field of the definition, nil where it has none of the name.
func (d *Own) Named(name string) *Field {
	for _, f := range d.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Keys are the names under which values lie, or will lie.
func (d *Own) Keys() map[string]bool {
	keys := map[string]bool{}
	for _, f := range d.Fields {
		keys[f.Key()] = true
	}
	for _, f := range d.Former {
		keys[f.Field.Key()] = true
	}
	if d.Changing != nil {
		for _, f := range d.Changing.Fields {
			keys[f.Key()] = true
		}
	}
	return keys
}

// NewKey gives a name for the values of a new field that no other values have. On an object
// of the product it is one that no field of a later release has.
func (d *Own) NewKey(name string) string {
	taken := d.Keys()
	for _, f := range systemFields() {
		if d.Named(f.Name) == nil {
			taken[f.Name] = true
		}
	}
	base := name
	if d.Extends {
		base = ownPrefix + name
	}
	const most = 55 // bytes: names of indexes are made of it
	if len(base) > most {
		base = base[:most]
	}
	key := base
	for n := 2; taken[key]; n++ {
		key = base + "__" + strconv.Itoa(n)
	}
	return key
}

// ownPrefix begins the names of an organization's own tables, and of its columns in the
// product's.
const ownPrefix = "own__"

// OwnTable is the name of the table of an organization's own object.
func OwnTable(object string) string {
	const most = 55
	name := ownPrefix + object
	if len(name) > most {
		sum := sha256.Sum256([]byte(object))
		name = name[:most-9] + "_" + hex.EncodeToString(sum[:4])
	}
	return name
}

// checkPlain refuses an object that organizations may not have of their own. An
// expression in particular is SQL, which must never come out of data.
func (o *Object) checkPlain() error {
	wrong := func(what string) error {
		return fmt.Errorf("schema: the object %q of an organization can't %s", o.APIName, what)
	}
	switch {
	case o.Table != "" && !nameRule.MatchString(o.Table):
		return wrong("lie in such a table")
	case o.Role != "" || o.Topic != "" || o.Mine != nil || o.Live:
		return wrong("be live")
	case o.Internal || o.Singleton || o.Located || o.Open != nil:
		return wrong("be kept beside the others")
	case o.Route.Candidates != "" || o.Route.Thread != "" || o.Route.Inherit != "" || o.Route.Shared != "" || o.Route.About != "" || o.Route.App != "":
		return wrong("be part of a thread")
	case o.WriteRight != "" || len(o.KeepOne) > 0 || len(o.Principal) > 0 || o.Base != nil || o.BaseCreate != nil:
		return wrong("say who may write it")
	}
	for _, f := range o.Fields {
		switch {
		case !nameRule.MatchString(f.Key()):
			return wrong("lay the field " + f.Name + " under such a name")
		case f.Type == nil:
			return wrong("have the field " + f.Name + " without a type")
		case f.System || f.Number || f.Grants != "" || f.Command != nil:
			return wrong("have the field " + f.Name + ", which means something to the product")
		case f.Derived != nil && f.Derived.Expression != "":
			return wrong("have an expression in " + f.Name)
		case f.Document != nil:
			return wrong("have code in " + f.Name)
		}
	}
	return nil
}

// plainField is a Field without its methods: what of it JSON knows by itself.
type plainField Field

// storedField is a Field as JSON: its type by name, its default as a client writes it.
type storedField struct {
	*plainField
	Type    string          `json:"type"`
	Default json.RawMessage `json:"default,omitempty"`
}

// MarshalJSON implements json.Marshaler.
func (f *Field) MarshalJSON() ([]byte, error) {
	stored := storedField{plainField: (*plainField)(f), Type: f.Type.Name}
	if f.Default != nil {
		stored.Default = f.Type.Wire(f, f.Default, nobodysNames{})
	}
	return json.Marshal(stored)
}

// UnmarshalJSON implements json.Unmarshaler. A type that this release doesn't know is an
// error.
func (f *Field) UnmarshalJSON(raw []byte) error {
	stored := storedField{plainField: (*plainField)(f)}
	if err := json.Unmarshal(raw, &stored); err != nil {
		return err
	}
	if f.Type = TypeNamed(stored.Type); f.Type == nil {
		return fmt.Errorf("the field %s is of an unknown type %q", f.Name, stored.Type)
	}
	if len(stored.Default) == 0 {
		return nil
	}
	var err error
	f.Default, err = Check(f, stored.Default)
	return err
}

// nobodysNames knows no record's name.
type nobodysNames struct{}

// Name implements Names.
func (nobodysNames) Name(string, id.ID) *string { return nil }

// Defined is a definition as it is stored, at a version.
type Defined struct {
	Record  id.ID
	Version int64
	Own     *Own
}

// Definitions are all definitions of an organization, with the registry in force and that
// of all organizations.
type Definitions struct {
	All      []Defined
	Registry *Registry
	Base     *Registry
}

// Of finds the definition of an object, the zero Defined for none.
func (d *Definitions) Of(object string) Defined {
	for _, one := range d.All {
		if one.Own.APIName == object {
			return one
		}
	}
	return Defined{}
}

// Conversions are the keys of the fields to which the values of former ones, or of those
// that are being changed, are converted as they are written.
func (d *Own) Conversions() map[string]bool {
	out := map[string]bool{}
	for _, f := range d.Former {
		if f.Became != "" {
			out[f.Became] = true
		}
	}
	if d.Changing != nil {
		for _, f := range d.Changing.Fields {
			if stands := d.Named(f.Name); stands != nil && stands.Key() != f.Key() {
				out[f.Key()] = true
			}
		}
	}
	return out
}

// Changed is the definition once what it is Changing to is in force.
func (d *Own) Changed(at time.Time) *Own {
	next := *d
	next.Fields, next.Former = slices.Clone(d.Fields), slices.Clone(d.Former)
	for _, want := range d.Changing.Fields {
		i := slices.IndexFunc(next.Fields, func(f *Field) bool { return f.Name == want.Name })
		if i < 0 {
			continue
		}
		had := next.Fields[i]
		if had.Key() != want.Key() {
			next.Former = append(next.Former, Former{Field: had, Retired: Retirement{At: at, By: d.Changing.By}, Became: want.Key()})
		}
		next.Fields[i] = want
	}
	if d.Changing.Search != nil {
		next.Search = d.Changing.Search
	}
	next.Done, next.Changing = d.Changing.Job, nil
	return &next
}
