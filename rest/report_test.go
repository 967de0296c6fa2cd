package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// charted is an answer as people read it.
type charted struct {
	*answer

	ChartType string
	Aggregate string
	Series    []object
	Data      []object
	Truncated bool
}

// lines are its points: their labels and values.
func (c *charted) lines() string {
	var out []string
	for _, point := range c.Data {
		var parts []string
		if label, has := point["label"]; has {
			parts = append(parts, fmt.Sprint(label))
		}
		for _, s := range c.Series {
			key, _ := s["key"].(string)
			parts = append(parts, fmt.Sprint(point[key]))
		}
		out = append(out, strings.Join(parts, " "))
	}
	return strings.Join(out, "; ")
}

func (c *charted) kept() bool { return c.header.Get("X-Report-Kept") == "true" }

func (p *person) report(body string) *charted {
	p.t.Helper()
	c := &charted{answer: p.do("POST", "/v1/analytics/report", body)}
	if c.status < http.StatusBadRequest {
		c.into(c)
	}
	return c
}

// office is an organization with something to count.
type office struct {
	*world

	boss, ann, bob *person
	contacts       []id.ID
}

func newOffice(t *testing.T) *office {
	t.Helper()
	w := newWorld(t)
	o := &office{world: w, boss: w.person("Boss", row.Fields{"is_superuser": true})}
	desk := w.set("Desk", `{"contact":{"read":true}}`, `{"contact":"own"}`)
	o.ann = w.person("Ann", row.Fields{"permissions": []id.ID{desk}})
	o.bob = w.person("Bob", row.Fields{"permissions": []id.ID{desk}, "time_zone": "Asia/Kolkata"})
	city := func(name string) json.RawMessage { return json.RawMessage(`{"city":"` + name + `"}`) }
	phone := json.RawMessage(`{"country_code":"+1","phone_number":"+12065550100","friendly_number":"(206) 555-0100","extension":""}`)
	conn := w.connect(t)
	for _, c := range []struct {
		at  string
		set row.Fields
	}{
		{"2026-01-31T23:30:00Z", row.Fields{"name": "Carl", "owner": o.ann.id, "tags": []string{"new", "vip"}, "address": city("Oslo"), "phone": phone}},
		{"2026-03-01T12:00:00Z", row.Fields{"name": "Dana", "owner": o.ann.id, "tags": []string{"vip"}, "address": city("Oslo"), "phone": phone}},
		{"2026-03-01T20:00:00Z", row.Fields{"name": "Eve", "owner": o.bob.id, "address": city("Rome"), "do_not_call": true}},
		{"2026-03-02T01:00:00Z", row.Fields{"name": "Finn"}},
	} {
		made := w.put("contact", c.set)
		o.contacts = append(o.contacts, made)
		if _, err := conn.Exec(t.Context(), "UPDATE "+tables.Quote(tables.SchemaOf(w.org))+".contact SET created_date = $1 WHERE id = $2::uuid", c.at, string(made)); err != nil {
			t.Fatal(err)
		}
	}
	return o
}

// The organization's zone is New York; Bob's is Kolkata.
func TestReportsOfRecords(t *testing.T) {
	o := newOffice(t)
	o.boss.do("PATCH", "/v1/object/organization", `{"id":"`+string(o.org)+`","time_zone":"America/New_York"}`).is(http.StatusOK)
	for name, c := range map[string]struct{ body, want string }{
		"months in New York":    {`{"object":"contact","x":"created_date","y":"id","groupByDateTime":"Month"}`, "Jan 2026 1; Feb 2026 0; Mar 2026 3"},
		"weeks":                 {`{"object":"contact","x":"created_date","y":"id","groupByDateTime":"week","query":{"filters":[{"field":"created_date","operator":">","value":"2026-02-01T00:00:00Z"}]}}`, "Mar 1, 2026 3"},
		"days":                  {`{"query":"SELECT * FROM contact WHERE created_date > '2026-02-01'","x":"created_date","y":"id"}`, "Mar 1, 2026 3"},
		"cumulative":            {`{"query":"SELECT * FROM contact","chartType":"Area","aggregate":"Cumulative","x":"created_date","y":"id","groupByDateTime":"Month"}`, "Jan 2026 1; Feb 2026 1; Mar 2026 4"},
		"names in lookups":      {`{"query":"SELECT * FROM contact","chartType":"Pie","field":"owner"}`, "Ann 2; Bob 1; No value 1"},
		"a field behind one":    {`{"query":"SELECT * FROM contact","chartType":"Bar","x":"owner.name","y":"id","sort":"x"}`, "Ann 2; Bob 1; No value 1"},
		"entries of lists":      {`{"query":"SELECT * FROM contact","chartType":"Donut","field":"tags"}`, "vip 2; new 1; No value 2"},
		"parts of values":       {`{"query":"SELECT * FROM contact","chartType":"Horizontal Bar","x":"address.city","y":"id"}`, "Oslo 2; Rome 1; No value 1"},
		"what a phone means":    {`{"query":"SELECT * FROM contact","chartType":"Funnel","field":"phone"}`, "+12065550100 2; No value 2"},
		"series by an owner":    {`{"query":"SELECT * FROM contact","x":"created_date","y":"id","groupByDateTime":"Year","summarizeBy":"owner"}`, "2026 2 1 1"},
		"series by tags":        {`{"query":"SELECT * FROM contact","chartType":"Bar","x":"owner","y":"id","summarizeBy":"tags"}`, "Ann 2 1 0; Bob 0 0 1; No value 0 0 1"},
		"a metric counts":       {`{"query":"SELECT * FROM contact","chartType":"Metric","field":"address","aggregate":"Sum"}`, "3"},
		"a gauge":               {`{"query":"SELECT * FROM contact WHERE do_not_call = true","chartType":"Gauge","field":"id"}`, "1"},
		"a text's own groups":   {`{"query":"SELECT address.city AS town, COUNT(*) AS n FROM contact GROUP BY address.city","chartType":"Pie","field":"n","aggregate":"Value","summarizeBy":"town"}`, "Oslo 2; Rome 1; No value 1"},
		"a text's own numbers":  {`{"query":"SELECT name, LENGTH(name) AS n, owner FROM contact","chartType":"Bar","x":"owner","y":"n","aggregate":"Average"}`, "Ann 4; Bob 3; No value 4"},
		"single records":        {`{"query":"SELECT name, LENGTH(name) AS n FROM contact ORDER BY name LIMIT 2","chartType":"Scatter","x":"name","y":"n","aggregate":"Value"}`, "Carl 4; Dana 4"},
		"of a join":             {`{"query":"SELECT * FROM contact JOIN user ON contact.owner = user.id","chartType":"Pie","field":"user.name"}`, "Ann 2; Bob 1"},
		"nothing":               {`{"query":"SELECT * FROM contact WHERE name = 'Nobody'","x":"created_date","y":"id"}`, ""},
		"one of two conditions": {`{"object":"contact","query":{"comparison":"OR","filters":[{"field":"name","operator":"LIKE","value":"car"},{"field":"address","subField":"city","operator":"IN","value":["Rome"]}]},"chartType":"Metric","field":"id"}`, "2"},
	} {
		got := o.boss.report(c.body)
		if got.is(http.StatusOK); got.lines() != c.want {
			t.Errorf("%s: %s\n gives %s\nwanted %s", name, c.body, got.lines(), c.want)
		}
	}
	mine := `{"query":"SELECT * FROM contact","x":"created_date","y":"id","groupByDateTime":"Day"}`
	if got := o.ann.report(mine); !strings.HasPrefix(got.lines(), "Jan 31, 2026 1; ") || !strings.HasSuffix(got.lines(), "; Mar 1, 2026 1") {
		t.Error("Ann's own contacts by her organization's days:", got.lines())
	}
	if got := o.bob.report(mine).lines(); got != "Mar 2, 2026 1" {
		t.Error("Bob's own contact by the days of his zone:", got)
	}
	o.ann.report(`{"query":"SELECT * FROM call_event","chartType":"Metric","field":"id"}`).problem(http.StatusUnprocessableEntity)
}

// Incomplete settings are refused by setting, broken bodies as everywhere.
func TestReportsThatAreRefused(t *testing.T) {
	o := newOffice(t)
	for body, want := range map[string]string{
		`{"object":"contact"}`:                                         "x: Please select x and y fields, y: Please select x and y fields",
		`{"object":"contact","chartType":"Pie"}`:                       "field: Please select a field",
		`{"x":"name","y":"id"}`:                                        "query: query must be the text of a query, such as SELECT * FROM contact, or object must name one",
		`{"object":"contact","x":"name","y":"id","limit":"ten"}`:       "limit: limit must be a whole number",
		`{"object":"contact","x":"name","y":"id","colour":"r"}`:        `colour: Unknown field "colour"`,
		`{"object":"contact","query":5,"x":"name","y":"id"}`:           "query: query must be the text of a query, or an object with query, filters and comparison",
		`{"query":"DELETE FROM contact","x":"name","y":"id"}`:          "query: Here there is DELETE, where SELECT was expected.",
		`{"report":"one"}`:                                             "report: report must be the id of a record",
		`{"object":"contact","x":"name","y":"id","cache_duration":-5}`: "cache_duration: cache_duration must be a number of milliseconds",
	} {
		e := o.boss.report(body).problem(http.StatusUnprocessableEntity)
		var got []string
		for _, name := range []string{"x", "y", "field", "query", "limit", "colour", "report", "cache_duration"} {
			for _, message := range e.Errors[name] {
				got = append(got, name+": "+message)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s\n gives %s\nwanted %s", body, strings.Join(got, ", "), want)
		}
	}
	o.boss.report(`{"object":`).problem(http.StatusBadRequest)
	o.boss.report(`[]`).problem(http.StatusBadRequest)
	o.boss.report(`{"report":"` + string(id.New()) + `"}`).problem(http.StatusNotFound)
	o.do("POST", "/v1/analytics/report", `{}`).problem(http.StatusUnauthorized)
	o.boss.do("GET", "/v1/analytics/report", "").problem(http.StatusMethodNotAllowed)
}

// A report is kept until a record changes that it was made of, and given to those alone who
// see the same.
func TestReportsAreKeptUntilSomethingChanges(t *testing.T) {
	o := newOffice(t)
	const body = `{"query":"SELECT * FROM contact","chartType":"Pie","field":"owner","cache_duration":3600000}`
	expect := func(what string, p *person, body string, kept bool, want string) {
		t.Helper()
		got := p.report(body)
		if got.is(http.StatusOK); got.kept() != kept || got.lines() != want {
			t.Errorf("%s: kept is %t, not %t: %s, wanted %s", what, got.kept(), kept, got.lines(), want)
		}
	}
	const first = "Ann 2; Bob 1; No value 1"
	expect("at first", o.boss, body, false, first)
	expect("again", o.boss, body, true, first)
	expect("other settings", o.boss, strings.Replace(body, "Pie", "Donut", 1), false, first)
	expect("made anew", o.boss, strings.Replace(body, `"cache_duration":3600000`, `"bypass_cache":true`, 1), false, first)
	expect("older than it may be", o.boss, strings.Replace(body, "3600000", "0.000001", 1), false, first)

	o.put("note", row.Fields{"name": "A note"})
	o.put("team", row.Fields{"name": "A team"})
	expect("after a change of other objects", o.boss, body, true, first)

	o.boss.do("PATCH", "/v1/object/contact", `{"id":"`+string(o.contacts[3])+`","owner":"`+string(o.bob.id)+`"}`).is(http.StatusOK)
	expect("after a change of a contact", o.boss, body, false, "Ann 2; Bob 2")
	expect("once more", o.boss, body, true, "Ann 2; Bob 2")

	o.boss.do("DELETE", "/v1/object/contact/"+string(o.contacts[3]), "").is(http.StatusNoContent)
	expect("after one was removed", o.boss, body, false, "Ann 2; Bob 1")

	o.put("contact", row.Fields{"name": "Gus", "owner": o.bob.id})
	expect("after one was made", o.boss, body, false, "Ann 2; Bob 2")
	expect("then it is kept", o.boss, body, true, "Ann 2; Bob 2")

	// The names of records are part of it.
	o.boss.do("PATCH", "/v1/object/user", `{"id":"`+string(o.bob.id)+`","first_name":"Robert","last_name":"Roe","name":"Robert"}`).is(http.StatusOK)
	renamed := o.boss.report(body)
	if renamed.kept() || !strings.Contains(renamed.lines(), "Robert") {
		t.Errorf("after an owner was renamed: %t %s", renamed.kept(), renamed.lines())
	}

	// Others with the same rights are given the same, and nobody else is.
	second := o.person("Second", row.Fields{"is_superuser": true})
	o.boss.report(body)
	if got := second.report(body); !got.kept() {
		t.Error("another superuser's report was made anew")
	}
	expect("who sees his own", o.ann, body, false, "Ann 2")
	expect("and again", o.ann, body, true, "Ann 2")
	if got := o.bob.report(body); got.kept() || !strings.HasSuffix(got.lines(), " 2") || strings.Contains(got.lines(), "Ann") {
		t.Errorf("who sees others' own: %t %s", got.kept(), got.lines())
	}
	all := o.set("All", `{"contact":{"read":true},"user":{"read":true}}`, `{"contact":"all"}`)
	third := o.person("Third", row.Fields{"permissions": []id.ID{all}})
	if got := third.report(body); got.status != http.StatusOK || len(got.Data) != 2 {
		t.Errorf("who sees all contacts: %s", got.lines())
	}
}

// Who lives by another clock is never given what was made by somebody else's, and nobody
// what was made when the weeks began on another day.
func TestAKeptReportIsOfOneClock(t *testing.T) {
	o := newOffice(t) // in New York
	far := o.person("Far", row.Fields{"is_superuser": true, "time_zone": "Asia/Kolkata"})
	for _, c := range []struct{ body, here, there string }{
		{`{"object":"contact","x":"created_date","y":"id","chartType":"Scatter"}`, "Jan 31, 2026 1; Mar 1, 2026 3", "Feb 1, 2026 1; Mar 1, 2026 1; Mar 2, 2026 2"},
		{`{"object":"contact","x":"created_date","y":"id","chartType":"Scatter","groupByDateTime":"Month"}`, "Jan 2026 1; Mar 2026 3", "Feb 2026 1; Mar 2026 3"},
		{`{"query":"SELECT DATE(created_date) AS day FROM contact","chartType":"Pie","field":"day"}`, "Mar 1, 2026 3; Jan 31, 2026 1", "Mar 2, 2026 2; Feb 1, 2026 1; Mar 1, 2026 1"},
		{`{"query":"SELECT HOUR(created_date) AS hour FROM contact","x":"hour","y":"hour","chartType":"Bar"}`, "7 1; 15 1; 18 1; 20 1", "1 1; 5 1; 6 1; 17 1"},
		{`{"query":"SELECT * FROM contact WHERE DAY(created_date) = 1","chartType":"Metric","field":"id"}`, "3", "2"},
	} {
		for range 2 { // made, then kept
			if got := o.boss.report(c.body).lines(); got != c.here {
				t.Errorf("%s in New York gives %s, not %s", c.body, got, c.here)
			}
			if got := far.report(c.body).lines(); got != c.there {
				t.Errorf("%s in Kolkata gives %s, not %s", c.body, got, c.there)
			}
		}
		if !o.boss.report(c.body).kept() || !far.report(c.body).kept() {
			t.Errorf("%s is not kept", c.body)
		}
	}
	const weeks = `{"object":"contact","x":"created_date","y":"id","chartType":"Scatter","groupByDateTime":"Week"}`
	for _, c := range []struct{ day, want string }{
		{"sunday", "Jan 25, 2026 1; Mar 1, 2026 3"}, {"monday", "Jan 26, 2026 1; Feb 23, 2026 3"}, {"sunday", "Jan 25, 2026 1; Mar 1, 2026 3"},
	} {
		o.boss.do("PATCH", "/v1/object/organization", `{"id":"`+string(o.org)+`","settings":{"week_start":"`+c.day+`"}}`).is(http.StatusOK)
		if got := o.boss.report(weeks).lines(); got != c.want {
			t.Errorf("weeks from %s give %s, not %s", c.day, got, c.want)
		}
	}
}

// Saved reports and saved queries are run by their ids, within the rights to them and to
// what they read.
func TestSavedReports(t *testing.T) {
	o := newOffice(t)
	var made []object
	o.boss.do("POST", "/v1/object/report", `{"name":"By city","object":"contact","chart_settings":{"chartType":"Bar","x":"address.city","y":"id"},"query":{"query":"","filters":[{"field":"do_not_call","operator":"=","value":false,"dataType":"boolean"}]}}`).into(&made)
	saved := fmt.Sprint(made[0]["id"])
	if got := o.boss.report(`{"report":"` + saved + `"}`); got.lines() != "Oslo 2; No value 1" || got.ChartType != "Bar" {
		t.Errorf("%s %s", got.ChartType, got.body)
	}
	if got := o.boss.report(`{"report":"` + saved + `","chartType":"Pie","field":"owner","filters":[]}`); got.lines() != "Ann 2; Bob 1; No value 1" {
		t.Errorf("with other settings %s", got.body)
	}
	o.boss.do("POST", "/v1/object/report_sql", `{"name":"Towns","query":"SELECT address.city AS town, COUNT(*) AS n FROM contact GROUP BY address.city"}`).into(&made)
	text := fmt.Sprint(made[0]["id"])
	body := `{"report_sql":"` + text + `","chartType":"Bar","x":"town","y":"n","aggregate":"Max"}`
	if got := o.boss.report(body); got.lines() != "Oslo 2; No value 1; Rome 1" && got.lines() != "Oslo 2; Rome 1; No value 1" {
		t.Errorf("a saved query %s", got.body)
	}
	for _, body := range []string{`{"report":"` + saved + `"}`, body} {
		if got := o.ann.report(body); got.status != http.StatusForbidden && got.status != http.StatusNotFound {
			t.Errorf("who may not read it: %d %s", got.status, got.body)
		}
	}
	o.boss.report(`{"report":"` + saved + `","report_sql":"` + text + `"}`).problem(http.StatusUnprocessableEntity)
	o.boss.do("POST", "/v1/object/report", `{"name":"Half","object":"contact"}`).into(&made)
	if e := o.boss.report(`{"report":"` + fmt.Sprint(made[0]["id"]) + `"}`).problem(http.StatusUnprocessableEntity); e.Detail != "Please select x and y fields" {
		t.Error(e.Detail)
	}
}

func TestTheExamplesOfReports(t *testing.T) {
	o := newOffice(t)
	o.boss.do("PATCH", "/v1/object/organization", `{"id":"`+string(o.org)+`","time_zone":"America/New_York"}`).is(http.StatusOK)
	o.page("reports.md", map[string]*person{"": o.boss}).examples()
}
