package rest_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/row"
)

// A live query answers its rows as any other does, and the topic where it is followed: the
// same for the same query of the same person. What would be run too dearly or is wrong is
// refused before.
func TestALiveQueryAnswersItsTopic(t *testing.T) {
	d := newDesktop(t)
	follow := func(p *person, body string) *answer { return p.do("POST", "/v1/query", body) }
	const contacts = `{"query":"SELECT id, name FROM contact ORDER BY name","live":true}`
	first := follow(d.boss, contacts)
	var rows []object
	first.into(&rows)
	topic := first.header.Get("X-Topic")
	if valuesOf(rows, "name") != "Dana Whitfield Eve Moss" || !strings.HasPrefix(topic, "live_query:") || len(topic) != len("live_query:")+36 {
		t.Fatalf("%v at %q", rows, topic)
	}
	if again := follow(d.boss, contacts).header.Get("X-Topic"); again != topic {
		t.Errorf("the same query is followed at %s and %s", topic, again)
	}
	for about, other := range map[string]*answer{
		"another page": follow(d.boss, `{"query":"SELECT id, name FROM contact ORDER BY name","live":true,"limit":1}`),
		"another text": follow(d.boss, `{"query":"SELECT id, name FROM contact ORDER BY id","live":true}`),
		"a superuser":  follow(d.person("Chief", row.Fields{"is_superuser": true}), contacts),
	} {
		if got := other.header.Get("X-Topic"); got == "" || got == topic {
			t.Errorf("%s is followed at %q", about, got)
		}
	}
	if got := d.boss.query("SELECT id FROM contact").header.Get("X-Topic"); got != "" {
		t.Errorf("a query that isn't live has the topic %s", got)
	}
	for about, body := range map[string]string{
		"live is no truth": `{"query":"SELECT id FROM contact","live":"yes"}`,
		"it is wrong":      `{"query":"SELECT idd FROM contact","live":true}`,
	} {
		if r := follow(d.boss, body); r.status/100 != 4 || r.header.Get("X-Topic") != "" {
			t.Errorf("%s: %d %s", about, r.status, r.body)
		}
	}
	for i := range 300 {
		d.put("contact", row.Fields{"name": strconv.Itoa(i)})
	}
	conn, err := pgx.Connect(t.Context(), d.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), "ANALYZE"); err != nil { // as the database does by itself, some time
		t.Fatal(err)
	}
	r := follow(d.boss, `{"query":"SELECT COUNT(*) AS n FROM contact a JOIN contact b ON a.id != b.id JOIN contact c ON c.id != b.id JOIN contact d ON d.id != c.id JOIN contact e ON e.id != d.id","live":true}`)
	if r.status != http.StatusUnprocessableEntity || !strings.Contains(string(r.body), "to be live") {
		t.Errorf("what is too dear: %d %s", r.status, r.body)
	}
}
