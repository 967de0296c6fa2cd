package schema

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Convertible tells whether fields of the type can become fields of another one.
func (t *FieldType) Convertible(to *FieldType) bool {
	return t != to && (t.Out != "" && to.In != nil || t.contained(to))
}

// contained tells whether every value of the type is one of the other, as it lies there.
func (t *FieldType) contained(in *FieldType) bool {
	return t.Column == in.Column && t.Longest > 0 && t.Longest <= in.Free
}

// Becomes tells whether every value of a field is one of another field as it lies there:
// then nothing is converted.
func (f *Field) Becomes(to *Field) bool {
	return f.Type.contained(to.Type) && to.MaxLength == 0 && len(to.Options) == 0 && !to.Indexed && !to.Unique
}

// Conversion is the body of a function in PL/pgSQL that makes a value of a field, its
// argument v, into one of another field, NULL where it does not fit.
func Conversion(from, to *Field) string {
	return "DECLARE x text := " + fmt.Sprintf(from.Type.Out, "v") + ";\n" +
		"BEGIN\n  IF x IS NULL THEN RETURN NULL; END IF;\n  RETURN " + to.Type.In(to) + ";\n" +
		"EXCEPTION WHEN data_exception THEN RETURN NULL;\nEND"
}

// HasValue is the condition under which a value that can be converted lies in a column.
func (f *Field) HasValue(column string) string {
	return fmt.Sprintf(f.Type.Out, column) + " IS NOT NULL"
}

// How values are written as text.
const (
	textOut   = "nullif(%s, '')"
	plainOut  = "%s::text"
	listOut   = "nullif(array_to_string(%s, ', '), '')"
	momentOut = `to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
)

// literal writes a text so that no character of it can mean anything to SQL.
func literal(text string) string {
	return "convert_from(decode('" + hex.EncodeToString([]byte(text)) + "', 'hex'), 'UTF8')"
}

func wholeText(f *Field) string {
	limit := f.Type.Free
	if f.Indexed || f.Unique {
		limit = maxKey
	}
	if f.MaxLength > 0 {
		limit = min(limit, f.MaxLength)
	}
	return "CASE WHEN char_length(x) <= " + strconv.Itoa(limit) + " THEN x END"
}

func emailIn(*Field) string {
	return `CASE WHEN octet_length(btrim(x)) <= ` + strconv.Itoa(maxEmail) + ` AND btrim(x) ~ '^[[:alnum:]._%+''*/=?^{|}~!#$&-]+@[[:alnum:]-]+(\.[[:alnum:]-]+)*$'` +
		` AND btrim(x) !~ '(^\.|\.\.|\.@)' THEN btrim(x) END`
}

func urlIn(*Field) string {
	return `CASE WHEN octet_length(btrim(x)) <= ` + strconv.Itoa(maxURL) + ` AND btrim(x) ~* '^https?://[[:alnum:].-]+(:[0-9]{1,5})?([/?#][^[:space:][:cntrl:]\\%]*)?$' THEN btrim(x) END`
}

// anOption finds the option that a text is, however its letters are written.
func anOption(f *Field, text string) string {
	options := make([]string, len(f.Options))
	for i, o := range f.Options {
		options[i] = literal(o)
	}
	return "(SELECT o FROM unnest(ARRAY[" + strings.Join(options, ", ") + "]::text[]) o WHERE lower(o) = lower(" + text + ") ORDER BY o <> " + text + " LIMIT 1)"
}

func optionIn(f *Field) string {
	if len(f.Options) == 0 && !f.Type.Closed {
		return wholeText(f)
	}
	return anOption(f, "btrim(x)")
}

func optionsIn(f *Field) string {
	return "(SELECT CASE WHEN count(*) = count(s.one) AND count(*) > 0 THEN array_agg(DISTINCT s.one) END FROM (SELECT " + anOption(f, "btrim(p)") +
		" AS one FROM unnest(string_to_array(x, ',')) p WHERE btrim(p) <> '') s)"
}

func listIn(*Field) string {
	return "(SELECT CASE WHEN bool_and(char_length(btrim(p)) <= " + strconv.Itoa(maxOption) + ") AND count(*) <= " + strconv.Itoa(MaxOptions) +
		" THEN array_agg(DISTINCT btrim(p)) END FROM unnest(string_to_array(x, ',')) p WHERE btrim(p) <> '')"
}

const aNumber = `btrim(x) ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$' AND length(x) <= 40`

func numberIn(*Field) string {
	return "CASE WHEN " + aNumber + " AND (btrim(x) !~ '^[+-]?[0-9]+$' OR btrim(x)::numeric::double precision::numeric = btrim(x)::numeric) THEN btrim(x)::double precision END"
}

func integerIn(*Field) string {
	return "CASE WHEN " + aNumber + " AND trunc(btrim(x)::numeric) = btrim(x)::numeric THEN btrim(x)::numeric::bigint END"
}

func currencyIn(*Field) string {
	return "CASE WHEN " + aNumber + " AND round(btrim(x)::numeric, 2) = btrim(x)::numeric THEN btrim(x)::numeric(15,2) END"
}

func booleanIn(*Field) string {
	return "CASE WHEN lower(btrim(x)) IN ('true', 't', 'yes', 'y', 'on', '1') THEN true WHEN lower(btrim(x)) IN ('false', 'f', 'no', 'n', 'off', '0') THEN false END"
}

func dateIn(*Field) string {
	return `CASE WHEN btrim(x) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]+Z?)?$' AND x !~ '^0000' THEN left(btrim(x), 10)::date END`
}

func momentIn(*Field) string {
	return `CASE WHEN btrim(x) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$' AND x !~ '^0000' THEN date_trunc('milliseconds', btrim(x)::timestamptz) END`
}

func timeIn(*Field) string {
	return `CASE WHEN btrim(x) ~ '^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$' AND x !~ '^2[4-9]' THEN btrim(x)::time END`
}

// Conversions lists the types that fields of the type can become, by their names.
func (t *FieldType) Conversions() []string {
	out := []string{}
	for _, to := range Types() {
		if t.Convertible(to) {
			out = append(out, to.Name)
		}
	}
	slices.Sort(out)
	return out
}
