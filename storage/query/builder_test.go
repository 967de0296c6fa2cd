package query_test

import (
	"encoding/json"
	"testing"

	"switchboard/storage/query"
)

// A query that rows can express comes back as them; any other stays a text.
func TestQueriesAsRows(t *testing.T) {
	for text, want := range map[string]string{
		"SELECT * FROM contact": `{"object":"contact","fields":null,"filters":[],"comparison":"AND","order":null,"limit":null,"offset":null}`,
		"select name, owner.name from contact where contact.address.city = 'Ulm' and created_date >= last 7  days order by contact.name desc limit 100 offset 5": `{"object":"contact","fields":["name","owner.name"],"filters":[` +
			`{"field":"address","subField":"city","operator":"=","value":"Ulm","dataType":""},{"field":"created_date","subField":"","operator":"\u003e=","value":"LAST 7 DAYS","dataType":""}` +
			`],"comparison":"AND","order":{"field":"name","descending":true},"limit":100,"offset":5}`,
		"SELECT * FROM call WHERE duration > -5 OR status IN ('a', 'a') OR live = true OR sid IS NOT NULL OR created_date = TODAY OR name NOT IN (1)": `{"object":"call","fields":null,"filters":[` +
			`{"field":"duration","subField":"","operator":"\u003e","value":-5,"dataType":""},{"field":"status","subField":"","operator":"IN","value":["a","a"],"dataType":""},` +
			`{"field":"live","subField":"","operator":"=","value":true,"dataType":""},{"field":"sid","subField":"","operator":"IS NOT NULL","value":null,"dataType":""},` +
			`{"field":"created_date","subField":"","operator":"=","value":"TODAY","dataType":""},{"field":"name","subField":"","operator":"NOT IN","value":[1],"dataType":""}` +
			`],"comparison":"OR","order":null,"limit":null,"offset":null}`,
		"SELECT * FROM contact WHERE (name = 'a' OR name = 'b') AND email = 'c'": "null",
		"SELECT * FROM contact WHERE NOT name = 'a'":                             "null",
		"SELECT * FROM contact WHERE name NOT LIKE 'a'":                          "null",
		"SELECT * FROM contact WHERE name = email":                               "null",
		"SELECT * FROM contact WHERE LOWER(name) = 'a'":                          "null",
		"SELECT * FROM contact WHERE name BETWEEN 'a' AND 'b'":                   "null",
		"SELECT * FROM contact WHERE id IN (SELECT contact FROM call)":           "null",
		"SELECT DISTINCT name FROM contact":                                      "null",
		"SELECT name AS n FROM contact":                                          "null",
		"SELECT COUNT(*) AS n FROM contact":                                      "null",
		"SELECT * FROM contact ORDER BY name, email":                             "null",
		"SELECT * FROM contact c":                                                "null",
		"SELECT * FORM contact":                                                  "null",
	} {
		if got, err := json.Marshal(query.AsFilter(text)); err != nil || string(got) != want {
			t.Errorf("%s\n  becomes %s\n  not     %s (%v)", text, got, want, err)
		}
	}
}
