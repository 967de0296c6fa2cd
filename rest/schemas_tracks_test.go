package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ruled is what is read of an object's own rules.
type ruled struct {
	DuplicateFields []string `json:"duplicate_fields"`
	TrackHistory    bool     `json:"track_history"`
	HistoryStays    bool     `json:"history_stays"`
	HistorySince    string   `json:"history_since"`
}

func (p *person) rules(object, of string) (r ruled) {
	p.t.Helper()
	p.do("GET", "/v1/schema/"+object+of, "").is(http.StatusOK).into(&r)
	return r
}

func (p *person) duplicatesOf(object, record string) []string {
	p.t.Helper()
	out := names(p.do("GET", "/v1/object/"+object+"/"+record+"/duplicates", "").is(http.StatusOK).rows())
	slices.Sort(out)
	return out
}

func TestDuplicatesAreFoundByChosenFields(t *testing.T) {
	p := boss(newWorld(t))
	p.do("POST", "/v1/schema", `{"api_name":"deal","title":"Deal","search":["code"],"properties":{
		"code":{"title":"Code","format":"text"},"mail":{"title":"Mail","format":"email","index":true},"site":{"title":"Site","format":"url"},
		"number":{"title":"Number","format":"integer"},"phone":{"title":"Phone","format":"phone"},"mobile":{"title":"Mobile","format":"phone"},
		"story":{"title":"Story","format":"text-area"},"pin":{"title":"Pin","format":"encrypted"},"won":{"title":"Won","format":"boolean"},
		"data":{"title":"Data","format":"json"},"photo":{"title":"Photo","format":"image"},"tags":{"title":"Tags","format":"multi-select"}}}`).is(http.StatusCreated)
	one := p.makes(`{"name":"One","code":" a%c_ ","mail":"Ada@Example.com","site":"https://example.com/A","number":7,"phone":{"phone_number":"+12065550101"}}`)
	p.makes(`{"name":"By code","code":"A%C_"}`)
	p.makes(`{"name":"Not by code","code":"abcd","number":70}`)
	p.makes(`{"name":"By mail","mail":"ADA@example.com"}`)
	p.makes(`{"name":"By site","site":"HTTPS://EXAMPLE.com/a"}`)
	p.makes(`{"name":"By number","number":7}`)
	p.makes(`{"name":"By phone","mobile":{"phone_number":"+12065550101"}}`)
	empty := p.makes(`{"name":"Empty","code":" "}`)
	p.makes(`{"name":"Empty too","code":"  "}`)

	if r := p.rules("deal", ""); !slices.Equal(r.DuplicateFields, []string{"phone", "mobile"}) {
		t.Errorf("unless somebody chooses, duplicates are found by %v", r.DuplicateFields)
	}
	for fields, want := range map[string][]string{
		`null`:               {"By phone"},
		`[]`:                 {},
		`["code"]`:           {"By code"},
		`["mail"]`:           {"By mail"},
		`["site"]`:           {"By site"},
		`["number"]`:         {"By number"},
		`["phone"]`:          {},
		`["mobile","phone"]`: {"By phone"},
		`["code","mail","site","number","phone","mobile"]`: {"By code", "By mail", "By number", "By phone", "By site"},
	} {
		p.change("deal", `{"duplicate_fields":`+fields+`}`, http.StatusOK)
		if got := p.duplicatesOf("deal", one); !slices.Equal(got, want) {
			t.Errorf("by %s: %v, want %v", fields, got, want)
		}
		if got := p.duplicatesOf("deal", empty); len(got) != 0 {
			t.Errorf("by %s, without values: %v", fields, got)
		}
	}
	for fields, why := range map[string]string{
		`["nothing"]`:     `duplicate_fields: There is no field "nothing"`,
		`["code","code"]`: "duplicate_fields: code stands twice in it",
		`"code"`:          "duplicate_fields: This must be a list of the names of fields",
		`["story"]`:       "duplicate_fields: Duplicates can't be found by Story: what it holds tells nobody that two records are of the same",
		`["pin"]`:         "by Pin", `["won"]`: "by Won", `["data"]`: "by Data", `["photo"]`: "by Photo", `["tags"]`: "by Tags", `["owner"]`: "by Owner", `["id"]`: "by Id",
	} {
		if got := p.refusedAt("deal", `{"duplicate_fields":`+fields+`}`, "duplicate_fields"); !strings.Contains(got, why) {
			t.Errorf("%s is refused with %q, want %q", fields, got, why)
		}
	}
	var eleven []string
	add := map[string]any{}
	for n := range 11 {
		name := fmt.Sprint("key_", n)
		eleven, add[name] = append(eleven, name), map[string]any{"title": name, "format": "text"}
	}
	if got := p.refusedAt("deal", `{"properties":`+asText(add)+`,"duplicate_fields":`+asText(eleven)+`}`, "duplicate_fields"); !strings.Contains(got, "10 fields, not 11") {
		t.Errorf("eleven fields are refused with %q", got)
	}
	// A field of no format is refused as that, whatever lists name it.
	p.refusedAt("deal", `{"properties":{"odd":{"title":"Odd"}},"duplicate_fields":["odd"],"search":["odd"]}`, "properties.odd.format")

	// What is taken out of use, or can't be compared any more, leaves the list.
	p.change("deal", `{"duplicate_fields":["code","mail"]}`, http.StatusOK)
	p.change("deal", `{"properties":{"mail":null}}`, http.StatusOK)
	if r := p.rules("deal", "/definition"); !slices.Equal(r.DuplicateFields, []string{"code"}) {
		t.Errorf("without the mail: %v", r.DuplicateFields)
	}
	p.change("deal", `{"properties":{"code":{"format":"text-area"}}}`, http.StatusOK)
	if r := p.rules("deal", "/definition"); len(r.DuplicateFields) != 0 {
		t.Errorf("with a code that is a long text: %v", r.DuplicateFields)
	}
	if got := p.duplicatesOf("deal", one); len(got) != 0 {
		t.Errorf("by none: %v", got)
	}
}

func TestDuplicatesOfContactsByChosenFields(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	read := object{"read": true}
	set := w.put("permission", row.Fields{
		"name": "Half", "object_permissions": row.JSONValue(object{"contact": read}), "scopes": row.JSONValue(object{"contact": "all"}),
		"object_field_permissions": row.JSONValue(object{"contact": object{"name": read}}),
	})
	half := w.person("Half", row.Fields{"permissions": []id.ID{set}})
	p.change("contact", `{"duplicate_fields":["email","name"]}`, http.StatusOK)
	one := w.put("contact", row.Fields{"name": "Ada Byron", "email": "ada@example.com", "phone": numbered("+12065550101", "")})
	w.put("contact", row.Fields{"name": "A. B.", "email": "Ada@Example.com"})
	w.put("contact", row.Fields{"name": " ADA byron"})
	w.put("contact", row.Fields{"name": "By phone", "phone": numbered("+12065550101", "")})
	if got := duplicates(p, one); !slices.Equal(got, []string{" ADA byron", "A. B."}) {
		t.Errorf("found %q", got)
	}
	if got := duplicates(half, one); !slices.Equal(got, []string{" ADA byron"}) {
		t.Errorf("who may read names alone finds %q", got)
	}
	if r := half.rules("contact", ""); !slices.Equal(r.DuplicateFields, []string{"name"}) || !r.TrackHistory {
		t.Errorf("who may read names alone is told %+v", r)
	}
	elsewhere := newOrganization(w).person("Elsa", row.Fields{"is_superuser": true})
	if r := elsewhere.rules("contact", ""); slices.Contains(r.DuplicateFields, "email") || !slices.Contains(r.DuplicateFields, "phone") {
		t.Errorf("another organization's contacts are found by %v", r.DuplicateFields)
	}
}

func TestTheHistoryOfAnObjectIsSwitchedOff(t *testing.T) {
	_, p := working(t)
	one := p.makes(`{"name":"One","code":"1"}`)
	at := "/v1/object/deal/" + one
	set := func(code string) {
		t.Helper()
		p.do("PATCH", "/v1/object/deal", fmt.Sprintf(`{"id":%q,"code":%q}`, one, code)).is(http.StatusOK)
	}
	kept := func() string { return strings.Join(told(history(p, "deal", id.ID(one), 100)), "; ") }
	set("2")
	p.change("deal", `{"track_history":false}`, http.StatusOK)
	off := ago()
	set("3")
	const before = `2 updated code "1"→"2"; 1 created`
	if got := kept(); got != before {
		t.Errorf("with the history switched off: %s", got)
	}
	if a := p.do("GET", at+"/history", ""); a.header.Get("X-History") != "off" {
		t.Error("nobody is told that the history is switched off")
	}
	if r := p.rules("deal", ""); r.TrackHistory || p.rules("deal", "/definition").TrackHistory {
		t.Errorf("it is told as %+v", r)
	}
	for _, path := range []string{at, "/v1/object/deal"} {
		if e := p.do("GET", path+"?as_of="+off, "").problem(http.StatusUnprocessableEntity); !strings.Contains(e.Detail, "The history of Deals is switched off") {
			t.Errorf("what was then is refused with %q", e.Detail)
		}
	}
	if e := p.do("POST", at+"/restore", `{"version":1}`).problem(http.StatusUnprocessableEntity); !strings.Contains(e.Detail, "is switched off") {
		t.Errorf("an earlier version is refused with %q", e.Detail)
	}
	// What is deleted comes back all the same.
	p.do("DELETE", at, "").is(http.StatusNoContent)
	if back := p.do("POST", at+"/restore", "").shown(); back.text("code") != "3" {
		t.Errorf("it came back as %s", back)
	}

	p.change("deal", `{"track_history":null}`, http.StatusOK)
	set("4")
	if got := kept(); got != `6 updated code "3"→"4"; `+before {
		t.Errorf("with the history switched on again: %s", got)
	}
	since, err := time.Parse(time.RFC3339, p.rules("deal", "").HistorySince)
	if err != nil || time.Until(since) > time.Minute {
		t.Errorf("the history is whole since %s, %v", since, err)
	}
	if e := p.do("GET", at+"?as_of="+off, "").problem(http.StatusUnprocessableEntity); !strings.Contains(e.Detail, since.Format(time.RFC3339)) {
		t.Errorf("what was in between is refused with %q", e.Detail)
	}
	p.do("POST", at+"/restore", `{"version":1}`).problem(http.StatusUnprocessableEntity) // nobody knows what 3 was made of

	p.refusedAt("deal", `{"track_history":"no"}`, "track_history")
	p.change("deal", `{"track_history":true}`, http.StatusOK) // as it is
	p.change("contact", `{"track_history":false}`, http.StatusOK)
	if p.rules("contact", "").TrackHistory {
		t.Error("the history of contacts can't be switched off")
	}
	for _, object := range []string{"integrated_app", "conference", "twilio_phone"} {
		p.refusedAt(object, `{"track_history":false}`, "track_history")
		if r := p.rules(object, "/definition"); !r.TrackHistory || !r.HistoryStays {
			t.Errorf("%s is told as %+v", object, r)
		}
	}
	lines := p.auditedSchemas()
	want := []string{"Boss changed Deal track_history:true>false", "Boss changed Deal track_history:false>true", "Boss changed Contact track_history:true>false"}
	if got := lines[len(lines)-3:]; !slices.Equal(got, want) {
		t.Errorf("the audit tells\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}
