package tables

import (
	"encoding/json"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Foretold is what will be read of a column in which a value is written. written is for JSON how
// the database must write it for that to hold, nil otherwise. known is false if the database
// alone knows how the value is stored. No trigger changes a column that a statement writes
// (definitions' fill the column of a field's next format alone).
func Foretold(c *Column, value any) (stored any, written *string, known bool) {
	if value == nil {
		return nil, nil, true
	}
	switch c.Kind.Column.Zero.(type) {
	case bool:
		_, known = value.(bool)
	case int64:
		_, known = value.(int64)
	case float64:
		_, known = value.(float64)
	case time.Time:
		var at time.Time
		if at, known = value.(time.Time); known {
			whole := time.UnixMicro(at.UnixMicro()).UTC()
			return whole, nil, whole.Equal(at)
		}
	case id.ID:
		_, known = value.(id.ID)
	case []id.ID:
		var ids []id.ID
		if ids, known = value.([]id.ID); known {
			return append([]id.ID{}, ids...), nil, ids != nil
		}
	case []string:
		var texts []string
		if texts, known = value.([]string); known {
			return append([]string{}, texts...), nil, texts != nil
		}
	case json.RawMessage:
		raw, is := value.(json.RawMessage)
		text, plain := jsonb(raw)
		if !is || !plain {
			return nil, nil, false
		}
		return schema.Compacted([]byte(text)), &text, true
	case string:
		_, known = value.(string)
		known = known && c.Kind.Column.SQL == "text"
	}
	return value, nil, known
}
