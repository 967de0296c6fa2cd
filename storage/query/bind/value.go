package bind

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/fold"
	"switchboard/storage/query/dates"
	"switchboard/storage/query/lex"
	"switchboard/storage/schema"
)

// How says what a parameter is made of.
type How uint8

// The ways.
const (
	Literal How = iota // a literal, as Of
	List               // several, as a list of Of
	Pattern            // a literal as a pattern of LIKE
	From               // the beginning of a stretch of time
	To                 // its end
	Zone               // the reader's zone
	Fixed              // Given, whatever the literals are
	Unit               // a literal that names a unit of time
	Shift              // how far the reader's weeks begin before Monday, where that unit is a week
	Count              // a literal that counts rows
)

// Value is one parameter of a statement.
type Value struct {
	How   How
	At    int
	Slot  int    // of its literal, -1 for none
	Slots string // of a List, as key and as numbers
	List  []int
	// Of is the field that it is compared with: what it may be.
	Of *schema.Field
	// SQL is the parameter's type.
	SQL string
	// Negative says that a minus stands before the number, Fold that letters are compared
	// without their case.
	Negative, Fold bool
	// Word is the stretch of time; where it has a number in the text that is the literal,
	// and Way and Unit say the rest.
	Word dates.Word
	Way  int
	Unit string
	// Day says that the literal is a plain day, whose beginning and end are meant.
	Day bool
	// Given is the value of Fixed.
	Given any
}

// Literals are what one text gives for the slots of a shape.
type Literals struct {
	Tokens []lex.Token // the literals by slot
	Clock  dates.Clock
	// Most is how many rows may be counted.
	Most int
	// Typed says that the literals are JSON: a number is no text, and one that is no literal
	// of the language (lex.Quoted) is an object.
	Typed bool
}

// Bind makes the parameter.
func (v *Value) Bind(l *Literals) (any, error) {
	switch v.How {
	case List:
		return v.list(l)
	case Pattern:
		return pattern(l.Tokens[v.Slot].Text), nil
	case From, To:
		return v.stretch(l)
	case Zone:
		return l.Clock.Zone.String(), nil
	case Fixed:
		return v.Given, nil
	case Unit:
		return v.unit(l)
	case Shift:
		return v.shift(l)
	case Count:
		n, err := strconv.Atoi(l.Tokens[v.Slot].Text)
		if err != nil || n < 0 || n > l.Most {
			return nil, v.refuse(l, "This must be a whole number up to %d.", l.Most)
		}
		return n, nil
	default:
		return v.literal(l, v.Slot)
	}
}

func (v *Value) refuse(l *Literals, format string, args ...any) error {
	return refuse(&l.Tokens[v.Slot], fault.New(fault.Invalid, format, args...).Detail)
}

func refuse(t *lex.Token, why string) error {
	word := lex.Shown(t.Text)
	if t.Kind == lex.String {
		word = "'" + word + "'"
	}
	return &lex.Error{At: t.At, Word: word, Message: why}
}

// literal makes one value of the text that stands in a slot.
func (v *Value) literal(l *Literals, slot int) (any, error) {
	t := &l.Tokens[slot]
	text := t.Text
	if v.Negative {
		text = "-" + text
	}
	class := ClassOf(v.Of)
	free := class == schema.TextClass && !v.Of.Kind().Closed
	if free && (t.Kind == lex.String || !l.Typed) {
		if v.Fold {
			text = strings.ToLower(text)
		}
		return text, nil
	}
	raw := json.RawMessage(text)
	plain := t.Kind == lex.Numeral || class == schema.NumberClass && isNumber(text) || class == schema.TruthClass && (text == "true" || text == "false")
	if !l.Typed && class == schema.TextClass || t.Kind == lex.String && !plain {
		quoted, err := json.Marshal(text)
		if err != nil {
			return nil, refuse(t, "This text can't be read.")
		}
		raw = quoted
	}
	f := v.Of
	value, err := schema.Check(f, raw)
	if err == nil && value == nil {
		return nil, refuse(t, "An empty text is no value here: write IS NULL.")
	}
	if err == nil {
		value, err = f.Type.Column.Operand(f, value)
	}
	if err != nil {
		return nil, refuse(t, sentence(err))
	}
	return value, nil
}

func sentence(err error) string {
	if known, is := errors.AsType[*fault.Error](err); is {
		return strings.TrimSuffix(known.Detail, ".") + "."
	}
	return "This can't be compared."
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && len(text) > 0 && (text[0] == '-' || text[0] >= '0' && text[0] <= '9')
}

// list makes an array's text, which the server reads by its type.
func (v *Value) list(l *Literals) (any, error) {
	texts := make([]string, len(v.List))
	for i, slot := range v.List {
		value, err := v.literal(l, slot)
		if err != nil {
			return nil, err
		}
		texts[i] = schema.LiteralText(value)
	}
	if ClassOf(v.Of) == schema.TextClass {
		return texts, nil
	}
	return `{"` + strings.Join(texts, `","`) + `"}`, nil // of other classes none holds a quote
}

// pattern is LIKE's, of keys: without % the text may stand anywhere; _ is no wildcard.
func pattern(text string) string {
	parts := strings.Split(text, "%")
	for i, part := range parts {
		parts[i] = fold.Literal(fold.Key(part)) // a key may hold a % where the text has another character
	}
	if len(parts) == 1 {
		return "%" + parts[0] + "%"
	}
	return strings.Join(parts, "%")
}

// whole gives when a plain day begins, or ends.
func (v *Value) whole(l *Literals) (any, error) {
	from, to, ok := l.Clock.On(l.Tokens[v.Slot].Text)
	switch {
	case !ok:
		return nil, v.refuse(l, "The calendar has no such day in the years 0001 to 9999.")
	case v.How == To:
		return to, nil
	default:
		return from, nil
	}
}

func (v *Value) stretch(l *Literals) (any, error) {
	if v.Day {
		return v.whole(l)
	}
	word := v.Word
	if v.Slot >= 0 {
		n, err := strconv.Atoi(l.Tokens[v.Slot].Text)
		known := false
		if err == nil {
			word, known = dates.Several(v.Way, n, v.Unit)
		}
		if !known {
			return nil, v.refuse(l, "The number of a stretch of time must be a whole one from 1 to 10000.")
		}
	}
	from, to := word.Stretch(l.Clock)
	if v.How == To {
		from = to
	}
	if y := from.Year(); v.Slot >= 0 && (y < 1 || y > 9999) {
		return nil, v.refuse(l, "This stretch of time lies beyond the years 1 to 9999.")
	}
	if ClassOf(v.Of) == schema.DayClass {
		first, after := word.Days(l.Clock)
		if v.How == To {
			first = after
		}
		return first, nil
	}
	return from, nil
}

// Units are the stretches that a moment can be cut to.
var Units = []string{"minute", "hour", "day", "week", "month", "quarter", "year"}

func (v *Value) unit(l *Literals) (string, error) {
	if v.Slot < 0 {
		return v.Unit, nil
	}
	for _, unit := range Units {
		if strings.EqualFold(unit, l.Tokens[v.Slot].Text) {
			return unit, nil
		}
	}
	return "", v.refuse(l, "The unit must be one of %s.", strings.Join(Units, ", "))
}

func (v *Value) shift(l *Literals) (string, error) {
	unit, err := v.unit(l)
	days := 0
	if unit == "week" {
		days = (8 - int(l.Clock.WeekStart)) % 7 // PostgreSQL's weeks begin on Monday
	}
	return strconv.Itoa(days) + " days", err
}

// Identity is the same of values that are the same parameter: equal literals have one slot.
func (v *Value) Identity() string {
	of := ""
	if v.Of != nil {
		of = v.Of.Name + " " + v.Of.Type.Name
	}
	out := make([]byte, 0, 64)
	for _, n := range [...]int{int(v.How), v.Slot, v.Way} {
		out = append(strconv.AppendInt(out, int64(n), 10), ' ')
	}
	out = strconv.AppendBool(strconv.AppendBool(strconv.AppendBool(out, v.Negative), v.Fold), v.Day)
	for _, text := range [...]string{v.Slots, v.SQL, v.Unit, of} {
		out = append(append(out, ' '), text...)
	}
	if v.How == From || v.How == To || v.How == Fixed {
		out = fmt.Append(out, v.Word, v.Given)
	}
	return string(out)
}
