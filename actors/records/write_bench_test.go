package records_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/cmd/storetest"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// BenchmarkWrite makes contacts of ten fields, and changes two fields of them.
func BenchmarkWrite(b *testing.B) {
	store, org := storetest.New(b)
	user := id.New()
	if _, err := store.Commit(b.Context(), row.Change{Organization: org, Writes: []row.Write{
		{Object: "user", ID: user, Op: entry.Created, Set: row.Fields{"name": "U", "email": "u@example.test"}},
	}}); err != nil {
		b.Fatal(err)
	}
	p := access.Build(features.Registry(), access.Inputs{Organization: org, User: user, Superuser: true})
	s := records.New(store)
	n := 0
	create := func() id.ID {
		n++
		var in records.Input
		if err := json.Unmarshal(fmt.Appendf(nil, `{"name":"New%[1]d Last%[1]d","first_name":"New%[1]d","last_name":"Last%[1]d","company":"Company %[1]d","email":"n%[1]d@example.test",
			"do_not_call":false,"salesforce_id":"003%[1]d","time_zone":"America/Los_Angeles","preferred_language":"en","phone":{"country_code":"+1","phone_number":"+1206%07[1]d"},
			"address":{"line1":"1 Pine Street","city":"Seattle","state":"WA","postal_code":"98101","country":"US"}}`, 2_000_000+n), &in); err != nil {
			b.Fatal(err)
		}
		made, err := s.Create(b.Context(), &p, "contact", []records.Input{in}, "")
		if err != nil {
			b.Fatal(err)
		}
		return id.ID(strings.Trim(string(made.Records[0]["id"]), `"`))
	}
	contacts := make([]id.ID, 200)
	for i := range contacts {
		contacts[i] = create()
	}
	b.Run("create", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			create()
		}
	})
	b.Run("patch", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			n++
			in := records.Input{"id": row.JSONValue(contacts[n%len(contacts)]), "company": row.JSONValue(fmt.Sprint("Company ", n)), "last_name": row.JSONValue(fmt.Sprint("x", n))}
			if _, err := s.Patch(b.Context(), &p, "contact", []records.Input{in}, 0, ""); err != nil {
				b.Fatal(err)
			}
		}
	})
}
