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

// Conversion is the body of a function in PL/pgSQL that converts a value of one field, its
// argument v, to a value of another, or to NULL if it does not fit. Its variables are x, the
// value as text, and entries, the values that it consists of. Free text may list several,
// separated by commas; joined is how many commas an entry may hold itself.
func Conversion(from, to *Field) string {
	entries, joined, only := "ARRAY[x]", 0, ""
	isList := from.Type.Column.Element != nil
	switch {
	case isList:
		entries = "v"
	case from.Type.Free > 0 && !from.Type.Optioned:
		entries = "string_to_array(x, ',')"
		for _, o := range to.Options {
			joined = max(joined, strings.Count(o, ","))
		}
	}
	if isList && to.Type.Column.Element == nil && len(to.Options) > 0 {
		only = "  IF cardinality(v) <> 1 THEN RETURN NULL; END IF;\n"
	}
	return "DECLARE x text := " + fmt.Sprintf(from.Type.Out, "v") + "; entries text[] := " + entries + "; joined int := " + strconv.Itoa(joined) + ";\n" +
		"BEGIN\n  IF x IS NULL THEN RETURN NULL; END IF;\n" + only + "  RETURN " + to.Type.In(to) + ";\n" +
		"EXCEPTION WHEN data_exception THEN RETURN NULL;\nEND"
}

// HasValue is the condition that a column holds a value that can be converted. It is
// immutable, as the predicate of an index must be.
func (f *Field) HasValue(column string) string { return f.Type.Column.HasValue(column) }

// HasValue is the condition that a column holds a value: not null, no empty text, and no
// empty list.
func (c *Column) HasValue(column string) string {
	switch {
	case c.IsText:
		return column + " <> ''"
	case c.Element != nil:
		return "cardinality(" + column + ") > 0"
	default:
		return column + " IS NOT NULL"
	}
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

// optionsIn reads the entries as options, from the first to the last. Where an option may
// hold commas, the longest one that fits is meant.
func optionsIn(f *Field) string {
	return `CASE WHEN cardinality(entries) <= ` + strconv.Itoa(10*MaxOptions) + ` THEN (WITH RECURSIVE r(at, one, fits) AS (
    SELECT 1, NULL::text COLLATE "C", true
    UNION ALL
    SELECT r.at + coalesce(found.more, 0) + 1, found.one COLLATE "C", found.one IS NOT NULL OR btrim(entries[r.at]) = ''
    FROM r LEFT JOIN LATERAL (
      SELECT o.more, o.one FROM (
        SELECT more, ` + anOption(f, "btrim(array_to_string(entries[r.at:r.at + more], ','))") + ` AS one
        FROM generate_series(0, least(joined, cardinality(entries) - r.at)) more
      ) o WHERE o.one IS NOT NULL ORDER BY o.more DESC LIMIT 1
    ) found ON true
    WHERE r.fits AND r.at <= cardinality(entries)
  ) SELECT CASE WHEN bool_and(fits) THEN (SELECT array_agg(s.one ORDER BY s.at) FROM (SELECT one, min(at) AS at FROM r WHERE one IS NOT NULL GROUP BY one) s) END FROM r) END`
}

// listIn takes the entries as they are, each once.
func listIn(*Field) string {
	return "(SELECT CASE WHEN bool_and(char_length(s.one) <= " + strconv.Itoa(maxOption) + ") AND count(*) <= " + strconv.Itoa(MaxOptions) +
		" THEN array_agg(s.one ORDER BY s.at) END FROM (SELECT btrim(p) AS one, min(at) AS at FROM unnest(entries) WITH ORDINALITY AS e(p, at) WHERE btrim(p) <> '' GROUP BY 1) s)"
}

const aNumber = `btrim(x) ~ '^[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]{1,3})?$' AND length(x) <= 40`

// numberIn refuses what would be rounded: the shortest text of the number has other digits.
func numberIn(*Field) string {
	return "CASE WHEN " + aNumber + " AND btrim(x)::double precision::text::numeric = btrim(x)::numeric THEN btrim(x)::double precision END"
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
