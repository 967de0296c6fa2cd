package schema

import (
	"bytes"
	"encoding/json"

	"switchboard/storage/fault"
)

var null = []byte("null")

// Check reads a client's value of a field and returns it in storage shape
// (row.Fields). A missing value, null and empty text are nil. An error is
// fault.Invalid: it names the field, says what is wrong and what to do.
func Check(f *Field, raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, null) {
		return missing(f)
	}
	value, err := f.Type.Check(f, raw)
	if err != nil {
		return nil, err
	}
	if value == nil {
		return missing(f)
	}
	return value, nil
}

func missing(f *Field) (any, error) {
	if f.Required {
		return nil, fault.Field(f.Name, "%s is required", f.Title)
	}
	return nil, nil //nolint:nilnil // nil is the storage shape of no value
}
