package schema

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Column is how values lie in the database. Several types may share one.
type Column struct {
	// SQL is the column's type as PostgreSQL's format_type writes it.
	SQL string
	// Class is what kind of values they are.
	Class Class
	// Sum makes a value of the column's type of the sum of numbers, with %s for it; "" where
	// their sum is any number.
	Sum string
	// Zero is the zero value of the Go type that its values have (row.Fields).
	Zero any
	// Normal brings a value that a writer set, never nil, into the exact shape in which
	// it is stored, so that it compares and reads back the same; nil says that it is no
	// value. An error is fault.Invalid.
	Normal func(f *Field, value any) (any, error)
	// Parse reads a text that is to be compared with the column; nil where texts are
	// compared as they are.
	Parse func(text string) (any, bool)
	// Exact, where set, gives the right side of a comparison where that is another than
	// what would be stored; known is false for what Normal shall read.
	Exact func(value any) (out any, known bool)

	// Element is the column of a list's elements, nil where the value is one.
	Element *Column
	// IsText says that it is searched in parts, and that "" is nothing to a unique index.
	IsText bool
	// Ordered says that values are smaller and larger than others.
	Ordered bool
	// Listed says that it is compared with lists.
	Listed bool
	// Searched is the text that LIKE looks through, "" where there is none.
	Searched string
	// Contains says that a value may hold another one.
	Contains bool
	// Method is the index method.
	Method string
}

// Operand brings the right side of a condition into the column's shape. It reads texts
// too, since a filter may come from a query string.
func (c *Column) Operand(f *Field, value any) (any, error) {
	unfit := func() (any, error) {
		return nil, fault.Field(f.Name, "%s can't be compared with %v", f.Title, value)
	}
	if number, ok := value.(json.Number); ok {
		value = number.String()
	}
	if text, ok := value.(string); ok && c.Parse != nil {
		parsed, ok := c.Parse(text)
		if !ok {
			return unfit()
		}
		value = parsed
	}
	out, known := any(nil), false
	if c.Exact != nil {
		out, known = c.Exact(value)
	}
	if !known && value != nil {
		out, _ = c.Normal(f, value)
	}
	if out == nil {
		return unfit()
	}
	return out, nil
}

// Storable tells whether a text column can hold the text.
func Storable(text string) bool {
	return utf8.ValidString(text) && strings.IndexByte(text, 0) < 0
}

func misfit(f *Field, value any) error {
	return fault.Field(f.Name, "%s can't be set to a value of this kind (%T)", f.Title, value)
}

func unstorable(f *Field) error {
	return fault.Field(f.Name, "%s holds characters that can't be stored", f.Title)
}

// LiteralText is an element of a list as the server reads it by its type.
func LiteralText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case id.ID:
		return string(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}
