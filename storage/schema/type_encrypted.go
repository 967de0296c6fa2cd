package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"

	"switchboard/storage/fault"
	"switchboard/storage/seal"
)

// Encrypted is what lies in the database sealed (storage/seal): a text, or what Field.Holds
// says. Everybody is shown the Mask; only a reveal, which the audit tells of, opens it. It
// neither filters nor sorts, and the history says of it that it was changed, no more.
var Encrypted = declare(FieldType{
	Name: "encrypted", JSONType: "string", Format: "encrypted", TypeScript: typeScript("string"),
	Example: `"4111 1111"`,
	Check:   checkEncrypted,
	Wire:    func(*Field, any, Names) json.RawMessage { return encoded(Mask) },
	Shown:   shownMask,
	Column:  &Column{SQL: "text", Class: TextClass, Zero: "", Normal: normalSealed, Method: "btree"},
	Size:    textSize,
	Sealed:  true,
})

// Mask is what stands for an encrypted value wherever one is shown. A client that sends it
// back changes nothing.
const Mask = "********"

// maxEncrypted bounds an encrypted text in characters.
const maxEncrypted = 10_000

// Secret is a value that was given and is not sealed yet, as JSON. No column takes it, and
// nothing that writes values down shows it.
type Secret json.RawMessage

// String implements fmt.Stringer.
func (Secret) String() string { return Mask }

// GoString implements fmt.GoStringer.
func (Secret) GoString() string { return Mask }

// Format implements fmt.Formatter.
func (Secret) Format(state fmt.State, _ rune) { _, _ = state.Write([]byte(Mask)) }

// LogValue implements slog.LogValuer.
func (Secret) LogValue() slog.Value { return slog.StringValue(Mask) }

// MarshalJSON implements json.Marshaler.
func (Secret) MarshalJSON() ([]byte, error) { return encoded(Mask), nil }

// IsMask tells whether a client sent back what it was shown of an encrypted value.
func (f *Field) IsMask(raw []byte) bool {
	return f.Type.Sealed && bytes.Equal(bytes.TrimSpace(raw), encoded(Mask))
}

// Holding is the type that the values of a sealed field have once they are opened.
func (f *Field) Holding() *FieldType {
	if f.Holds == "" {
		return TextArea
	}
	return TypeNamed(f.Holds)
}

func checkEncrypted(f *Field, raw []byte) (any, error) {
	if f.IsMask(raw) {
		return nil, fault.Field(f.Name, "%s is shown as %s; send the value itself", f.Title, Mask)
	}
	inner := *f
	inner.Type, inner.MaxLength = f.Holding(), min(max(f.MaxLength, 0), maxEncrypted)
	if inner.MaxLength == 0 {
		inner.MaxLength = maxEncrypted
	}
	value, err := inner.Type.Check(&inner, raw)
	if value == nil || err != nil {
		return nil, err
	}
	return Secret(inner.Type.Wire(&inner, value, nobodysNames{})), nil
}

func normalSealed(f *Field, value any) (any, error) {
	if text, ok := value.(string); ok && seal.IsSealed(text) {
		return text, nil
	}
	return nil, fault.Field(f.Name, "%s can't be kept unencrypted", f.Title)
}

// checkSealed refuses an encrypted field of what can't be asked of what nobody reads.
func (o *Object) checkSealed(f *Field) error {
	wrong := func(why string) error {
		return fmt.Errorf("schema: the encrypted field %s.%s can't %s", o.APIName, f.Name, why)
	}
	switch {
	case !f.Type.Sealed && f.Holds != "":
		return fmt.Errorf("schema: %s.%s holds a %s, which encrypted fields alone do", o.APIName, f.Name, f.Holds)
	case !f.Type.Sealed:
		return nil
	case f.Holding() == nil || f.Holding().Sealed || f.Holding().References != nil:
		return wrong("hold a " + f.Holds)
	case f.Indexed || f.Unique:
		return wrong("be compared")
	case f.Default != nil:
		return wrong("have a default, which everybody would know")
	case f.Name == o.NameField:
		return wrong("be the name of its records")
	case o.Live || o.Internal:
		return wrong("be a field of what an actor owns, or of what nobody is shown") // its record's id is not known where it is sealed
	default:
		return nil
	}
}
