package rest_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// made are the records that an answer to a POST holds, listed those of a list.
func (a *answer) made() []shown {
	a.t.Helper()
	var out []shown
	a.into(&out)
	return out
}

func (a *answer) listed() []shown {
	a.t.Helper()
	var out struct{ Data []shown }
	a.into(&out)
	return out.Data
}

// What somebody writes into a multi-select is a tag from then on: one, however its letters
// are written and however many write it at once, and without any right of theirs to tags.
func TestFreeTextMakesOneTag(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	writer := w.person("Writer", row.Fields{"permissions": []id.ID{w.put("permission", row.Fields{
		"name": "Writers", "object_permissions": row.JSONValue(map[string]any{"contact": map[string]bool{"create": true, "read": true, "update": true}}),
	})}})
	const many = 8
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() {
			tag := "VIP"
			if i%2 > 0 {
				tag = "vip"
			}
			writer.do("POST", "/v1/object/contact", fmt.Sprintf(`[{"name":"C%d","tags":[%q,"Both"]}]`, i, tag)).is(http.StatusOK)
		})
	}
	all.Wait()
	if got := boss.do("GET", "/v1/object/tag?order=value", "").is(http.StatusOK).listed(); len(got) != 2 ||
		got[0].text("value") != "Both" || got[1].text("label") != got[1].text("value") || string(got[1]["global"]) != "true" ||
		got[1].text("global_list_name") != "Tags" {
		t.Fatalf("tags: %v", got)
	}
	spelt := boss.do("GET", "/v1/object/tag?order=-value", "").listed()[0].text("value")
	for _, one := range boss.do("GET", "/v1/object/contact", "").listed() {
		if string(one["tags"]) != `["`+spelt+`","Both"]` {
			t.Errorf("%s has %s, its tag is %s", one.text("name"), one["tags"], spelt)
		}
	}
	writer.do("GET", "/v1/object/tag", "").problem(http.StatusForbidden)
	// What is refused makes none.
	writer.do("POST", "/v1/object/contact", `[{"name":"","tags":["Never"]}]`).problem(http.StatusUnprocessableEntity)
	if got := boss.do("GET", "/v1/object/tag", "").rows(); len(got) != 2 {
		t.Errorf("a refused record left a tag: %v", got)
	}
}

// The skills of a user create tags, although the user's actor writes them.
func TestFreeTextOfAUserMakesOneTag(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	ann, ben := w.person("Ann", nil), w.person("Ben", nil)
	patch := func(user id.ID, skills string) *answer {
		return boss.do("PATCH", "/v1/object/user", fmt.Sprintf(`[{"id":%q,"skills":%s}]`, user, skills))
	}
	patch(ann.id, `["Spanish","Billing"]`).is(http.StatusOK)
	if got := patch(ben.id, `["SPANISH"]`).is(http.StatusOK).made()[0]; string(got["skills"]) != `["Spanish"]` {
		t.Errorf("a skill that has its tag is kept as %s", got["skills"])
	}
	if got := boss.do("GET", "/v1/object/tag?order=value", "").is(http.StatusOK).listed(); len(got) != 2 ||
		got[0].text("value") != "Billing" || got[1].text("value") != "Spanish" || got[1].text("global_list_name") != "Tags" {
		t.Errorf("tags: %v", got)
	}
	patch(ann.id, `["Never",7]`).problem(http.StatusUnprocessableEntity)
	if got := boss.do("GET", "/v1/object/tag", "").rows(); len(got) != 2 {
		t.Errorf("a refused change left a tag: %v", got)
	}
}

// An entry that one field has for itself is written there as its tag is, and makes none for all;
// other fields know nothing of it.
func TestAFieldHasTagsOfItsOwn(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	ann := w.person("Ann", nil)
	for _, field := range []string{"tags", "elsewhere"} {
		w.put("tag", row.Fields{
			"value": "Wholesale", "global": false, "object": "contact", "field_api_name": field,
			schema.LabelKey: schema.KeyOfLabel(schema.ListOfField("contact", field), "Wholesale"),
		})
	}
	made := boss.do("POST", "/v1/object/contact", `[{"name":"C","tags":["wholesale","WholeSale","Retail"]}]`).is(http.StatusOK).made()[0]
	if string(made["tags"]) != `["Wholesale","Retail"]` {
		t.Errorf("the entries are kept as %s", made["tags"])
	}
	global := func() string {
		var out []string
		for _, one := range boss.do("GET", "/v1/object/tag?order=value", "").is(http.StatusOK).listed() {
			if string(one["global"]) == "true" {
				out = append(out, one.text("value"))
			}
		}
		return strings.Join(out, ", ")
	}
	if got := global(); got != "Retail" {
		t.Errorf("tags for all: %s", got)
	}
	// The field of another object makes one for all, and one that is for all stands behind the field's own.
	patched := boss.do("PATCH", "/v1/object/user", fmt.Sprintf(`[{"id":%q,"skills":["wholeSale"]}]`, ann.id)).is(http.StatusOK).made()[0]
	if string(patched["skills"]) != `["wholeSale"]` || global() != "Retail, wholeSale" {
		t.Errorf("another field keeps %s, tags for all: %s", patched["skills"], global())
	}
	made = boss.do("POST", "/v1/object/contact", `[{"name":"D","tags":["WHOLESALE"]}]`).is(http.StatusOK).made()[0]
	if string(made["tags"]) != `["Wholesale"]` {
		t.Errorf("beside one for all the entry is kept as %s", made["tags"])
	}
}

// An app is its administrators' to change, except for who administers it.
func TestAppsAreTheirAdministrators(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	ann, ben := w.person("Ann", nil), w.person("Ben", nil)
	made := boss.do("POST", "/v1/object/app", fmt.Sprintf(`[{"name":"ValPhone","app_admins":[%q]}]`, ann.id)).is(http.StatusOK).made()[0]
	at := "/v1/object/app/" + made.text("id")
	if admins := string(made["app_admins"]); !strings.Contains(admins, `"schema":{"id":`) || !strings.Contains(admins, `"api_name":"user","title":"User"`) {
		t.Errorf("an administrator is shown as %s", admins)
	}
	change := fmt.Sprintf(`{"id":%q,`, made.text("id"))
	ann.do("GET", at, "").is(http.StatusOK)
	ann.do("PATCH", "/v1/object/app", change+`"description":"Calls"}`).is(http.StatusOK)
	ann.do("PATCH", "/v1/object/app", change+fmt.Sprintf(`"app_admins":[%q]}`, ben.id)).problem(http.StatusForbidden)
	ann.do("DELETE", at, "").problem(http.StatusForbidden)
	ann.do("POST", "/v1/object/app", `[{"name":"Mine"}]`).problem(http.StatusForbidden)
	ann.do("POST", "/v1/object/permission", `[{"name":"Mine"}]`).problem(http.StatusForbidden)
	ben.do("GET", at, "").problem(http.StatusForbidden)
	ben.do("PATCH", "/v1/object/app", change+`"description":"Mine"}`).problem(http.StatusForbidden)
	boss.do("PATCH", "/v1/object/app", change+fmt.Sprintf(`"app_admins":[%q]}`, ben.id)).is(http.StatusOK)
	ann.do("GET", at, "").problem(http.StatusForbidden)
	ben.do("GET", at, "").is(http.StatusOK)
}

// Objects are named by their api names, answered with what they are called, and found by a
// second name in addresses.
func TestObjectsAreNamed(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	report := boss.do("POST", "/v1/object/report", `[{"name":"Calls by day","object":{"schema_api_name":"call"}}]`).is(http.StatusOK).made()[0]
	for _, part := range []string{`"api_name":"call"`, `"title":"Call"`, `"schema_api_name":"call"`, `"schema_title":"Call"`, `"schema_id":`} {
		if !strings.Contains(string(report["object"]), part) {
			t.Errorf("the object %s lacks %s", report["object"], part)
		}
	}
	for _, object := range []string{`"nothing"`, `"session"`, `7`, `{"id":"0198c0de-0000-7000-8000-0000000000aa"}`} {
		boss.do("POST", "/v1/object/report", `[{"name":"Bad","object":`+object+`}]`).problem(http.StatusUnprocessableEntity)
	}
	boss.do("POST", "/v1/object/scheduled_trigger", `[{"name":"Nightly","cron":"0 2 * * *","code":"throw 1"}]`).is(http.StatusOK)
	if got := boss.do("GET", "/v1/object/schedule-trigger", "").is(http.StatusOK).rows(); len(got) != 1 {
		t.Errorf("by its own name: %v", got)
	}
	boss.do("GET", "/v1/schema/scheduled_trigger", "").is(http.StatusOK)
	file := boss.do("POST", "/v1/object/file", `[{"name":"Plan","location":"example.com/plan.pdf","public_file":true}]`).is(http.StatusOK).made()[0]
	if file.text("link") != "http://example.com/plan.pdf" || string(file["public"]) != "true" || file.text("location") != file.text("link") {
		t.Errorf("a file by the other names of its fields: %v", file)
	}
	if p := boss.do("POST", "/v1/object/file", `[{"name":"Empty"}]`).problem(http.StatusUnprocessableEntity); p.Errors["link"] == nil || p.Detail != "Link or URL is required" {
		t.Errorf("a file without content: %+v", p)
	}
	boss.do("POST", "/v1/object/file", `[{"name":"Elsewhere","url":"https://example.com/a"}]`).is(http.StatusOK)
	boss.do("POST", "/v1/object/file", `[{"name":"Trap","link":"javascript:alert(1)"}]`).problem(http.StatusUnprocessableEntity)
}

// A contact is in a campaign once.
func TestACampaignHasAContactOnce(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	one, other := w.put("campaign", row.Fields{"name": "Spring"}), w.put("campaign", row.Fields{"name": "Autumn"})
	contact := w.put("contact", row.Fields{"name": "Grace"})
	member := func(campaign any) string {
		return fmt.Sprintf(`[{"name":"Grace","campaign":%q,"contact":%q}]`, campaign, contact)
	}
	boss.do("POST", "/v1/object/campaign_member", member(one)).is(http.StatusOK)
	boss.do("POST", "/v1/object/campaign_member", member(one)).problem(http.StatusConflict)
	boss.do("POST", "/v1/object/campaign_member", member(other)).is(http.StatusOK)
	third := w.put("campaign", row.Fields{"name": "Winter"})
	rows := strings.TrimSuffix(member(third), "]") + "," + strings.TrimPrefix(member(one), "[")
	if e := boss.do("POST", "/v1/object/campaign_member", rows).problem(http.StatusConflict); e.Index == nil || *e.Index != 1 {
		t.Errorf("%s is refused with %+v", rows, e)
	}
}
