package schema

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"

	"switchboard/storage/row"
)

// Columns are the names under which a table gives the field: its own and, of a value with members
// that is no reference, "field.member" for each.
func (f *Field) Columns() []string {
	out := []string{f.Name}
	if f.Type.Cell != "" {
		for _, member := range f.Type.Members {
			out = append(out, f.Name+"."+member)
		}
	}
	return out
}

// FromCell reads what people write into a table for the field, as JSON for Check, which judges it:
// numbers with separators of thousands, yes and no, the labels of options, days in the American
// order, lists with semicolons. An empty cell is null.
func (f *Field) FromCell(cell string) json.RawMessage {
	whole := strings.Trim(cell, " \t")
	if cell = strings.TrimSpace(cell); cell == "" {
		return null
	}
	switch t := f.Kind(); t.JSONType {
	case "boolean":
		if b, is := truth[strings.ToLower(cell)]; is {
			return row.JSONValue(b)
		}
	case "integer", "number":
		if n := plainNumber(cell); numeral.MatchString(n) {
			return json.RawMessage(n)
		}
	case "array":
		return f.listCell(cell)
	case "object":
		switch {
		case cell[0] == '{' && json.Valid([]byte(cell)):
			return json.RawMessage(cell)
		case t.Cell != "":
			return row.JSONValue(map[string]string{t.Cell: cell})
		}
	default:
		return f.textCell(t, cell, whole)
	}
	return row.JSONValue(cell)
}

func (f *Field) listCell(cell string) json.RawMessage {
	if cell[0] == '[' && json.Valid([]byte(cell)) {
		return json.RawMessage(cell)
	}
	list := []string{}
	for one := range strings.SplitSeq(cell, ";") {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, f.optionCalled(one))
		}
	}
	return row.JSONValue(list)
}

func (f *Field) textCell(t *FieldType, cell, whole string) json.RawMessage {
	switch {
	case t.JSONType != "string" && json.Valid([]byte(cell)): // JSON of any kind
		return json.RawMessage(cell)
	case t.Column == dateColumn:
		return row.JSONValue(dayOf(cell))
	case t.Column == timeColumn:
		return row.JSONValue(momentOf(cell))
	default:
		return row.JSONValue(f.optionCalled(whole))
	}
}

// optionCalled is the value of the option that has a label, or else the text itself.
func (f *Field) optionCalled(text string) string {
	i := slices.IndexFunc(f.Labels, func(o Option) bool { return strings.EqualFold(o.Label, text) })
	if i < 0 || f.HasOption(text) {
		return text
	}
	return f.Labels[i].Value
}

var truth = map[string]bool{
	"true": true, "yes": true, "y": true, "1": true, "x": true, "on": true,
	"false": false, "no": false, "n": false, "0": false, "off": false,
}

var (
	numeral   = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	thousands = regexp.MustCompile(`^-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]+)?$`)
	leading   = regexp.MustCompile(`^(-?)0+([0-9])`)
)

// plainNumber is a number without the sign of a currency, a plus and separators of thousands.
func plainNumber(cell string) string {
	n := strings.TrimSpace(strings.TrimSuffix(strings.NewReplacer("$", "", "€", "", "£", "").Replace(cell), "%"))
	n = strings.TrimPrefix(n, "+")
	if thousands.MatchString(n) {
		n = strings.ReplaceAll(n, ",", "")
	}
	return leading.ReplaceAllString(n, "$1$2")
}

// dayLayouts are how people write days besides RFC 3339. A month comes before its day.
var dayLayouts = []string{"1/2/2006", "1-2-2006", "2006/1/2", "2006-1-2", "Jan 2, 2006", "January 2, 2006", "2 Jan 2006", "2 January 2006"}

func dayOf(cell string) string {
	if day, _, is := strings.Cut(cell, "T"); is && isDay(day) {
		return day
	}
	if day, clock, _ := strings.Cut(cell, " "); isDay(day) && strings.Trim(clock, "0:.Z") == "" { // a spreadsheet's midnight
		return day
	}
	for _, layout := range dayLayouts {
		if t, err := time.Parse(layout, cell); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return cell
}

// momentLayouts are how people write moments besides RFC 3339; they are read in UTC.
var momentLayouts = []string{
	"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04", time.DateOnly,
	"1/2/2006 15:04:05", "1/2/2006 15:04", "1/2/2006 3:04:05 PM", "1/2/2006 3:04 PM", "1/2/2006",
}

func momentOf(cell string) string {
	for _, layout := range momentLayouts {
		if t, err := time.Parse(layout, cell); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	if t, err := time.Parse("2006-01-02 15:04:05Z07:00", cell); err == nil {
		return t.Format(time.RFC3339)
	}
	return cell
}

// ToCell writes a value, as clients are shown it, into a table so that FromCell reads the same value:
// references by the names of their records, lists with semicolons, and what has more members as JSON.
func (f *Field) ToCell(shown json.RawMessage) string {
	shown = bytes.TrimSpace(shown)
	if len(shown) == 0 || bytes.Equal(shown, null) {
		return ""
	}
	switch shown[0] {
	case '"':
		s, _ := text(shown)
		return s
	case '{':
		return f.objectCell(shown)
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(shown, &list) != nil {
			return string(shown)
		}
		cells := make([]string, len(list))
		for i, one := range list {
			if cells[i] = f.ToCell(one); strings.Contains(cells[i], ";") || len(one) > 0 && one[0] == '[' {
				return string(shown)
			}
		}
		return strings.Join(cells, "; ")
	default:
		return string(shown)
	}
}

func (f *Field) objectCell(shown json.RawMessage) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(shown, &members) != nil {
		return string(shown)
	}
	if f.Type.References != nil {
		if name, is := text(members["name"]); is && name != "" {
			return name
		}
		id, _ := text(members["id"])
		return id
	}
	if main := f.Type.Main; main != "" {
		s, _ := text(members[main])
		if extension, _ := text(members["extension"]); extension != "" {
			s += " x" + extension
		}
		return s
	}
	return string(shown)
}
