package tables

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// MaxRecord bounds the values of one record, in bytes.
const MaxRecord = 1 << 20

// Routed lists the stored fields that the route is made of.
func (t *Table) Routed() []string {
	return slices.DeleteFunc(RouteFields(t.Object), func(name string) bool { return t.Column(name) == nil })
}

// SizeOf is the expression of how many bytes the columns hold. The length of a long
// text stands beside its reference: nothing is fetched or unpacked for it.
func SizeOf(columns []*Column) string {
	parts := []string{strconv.Itoa(rowBytes)}
	for _, c := range columns {
		if size := c.Kind.Size; size != "" {
			parts = append(parts, fmt.Sprintf(size, c.Alias))
		}
	}
	return "(" + strings.Join(parts, " + ") + ")::bigint"
}

// rowBytes is what a record takes beside its texts.
const rowBytes = 1 << 10

// BytesOf is how much the values hold.
func BytesOf(fields row.Fields) int {
	n := 0
	for _, value := range fields {
		n += SizeOfValue(value)
	}
	return n
}

// SizeOfValue is how much one value holds.
func SizeOfValue(value any) (n int) {
	switch v := value.(type) {
	case string:
		n = len(v)
	case json.RawMessage:
		n = len(v)
	case []string:
		for _, text := range v {
			n += len(text) + 8
		}
	case []id.ID:
		n = len(v) * 40
	}
	return n
}
