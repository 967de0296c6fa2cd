package rest_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Filters and queries find the same records for every user, with lookups limited to records that
// the user can see.
func TestAFilterAndAQueryFindTheSame(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", row.Fields{
		"name":               "Agents",
		"object_permissions": json.RawMessage(`{"contact":{"read":true},"call":{"read":true},"note":{"read":true}}`),
		"scopes":             json.RawMessage(`{"contact":"own","call":"all","note":"all"}`),
	})
	superuser, ann := boss(w), w.person("Ann", row.Fields{"permissions": []id.ID{set}})
	bob := w.person("Bob", nil)
	phone := func(number string) json.RawMessage {
		return row.JSONValue(schema.PhoneValue{CountryCode: "+1", PhoneNumber: number, FriendlyNumber: number})
	}
	acme := w.put("contact", row.Fields{"name": "Al", "company": "Acme 100%", "owner": ann.id, "tags": []string{"vip", "new"}, "phone": phone("+12065550101"), "email": "Al@example.com"})
	navy := w.put("contact", row.Fields{"name": "Bea", "company": "Navy_x", "owner": bob.id, "tags": []string{"new"}, "phone": phone("+12065550102"), "merged_into": acme})
	bare := w.put("contact", row.Fields{"name": "Cy", "owner": ann.id, "do_not_call": true, "merged_into": navy, "address": json.RawMessage(`{"city":"Oslo"}`)})
	now := time.Now().UTC()
	for name, f := range map[string]row.Fields{
		"to Al":   {"contact": acme, "user": ann.id, "duration": int64(90), "start_time": now},
		"to Bea":  {"contact": navy, "user": bob.id, "duration": int64(5), "start_time": now.AddDate(-2, 0, 0)},
		"to Cy":   {"contact": bare, "user": ann.id, "duration": int64(60)},
		"to none": {},
	} {
		f["name"] = name
		f["to_formatted"] = f["name"] // a call's name is hidden from one who may not read all contacts' names
		w.put("call", f)
	}
	for _, c := range []struct {
		object, rows, text string
		boss, ann          string
	}{
		{"contact", `[{"field":"company","operator":"=","value":"Acme 100%"}]`, "company = 'Acme 100%'", "Al", "Al"},
		{"contact", `[{"field":"company","operator":"!=","value":"Acme 100%"}]`, "company != 'Acme 100%'", "Bea Cy", "Cy"},
		{"contact", `[{"field":"company","operator":"=","value":null}]`, "company = NULL", "Cy", "Cy"},
		{"contact", `[{"field":"company","operator":"=","value":""}]`, "company IS NULL", "Cy", "Cy"},
		{"contact", `[{"field":"company","operator":"LIKE","value":"Y_X"}]`, "company LIKE 'Y_X'", "Bea", ""},
		{"contact", `[{"field":"company","operator":"LIKE","value":"n__"}]`, "company LIKE 'n__'", "", ""},
		{"contact", `[{"field":"company","operator":"like","value":"acme%"}]`, "company LIKE 'acme%'", "Al", "Al"},
		{"contact", `[{"field":"company","operator":"NOT LIKE","value":"acme"}]`, "company NOT LIKE 'acme'", "Bea Cy", "Cy"},
		{"contact", `[{"field":"email","operator":"=","value":"AL@EXAMPLE.com"}]`, "email = 'AL@EXAMPLE.com'", "Al", "Al"},
		{"contact", `[{"field":"name","operator":"IN","value":["Al","Bea"]}]`, "name IN ('Al', 'Bea')", "Al Bea", "Al"},
		{"contact", `[{"field":"company","operator":"NOT IN","value":["Navy_x","Other"]}]`, "company NOT IN ('Navy_x', 'Other')", "Al Cy", "Al Cy"},
		{"contact", `[{"field":"tags","operator":"=","value":"new"}]`, "tags = 'new'", "Al Bea", "Al"},
		{"contact", `[{"field":"tags","operator":"!=","value":"vip"}]`, "tags != 'vip'", "Bea Cy", "Cy"},
		{"contact", `[{"field":"tags","operator":"IN","value":["vip","other"]}]`, "tags IN ('vip', 'other')", "Al", "Al"},
		{"contact", `[{"field":"tags","operator":"NOT IN","value":["vip","other"]}]`, "tags NOT IN ('vip', 'other')", "Bea Cy", "Cy"},
		{"contact", `[{"field":"tags","operator":"LIKE","value":"VI"}]`, "tags LIKE 'VI'", "Al", "Al"},
		{"contact", `[{"field":"do_not_call","operator":"=","value":true}]`, "do_not_call = TRUE", "Cy", "Cy"},
		{"contact", `[{"field":"do_not_call","operator":"=","value":"true","dataType":"boolean"}]`, "do_not_call = 'true'", "Cy", "Cy"},
		{"contact", `[{"field":"phone","operator":"=","value":"+12065550101"}]`, "phone = '+12065550101'", "Al", "Al"},
		{"contact", `[{"field":"phone.phone_number","operator":"IN","value":["+12065550102"]}]`, "phone.phone_number IN ('+12065550102')", "Bea", ""},
		{"contact", `[{"field":"phone","subField":"country_code","operator":"IS NOT NULL"}]`, "phone.country_code IS NOT NULL", "Al Bea", "Al"},
		{"contact", `[{"field":"phone","operator":"IS NULL"}]`, "phone IS NULL", "Cy", "Cy"},
		{"contact", `[{"field":"address.city","operator":"LIKE","value":"os"}]`, "address.city LIKE 'os'", "Cy", "Cy"},
		{"contact", `[{"field":"owner","operator":"=","value":{"id":"` + string(bob.id) + `","name":"Bob"}}]`, "owner = '" + string(bob.id) + "'", "Bea", ""},
		{"contact", `[{"field":"owner","operator":"LIKE","value":"ann"}]`, "owner.name LIKE 'ann'", "Al Cy", "Al Cy"},
		{"contact", `[{"field":"owner","subField":"name","operator":">","value":"B"}]`, "owner.name > 'B'", "Bea", ""},
		{"contact", `[{"field":"merged_into.name","operator":"IS NOT NULL"}]`, "merged_into.name IS NOT NULL", "Bea Cy", ""},
		{"contact", `[{"field":"merged_into.merged_into.company","operator":"LIKE","value":"acme"}]`, "merged_into.merged_into.company LIKE 'acme'", "Cy", ""},
		{"contact", `[{"field":"id","operator":">=","value":"` + string(acme) + `"},{"field":"id","operator":"<=","value":"` + string(acme) + `"}]`, "id BETWEEN '" + string(acme) + "' AND '" + string(acme) + "'", "Al", "Al"},
		{"call", `[{"field":"contact.company","operator":"LIKE","value":"_x"}]`, "contact.company LIKE '_x'", "to Bea", ""},
		{"call", `[{"field":"contact.company","operator":"!=","value":"Acme 100%"}]`, "contact.company != 'Acme 100%'", "to Bea to Cy to none", "to Bea to Cy to none"},
		{"call", `[{"field":"contact.owner.name","operator":"=","value":"Bob"}]`, "contact.owner.name = 'Bob'", "to Bea", ""},
		{"call", `[{"field":"contact.phone","operator":"=","value":"+12065550102"}]`, "contact.phone = '+12065550102'", "to Bea", ""},
		{"call", `[{"field":"contact.tags","operator":"=","value":"new"},{"field":"user.name","operator":"=","value":"Ann"}]`, "contact.tags = 'new' AND user.name = 'Ann'", "to Al", "to Al"},
		{"call", `[{"field":"duration","operator":">=","value":"60","dataType":"number"}]`, "duration >= '60'", "to Al to Cy", "to Al to Cy"},
		{"call", `[{"field":"duration","operator":"IN","value":["5",90]}]`, "duration IN ('5', 90)", "to Al to Bea", "to Al to Bea"},
		{"call", `[{"field":"duration","operator":"<","value":60.5}]`, "duration < 60.5", "to Bea to Cy", "to Bea to Cy"},
		{"call", `[{"field":"start_time","operator":"=","value":"Today"}]`, "start_time = TODAY", "to Al", "to Al"},
		{"call", `[{"field":"start_time","operator":"IN","value":["this year","NEXT YEAR"]}]`, "start_time IN ('this year', 'NEXT YEAR')", "to Al", "to Al"},
		{"call", `[{"field":"start_time","operator":"<","value":"last 7 days"}]`, "start_time < LAST 7 DAYS", "to Bea", "to Bea"},
		{"call", `[{"field":"contact.created_date","operator":"<=","value":"TODAY"},{"field":"duration","operator":">","value":50}]`, "contact.created_date <= TODAY AND duration > 50", "to Al to Cy", "to Al to Cy"},
	} {
		for p, want := range map[*person]string{superuser: c.boss, ann: c.ann} {
			key := map[string]string{"call": "to_formatted", "contact": "name"}[c.object]
			listed := p.do("GET", "/v1/object/"+c.object+filter(c.rows)+"&order="+key, "")
			if got := valuesOf(listed.is(http.StatusOK).rows(), key); got != want {
				t.Errorf("the filter %s finds %q, not %q", c.rows, got, want)
			}
			if got := valuesOf(p.ask("SELECT "+key+" FROM "+c.object+" WHERE "+c.text+" ORDER BY "+key), key); got != want {
				t.Errorf("the query %s finds %q, not %q", c.text, got, want)
			}
			if total, count := listed.header.Get("X-Total-Count"), string(row.JSONValue(len(listed.rows()))); total != count {
				t.Errorf("the filter %s finds %s of %s", c.rows, count, total)
			}
		}
	}
}

// A filter that goes behind a lookup filters boards, searched lists, pages by cursor and what
// was, too.
func TestFiltersBehindLookupsEverywhere(t *testing.T) {
	w := newWorld(t)
	superuser := boss(w)
	ann, bob := w.person("Ann", nil), w.person("Bob", nil)
	for i, owner := range []id.ID{ann.id, bob.id, ann.id, ann.id} {
		w.put("contact", row.Fields{"name": "C" + string(rune('0'+i)), "owner": owner, "company": "Acme"})
	}
	rows := filter(`[{"field":"owner.name","operator":"=","value":"Ann"}]`)
	names := func(query string) string {
		t.Helper()
		return valuesOf(superuser.do("GET", "/v1/object/contact"+rows+query, "").is(http.StatusOK).rows(), "name")
	}
	at := time.Now().UTC().Format(time.RFC3339Nano)
	for query, want := range map[string]string{
		"&order=name": "C0 C2 C3", "&order=-owner,name&limit=2": "C0 C2", "&order=name&search=c": "C0 C2 C3", "&order=name&limit=1&offset=1": "C2",
		"&order=name&as_of=" + at: "C0 C2 C3", "&deleted=true": "",
	} {
		if got := names(query); got != want {
			t.Errorf("%s: %q, not %q", query, got, want)
		}
	}
	first := superuser.do("GET", "/v1/object/contact"+rows+"&order=company&limit=2&cursor=", "").is(http.StatusOK)
	rest := names("&order=company&limit=2&cursor=" + first.header.Get("X-Next-Cursor"))
	if got := valuesOf(first.rows(), "name") + " " + rest; got != "C0 C2 C3" {
		t.Errorf("by cursor: %q", got)
	}
	// What was is filtered by what its history keeps.
	superuser.do("GET", "/v1/object/contact"+filter(`[{"field":"modified_date","operator":"=","value":"TODAY"}]`)+"&as_of="+at, "").problem(http.StatusUnprocessableEntity)
}
