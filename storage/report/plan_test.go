package report_test

import (
	"strings"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/report"
)

// What settings ask the database for: names come from the registry, values are parameters.
func TestTheQueryOfAReport(t *testing.T) {
	t.Parallel()
	boss := reader(true)
	const trunc = `date_trunc($1::text, s1."created_date", $2::text)`
	for _, c := range []struct{ from, settings, want string }{
		{
			"contact", `{"x":"created_date","y":"id"}`,
			"SELECT " + trunc + ` AS c1, count(s1."id") AS c2 FROM (SELECT t.created_date AS "created_date", t.id AS "id" FROM contact t WHERE t."deleted_date" IS NULL AND (true)) s1 GROUP BY ` + trunc +
				" ORDER BY " + trunc + " DESC NULLS LAST, " + trunc + " DESC",
		},
		{
			"SELECT * FROM contact WHERE name = 'Ann' ORDER BY name", `{"chartType":"Metric","field":"id","aggregate":"Sum"}`,
			`SELECT count(s1."id") AS c1 FROM (SELECT t.name AS "name", t.id AS "id" FROM contact t WHERE t."deleted_date" IS NULL AND (true)) s1 WHERE s1."name" = $1::text`,
		},
		{
			"SELECT name, COUNT(*) AS n FROM contact GROUP BY name LIMIT 5", `{"chartType":"Pie","field":"n","aggregate":"Sum","summarizeBy":"name"}`,
			`SELECT s2.c1 AS c1, sum(s2.c2)::bigint AS c2 FROM (SELECT s1."name" AS c1, count(*) AS c2 FROM (SELECT t.name AS "name" FROM contact t WHERE t."deleted_date" IS NULL AND (true)) s1 GROUP BY s1."name" ORDER BY s1."name" LIMIT $1::bigint) s2 GROUP BY s2.c1 ORDER BY sum(s2.c2)::bigint DESC NULLS LAST, s2.c1 DESC`,
		},
		{
			"contact", `{"chartType":"Donut","field":"tags","filters":[{"field":"address","subField":"city","operator":"=","value":"Oslo"},{"field":"do_not_call","operator":"=","value":true},{"field":"name","operator":"IN","value":["a","b"]}],"comparison":"or"}`,
			`SELECT s2.c1 AS c1, count(*) AS c2 FROM (SELECT unnest(CASE WHEN cardinality(s1."tags") > 0 THEN s1."tags" ELSE ARRAY[NULL]::text[] END) AS c1 FROM (SELECT t.address AS "address", t.do_not_call AS "do_not_call", t.name AS "name", t.tags AS "tags" FROM contact t WHERE t."deleted_date" IS NULL AND (true)) s1 WHERE (((s1."address"->>'city') = $1::text OR s1."do_not_call" = true) OR s1."name" = ANY($2::text[]))) s2 GROUP BY s2.c1 ORDER BY count(*) DESC NULLS LAST, s2.c1 DESC`,
		},
		{
			"call", `{"chartType":"Scatter","x":"created_date","y":"duration","aggregate":"Value"}`,
			`SELECT s1."created_date" AS c1, s1."duration" AS c2 FROM (SELECT t.created_date AS "created_date", t.duration AS "duration", t.id AS "id" FROM call t WHERE t."deleted_date" IS NULL AND (true)) s1 ORDER BY s1."created_date", s1."id"`,
		},
	} {
		_, compiled, err := planned(boss, c.from, c.settings)
		if err != nil {
			t.Errorf("%s %s: %s", c.from, c.settings, told(t, err))
			continue
		}
		if got := compiled.Body + compiled.Order; got != c.want {
			t.Errorf("%s %s\n gives %s\nwanted %s", c.from, c.settings, got, c.want)
		}
	}
}

// hostile are what somebody could write in the place of a name or a value.
var hostile = []string{
	`id"; DROP TABLE contact; --`, `(SELECT 1)`, `id) FROM core.account --`, `pg_sleep(5)`, `count(*)`, `id/**/`, "id\x00", `$1`, `'`, `"user".id`, `*`, `contact.*`, `deleted_date `,
	strings.Repeat("a.", 200) + "a",
}

// Nothing that is written into a setting comes into the statement but as a parameter.
func TestNoSettingComesIntoTheStatement(t *testing.T) {
	t.Parallel()
	boss := reader(true)
	for _, text := range hostile {
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\x00", `\u0000`).Replace(text)
		for _, settings := range []string{
			`{"x":"%s","y":"id"}`, `{"x":"name","y":"%s"}`, `{"x":"name","y":"id","summarizeBy":"%s"}`, `{"chartType":"Pie","field":"%s"}`,
			`{"x":"name","series":[{"key":"%s"}]}`, `{"x":"name","y":"id","filters":[{"field":"%s","operator":"=","value":"a"}]}`,
			`{"x":"name","y":"id","filters":[{"field":"name","operator":"%s","value":"a"}]}`,
		} {
			if _, compiled, err := planned(boss, "contact", strings.ReplaceAll(settings, "%s", quoted)); err == nil {
				t.Errorf("%s with %q is taken: %s", settings, text, compiled.Body)
			}
		}
		if _, _, err := planned(boss, strings.ReplaceAll(text, " ", "_"), `{"x":"name","y":"id"}`); err == nil {
			t.Errorf("%q is taken as an object", text)
		}
		for _, settings := range []string{
			`{"x":"name","y":"id","filters":[{"field":"name","operator":"=","value":"%s"}]}`, `{"x":"name","series":[{"key":"id","label":"%s"}]}`,
			`{"x":"name","y":"id","filters":[{"field":"name","operator":"IN","value":["%s","b"]}]}`, `{"x":"name","y":"id","filters":[{"field":"name","operator":"LIKE","value":"%s"}]}`,
		} {
			if _, compiled, err := planned(boss, "contact", strings.ReplaceAll(settings, "%s", quoted)); err == nil && strings.Contains(compiled.Body, text) && len(text) > 2 {
				t.Errorf("%s with %q stands in %s", settings, text, compiled.Body)
			}
		}
	}
}

// A field that the reader may not read is refused like one that is not there, wherever the
// chart names it; one of some records alone can't be grouped by.
func TestReportsKeepToTheRightsOfTheirReader(t *testing.T) {
	t.Parallel()
	set := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}},
		Fields:  map[string]map[string]access.FieldPermission{"contact": {"name": {Read: true}, "created_date": {Read: true}}},
	}
	p := reader(false, set)
	for _, settings := range []string{
		`{"x":"%s","y":"name"}`, `{"x":"name","y":"%s"}`, `{"x":"name","y":"name","summarizeBy":"%s"}`, `{"chartType":"Pie","field":"%s"}`, `{"chartType":"Metric","field":"%s"}`,
		`{"x":"name","y":"name","filters":[{"field":"%s","operator":"=","value":"a"}]}`, `{"x":"name","series":[{"key":"%s"}]}`,
	} {
		var said []string
		for _, field := range []string{"email", "zzzzz"} {
			_, _, err := planned(p, "contact", strings.ReplaceAll(settings, "%s", field))
			said = append(said, strings.ReplaceAll(told(t, err), field, "F"))
		}
		if said[0] != said[1] || !strings.Contains(said[0], "Unknown or unreadable field") {
			t.Errorf("%s: unreadable %s, absent %s", settings, said[0], said[1])
		}
	}
	for _, from := range []string{"report_sql", "nothing", "session"} {
		_, _, err := planned(p, from, `{"x":"name","y":"name"}`)
		if got := told(t, err); !strings.HasPrefix(got, "object: Unknown or unreadable object") {
			t.Errorf("%s: %s", from, got)
		}
	}
	_, compiled, err := planned(p, "contact", `{"x":"created_date","y":"name"}`)
	if err != nil || !strings.Contains(compiled.Body, `"deleted_date" IS NULL AND (`) {
		t.Errorf("%v %v", compiled, err)
	}
	// His own e-mail address he may read, and of colleagues none.
	if _, _, err := planned(p, "user", `{"x":"email","y":"id"}`); !strings.Contains(told(t, err), "of some records only") {
		t.Error(told(t, err))
	}
}

// Every type of field can be grouped by, or says why not: none is taken and then refused by
// the compiler.
func TestEveryFieldOfEveryObject(t *testing.T) {
	t.Parallel()
	boss := reader(true)
	made := 0
	for _, o := range boss.Registry().Objects() {
		if o.Internal {
			continue
		}
		for _, f := range o.Fields {
			for _, settings := range []string{`{"chartType":"Pie","field":"%s"}`, `{"x":"%s","y":"id","summarizeBy":"%s","aggregate":"Cumulative"}`, `{"chartType":"Metric","field":"%s"}`} {
				_, _, err := planned(boss, o.APIName, strings.ReplaceAll(settings, "%s", f.Name))
				if err == nil {
					made++
					continue
				}
				if got := told(t, err); !strings.Contains(got, "computed when it is shown") && !strings.Contains(got, "several parts") && !strings.Contains(got, "Unknown or unreadable") && f.Withhold == nil {
					t.Errorf("%s.%s: %s", o.APIName, f.Name, got)
				}
			}
		}
	}
	if made < 300 {
		t.Errorf("only %d were made", made)
	}
	if report.Rows < report.MaxPoints {
		t.Error("fewer rows are read than are shown")
	}
}
