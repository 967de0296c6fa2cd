package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// FieldType is all that is known of one type of field: how its values are checked,
// stored, shown, filtered and sorted. Each is declared in a file of its own,
// type_<name>.go; whoever needs to know something of a type asks it, and no switch
// over types stands anywhere else. The expressions are SQL with %s for the column:
// constants of this package, never input.
type FieldType struct {
	// Name is what definitions and the browser call the type.
	Name string
	// JSONType and Format describe a property of the type to clients; Format is ""
	// where the JSON type says enough.
	JSONType string
	Format   string
	// TypeScript is the type of a field's value in the browser. Interface declares the
	// name that it uses, "" where it uses none.
	TypeScript func(f *Field) string
	Interface  string
	// Example is a value as a client writes it, of a field whose options are Open and
	// Closed and whose target is contact. Tests take it all the way.
	Example string

	// Check reads a client's value, which is never empty or null, into storage shape
	// (row.Fields); nil says that it is no value. An error is fault.Invalid.
	Check func(f *Field, raw []byte) (any, error)
	// Wire encodes a stored value, which is never nil, as clients are shown it.
	Wire func(f *Field, value any, names Names) json.RawMessage
	// Shown appends the same of a value as the database sends it, in binary; nil where that is
	// read first.
	Shown func(to []byte, f *Field, raw []byte, names Names) []byte

	// Nothing is what clients are shown where there is no value; null unless said otherwise.
	Nothing json.RawMessage

	// Column is how values lie in the database.
	Column *Column
	// Index is what equality compares and an index holds, "" for a type that is Sealed.
	Index string
	// Distinct is what no two records may have in common where people write the values of a
	// unique field, "" for the Index.
	Distinct string
	// Sort is what an order compares, "" for a type that can't be sorted by.
	Sort string
	// Search is what a search for records looks through, keys of texts or digits, "" for a type
	// that people don't look for; SearchDigits says that it holds digits alone, a phone number.
	Search       string
	SearchDigits bool
	// Same is what two values have in common that are the same to people, "" for a type by
	// which duplicates of records can't be found.
	Same string
	// Size is how many bytes a value holds, "" where they don't count.
	Size string
	// Cell is the member of a value that a text alone gives, in a table; "" for none.
	Cell string
	// Unit is what values count where the field says nothing else.
	Unit string
	// Fold has = compare without regard to case.
	Fold bool
	// Names has imports find a record by it, as by its name.
	Names bool

	// Travel is a shown value as it goes to another organization with the records that inside
	// reports, nil for one that stays; without it, references stay and other values go as they are.
	Travel func(shown []byte, inside func(id.ID) bool) any
	// Sealed says that values lie encrypted, and are shown to nobody: nothing compares them.
	Sealed bool

	// Compared is the type that a filter's value is checked as, nil for the type
	// itself: what is searched for need not be a whole address.
	Compared *FieldType
	// Members are the keys of a value that filter. Main is the one that is meant where
	// none is named, Itself the one that means the whole value; "" for none.
	Members []string
	// Any says that values have any members, or those of the field's Shape.
	Any    bool
	Main   string
	Itself string

	// Longest is how many characters a value has at the most, 0 where it is no text; Free how
	// many of any text are a value, 0 for a type that takes some texts alone.
	Longest, Free int
	// Optioned says that a field of the type may have options, Closed that it has some and
	// takes no other value.
	Optioned, Closed bool
	// Choices says that records may give a field of the type options (the role Choice).
	Choices bool
	// Unique, Indexed and Defaults say what a field of an organization's own may have.
	Unique, Indexed, Defaults bool
	// Out is a value as text in SQL, with %s for the column, NULL for none; In makes a value
	// of the text %s for a field, NULL (or an error) where it is none. Out of what has it a
	// field of what has In can be made (Convertible).
	Out string
	In  func(f *Field) string

	// Amends reads what a client adds to a stored list and takes out of it, an object; nil for
	// a type whose values are given whole. An error is fault.Invalid.
	Amends func(f *Field, raw []byte) (row.ListChange, error)

	// Targeted says that Field.Target names the object that values refer to.
	Targeted bool
	// To is the object that every field of the type refers to, "" where each says it.
	To string
	// ByName says that it is sorted and searched by the name of the record it refers to.
	ByName bool
	// References gives the records that a value refers to; nil for a type that refers
	// to none.
	References func(f *Field, value any, give func(object string, record id.ID))
	// Tags says that values are texts which people choose or write: entries of a list of tags.
	Tags bool
	// NamesObject gives the object that a value names; nil for a type whose values name none.
	NamesObject func(value any) string
	// Complete adds to a value as clients are shown it what the description of its object
	// tells (Registry.Complete); nil where that is nothing.
	Complete func(r *Registry, f *Field, shown json.RawMessage) json.RawMessage
	// HideNames takes out of a value as clients are shown it the names of records of
	// the objects whose names a reader may not know. It is set where References is.
	HideNames func(f *Field, shown json.RawMessage, readable func(object string) bool) json.RawMessage
}

// Names tells the names of records.
type Names interface {
	// Name is a record's name, nil where it has none or is gone for good.
	Name(object string, record id.ID) *string
}

// String is the type's name.
func (t *FieldType) String() string { return t.Name }

// types are all that were declared.
var types []*FieldType

func declare(t FieldType) *FieldType {
	types = append(types, &t)
	return &t
}

// Types lists every type by its name.
func Types() []*FieldType {
	return slices.SortedFunc(slices.Values(types), func(a, b *FieldType) int { return strings.Compare(a.Name, b.Name) })
}

// TypeNamed finds a type by its name, nil where there is none.
func TypeNamed(name string) *FieldType {
	for _, t := range types {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// InOrder is by what texts are ordered and compared, with %s for one: without regard to case, and
// letters of all scripts where people look for them. The migrations make the collation.
const InOrder = "lower(%s)" + Collated

// Collated has an expression compare as texts are ordered.
const Collated = " COLLATE search.words"

// What the most types say of themselves.
const (
	asItIs      = "%s"
	caseless    = "lower(%s)"
	folded      = "search.fold(%s)" // the key of searches, as fold.Key makes it
	foldedWords = `search.fold(btrim(%s, E' \t\r\n'))`
	foldedKey   = "left(search.fold(%s), 600)" // as much as a row of an index holds
)

func typeScript(name string) func(*Field) string {
	return func(*Field) string { return name }
}

// shownAsItIs is the wire form of what JSON encodes by itself.
func shownAsItIs(_ *Field, value any, _ Names) json.RawMessage { return encoded(value) }
