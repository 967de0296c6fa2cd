package rest_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"switchboard/storage/row"
)

// ask runs a query and gives its rows.
func (p *person) ask(text string) []object {
	p.t.Helper()
	var rows []object
	p.query(text).into(&rows)
	return rows
}

func (p *person) query(text string) *answer {
	p.t.Helper()
	body, err := json.Marshal(map[string]any{"query": text, "bypass_cache": true})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.do("POST", "/v1/query", string(body))
}

func TestQueryFirst(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	w.put("contact", row.Fields{"name": "Ann", "owner": boss.id})
	for _, q := range []string{
		"SELECT * FROM contact",
		"SELECT id, name, owner.name FROM contact WHERE name LIKE 'an' ORDER BY owner, modified_date DESC LIMIT 5",
		"SELECT * FROM user",
		"SELECT COUNT(*) AS n, owner FROM contact WHERE created_date = THIS MONTH GROUP BY owner HAVING COUNT(*) > 0 ORDER BY owner, n DESC",
	} {
		a := boss.query(q)
		t.Log(q, a.status, string(a.body), a.header)
		a.is(http.StatusOK)
	}
}
