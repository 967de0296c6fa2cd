package socketio

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// reserved are the names that the libraries use themselves; a packet with one
// of them is malformed.
var reserved = map[string]bool{
	"connect": true, "connect_error": true, "disconnect": true,
	"disconnecting": true, "newListener": true, "removeListener": true,
}

// SplitEvent splits the payload of an event, which Decode has found to be a
// JSON array, into its name and its arguments as raw JSON. It fails with
// ErrMalformed if the name is missing, not a string, or reserved.
func SplitEvent(data []byte) (name string, args []json.RawMessage, err error) {
	elements, err := Split(data)
	if err != nil || len(elements) == 0 || elements[0][0] != '"' {
		return "", nil, ErrMalformed
	}
	name, ok := text(elements[0])
	if !ok || reserved[name] {
		return "", nil, ErrMalformed
	}
	return name, elements[1:], nil
}

// Split splits a well-formed JSON array into its elements without decoding
// them. The elements are views into data. It fails with ErrMalformed if data
// is not an array.
func Split(data []byte) ([]json.RawMessage, error) {
	i := space(data, 0)
	if i == len(data) || data[i] != '[' {
		return nil, ErrMalformed
	}
	elements := make([]json.RawMessage, 0, 3)
	i = space(data, i+1)
	if i < len(data) && data[i] == ']' {
		return elements, nil
	}
	for i < len(data) {
		end := value(data, i)
		if end == i {
			return nil, ErrMalformed
		}
		elements = append(elements, data[i:end:end])
		i = space(data, end)
		if i == len(data) {
			return nil, ErrMalformed
		}
		if data[i] == ']' {
			return elements, nil
		}
		if data[i] != ',' {
			return nil, ErrMalformed
		}
		i = space(data, i+1)
	}
	return nil, ErrMalformed
}

func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// value returns the index after the value that starts at i. It counts
// brackets and skips strings; the caller ensures that the value is well
// formed.
func value(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			i++
			for i < len(b) && b[i] != '"' {
				if b[i] == '\\' {
					i++
				}
				i++
			}
			i = min(i+1, len(b))
			if depth == 0 {
				return i
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			if depth == 0 {
				return i
			}
			depth--
			if depth == 0 {
				return i + 1
			}
		case ',', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return i
}

func text(quoted []byte) (string, bool) {
	if len(quoted) >= 2 && !bytes.ContainsRune(quoted, '\\') {
		return string(quoted[1 : len(quoted)-1]), true
	}
	var s string
	err := json.Unmarshal(quoted, &s)
	return s, err == nil
}

// AppendEvent appends the text of an event with one JSON argument to dst,
// followed by offset unless it is "". name and offset must be safe inside a
// JSON string as they are.
func AppendEvent(dst []byte, name string, argument []byte, offset string) []byte {
	dst = append(dst, byte(Event))
	dst = append(dst, '[', '"')
	dst = append(dst, name...)
	dst = append(dst, '"', ',')
	dst = append(dst, argument...)
	if offset != "" {
		dst = append(dst, ',', '"')
		dst = append(dst, offset...)
		dst = append(dst, '"')
	}
	return append(dst, ']')
}

// AppendAck appends the text of an acknowledgement with one JSON argument.
func AppendAck(dst []byte, namespace string, id uint64, argument []byte) []byte {
	dst = append(dst, byte(Ack))
	if namespace != "/" {
		dst = append(dst, namespace...)
		dst = append(dst, ',')
	}
	dst = strconv.AppendUint(dst, id, 10)
	dst = append(dst, '[')
	dst = append(dst, argument...)
	return append(dst, ']')
}
