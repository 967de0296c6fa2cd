package twilio

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

var sidPattern = regexp.MustCompile(`^[A-Z]{2}[0-9a-fA-F]{32}$`)

// reader collects the errors of a form while its values are read.
type reader struct {
	form   url.Values
	fields map[string][]string
}

func read(form url.Values) *reader { return &reader{form: form} }

func (r *reader) wrong(name, message string) {
	if r.fields == nil {
		r.fields = make(map[string][]string)
	}
	r.fields[name] = append(r.fields[name], message)
}

// text reads a value and replaces what can't be stored, U+0000 and invalid UTF-8, by
// U+FFFD.
func (r *reader) text(name string) string { return storable(r.form.Get(name)) }

func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}

func (r *reader) must(name string) string {
	v := r.text(name)
	if v == "" {
		r.wrong(name, "is missing")
	}
	return v
}

// sid reads a provider's id with its two-letter prefix.
func (r *reader) sid(name, prefix string) string {
	v := r.must(name)
	if v != "" && (!sidPattern.MatchString(v) || v[:2] != prefix) {
		r.wrong(name, "is not a "+prefix+" id")
	}
	return v
}

func (r *reader) number(name string) int {
	v := r.form.Get(name)
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 0 {
		r.wrong(name, "is not a number")
	}
	return n
}

// id reads one of our ids, or "" if absent.
func (r *reader) id(name string) id.ID {
	v := r.form.Get(name)
	if v == "" {
		return ""
	}
	parsed, ok := id.Parse(v)
	if !ok {
		r.wrong(name, "is not an id")
	}
	return parsed
}

// at reads the event's time, or the current time if absent.
func (r *reader) at(names ...string) time.Time {
	for _, name := range names {
		v := r.form.Get(name)
		for _, layout := range []string{time.RFC1123Z, time.RFC1123, time.RFC3339Nano} {
			if t, err := time.Parse(layout, v); err == nil {
				return t.UTC()
			}
		}
	}
	return time.Now().UTC()
}

func (r *reader) err() error {
	if r.fields == nil {
		return nil
	}
	e := fault.New(fault.Malformed, "The webhook's form lacks what it must have.")
	e.Fields = r.fields
	return e
}
