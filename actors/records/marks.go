package records

import (
	"encoding/json"
	"slices"
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fold"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/spelling"
)

const (
	// maxMarked is how much of a long value is shown around what was found, beforeMarked how
	// much of that stands before it, in characters.
	maxMarked, beforeMarked = 160, 40
)

// Piece is a part of a value: clients show one after the other, those that were Found
// marked.
type Piece struct {
	Text  string `json:"text"`
	Found bool   `json:"found,omitzero"`
}

// marked shows where a search found a record: of each field that holds a term, its value in
// pieces. A term that none holds was meant for a word of the name.
func marked(o *schema.Object, fields []string, terms []row.Term, shown entry.Fields) map[string][]Piece {
	out := map[string][]Piece{}
	met := make([]bool, len(terms))
	var name []rune
	var inName []bool
	for _, field := range fields {
		f := o.Field(field)
		text := textOf(f, shown[field])
		if len(text) == 0 {
			continue
		}
		found := make([]bool, len(text))
		held := false
		for i, term := range terms {
			if mark(f, text, term, found) {
				met[i], held = true, true
			}
		}
		if field == o.NameField {
			name, inName = text, found
		}
		if held {
			out[field] = pieces(text, found)
		}
	}
	for i, term := range terms {
		if !met[i] && name != nil && markMeant(name, term.Text, inName) {
			out[o.NameField] = pieces(name, inName)
		}
	}
	return out
}

// textOf is a value as a person reads it.
func textOf(f *schema.Field, raw json.RawMessage) []rune {
	if f.Digits() {
		var number schema.PhoneValue
		if json.Unmarshal(raw, &number) == nil && number.PhoneNumber != "" {
			if friendly := digitsOf(number.FriendlyNumber); friendly != "" && strings.HasSuffix(number.PhoneNumber, friendly) {
				return []rune(number.FriendlyNumber)
			}
			return []rune(number.PhoneNumber)
		}
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return nil
	}
	return []rune(text)
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// mark notes where a term stands in a text.
func mark(f *schema.Field, text []rune, term row.Term, found []bool) bool {
	if f.Digits() {
		return markDigits(text, term.Digits, found)
	}
	typed := []rune(fold.Key(term.Text))
	if len(typed) == 0 {
		return false
	}
	anywhere := fold.IsAnywhere(string(typed))
	whole, from := fold.Spread(text)
	held := false
	for i := 0; i+len(typed) <= len(whole); i++ {
		if !slices.Equal(whole[i:i+len(typed)], typed) || !anywhere && i > 0 && whole[i-1] != ' ' {
			continue
		}
		held = true
		end := len(text)
		if after := i + len(typed); after < len(whole) {
			end = max(from[after], from[after-1]+1)
		}
		for j := from[i]; j < end; j++ { // with the accents that the key leaves out
			found[j] = true
		}
	}
	return held
}

// markDigits notes where digits stand in a number as people write it. They may begin with
// the code of a country, which is not written.
func markDigits(text []rune, digits string, found []bool) bool {
	if digits == "" {
		return false
	}
	var has strings.Builder
	var places []int
	for i, r := range text {
		if r >= '0' && r <= '9' {
			has.WriteRune(r)
			places = append(places, i)
		}
	}
	at, written := -1, digits
	for cut := 0; cut <= min(maxCountry, len(digits)-leastDigits); cut++ {
		written = digits[cut:]
		at = strings.Index(has.String(), written)
		if cut > 0 && at != 0 {
			at = -1
		}
		if at >= 0 {
			break
		}
	}
	if at < 0 {
		return false
	}
	for i := places[at]; i <= places[at+len(written)-1]; i++ {
		found[i] = true
	}
	return true
}

// maxCountry is how many digits the code of a country has.
const maxCountry = 3

// markMeant notes the word of a name that was meant by one that was mistyped.
func markMeant(name []rune, typed string, found []bool) bool {
	if typed = fold.Key(typed); !spelling.Correctable(typed) {
		return false
	}
	words, places := spelling.Words(string(name))
	for i, word := range words {
		if !spelling.Slip(typed, fold.Key(word)) {
			continue
		}
		begin := len([]rune(string(name)[:places[i]]))
		for j := range []rune(word) {
			found[begin+j] = true
		}
		return true
	}
	return false
}

// pieces takes a text apart by what was found in it; of a long one, what stands around the
// first that was.
func pieces(text []rune, found []bool) []Piece {
	first := 0
	for first < len(found) && !found[first] {
		first++
	}
	begin, end := 0, len(text)
	if len(text) > maxMarked {
		begin = max(0, min(first-beforeMarked, len(text)-maxMarked))
		end = min(len(text), begin+maxMarked)
	}
	var out []Piece
	if begin > 0 {
		out = append(out, Piece{Text: "…"})
	}
	for i := begin; i < end; {
		j := i
		for j < end && found[j] == found[i] {
			j++
		}
		out = append(out, Piece{Text: string(text[i:j]), Found: found[i]})
		i = j
	}
	if end < len(text) {
		out = append(out, Piece{Text: "…"})
	}
	return out
}
