package schema

import (
	"encoding/json"
	"fmt"

	"switchboard/storage/id"
)

// DefinitionField is the field of a Definition's records that holds the object.
const DefinitionField = "definition"

// EncodeObject writes an object of one organization as JSON, to be stored. One that is
// more than a plain record can't be: what else the engine does for an object is declared
// by the product.
func EncodeObject(o *Object) (json.RawMessage, error) {
	if err := o.checkPlain(); err != nil {
		return nil, err
	}
	return json.Marshal(o)
}

// DecodeObject reads what EncodeObject wrote.
func DecodeObject(raw []byte) (*Object, error) {
	var o Object
	if err := json.Unmarshal(raw, &o); err != nil {
		return nil, fmt.Errorf("schema: a definition can't be read: %w", err)
	}
	return &o, o.checkPlain()
}

// checkPlain refuses an object that organizations may not have of their own. An
// expression in particular is SQL, which must never come out of data.
func (o *Object) checkPlain() error {
	wrong := func(what string) error {
		return fmt.Errorf("schema: the object %q of an organization can't %s", o.APIName, what)
	}
	switch {
	case o.Role != "" || o.Topic != "" || o.Mine != nil || o.Live:
		return wrong("be live")
	case o.Internal || o.Singleton || o.Located || o.Open != nil:
		return wrong("be kept beside the others")
	case o.Route.Candidates != "" || o.Route.Thread != "" || o.Route.Inherit != "":
		return wrong("be part of a thread")
	case o.WriteRight != "" || len(o.KeepOne) > 0 || len(o.Principal) > 0 || o.Base != nil || o.BaseCreate != nil:
		return wrong("say who may write it")
	}
	for _, f := range o.Fields {
		switch {
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
