package tables

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// jsonb writes JSON as the database writes its jsonb: keys by length and then by bytes,
// each once, a blank behind colons and commas. plain is false where it has a number whose
// digits may change. It is a guess that the database is asked about: a wrong one costs time.
func jsonb(raw []byte) (text string, plain bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var out strings.Builder
	out.Grow(len(raw) + len(raw)/4)
	if err := writeJSONB(&out, d); err != nil {
		return "", false
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", false
	}
	return out.String(), true
}

var errNotPlain = errors.New("a value that the database may write in another way")

func writeJSONB(out *strings.Builder, d *json.Decoder) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '[' {
			return writeJSONBArray(out, d)
		}
		return writeJSONBObject(out, d)
	case string:
		quoteJSONB(out, v)
	case json.Number:
		if strings.ContainsAny(v.String(), "eE") || strings.HasPrefix(v.String(), "-0") {
			return errNotPlain
		}
		out.WriteString(v.String())
	case bool:
		fmt.Fprint(out, v)
	case nil:
		out.WriteString("null")
	default:
		return errNotPlain
	}
	return nil
}

func writeJSONBArray(out *strings.Builder, d *json.Decoder) error {
	out.WriteByte('[')
	for first := true; d.More(); first = false {
		if !first {
			out.WriteString(", ")
		}
		if err := writeJSONB(out, d); err != nil {
			return err
		}
	}
	out.WriteByte(']')
	_, err := d.Token()
	return err
}

func writeJSONBObject(out *strings.Builder, d *json.Decoder) error {
	type member struct{ key, value string }
	var members []member
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string) // the decoder gives nothing else here
		var value strings.Builder
		if err := writeJSONB(&value, d); err != nil {
			return err
		}
		members = slices.DeleteFunc(members, func(m member) bool { return m.key == name }) // the last one counts
		members = append(members, member{name, value.String()})
	}
	slices.SortFunc(members, func(a, b member) int { return cmp.Or(cmp.Compare(len(a.key), len(b.key)), cmp.Compare(a.key, b.key)) })
	out.WriteByte('{')
	for i, m := range members {
		if i > 0 {
			out.WriteString(", ")
		}
		quoteJSONB(out, m.key)
		out.WriteString(": ")
		out.WriteString(m.value)
	}
	out.WriteByte('}')
	_, err := d.Token()
	return err
}

// quoteJSONB writes a text with the escapes that the database has: of quotation marks,
// backslashes and control characters alone.
func quoteJSONB(out *strings.Builder, text string) {
	out.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		case '\b':
			out.WriteString(`\b`)
		case '\f':
			out.WriteString(`\f`)
		case '\n':
			out.WriteString(`\n`)
		case '\r':
			out.WriteString(`\r`)
		case '\t':
			out.WriteString(`\t`)
		default:
			if c < ' ' {
				fmt.Fprintf(out, `\u%04x`, c)
			} else {
				out.WriteByte(c)
			}
		}
	}
	out.WriteByte('"')
}
