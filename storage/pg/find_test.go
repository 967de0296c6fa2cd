package pg_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestConditions(t *testing.T) {
	f := newFixture(t)
	ada, bob := f.user("Ada"), f.user("Bob")
	day := func(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }
	f.create("contact", row.Fields{"name": "Anna", "company": "Acme", "owner": ada, "email": "Anna@Example.test", "do_not_call": true,
		"tags": []string{"vip", "new"}, "phone": row.JSONValue(map[string]string{"phone_number": "+15550000001"}), "created_date": day(1)})
	f.create("contact", row.Fields{"name": "Ben", "company": "100% Cotton_x", "owner": bob,
		"tags": []string{"new"}, "phone": row.JSONValue(map[string]string{"phone_number": "+15550000002"}), "created_date": day(2)})
	f.create("contact", row.Fields{"name": "Cleo", "created_date": day(3)})

	cond := func(field, operator string, value any) row.Condition {
		return row.Condition{Field: field, Operator: operator, Value: value}
	}
	for _, c := range []struct {
		where []row.Condition
		want  string
	}{
		{nil, "Anna Ben Cleo"},
		{[]row.Condition{cond("name", "=", "Ben")}, "Ben"},
		{[]row.Condition{cond("name", "=", "ben")}, ""},
		{[]row.Condition{cond("name", "!=", "Ben")}, "Anna Cleo"},
		{[]row.Condition{cond("company", "!=", "Acme")}, "Ben Cleo"},
		{[]row.Condition{cond("company", "=", nil)}, "Cleo"},
		{[]row.Condition{cond("company", "!=", nil)}, "Anna Ben"},
		{[]row.Condition{cond("company", "IS NULL", nil)}, "Cleo"},
		{[]row.Condition{cond("company", "is not null", nil)}, "Anna Ben"},
		{[]row.Condition{cond("email", "=", "ANNA@example.test")}, "Anna"},
		{[]row.Condition{cond("email", "IN", []string{"x@y.z", "anna@EXAMPLE.test"})}, "Anna"},
		{[]row.Condition{cond("name", "IN", []string{"Anna", "Cleo", "Nobody"})}, "Anna Cleo"},
		{[]row.Condition{cond("name", "IN", []any{"Anna"})}, "Anna"},
		{[]row.Condition{cond("name", "IN", []string{})}, ""},
		{[]row.Condition{cond("company", "NOT IN", []string{"Acme"})}, "Ben Cleo"},
		{[]row.Condition{cond("company", "NOT IN", []string{})}, "Anna Ben Cleo"},
		{[]row.Condition{cond("owner", "=", ada)}, "Anna"},
		{[]row.Condition{cond("owner", "=", string(ada))}, "Anna"},
		{[]row.Condition{cond("owner", "IN", []id.ID{ada, bob})}, "Anna Ben"},
		{[]row.Condition{{Field: "owner", SubField: "id", Operator: "=", Value: bob}}, "Ben"},
		{[]row.Condition{cond("do_not_call", "=", true)}, "Anna"},
		{[]row.Condition{cond("do_not_call", "=", "false")}, "Ben Cleo"},
		{[]row.Condition{cond("tags", "CONTAINS", "new")}, "Anna Ben"},
		{[]row.Condition{cond("tags", "IN", []string{"vip", "other"})}, "Anna"},
		{[]row.Condition{cond("tags", "=", []string{"new"})}, "Ben"},
		{[]row.Condition{{Field: "phone", SubField: "phone_number", Operator: "=", Value: "+15550000002"}}, "Ben"},
		{[]row.Condition{{Field: "phone", SubField: "phone_number", Operator: "IN", Value: []string{"+15550000002", "+1"}}}, "Ben"},
		{[]row.Condition{cond("phone", "=", "+15550000001")}, "Anna"},
		{[]row.Condition{cond("phone", "IS NULL", nil)}, "Cleo"},
		{[]row.Condition{cond("phone", "CONTAINS", json.RawMessage(`{"phone_number":"+15550000001"}`))}, "Anna"},
		{[]row.Condition{cond("created_date", "<", day(2))}, "Anna"},
		{[]row.Condition{cond("created_date", ">=", "2026-03-02T12:00:00Z")}, "Ben Cleo"},
		{[]row.Condition{cond("owner", "IN", []id.ID{ada})}, "Anna"},
		{[]row.Condition{cond("created_date", "IN", []time.Time{day(1), day(3)})}, "Anna Cleo"},
		{[]row.Condition{cond("created_date", "IN", []time.Time{day(3)})}, "Cleo"},
		{[]row.Condition{cond("version", "NOT IN", []int64{1})}, ""},
		{[]row.Condition{cond("version", "<=", 1)}, "Anna Ben Cleo"},
		{[]row.Condition{cond("version", ">", "1")}, ""},
		{[]row.Condition{cond("version", "IN", []int64{1, 2})}, "Anna Ben Cleo"},
		{[]row.Condition{cond("version", "=", json.Number("1")), cond("version", "=", 1.0), cond("name", ">", "B")}, "Ben Cleo"},
	} {
		got := f.find(row.Query{Object: "contact", Where: c.where, Order: []row.Order{{Field: "name"}}})
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v found %v, want %s", c.where, got, c.want)
		}
		n, err := f.Count(t.Context(), f.org, row.Query{Object: "contact", Where: c.where})
		if err != nil || int(n) != len(got) {
			t.Errorf("%+v counts %d, %v", c.where, n, err)
		}
	}
}

// A phone number equals every form of it that reaches the same line.
func TestConditionsOnPhoneNumbersMatchTheLine(t *testing.T) {
	f := newFixture(t)
	for name, number := range map[string]string{"Luz": "+525512345678", "Old": "+5215587654321", "Ana": "+541123456789", "Eva": "+5491187654321"} {
		f.create("contact", row.Fields{"name": name, "phone": row.JSONValue(map[string]string{"phone_number": number})})
	}
	for _, c := range []struct {
		operator string
		value    any
		want     string
	}{
		{"=", "+5215512345678", "Luz"},
		{"=", "+525587654321", "Old"},
		{"=", "+5491123456789", "Ana"},
		{"=", "+541187654321", "Eva"},
		{"=", "+5491123456780", ""},
		{"!=", "+5215512345678", "Ana Eva Old"},
		{"IN", []string{"+541187654321", "+5215512345678"}, "Eva Luz"},
		{"NOT IN", []string{"+541187654321", "+5215512345678"}, "Ana Old"},
	} {
		where := []row.Condition{{Field: "phone", SubField: "phone_number", Operator: c.operator, Value: c.value}}
		got := strings.Join(f.find(row.Query{Object: "contact", Where: where, Order: []row.Order{{Field: "name"}}}), " ")
		if got != c.want {
			t.Errorf("phone %s %v finds %q, want %q", c.operator, c.value, got, c.want)
		}
	}
}

func TestADerivedFieldWithAColumnIsSearched(t *testing.T) {
	f := newFixture(t)
	f.create("twilio_conversation", row.Fields{"name": "read", "last_number": int64(4), "read_number": int64(4)})
	few := f.create("twilio_conversation", row.Fields{"name": "few", "last_number": int64(4), "read_number": int64(3)})
	f.create("twilio_conversation", row.Fields{"name": "many", "last_number": int64(9)})
	unread := row.Condition{Field: "unread_messages", Operator: ">", Value: 0}
	order := []row.Order{{Field: "unread_messages", Descending: true}}
	if got := f.find(row.Query{Object: "twilio_conversation", Where: []row.Condition{unread}, Order: order}); !slices.Equal(got, []string{"many", "few"}) {
		t.Errorf("unread %v", got)
	}
	f.update(few, row.Fields{"read_number": int64(4)})
	if got := f.find(row.Query{Object: "twilio_conversation", Where: []row.Condition{unread}, Order: order}); !slices.Equal(got, []string{"many"}) {
		t.Errorf("unread %v", got)
	}
}

func TestWhatCannotBeAskedIsRefused(t *testing.T) {
	f := newFixture(t)
	evil := `name" = '' OR true; DROP SCHEMA core CASCADE; --`
	for what, q := range map[string]row.Query{
		"object":              {Object: evil},
		"field":               {Object: "contact", Where: []row.Condition{{Field: evil, Operator: "=", Value: "x"}}},
		"order":               {Object: "contact", Order: []row.Order{{Field: evil}}},
		"operator":            {Object: "contact", Where: []row.Condition{{Field: "name", Operator: "= '' OR name =", Value: "x"}}},
		"sub-field":           {Object: "contact", Where: []row.Condition{{Field: "phone", SubField: "a' OR 'a'='a", Operator: "=", Value: "x"}}},
		"sub-field of a text": {Object: "contact", Where: []row.Condition{{Field: "name", SubField: "x", Operator: "=", Value: "x"}}},
		"derived field":       {Object: "contact", Where: []row.Condition{{Field: "updated_by", Operator: "=", Value: "x"}}},
		"bad id":              {Object: "contact", Where: []row.Condition{{Field: "owner", Operator: "=", Value: "' OR true"}}},
		"bad number":          {Object: "contact", Where: []row.Condition{{Field: "version", Operator: "=", Value: "1 OR 1=1"}}},
		"broken number":       {Object: "contact", Where: []row.Condition{{Field: "version", Operator: "=", Value: 1.5}}},
		"bad time":            {Object: "contact", Where: []row.Condition{{Field: "created_date", Operator: "<", Value: "now()"}}},
		"bad truth":           {Object: "contact", Where: []row.Condition{{Field: "do_not_call", Operator: "=", Value: "maybe"}}},
		"no list":             {Object: "contact", Where: []row.Condition{{Field: "name", Operator: "IN", Value: "x"}}},
		"null in a list":      {Object: "contact", Where: []row.Condition{{Field: "name", Operator: "IN", Value: []any{nil}}}},
		"NUL":                 {Object: "contact", Where: []row.Condition{{Field: "name", Operator: "=", Value: "a\x00"}}},
		"order of composites": {Object: "contact", Where: []row.Condition{{Field: "address", Operator: "<", Value: json.RawMessage("{}")}}},
		"sorting composites":  {Object: "contact", Order: []row.Order{{Field: "address"}}},
		"limit":               {Object: "contact", Limit: -1},
		"offset":              {Object: "contact", Offset: -1},
	} {
		if _, err := f.Find(t.Context(), f.org, q); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := f.Get(t.Context(), f.org, "contact", id.ID(evil)); !fault.Is(err, fault.NotFound) {
		t.Errorf("a bad id: %v", err)
	}
}

func TestOrderAndPages(t *testing.T) {
	f := newFixture(t)
	var writes []row.Write
	for i := range 25 {
		set := row.Fields{"name": fmt.Sprintf("%c%02d", "aB"[i%2], i), "company": fmt.Sprint("c", i%3)}
		if i%5 == 0 {
			set["company"] = nil
		}
		writes = append(writes, row.Write{Object: "contact", Op: entry.Created, Set: set})
	}
	f.commit(f.change(writes...))
	order := []row.Order{{Field: "company", Descending: true}, {Field: "name"}}
	whole := f.find(row.Query{Object: "contact", Order: order})
	if len(whole) != 25 || whole[0] != "a02" {
		t.Fatalf("ordered %v", whole)
	}
	first, err := f.Find(t.Context(), f.org, row.Query{Object: "contact", Order: order, Limit: 1, Offset: 24})
	if err != nil || first[0].Fields["company"] != nil {
		t.Errorf("the last is %v, %v", first, err)
	}
	var paged []string
	for offset := 0; offset < 25; offset += 4 {
		paged = append(paged, f.find(row.Query{Object: "contact", Order: order, Limit: 4, Offset: offset})...)
	}
	if !slices.Equal(paged, whole) {
		t.Errorf("pages %v, whole %v", paged, whole)
	}
	names := f.find(row.Query{Object: "contact", Order: []row.Order{{Field: "name"}}})
	if names[0] != "a00" || names[12] != "a24" || names[13] != "B01" {
		t.Errorf("case matters in %v", names)
	}
	// Without an order they stand as they were made.
	if made := f.find(row.Query{Object: "contact"}); made[0] != "a00" || made[1] != "B01" || made[24] != "a24" {
		t.Errorf("unordered %v", made)
	}
}
