package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What the compiler takes the database takes, and reads it as the compiler does.
func TestOddQueries(t *testing.T) {
	d := newDesktop(t)
	d.put("contact", row.Fields{"name": "Nobody's", "do_not_call": true})
	for text, want := range map[string]string{
		// Conditions are values.
		"SELECT name FROM contact WHERE do_not_call = (company IS NULL) ORDER BY name":                             "Dana Whitfield Eve Moss Nobody's",
		"SELECT name FROM contact WHERE (company IS NULL) = do_not_call ORDER BY name":                             "Dana Whitfield Eve Moss Nobody's",
		"SELECT name FROM contact WHERE (do_not_call = false) = (company = 'Acme')":                                "Dana Whitfield",
		"SELECT name FROM contact WHERE do_not_call != (name = 'Eve Moss') ORDER BY name":                          "Eve Moss Nobody's",
		"SELECT name FROM contact WHERE (company = 'Acme') IS NULL":                                                "Nobody's",
		"SELECT name FROM contact WHERE (company = 'Acme') IN (true, false) ORDER BY name":                         "Dana Whitfield Eve Moss",
		"SELECT name FROM contact WHERE (company = 'Acme') IN (SELECT do_not_call FROM contact WHERE do_not_call)": "Dana Whitfield",
		"SELECT name FROM contact WHERE (company = 'Acme') NOT IN (SELECT do_not_call FROM contact) ORDER BY name": "Nobody's",
		"SELECT name FROM contact WHERE ((name = 'Eve Moss') = true) = (name LIKE 'eve') ORDER BY name":            "Dana Whitfield Eve Moss Nobody's",
		"SELECT CONCAT(company = 'Acme', ' ', do_not_call) AS name FROM contact ORDER BY contact.name":             "true false false false  true",
		"SELECT company = 'Acme' AS acme, COUNT(*) AS name FROM contact GROUP BY acme ORDER BY acme":               "1 1 1",
		"SELECT name FROM contact ORDER BY (company = 'Acme') = true, name":                                        "Eve Moss Dana Whitfield Nobody's",
		// Groups that are made distinct, and constants.
		"SELECT DISTINCT company AS name FROM contact GROUP BY company HAVING COUNT(*) > 0 ORDER BY name":        "Acme Vassar <nil>",
		"SELECT name FROM contact WHERE id IN (SELECT DISTINCT contact FROM call GROUP BY contact LIMIT 5)":      "Dana Whitfield Eve Moss",
		"SELECT true AS t, COUNT(*) AS name FROM contact GROUP BY t ORDER BY t":                                  "3",
		"SELECT NULL AS n, COUNT(*) AS name FROM contact GROUP BY n ORDER BY n":                                  "3",
		"SELECT false AS t, name FROM contact ORDER BY t, name LIMIT 1":                                          "Dana Whitfield",
		"SELECT x.n AS name FROM (SELECT NULL AS n, true AS t FROM contact) x WHERE x.t AND x.n IS NULL LIMIT 1": "<nil>",
		"SELECT COUNT(*) AS name FROM contact WHERE NULL = 1 OR company = NULL":                                  "1",
		"SELECT COUNT(*) AS n, MAX(name) AS name FROM contact HAVING n > 2 ORDER BY n":                           "Nobody's",
	} {
		a := d.boss.query(text)
		if a.status != http.StatusOK {
			t.Errorf("%s\n  is answered %d %s", text, a.status, a.body)
		} else if got := valuesOf(a.rows(), "name"); got != want {
			t.Errorf("%s\n  answers %s, not %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"SELECT COUNT(*) AS n FROM contact HAVING SUM(n) > 1":                         "An aggregate can't stand in another one.",
		"SELECT company, COUNT(*) AS n FROM contact GROUP BY company ORDER BY MAX(n)": "An aggregate can't stand in another one.",
		"SELECT COUNT(*) + 1 AS n FROM contact ORDER BY LENGTH(MIN(n || ''))":         "An aggregate can't stand in another one.",
		"SELECT name FROM contact WHERE NULL BETWEEN 1 AND 2":                         "Nothing is smaller or larger than NULL: write IS NULL or IS NOT NULL.",
		"SELECT name FROM contact WHERE NULL < 1":                                     "Nothing is smaller or larger than NULL: write IS NULL or IS NOT NULL.",
		"SELECT name FROM contact WHERE 1 >= NULL":                                    "Nothing is smaller or larger than NULL: write IS NULL or IS NOT NULL.",
		"SELECT name FROM contact ORDER BY true":                                      "Sort by a field or by the name of a column.",
		"SELECT COUNT(*) AS n FROM contact GROUP BY NULL":                             "Group by a field or by the name of a column.",
		"SELECT * FROM (SELECT name AS a, do_not_call AS \"A\" FROM contact) x":       "Two columns are called A: give one another name, such as AS other_A.",
		"SELECT name, company AS NAME FROM contact":                                   "Two columns are called NAME: give one another name, such as AS other_NAME.",
		"SELECT name FROM contact WHERE do_not_call BETWEEN false AND true":           "true or false can't be compared by >=.",
	} {
		if p := d.boss.query(text).problem(http.StatusUnprocessableEntity); p.Detail != want || p.Place == nil || p.Word != "" && !strings.Contains(text, p.Word) {
			t.Errorf("%s\n  is answered %q, not %q: %+v", text, p.Detail, want, p.Place)
		}
	}
}

// The name of a column opens no field that may be read of some records only.
func TestAColumnOfSomeRowsByItsName(t *testing.T) {
	d := newDesktop(t)
	sets := []id.ID{
		d.put("permission", row.Fields{
			"name": "Names", "object_permissions": json.RawMessage(`{"contact":{"read":true}}`),
			"object_field_permissions": json.RawMessage(`{"contact":{"name":{"read":true}}}`),
		}),
		d.set("Own", `{"contact":{"read":true}}`, `{"contact":"own"}`),
	}
	agent := d.person("Agent", row.Fields{"permissions": sets})
	d.put("contact", row.Fields{"name": "Mine", "company": "Mill", "owner": agent.id})
	if got := valuesOf(agent.ask("SELECT name, company AS c FROM contact ORDER BY name"), "c"); got != "<nil> <nil> Mill" {
		t.Error(got)
	}
	for _, text := range []string{
		"SELECT company AS c, COUNT(*) AS n FROM contact GROUP BY c", "SELECT company AS c FROM contact ORDER BY LOWER(c)",
		"SELECT company AS c FROM contact ORDER BY c", "SELECT COUNT(*) AS n FROM contact GROUP BY company", "SELECT company AS c FROM contact HAVING c = 'Mill'",
	} {
		if p := agent.query(text).problem(http.StatusUnprocessableEntity); !strings.HasPrefix(p.Detail, "You may read Company of some records only") {
			t.Errorf("%s: %s", text, p.Detail)
		}
	}
}
