package rest_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// walkList reads a list page by page by its cursor; between is called after each page.
func walkList(p *person, list string, limit int, between func()) (all []string) {
	p.t.Helper()
	for cursor := ""; ; {
		a := p.do("GET", fmt.Sprintf("%slimit=%d&cursor=%s", list, limit, url.QueryEscape(cursor)), "").is(http.StatusOK)
		if a.header.Get("X-Next-Offset") != "" || a.header.Get("X-Current-Page") != "" {
			p.t.Errorf("pages by cursor have no numbers: %v", a.header)
		}
		rows := a.rows()
		if len(rows) > limit {
			p.t.Fatalf("a page of %d holds %d", limit, len(rows))
		}
		all = append(all, names(rows)...)
		cursor = a.header.Get("X-Next-Cursor")
		if (cursor != "") != (a.header.Get("X-Has-Next") == "true") || len(all) > 500 {
			p.t.Fatalf("%v", a.header)
		}
		if cursor == "" {
			return all
		}
		if between != nil {
			between()
		}
	}
}

func TestPagesByCursorAreTheList(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var owners []id.ID
	for _, name := range []string{"Ann", "Ben", ""} {
		if name == "" {
			owners = append(owners, "")
			continue
		}
		owners = append(owners, w.person(name, nil).id)
	}
	for i := range 23 {
		set := row.Fields{"name": fmt.Sprintf("C%02d", (i*7)%23)}
		if i%4 != 0 {
			set["company"] = []string{"acme", "Beta", "acme", "Gamma"}[i%4]
		}
		if i%3 != 0 {
			set["sms_opt_in"] = i%2 == 0
		}
		if owner := owners[i%3]; owner != "" {
			set["owner"] = owner
		}
		w.put("contact", set)
	}
	for _, order := range []string{"", "name", "-name", "company", "-company", "modified_date", "-modified_date", "-id", "company,-name", "-company,name", "owner,-company", "sms_opt_in", "-sms_opt_in,name"} {
		list := "/v1/object/contact?order=" + order + "&"
		want := names(p.do("GET", list+"limit=1000", "").is(http.StatusOK).rows())
		for _, limit := range []int{1, 4, 22, 23, 1000} {
			if got := walkList(p, list, limit, nil); !slices.Equal(got, want) {
				t.Errorf("by %q in pages of %d: %v\nwant %v", order, limit, got, want)
			}
		}
	}
	a := p.do("GET", "/v1/object/contact?cursor=&limit=5"+strings.Replace(filter(`[{"field":"company","operator":"=","value":"acme"}]`), "?", "&", 1), "").is(http.StatusOK)
	if a.header.Get("X-Total-Count") == "" || a.header.Get("X-Total-Count") == "23" {
		t.Errorf("the total of a filter: %v", a.header)
	}
}

// What is added before a place, or taken away, moves nothing behind it.
func TestPagesByCursorStandStill(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var ids []id.ID
	var want []string
	for i := range 12 {
		name := fmt.Sprintf("M%02d", i)
		ids, want = append(ids, w.put("contact", row.Fields{"name": name})), append(want, name)
	}
	n := 0
	got := walkList(p, "/v1/object/contact?order=name&", 3, func() {
		w.put("contact", row.Fields{"name": fmt.Sprintf("A%02d", n)}) // before all places
		p.do("DELETE", "/v1/object/contact/"+string(ids[n]), "").is(http.StatusNoContent)
		n++
	})
	if !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

func TestCursorsKeepToRights(t *testing.T) {
	w := newWorld(t)
	read := object{"read": true}
	agent := func(name, scope string, fields object) *person {
		set := row.Fields{"name": name, "object_permissions": row.JSONValue(object{"contact": read}), "scopes": row.JSONValue(object{"contact": scope})}
		if fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{"contact": fields})
		}
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", set)}})
	}
	own, fieldless := agent("Own", "own", nil), agent("Fieldless", "all", object{"name": read})
	for i := range 9 {
		set := row.Fields{"name": fmt.Sprint("C", i), "company": fmt.Sprint("X", 9-i)}
		if i%2 == 0 {
			set["owner"] = own.id
		}
		w.put("contact", set)
	}
	if got := walkList(own, "/v1/object/contact?order=company&", 2, nil); !slices.Equal(got, []string{"C8", "C6", "C4", "C2", "C0"}) {
		t.Errorf("who sees his own: %v", got)
	}
	if got := walkList(fieldless, "/v1/object/contact?order=-name&", 4, nil); len(got) != 9 || got[0] != "C8" {
		t.Errorf("who sees names: %v", got)
	}
	fieldless.do("GET", "/v1/object/contact?order=company&cursor=", "").problem(http.StatusUnprocessableEntity)
	// The cursor of another's list doesn't open what one may not see.
	theirs := boss(w).do("GET", "/v1/object/contact?order=company&limit=2&cursor=", "").header.Get("X-Next-Cursor")
	fieldless.do("GET", "/v1/object/contact?order=company&limit=2&cursor="+theirs, "").problem(http.StatusUnprocessableEntity)
	for _, row := range own.do("GET", "/v1/object/contact?order=company&limit=9&cursor="+theirs, "").is(http.StatusOK).rows() {
		if name := row["name"].(string); slices.Contains([]string{"C1", "C3", "C5", "C7"}, name) {
			t.Errorf("he is shown %s", name)
		}
	}
}

func TestBadCursors(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for i := range 3 {
		w.put("contact", row.Fields{"name": fmt.Sprint("C", i)})
	}
	by := func(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }
	good := p.do("GET", "/v1/object/contact?order=name&limit=1&cursor=", "").header.Get("X-Next-Cursor")
	for query, want := range map[string]string{
		"order=name&cursor=x":                           "X-Next-Cursor of the previous page",
		"order=name&cursor=" + by("{}"):                 "X-Next-Cursor of the previous page",
		"order=-name&cursor=" + good:                    "another order",
		"order=name&offset=1&cursor=" + good:            "can't be combined",
		"order=name&search=C&cursor=" + good:            "can't be combined",
		"order=name&as_of=2026-03-09T14:30:00Z&cursor=": "can't be combined",
		"order=modified_date&cursor=" + by(`{"o":["modified_date"],"k":["x' OR true --"],"i":"0198c0de-0000-7000-8000-000000000001"}`): "X-Next-Cursor of the previous page",
		"order=name&cursor=" + by(`{"o":["name"],"k":["x","y"],"i":"0198c0de-0000-7000-8000-000000000001"}`):                           "X-Next-Cursor of the previous page",
		"order=name&cursor=" + by(`{"o":["name"],"k":["a\u0000"],"i":"0198c0de-0000-7000-8000-000000000001"}`):                         "X-Next-Cursor of the previous page",
		"order=name&cursor=" + strings.Repeat("a", 17<<10):                                                                             "X-Next-Cursor of the previous page",
	} {
		got := p.do("GET", "/v1/object/contact?"+query, "").problem(http.StatusUnprocessableEntity)
		if !strings.Contains(fmt.Sprint(got.Detail, got.Errors), want) {
			t.Errorf("%.120s: %+v, want %s", query, got, want)
		}
	}
}
