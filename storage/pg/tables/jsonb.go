package tables

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// maxDepth bounds what is written ahead of the database.
const maxDepth = 16

// jsonb writes JSON without blanks as the database writes its jsonb: keys by length and then by
// bytes, each once, a blank behind colons and commas. plain is false if it has a number whose
// digits may change, or is deep. It is a guess that the database is asked about: a wrong one
// costs time.
func jsonb(raw []byte) (text string, plain bool) {
	if !json.Valid(raw) {
		return "", false
	}
	out, end := writeJSONB(make([]byte, 0, len(raw)+len(raw)/4), raw, 0, maxDepth)
	return string(out), end == len(raw)
}

// writeJSONB writes the value that begins at i, and says where it ends; -1 for one that is
// not plain.
func writeJSONB(out, raw []byte, i, depth int) (written []byte, end int) {
	switch c := raw[i]; {
	case depth == 0:
		return out, -1
	case c == '{':
		return writeObject(out, raw, i, depth)
	case c == '[':
		out = append(out, '[')
		for i++; raw[i] != ']'; {
			if raw[i] == ',' {
				out, i = append(out, ", "...), i+1
			}
			if out, i = writeJSONB(out, raw, i, depth-1); i < 0 {
				return out, -1
			}
		}
		return append(out, ']'), i + 1
	case c == '"':
		end = endOf(raw, i)
		return writeString(out, raw[i:end]), end
	}
	end = endOf(raw, i)
	if value := raw[i:end]; bytes.ContainsAny(value, "eE \t\r\n") && value[0] != 't' && value[0] != 'f' || bytes.HasPrefix(value, []byte("-0")) {
		return out, -1
	}
	return append(out, raw[i:end]...), end
}

// endOf is where the string, number or word ends that begins at i.
func endOf(raw []byte, i int) int {
	if raw[i] != '"' {
		for i < len(raw) && raw[i] != ',' && raw[i] != ']' && raw[i] != '}' {
			i++
		}
		return i
	}
	for i++; raw[i] != '"'; i++ {
		if raw[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// writeObject writes each value behind those before it, and then all in the order of their
// keys.
func writeObject(out, raw []byte, i, depth int) (written []byte, end int) {
	type member struct {
		key        string
		start, end int // of the whole in values
	}
	var space [16]member
	members, values := space[:0], make([]byte, 0, min(len(raw)-i, 256))
	for i++; raw[i] != '}'; {
		if raw[i] == ',' {
			i++
		}
		if raw[i] != '"' { // a blank
			return out, -1
		}
		end, start := endOf(raw, i), len(values)
		values = append(writeString(values, raw[i:end]), ": "...)
		key := raw[i+1 : end-1]
		if bytes.IndexByte(key, '\\') >= 0 {
			var plain string
			if json.Unmarshal(raw[i:end], &plain) != nil {
				return out, -1
			}
			key = []byte(plain)
		}
		if raw[end] != ':' {
			return out, -1
		}
		if values, i = writeJSONB(values, raw, end+1, depth-1); i < 0 {
			return out, -1
		}
		members = append(members, member{string(key), start, len(values)})
	}
	slices.SortStableFunc(members, func(a, b member) int { return cmp.Or(cmp.Compare(len(a.key), len(b.key)), cmp.Compare(a.key, b.key)) })
	out = append(out, '{')
	first := true
	for at, m := range members {
		if at+1 < len(members) && members[at+1].key == m.key { // the last one counts
			continue
		}
		if !first {
			out = append(out, ", "...)
		}
		first = false
		out = append(out, values[m.start:m.end]...)
	}
	return append(out, '}'), i + 1
}

// writeString writes a JSON string with the escapes that the database has: of quotation marks,
// backslashes and control characters alone.
func writeString(out, quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return append(out, quoted...)
	}
	var text string
	if json.Unmarshal(quoted, &text) != nil {
		return append(out, quoted...)
	}
	out = append(out, '"')
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\b':
			out = append(out, `\b`...)
		case '\f':
			out = append(out, `\f`...)
		case '\n':
			out = append(out, `\n`...)
		case '\r':
			out = append(out, `\r`...)
		case '\t':
			out = append(out, `\t`...)
		default:
			if c >= ' ' {
				out = append(out, c)
				continue
			}
			out = append(out, `\u00`...)
			if c < 0x10 {
				out = append(out, '0')
			}
			out = strconv.AppendUint(out, uint64(c), 16)
		}
	}
	return append(out, '"')
}
