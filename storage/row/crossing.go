package row

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"switchboard/storage/id"
)

// How the types of storage shape cross to another node, in JSON: texts, truth values and
// null as they are, all others with a letter in front that says what they are.
const (
	tagInt   = "i"
	tagFloat = "f"
	tagTime  = "t"
	tagID    = "r"
	tagIDs   = "rs"
	tagTexts = "ss"
	tagList  = "l"
	tagJSON  = "j" // as a text, so that its bytes stay as they are
)

// MarshalJSON implements json.Marshaler: what another node needs to have the same values
// of the same types. It is not how a record is shown to anybody.
func (f Fields) MarshalJSON() ([]byte, error) {
	if f == nil {
		return []byte("null"), nil
	}
	out := make(map[string]any, len(f))
	for name, value := range f {
		switch v := value.(type) {
		case nil, string, bool:
			out[name] = v
		case int64:
			out[name] = [2]any{tagInt, v}
		case float64:
			out[name] = [2]any{tagFloat, v}
		case time.Time:
			out[name] = [2]any{tagTime, v}
		case id.ID:
			out[name] = [2]any{tagID, string(v)}
		case []id.ID:
			out[name] = [2]any{tagIDs, v}
		case []string:
			out[name] = [2]any{tagTexts, v}
		case ListChange:
			out[name] = [2]any{tagList, v}
		case json.RawMessage:
			out[name] = [2]any{tagJSON, string(v)}
		default:
			return nil, fmt.Errorf("row: %s is a %T, which has no storage shape", name, value)
		}
	}
	var b bytes.Buffer
	inner := json.NewEncoder(&b)
	inner.SetEscapeHTML(false)
	err := inner.Encode(out)
	return b.Bytes(), err
}

// UnmarshalJSON implements json.Unmarshaler.
func (f *Fields) UnmarshalJSON(raw []byte) error {
	var in map[string]json.RawMessage
	if err := json.Unmarshal(raw, &in); err != nil {
		return fmt.Errorf("row: %w", err)
	}
	if in == nil {
		*f = nil
		return nil
	}
	*f = make(Fields, len(in))
	for name, value := range in {
		var err error
		if (*f)[name], err = unwire(value); err != nil {
			return fmt.Errorf("row: %s: %w", name, err)
		}
	}
	return nil
}

func unwire(raw json.RawMessage) (any, error) {
	if raw[0] != '[' {
		var plain any
		if err := json.Unmarshal(raw, &plain); err != nil {
			return nil, err
		}
		switch plain.(type) {
		case nil, string, bool:
			return plain, nil
		default:
			return nil, fmt.Errorf("%s says not what it is", raw)
		}
	}
	var parts []json.RawMessage
	var kind string
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, err
	}
	if len(parts) != 2 {
		return nil, fmt.Errorf("%d parts of a value", len(parts))
	}
	if err := json.Unmarshal(parts[0], &kind); err != nil {
		return nil, err
	}
	switch kind {
	case tagInt:
		return as[int64](parts[1])
	case tagFloat:
		return as[float64](parts[1])
	case tagTime:
		return as[time.Time](parts[1])
	case tagID:
		return as[id.ID](parts[1])
	case tagIDs:
		return as[[]id.ID](parts[1])
	case tagTexts:
		return as[[]string](parts[1])
	case tagList:
		return as[ListChange](parts[1])
	case tagJSON:
		text, err := as[string](parts[1])
		if err != nil {
			return nil, err
		}
		return json.RawMessage(text.(string)), nil //nolint:forcetypeassert // as gives it
	default:
		return nil, fmt.Errorf("a value of kind %q", kind)
	}
}

func as[T any](raw json.RawMessage) (any, error) {
	var value T
	err := json.Unmarshal(raw, &value)
	return value, err
}
