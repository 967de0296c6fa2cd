package query_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/query"
)

// shelf holds some records of an answer.
type shelf struct {
	whole   bool
	records []id.ID
}

func (s shelf) Whole() bool           { return s.whole }
func (s shelf) Has(record id.ID) bool { return slices.Contains(s.records, record) }
func values(pairs ...string) entry.Fields {
	out := entry.Fields{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = json.RawMessage(pairs[i+1])
	}
	return out
}

const one, two = id.ID("0198c0de-0000-7000-8000-000000000b01"), id.ID("0198c0de-0000-7000-8000-000000000b02")

// What an entry is to an answer: nothing, new values of a row, or a reason to look again.
func TestWhatAnEntryIsToAnAnswer(t *testing.T) {
	p := reader(true)
	updated := func(object string, record id.ID, before, after entry.Fields) entry.Entry {
		return entry.Entry{Object: object, ID: record, Op: entry.Updated, Version: 2, Before: before, After: after}
	}
	created := func(object string, version int64, record entry.Fields) entry.Entry {
		return entry.Entry{Object: object, ID: two, Op: entry.Created, Version: version, After: record, Record: record}
	}
	rerouted := updated("contact", one, values(), values("email", `"x"`))
	rerouted.Route.After.Owner = somebody
	page, all := shelf{records: []id.ID{one}}, shelf{whole: true, records: []id.ID{one}}
	plain := "SELECT id, name, LOWER(email) AS mail, owner FROM contact WHERE company = 'Acme' ORDER BY first_name"
	for _, k := range []struct {
		about, text string
		of          entry.Entry
		held        query.Held
		want        string // "", "again" or what is set
	}{
		{"another object", plain, updated("call", one, nil, values("name", `"x"`)), page, ""},
		{"a field that it doesn't read", plain, updated("contact", one, nil, values("phone", `"x"`)), page, ""},
		{"a field that it shows", plain, updated("contact", one, nil, values("name", `"x"`, "phone", `"y"`)), page, `{"name":"x"}`},
		{"the same while it is read", plain, updated("contact", one, nil, values("name", `"x"`)), nil, "again"},
		{"the same of no row", plain, updated("contact", two, nil, values("name", `"x"`)), page, ""},
		{"a field that it computes with", plain, updated("contact", one, nil, values("email", `"x"`)), page, "again"},
		{"the same of no row of all", plain, updated("contact", two, nil, values("email", `"x"`)), all, ""},
		{"what sorts", plain, updated("contact", two, nil, values("first_name", `"x"`)), page, "again"},
		{"what sorts, of no row of all", plain, updated("contact", two, nil, values("first_name", `"x"`)), all, ""},
		{"who becomes a row", plain, updated("contact", two, values("company", `"x"`), values("company", `"Acme"`)), all, "again"},
		{"who is one no more", plain, updated("contact", one, values("company", `"Acme"`), values("company", `"x"`)), all, "again"},
		{"who never was one", plain, updated("contact", one, values("company", `"x"`), values("company", `"y"`)), nil, ""},
		{"who had no value", plain, updated("contact", one, values("company", `null`), values("company", `"y"`)), page, ""},
		{"a new row", plain, created("contact", 1, values("company", `"Acme"`)), all, "again"},
		{"a text that is written otherwise", plain, created("contact", 1, values("company", `"\u0041cme"`)), all, "again"},
		{"a new record that is none", plain, created("contact", 1, values("company", `"x"`)), nil, ""},
		{"a row that goes", plain, entry.Entry{Object: "contact", ID: one, Op: entry.Removed}, all, "again"},
		{"another that goes", plain, entry.Entry{Object: "contact", ID: two, Op: entry.Removed}, all, ""},
		{"another that goes, of a page", plain, entry.Entry{Object: "contact", ID: two, Op: entry.Removed}, page, "again"},
		{"who may see it", plain, rerouted, page, "again"},
		{"many at once", plain, entry.Entry{Object: "contact", Op: entry.Bulk, IDs: []id.ID{two}}, all, "again"},
		{"the name of an owner", plain, updated("user", somebody, nil, values("name", `"x"`)), all, "again"},
		{"anything else of an owner", plain, updated("user", somebody, nil, values("call_status", `"x"`)), all, ""},
		{"a person who is new", plain, created("user", 1, values("name", `"x"`)), all, ""},
		{"a person who comes back", plain, created("user", 3, values("name", `"x"`)), all, "again"},
		{"one of several values", "SELECT id FROM contact WHERE company IN ('a', 'b') AND name != 'x'", created("contact", 1, values("company", `"b"`)), nil, "again"},
		{"none of several values", "SELECT id FROM contact WHERE company IN ('a', 'b') AND name != 'x'", created("contact", 1, values("company", `"c"`)), nil, ""},
		{"another's record", "SELECT id FROM contact WHERE owner = '" + string(one) + "'", created("contact", 1, values("owner", `{"id":"`+string(two)+`","name":"x"}`)), nil, ""},
		{"his record", "SELECT id FROM contact WHERE owner = '" + string(one) + "'", created("contact", 1, values("owner", `{"id":"`+string(one)+`","name":"x"}`)), nil, "again"},
		{"either of two conditions", "SELECT id FROM contact WHERE company = 'a' OR name = 'b'", created("contact", 1, values("company", `"c"`, "name", `"c"`)), nil, "again"},
		{"another id", "SELECT id, name FROM contact WHERE id = '" + string(one) + "'", updated("contact", two, nil, values("name", `"x"`)), nil, ""},
		{"the id and another value", "SELECT id, name FROM contact WHERE id = '" + string(one) + "' AND company = 'a'", updated("contact", one, values("company", `"a"`), values("company", `"b"`)), nil, "again"},
		{"a count", "SELECT COUNT(*) AS n FROM contact", updated("contact", one, nil, values("name", `"x"`)), nil, ""},
		{"a count of more", "SELECT COUNT(*) AS n FROM contact", created("contact", 1, nil), nil, "again"},
		{"a joined object", "SELECT call.name FROM call JOIN contact ON call.contact = contact.id", updated("contact", one, nil, values("name", `"x"`)), nil, ""},
		{"a record behind a lookup", "SELECT name FROM call WHERE contact.company = 'x'", updated("contact", one, nil, values("company", `"x"`)), nil, "again"},
		{"a sub-select", "SELECT name FROM contact WHERE id IN (SELECT contact FROM call WHERE duration > 1)", updated("call", one, nil, values("duration", `1`)), nil, "again"},
		{"what a thread's part is seen by", "SELECT body FROM chat_message", func() entry.Entry {
			e := updated("chat", one, nil, values("private", `true`))
			e.Route.After.Private = true
			return e
		}(), nil, "again"},
		{"a chat's name", "SELECT body FROM chat_message", updated("chat", one, nil, values("name", `"x"`)), nil, ""},
		{"what a field is computed of", "SELECT id, unread_messages FROM chat", updated("chat", one, nil, values("last_number", `4`)), shelf{records: []id.ID{one}}, "again"},
	} {
		w, err := query.NewCompiler().Watch(k.text, p)
		if err != nil {
			t.Errorf("%s: %v", k.about, err)
			continue
		}
		v, got := w.Decide(&k.of, k.held), ""
		index, found := query.NewIndex[string](), false
		index.Add(k.text, w)
		index.Concerned(&k.of, func(string) { found = true })
		if !found && (v.Again || v.Set != nil) {
			t.Errorf("%s: the index does not find it", k.about)
		}
		if index.Remove(k.text); index.Len() != 0 {
			t.Errorf("%s: it is still in the index", k.about)
		}
		switch {
		case v.Again:
			got = "again"
		case v.Set != nil:
			raw, _ := json.Marshal(v.Set)
			got = string(raw)
		}
		if got != k.want {
			t.Errorf("%s: %q, want %q", k.about, got, k.want)
		}
	}
}

// Which queries change with the clock, and which rows have ids.
func TestWhatIsKnownOfALiveQuery(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT name, id FROM contact":                                                         "false 1",
		"SELECT name FROM contact WHERE created_date = TODAY":                                  "true -1",
		"SELECT id FROM contact WHERE id IN (SELECT contact FROM call WHERE start_time > NOW)": "true -1",
		"SELECT COUNT(*) AS n FROM contact":                                                    "false -1",
		"SELECT * FROM contact":                                                                "false 0",
	} {
		w, err := query.NewCompiler().Watch(text, reader(true))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(w.Timed, " ", min(w.ID(), 1)); got != want && (!strings.Contains(text, "*") || w.ID() < 0) {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// A query that its reader may not ask is refused as ever.
func TestALiveQueryOfWhatIsHiddenIsRefused(t *testing.T) {
	_, err := query.NewCompiler().Watch("SELECT name FROM contact", reader(false, access.PermissionSet{}))
	if got := told(t, err); !strings.Contains(got, "Unknown or unreadable object") {
		t.Error(got)
	}
}

// BenchmarkDeciding is what an entry costs that a live query reads and that is none of its
// rows: a thousand of them look at each.
func BenchmarkDeciding(b *testing.B) {
	w, err := query.NewCompiler().Watch("SELECT id, name, company, owner FROM contact WHERE owner = '"+string(one)+"' ORDER BY modified_date DESC LIMIT 25", reader(true))
	if err != nil {
		b.Fatal(err)
	}
	e := entry.Entry{Object: "contact", ID: two, Op: entry.Updated, Version: 2, Before: values("name", `"a"`, "modified_date", `"2026-01-01T00:00:00Z"`), After: values("name", `"b"`, "modified_date", `"2026-01-02T00:00:00Z"`)}
	held := shelf{whole: true, records: []id.ID{one}}
	for b.Loop() {
		if v := w.Decide(&e, held); v.Again || v.Set != nil {
			b.Fatal("it is none of the rows")
		}
	}
}
