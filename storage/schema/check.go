package schema

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Bounds of one value. They keep a row, its log entry and its packet small.
const (
	maxText     = 1_000
	maxKey      = 255 // what an index holds: of it a page of the index must hold three
	maxTextArea = 100_000
	maxEmail    = 254
	maxURL      = 2_048
	maxOption   = 255
	maxOptions  = 200
	maxLookups  = 1_000
	maxJSON     = 256 << 10
	maxNumber   = 40 // characters
)

var null = []byte("null")

// Check reads a client's value of a field and returns it in storage shape
// (row.Fields). A missing value, null and empty text are nil. An error is
// fault.Invalid: it names the field, says what is wrong and what to do (D1§5).
func Check(f *Field, raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, null) {
		return missing(f)
	}
	value, err := checkType(f, raw)
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

func checkType(f *Field, raw []byte) (any, error) {
	switch f.Type {
	case Text, Picklist:
		return checkText(f, raw, limitOf(f))
	case TextArea, RichText:
		return checkText(f, raw, maxTextArea)
	case Email:
		return checkEmail(f, raw)
	case URL:
		return checkURL(f, raw)
	case Boolean:
		return checkBoolean(f, raw)
	case Integer:
		return checkInteger(f, raw)
	case Number:
		return checkNumber(f, raw)
	case DateTime:
		return checkDateTime(f, raw)
	case Enum:
		return checkEnum(f, raw)
	case MultiList:
		return checkMultiList(f, raw)
	case Lookup:
		return checkLookup(f, raw)
	case LookupList:
		return checkLookupList(f, raw)
	case Phone:
		return checkPhone(f, raw)
	case Address:
		return checkAddress(f, raw)
	case Image:
		return checkImage(f, raw)
	case AnyObject:
		return checkAnyObject(f, raw)
	case JSON:
		return checkJSON(f, raw)
	default:
		return nil, fault.Field(f.Name, "%s can't be set: its type %q is unknown", f.Title, f.Type)
	}
}

func limitOf(f *Field) int {
	switch {
	case f.Type == Picklist:
		return maxOption
	case f.Indexed || f.Unique:
		return maxKey
	default:
		return maxText
	}
}

// text decodes a JSON string; ok is false where raw is something else.
func text(raw []byte) (s string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

func checkText(f *Field, raw []byte, limit int) (any, error) {
	s, ok := text(raw)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be text", f.Title)
	}
	if s == "" || (f.Required && strings.TrimSpace(s) == "") {
		return nil, nil
	}
	if err := checkCharacters(f, s, limit); err != nil {
		return nil, err
	}
	return s, nil
}

// checkCharacters bounds a text and refuses what no text column can hold.
func checkCharacters(f *Field, s string, limit int) error {
	if n := utf8.RuneCountInString(s); n > limit {
		return fault.Field(f.Name, "%s is too long: it has %d characters and may have %d", f.Title, n, limit)
	}
	if strings.ContainsRune(s, 0) {
		return fault.Field(f.Name, "%s must not hold the character U+0000", f.Title)
	}
	return nil
}

func checkBoolean(f *Field, raw []byte) (any, error) {
	switch string(raw) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return nil, fault.Field(f.Name, "%s must be true or false", f.Title)
	}
}

func checkInteger(f *Field, raw []byte) (any, error) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, nil
	}
	// 3.0 and 3e2 are whole numbers too; beyond 2^53 a float would lie.
	if n, ok := number(raw); ok && n == math.Trunc(n) && math.Abs(n) <= 1<<53 {
		return int64(n), nil
	}
	return nil, fault.Field(f.Name, "%s must be a whole number", f.Title)
}

func checkNumber(f *Field, raw []byte) (any, error) {
	n, ok := number(raw)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be a number", f.Title)
	}
	return n, nil
}

func number(raw []byte) (float64, bool) {
	if len(raw) > maxNumber || (raw[0] != '-' && (raw[0] < '0' || raw[0] > '9')) {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

func checkDateTime(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	if ok && s == "" {
		return nil, nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	t = t.UTC() // its year may be another one than that of the zone it was written in
	if !ok || err != nil || t.Year() < 1 || t.Year() > 9999 {
		return nil, fault.Field(f.Name, "%s must be a date and time such as 2026-03-09T14:30:00Z (RFC 3339)", f.Title)
	}
	// Milliseconds are what the wire shows; more would make a value differ from
	// the same value sent back.
	return t.Truncate(time.Millisecond), nil
}

func checkEnum(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	if ok && s == "" {
		return nil, nil
	}
	if ok && slices.Contains(f.Options, s) {
		return s, nil
	}
	for _, option := range f.Options {
		if ok && strings.EqualFold(option, s) {
			return option, nil
		}
	}
	return nil, fault.Field(f.Name, "%s must be one of %s", f.Title, strings.Join(f.Options, ", "))
}

func checkMultiList(f *Field, raw []byte) (any, error) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault.Field(f.Name, "%s must be a list of texts", f.Title)
	}
	if len(items) > maxOptions {
		return nil, fault.Field(f.Name, "%s may have %d entries, not %d", f.Title, maxOptions, len(items))
	}
	out := make([]string, 0, len(items))
	for _, item := range items {
		s, ok := text(item)
		if !ok {
			return nil, fault.Field(f.Name, "%s must be a list of texts", f.Title)
		}
		if err := checkCharacters(f, s, maxOption); err != nil {
			return nil, err
		}
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 && f.Required {
		return nil, nil
	}
	return out, nil
}

func checkLookup(f *Field, raw []byte) (any, error) {
	found, empty, ok := reference(raw)
	switch {
	case !ok:
		return nil, fault.Field(f.Name, "%s must be the id of a %s, an object with that id, or null", f.Title, f.Target)
	case empty:
		return nil, nil
	default:
		return found, nil
	}
}

func checkLookupList(f *Field, raw []byte) (any, error) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault.Field(f.Name, "%s must be a list of ids of %s records", f.Title, f.Target)
	}
	if len(items) > maxLookups {
		return nil, fault.Field(f.Name, "%s may have %d entries, not %d", f.Title, maxLookups, len(items))
	}
	out := make([]id.ID, 0, len(items))
	seen := make(map[id.ID]bool, len(items))
	for _, item := range items {
		found, empty, ok := reference(bytes.TrimSpace(item))
		if !ok || empty {
			return nil, fault.Field(f.Name, "%s must be a list of ids of %s records", f.Title, f.Target)
		}
		if !seen[found] {
			seen[found] = true
			out = append(out, found)
		}
	}
	if len(out) == 0 && f.Required {
		return nil, nil
	}
	return out, nil
}

// reference reads "id" or {"id": …}; empty says that it names nothing.
func reference(raw []byte) (found id.ID, empty, ok bool) {
	if len(raw) == 0 {
		return "", false, false
	}
	if raw[0] == '{' {
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil {
			return "", false, false
		}
		raw = bytes.TrimSpace(object["id"])
		if len(raw) == 0 {
			return "", false, false
		}
	}
	if bytes.Equal(raw, null) {
		return "", true, true
	}
	s, isText := text(raw)
	if !isText {
		return "", false, false
	}
	if s == "" {
		return "", true, true
	}
	found, ok = id.Parse(s)
	return found, false, ok
}
