package rest_test

import (
	"net/http"
	"testing"
)

// A superuser who views as another user reads what the other may read, and changes nothing.
func TestAViewChangesNothing(t *testing.T) {
	w := newWorld(t)
	ann := w.person("Ann", nil)
	chief := boss(w)
	var got tokens
	chief.do("POST", "/v1/view_as", `{"user":"x"}`).problem(http.StatusUnprocessableEntity)
	ann.do("POST", "/v1/view_as", `{"user":"`+string(ann.id)+`"}`).problem(http.StatusForbidden)
	chief.do("POST", "/v1/view_as", `{"user":"`+string(ann.id)+`"}`).is(200).into(&got)
	view := &person{world: w, token: got.Access}
	var me struct {
		User    struct{ ID string } `json:"user"`
		Viewing struct{ By, Until string }
	}
	view.do("GET", "/v1/me", "").is(200).into(&me)
	if me.User.ID != string(ann.id) || me.Viewing.By == "" || me.Viewing.Until == "" {
		t.Errorf("%+v", me)
	}
	view.do("GET", "/v1/schema", "").is(200)
	for _, change := range []struct{ method, path string }{
		{"PATCH", "/v1/me/settings"}, {"POST", "/v1/me/password"}, {"POST", "/v1/object/contact"}, {"PATCH", "/v1/object/user"},
		{"DELETE", "/v1/object/contact/" + string(ann.id)}, {"POST", "/v1/oauth2/switch"}, {"POST", "/v1/me/second_factor/begin"}, {"POST", "/v1/view_as"},
	} {
		if refused := view.do(change.method, change.path, `{}`).problem(http.StatusForbidden); refused.Detail != "You are viewing as another user, and nothing can be changed. End the view first." {
			t.Errorf("%s %s: %+v", change.method, change.path, refused)
		}
	}
	chief.do("GET", "/v1/me", "").problem(http.StatusUnauthorized)
	view.do("POST", "/v1/view_as/end", "{}").is(200).into(&got)
	back := &person{world: w, token: got.Access}
	back.do("POST", "/v1/view_as/end", "{}").problem(http.StatusConflict)
	back.do("PATCH", "/v1/me/settings", `{}`).is(200)
}
