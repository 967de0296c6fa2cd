package query_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/storage/access"
)

// What the compiler writes, to be read by people: each clause once.
func TestWhatIsWritten(t *testing.T) {
	own := reader(false, access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}, "call": {Read: true}},
		Scopes:  map[string]access.Scope{"contact": access.ScopeOwn},
	})
	boss := reader(true)
	const contacts = `"org"."contact" t WHERE t."deleted_date" IS NULL AND (true)`
	for _, c := range []struct {
		by         *access.Principal
		text, want string
	}{
		{boss, "SELECT name FROM contact WHERE email = 'A@b.c' AND do_not_call = false", `SELECT s1."name" AS c1 FROM (SELECT t."email" AS "email", t."do_not_call" AS "do_not_call", t."name" AS "name", t."id" AS "id" FROM ` + contacts + `) s1 WHERE (lower(s1."email") = lower($1::text) AND s1."do_not_call" = false) ORDER BY s1."id"`},
		{own, "SELECT name FROM contact", `SELECT s1."name" AS c1 FROM (SELECT t."name" AS "name", t."id" AS "id" FROM "org"."contact" t WHERE t."deleted_date" IS NULL AND (owner($1))) s1 ORDER BY s1."id"`},
		{own, "SELECT call.sid, contact.name AS c FROM call LEFT JOIN contact ON contact.id = call.contact ORDER BY call.sid DESC", `SELECT s1."sid" AS c1, s2."name" AS c2 FROM (SELECT t."contact" AS "contact", t."sid" AS "sid", t."id" AS "id" FROM "org"."call" t WHERE t."deleted_date" IS NULL AND (true)) s1 LEFT JOIN (SELECT t."id" AS "id", t."name" AS "name" FROM "org"."contact" t WHERE t."deleted_date" IS NULL AND (owner($1))) s2 ON s2."id" = s1."contact" ORDER BY lower(s1."sid") COLLATE search.words DESC NULLS LAST, s1."id" DESC, s2."id" DESC`},
		{boss, "SELECT owner.name FROM contact", `SELECT s2."name" AS c1 FROM ((SELECT t."owner" AS "owner", t."id" AS "id" FROM ` + contacts + `) s1 LEFT JOIN (SELECT t."id" AS "id", t."name" AS "name" FROM "org"."user" t WHERE t."deleted_date" IS NULL AND (true)) s2 ON s2."id" = s1."owner") ORDER BY s1."id"`},
		{boss, "SELECT DISTINCT company FROM contact ORDER BY company", `SELECT d.* FROM (SELECT DISTINCT s1."company" AS c1 FROM (SELECT t."company" AS "company" FROM ` + contacts + `) s1) d ORDER BY lower(d.c1) COLLATE search.words, d.c1`},
		{boss, "SELECT COALESCE(company, 'x') AS c, COUNT(*) AS n FROM contact GROUP BY COALESCE(company, 'x')", `SELECT coalesce(s1."company", $1::text) AS c1, count(*) AS c2 FROM (SELECT t."company" AS "company" FROM ` + contacts + `) s1 GROUP BY coalesce(s1."company", $1::text) ORDER BY coalesce(s1."company", $1::text)`},
		{boss, "SELECT name FROM contact WHERE phone = '+1' AND tags IN ('a', 'b') AND tags = 'c'", `SELECT s1."name" AS c1 FROM (SELECT t."phone" AS "phone", t."tags" AS "tags", t."name" AS "name", t."id" AS "id" FROM ` + contacts + `) s1 WHERE (((s1."phone"->>'phone_number') = $1::text AND s1."tags" && $2::text[]) AND s1."tags" @> ARRAY[$3::text]) ORDER BY s1."id"`},
		{boss, "SELECT name FROM contact WHERE id NOT IN (SELECT contact FROM call LIMIT 3)", `SELECT s1."name" AS c1 FROM (SELECT t."id" AS "id", t."name" AS "name" FROM ` + contacts + `) s1 WHERE (s1."id" IS NULL OR s1."id" NOT IN (SELECT q.c1 FROM (SELECT s2."contact" AS c1 FROM (SELECT t."contact" AS "contact", t."id" AS "id" FROM "org"."call" t WHERE t."deleted_date" IS NULL AND (true)) s2 ORDER BY s2."id" LIMIT $1::bigint) q WHERE q.c1 IS NOT NULL)) ORDER BY s1."id"`},
		{boss, "SELECT name FROM contact WHERE created_date != THIS MONTH", `SELECT s1."name" AS c1 FROM (SELECT t."created_date" AS "created_date", t."name" AS "name", t."id" AS "id" FROM ` + contacts + `) s1 WHERE ((s1."created_date" >= $1::timestamp with time zone AND s1."created_date" < $2::timestamp with time zone) IS NOT TRUE) ORDER BY s1."id"`},
	} {
		got, err := compile(c.by, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		} else if got.Body+got.Order != c.want {
			t.Errorf("%s\n  becomes %s\n  not     %s", c.text, got.Body+got.Order, c.want)
		}
	}
}

// What literals become, of the type that they are compared with.
func TestWhatLiteralsBecome(t *testing.T) {
	boss := reader(true)
	day := func(text string) time.Time {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for text, want := range map[string][]any{
		"SELECT name FROM contact WHERE name = 'it''s'":                         {"it's"},
		"SELECT name FROM contact WHERE name = 7":                               {"7"},
		"SELECT name FROM contact WHERE name LIKE '50%_x'":                      {`50%\_x`},
		"SELECT name FROM contact WHERE name LIKE 'a\\b'":                       {`%a\\b%`},
		"SELECT name FROM call WHERE duration > 5":                              {int64(5)},
		"SELECT name FROM call WHERE duration > '-5'":                           {int64(-5)},
		"SELECT name FROM call WHERE duration > -5.5":                           {-5.5},
		"SELECT name FROM call WHERE status = 'RINGING'":                        {"ringing"},
		"SELECT name FROM contact WHERE do_not_call = 'true'":                   {true},
		"SELECT name FROM contact WHERE created_date > '2026-03-09'":            {day("2026-03-10T04:00:00Z")},
		"SELECT name FROM contact WHERE created_date >= '2026-03-09'":           {day("2026-03-09T04:00:00Z")},
		"SELECT name FROM contact WHERE created_date > TODAY":                   {day("2026-03-12T04:00:00Z")},
		"SELECT name FROM contact WHERE created_date >= 'last month'":           {day("2026-02-01T05:00:00Z")},
		"SELECT name FROM call WHERE duration IN (1, 2)":                        {`{"1","2"}`},
		"SELECT LEFT(name, 2) AS a FROM contact":                                {2.0},
		"SELECT DATE_TRUNC('WEEK', created_date) AS w FROM contact":             {"America/New_York", "1 days", "week"},
		"SELECT name FROM twilio_participant WHERE messaging_binding.x.y = 'a'": {"x", "y", "a"},
	} {
		c, err := compile(boss, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := map[any]bool{}
		for _, arg := range c.Args {
			if at, is := arg.(time.Time); is {
				arg = at.UTC()
			}
			got[arg] = true
		}
		for _, one := range want {
			if !got[one] || len(got) != len(want) {
				t.Errorf("%s has the arguments %v, not %v", text, c.Args, want)
			}
		}
	}
	// Equal texts are compared without their case where the field's are.
	if c, err := compile(boss, "SELECT name FROM contact WHERE email IN ('A@B.C', 'd@e.f')"); err != nil || strings.Join(c.Args[0].([]string), " ") != "a@b.c d@e.f" {
		t.Error(c, err)
	}
}
