package rest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/rest/wire"
	"switchboard/storage/row"
)

// What a record relates to is called by the name that it has, whatever a client
// says, also after it was renamed; its object may be named by text or as an object.
func TestRelatedRecordsBearTheirOwnNames(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	ann := w.put("contact", row.Fields{"name": "Ann"})
	for _, object := range []string{`"contact"`, `{"api_name":"contact","title":"x"}`, `{"schema_api_name":"contact"}`} {
		made := p.do("POST", "/v1/object/note", fmt.Sprintf(`{"name":"N","notes":"x","related_to":{"schema":%s,"id":%q,"name":"Mallory"}}`, object, ann)).is(http.StatusOK).rows()[0]
		related, _ := made["related_to"].(map[string]any)
		if related["name"] != "Ann" || related["schema"] != "contact" || related["id"] != string(ann) {
			t.Errorf("%s: the note relates to %v", object, made["related_to"])
		}
	}
	p.do("PATCH", "/v1/object/contact", fmt.Sprintf(`{"id":%q,"name":"Anna"}`, ann)).is(http.StatusOK)
	for _, one := range p.do("GET", "/v1/object/note", "").rows() {
		if related, _ := one["related_to"].(map[string]any); related["name"] != "Anna" {
			t.Errorf("after a new name the note relates to %v", related)
		}
		// Sent back as it was read, it is no change.
		back := p.do("PATCH", "/v1/object/note", fmt.Sprintf(`{"id":%q,"related_to":{"schema":"contact","id":%q,"name":"Ann"}}`, one["id"], ann)).is(http.StatusOK).rows()[0]
		if back["version"] != one["version"] {
			t.Errorf("the same reference made version %v of %v", back["version"], one["version"])
		}
	}
}

// What is never deleted says so before somebody tries.
func TestKeptRecordsSayThatTheyAreKept(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var me struct {
		Rights map[string]wire.EffectiveRights
	}
	p.do("GET", "/v1/me", "").into(&me)
	kept := 0
	for _, o := range features.Registry().Objects() {
		if o.Internal || o.Singleton {
			continue
		}
		isKept := o.Kept != ""
		if isKept {
			kept++
		}
		if me.Rights[o.APIName].Delete == isKept {
			t.Errorf("of %s, v1/me says %v", o.APIName, me.Rights[o.APIName])
		}
		var described struct{ Rights map[string]bool }
		p.do("GET", "/v1/schema/"+o.APIName, "").into(&described)
		if described.Rights["delete"] == isKept {
			t.Errorf("of %s, v1/schema says %v", o.APIName, described.Rights)
		}
		if has := strings.Contains(p.do("GET", "/v1/object/"+o.APIName, "").header.Get("X-Rights"), "delete"); has == isKept {
			t.Errorf("of %s, x-rights say delete: %v", o.APIName, has)
		}
		if isKept {
			record := w.put(o.APIName, row.Fields{"name": "X"})
			if refused := p.do("DELETE", "/v1/object/"+o.APIName+"/"+string(record), "").problem(http.StatusForbidden); refused.Detail != o.Kept {
				t.Errorf("deleting a %s: %s", o.APIName, refused.Detail)
			}
		}
	}
	if kept < 6 {
		t.Errorf("only %d objects are kept", kept)
	}
}
