package entry

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"switchboard/storage/id"
)

// Decode reads an entry as the log keeps it.
func Decode(raw []byte) (Entry, error) {
	e, known := decodeOwn(bytes.Clone(raw))
	if !known {
		e = Entry{}
		if err := json.Unmarshal(raw, &e); err != nil {
			return Entry{}, err
		}
	}
	if e.Op == Created && e.After == nil && e.Record != nil {
		e.After = e.Record.values()
	}
	return e, nil
}

// decodeOwn reads what AppendJSON writes, in one pass; the values of fields stay where they
// are. known is false for what may be anything else, which encoding/json is to read. What it
// is given is JSON: the database sees to that.
func decodeOwn(raw []byte) (e Entry, known bool) {
	known = members(raw, func(key, value []byte) (ok bool) {
		switch string(key) {
		case "seq":
			return number(&e.Seq, value)
		case "organization":
			return text(&e.Organization, value)
		case "at":
			return e.At.UnmarshalJSON(value) == nil
		case "by":
			return text(&e.By, value)
		case "cause":
			return text(&e.Cause, value)
		case "command":
			return text(&e.Command, value)
		case "object":
			return text(&e.Object, value)
		case "id":
			return text(&e.ID, value)
		case "ids":
			return texts(&e.IDs, value)
		case "op":
			return text(&e.Op, value)
		case "version":
			return number(&e.Version, value)
		case "before":
			return fields(&e.Before, value)
		case "after":
			return fields(&e.After, value)
		case "record":
			return fields(&e.Record, value)
		case "route":
			return members(value, func(key, value []byte) bool {
				switch string(key) {
				case "before":
					return route(&e.Route.Before, value)
				case "after":
					return route(&e.Route.After, value)
				}
				return false
			})
		}
		return false
	})
	return e, known
}

func route(to *Route, raw []byte) bool {
	return members(raw, func(key, value []byte) bool {
		switch string(key) {
		case "owner":
			return text(&to.Owner, value)
		case "teams":
			return texts(&to.Teams, value)
		case "members":
			return texts(&to.Members, value)
		case "candidates":
			return texts(&to.Candidates, value)
		case "thread":
			return text(&to.Thread, value)
		case "private":
			to.Private = string(value) == "true"
			return to.Private
		case "shared":
			return text(&to.Shared, value)
		case "about":
			return text(&to.About, value)
		case "app":
			return text(&to.App, value)
		}
		return false
	})
}

func number(to *int64, raw []byte) bool {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	*to = n
	return err == nil
}

func text[T ~string](to *T, raw []byte) bool {
	inner, plain := plainText(raw)
	*to = T(inner)
	return plain
}

// plainText is what stands between the quotation marks of a text without escapes.
func plainText(raw []byte) (inner []byte, plain bool) {
	if len(raw) < len(`""`) || raw[0] != '"' {
		return nil, false
	}
	inner = raw[1 : len(raw)-1]
	return inner, bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner)
}

func texts(to *[]id.ID, raw []byte) bool {
	out := []id.ID{}
	known := parts(raw, '[', ']', func(part []byte) (rest []byte, ok bool) {
		value, rest := next(part)
		var one id.ID
		ok = text(&one, value)
		out = append(out, one)
		return rest, ok
	})
	*to = out
	return known
}

// usualFields is about how many fields a record has.
const usualFields = 32

func fields(to *Fields, raw []byte) bool {
	out := make(Fields, usualFields)
	known := members(raw, func(key, value []byte) bool {
		out[string(key)] = slices.Clip(value)
		return true
	})
	*to = out
	return known
}

// members goes through the members of an object that has no blanks, and no escapes in its
// keys.
func members(raw []byte, do func(key, value []byte) bool) (known bool) {
	return parts(raw, '{', '}', func(part []byte) (rest []byte, ok bool) {
		quoted, rest := next(part)
		key, plain := plainText(quoted)
		if !plain || len(rest) == 0 || rest[0] != ':' {
			return nil, false
		}
		value, rest := next(rest[1:])
		return rest, len(value) > 0 && do(key, value)
	})
}

// parts goes through what stands between commas in an object or a list; read gives what
// follows one.
func parts(raw []byte, begin, end byte, read func(part []byte) (rest []byte, ok bool)) (known bool) {
	if len(raw) < 2 || raw[0] != begin {
		return false
	}
	rest := raw[1:]
	for rest[0] != end {
		var ok bool
		if rest, ok = read(rest); !ok || len(rest) == 0 {
			return false
		}
		switch {
		case rest[0] == end:
		case rest[0] == ',' && len(rest) > 1 && rest[1] != end:
			rest = rest[1:]
		default:
			return false
		}
	}
	return len(rest) == 1
}

// next is the value that raw begins with, empty if there is none, and what follows it.
func next(raw []byte) (value, rest []byte) {
	depth := 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case '"':
			for i++; i < len(raw) && raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
			if i >= len(raw) {
				return nil, nil
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth--; depth < 0 {
				return raw[:i], raw[i:]
			}
		case ',', ':':
			if depth == 0 {
				return raw[:i], raw[i:]
			}
			continue
		case ' ', '\t', '\n', '\r':
			return nil, nil
		default:
			continue
		}
		if depth == 0 {
			return raw[:i+1], raw[i+1:]
		}
	}
	return nil, nil
}
