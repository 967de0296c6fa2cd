package pg

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// maxRecord bounds the values of one record, in bytes.
const maxRecord = 1 << 20

// routed lists the stored fields that the route is made of.
func (t *table) routed() []string {
	return slices.DeleteFunc(routeFields(t.object), func(name string) bool { return t.column(name) == nil })
}

// sizeOf is the expression of how many bytes the columns hold. The length of a long
// text stands beside its reference: nothing is fetched or unpacked for it.
func sizeOf(columns []*column) string {
	parts := []string{strconv.Itoa(rowBytes)}
	for _, c := range columns {
		if size := c.kind.Size; size != "" {
			parts = append(parts, fmt.Sprintf(size, c.alias))
		}
	}
	return "(" + strings.Join(parts, " + ") + ")::bigint"
}

// rowBytes is what a record takes beside its texts.
const rowBytes = 1 << 10

// bytesOf is how much the values hold.
func bytesOf(fields row.Fields) int {
	n := 0
	for _, value := range fields {
		switch v := value.(type) {
		case string:
			n += len(v)
		case json.RawMessage:
			n += len(v)
		case []string:
			for _, text := range v {
				n += len(text) + 8
			}
		case []id.ID:
			n += len(v) * 40
		}
	}
	return n
}
