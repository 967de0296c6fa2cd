package schema

import (
	"encoding/json"
	"strconv"

	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// encoded is JSON of a value that can't fail to be, as encoding/json writes it. Most
// values are plain, and there are twenty in each record of a list: what needs no
// escape is written here.
func encoded(value any) json.RawMessage {
	switch v := value.(type) {
	case string:
		return entry.AppendText(make([]byte, 0, len(v)+len(`""`)), v)
	case id.ID:
		return entry.AppendText(make([]byte, 0, len(v)+len(`""`)), string(v))
	case int64:
		return strconv.AppendInt(nil, v, 10)
	case bool:
		return strconv.AppendBool(nil, v)
	}
	raw, err := json.Marshal(value)
	if err != nil { // a number that JSON has no text for
		return null
	}
	return raw
}

// isEscaped tells whether encoding/json escapes a character so that the JSON may stand in
// a page.
func isEscaped(c byte) bool { return c == '<' || c == '>' || c == '&' }

// Compacted gives JSON the bytes that every encoder downstream leaves as they are: no
// blanks, and what encoding/json escapes is escaped.
func Compacted(raw []byte) json.RawMessage {
	return appendCompacted(make([]byte, 0, len(raw)), raw)
}

func appendCompacted(to, raw []byte) []byte {
	if out, plain := withoutBlanks(to, raw); plain {
		return out
	}
	out, err := json.Marshal(json.RawMessage(raw))
	if err != nil { // not JSON: the database would have refused it
		return append(to, raw...)
	}
	return append(to, out...)
}

// firstOfSeparators begins U+2028 and U+2029 in UTF-8, which encoding/json escapes, and others.
const firstOfSeparators = 0xE2

// withoutBlanks appends JSON without the blanks between its tokens. plain is false where it
// has something that is escaped, or ends within a text.
func withoutBlanks(to, raw []byte) (out []byte, plain bool) {
	out = to
	isQuoted, isEscape := false, false
	for _, c := range raw {
		switch {
		case isEscaped(c) || c == firstOfSeparators:
			return nil, false
		case isEscape:
			isEscape = false
		case isQuoted:
			isQuoted, isEscape = c != '"', c == '\\'
		case c == '"':
			isQuoted = true
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			continue
		}
		out = append(out, c)
	}
	return out, !isQuoted && len(out) > len(to)
}
