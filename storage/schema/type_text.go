package schema

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Text is one line.
var Text = declare(FieldType{
	Name: "text", JSONType: "string", TypeScript: typeScript("string"),
	Example: `"Ann"`,
	Check:   func(f *Field, raw []byte) (any, error) { return checkText(f, raw, limitOf(f)) },
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder, Search: folded, Same: foldedWords, Distinct: foldedKey, Size: textSize,
	Longest: maxText, Free: maxText, Unique: true, Indexed: true, Defaults: true,
	Out: textOut, In: wholeText,
})

var textColumn = &Column{
	SQL: "text", Class: TextClass, Zero: "", Normal: normalText,
	IsText: true, Ordered: true, Listed: true, Searched: folded, Method: "btree",
}

const textSize = "coalesce(octet_length(%s), 0)"

// Bounds in characters.
const (
	maxText = 1_000
	maxKey  = 255 // what an index holds: of it a page of the index must hold three
)

// limitOf is how many characters a text may have.
func limitOf(f *Field) int {
	if f.Indexed || f.Unique {
		return maxKey
	}
	return maxText
}

func checkText(f *Field, raw []byte, limit int) (any, error) {
	s, ok := text(raw)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be text", f.Title)
	}
	if s == "" || (f.Required && strings.TrimSpace(s) == "") {
		return nil, nil
	}
	if f.MaxLength > 0 {
		limit = min(limit, f.MaxLength)
	}
	if err := checkCharacters(f, s, limit); err != nil {
		return nil, err
	}
	if f.IsZone {
		if err := checkZone(f, s); err != nil {
			return nil, err
		}
	}
	if f.IsLanguage {
		if err := checkLanguage(f, s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// text decodes a JSON string; ok is false where raw is something else.
func text(raw []byte) (s string, ok bool) {
	if inner, plain := unescaped(raw); plain {
		return string(inner), true
	}
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// unescaped is what stands between the quotation marks of a JSON string that has no escapes.
func unescaped(raw []byte) (inner []byte, plain bool) {
	if len(raw) < len(`""`) || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return nil, false
	}
	inner = raw[1 : len(raw)-1]
	for _, c := range inner {
		if c < ' ' || c == '"' || c == '\\' {
			return nil, false
		}
	}
	return inner, utf8.Valid(inner)
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

// maxKeyBytes bounds a text that an index holds. A row of an index may have 2,704
// bytes; in small letters a text grows to at most 3/2 of itself, and an id may stand
// beside it.
const maxKeyBytes = 1_700

func normalText(f *Field, value any) (any, error) {
	var text string
	switch v := value.(type) {
	case string:
		text = v
	case id.ID:
		text = string(v)
	default:
		return nil, misfit(f, value)
	}
	if !Storable(text) {
		return nil, unstorable(f)
	}
	if (f.Indexed || f.Unique) && len(text) > maxKeyBytes {
		return nil, fault.Field(f.Name, "%s is too long: it has %d bytes and may have %d", f.Title, len(text), maxKeyBytes)
	}
	return text, nil
}
