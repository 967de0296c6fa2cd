package schema

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"switchboard/storage/fault"
)

// colors are those that an option may have.
var colors = []string{
	"gray", "red", "orange", "amber", "yellow", "lime", "green", "teal", "cyan", "sky", "blue", "indigo", "violet", "purple", "pink",
}

// Colors are the names of the colors that an option may have.
func Colors() []string { return slices.Clone(colors) }

// LongestOption is how many characters an option that people make has at the most, and its label.
const LongestOption = 100

// Wrong says what keeps people from making the option, "" for nothing.
func (o Option) Wrong() string {
	unseen := func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f }) }
	switch {
	case o.Value == "" || utf8.RuneCountInString(o.Value) > LongestOption || utf8.RuneCountInString(o.Label) > LongestOption:
		return fmt.Sprintf("The value of an option has 1 to %d characters, and so has its label", LongestOption)
	case unseen(o.Value) || unseen(o.Label):
		return "An option may not hold characters that can't be seen"
	case o.Color != "" && !slices.Contains(colors, o.Color):
		return "The colors of options are " + strings.Join(colors, ", ")
	}
	return ""
}

// active are the options that may be chosen.
func (f *Field) active() []string {
	out := f.Options
	if f.Labels != nil {
		out = []string{}
		for _, o := range f.Labels {
			if o.Active {
				out = append(out, o.Value)
			}
		}
	}
	return out
}

// Chosen refuses a value, in storage shape, that holds an option which is chosen no more,
// unless it stood there.
func (f *Field) Chosen(value, stood any) error {
	if f.Labels == nil {
		return nil
	}
	had := heldOptions(stood)
	for _, one := range heldOptions(value) {
		for _, o := range f.Labels {
			if o.Value == one && !o.Active && !slices.Contains(had, one) {
				return fault.Field(f.Name, "%s can't be set to %s any more", f.Title, one)
			}
		}
	}
	return nil
}

func heldOptions(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []string:
		return v
	default:
		return nil
	}
}
