package smoke_test

import (
	"maps"
	"net/http"

	"switchboard/storage/id"
)

// otherRoutes are the routes that are not an object's, with the answers to each kind of caller.
func otherRoutes() map[string]route {
	all := listedRoutes()
	maps.Copy(all, peopleRoutes())
	return all
}

// onApp asks a route of a new app.
func onApp(method, path string) func(*walk, *desk) int {
	return func(w *walk, d *desk) int {
		var body any
		if method == http.MethodPost {
			body = map[string]any{"dry_run": true}
			if path == "subscribers" || path == "install_code" {
				body = map[string]any{}
			}
		}
		return d.Request(method, "/v1/app/"+w.fresh("app").String()+"/"+path, body, nil)
	}
}

// peopleRoutes are those of apps, and of when users can be called.
func peopleRoutes() map[string]route {
	return map[string]route{
		"GET /v1/app/{id}/about":         {"401 403 403 403 403 200 404", onApp(http.MethodGet, "about")},
		"GET /v1/app/{id}/counts":        {"401 403 403 403 403 200 404", onApp(http.MethodGet, "counts")},
		"GET /v1/app/{id}/package":       {"401 403 403 403 403 200 404", onApp(http.MethodGet, "package")},
		"POST /v1/app/{id}/deploy/base":  {"401 403 403 403 403 200 404", onApp(http.MethodPost, "deploy/base")},
		"POST /v1/app/{id}/deploy/next":  {"401 403 403 403 403 409 404", onApp(http.MethodPost, "deploy/next")},  // none is set
		"POST /v1/app/{id}/rollback":     {"401 403 403 403 403 409 404", onApp(http.MethodPost, "rollback")},     // nothing was deployed
		"POST /v1/app/{id}/subscribers":  {"401 403 403 403 403 409 404", onApp(http.MethodPost, "subscribers")},  // there are none
		"POST /v1/app/{id}/install_code": {"401 403 403 403 403 409 404", onApp(http.MethodPost, "install_code")}, // no version
		"POST /v1/app/install":           {"401 403 403 403 403 404 404", plainly(http.MethodPost, "/v1/app/install", map[string]string{"install_code": "x"})},
		"POST /v1/app/package":           {"401 422 422 422 422 422 422", plainly(http.MethodPost, "/v1/app/package", map[string]any{"package": map[string]any{}})},
		"GET /v1/session/{id}": {"401 403 403 403 200 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/session/"+w.fresh("user").String(), nil, nil)
		}},
		"POST /v1/view_as": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int { // invited users are inactive
			return d.Request(http.MethodPost, "/v1/view_as", map[string]string{"user": w.fresh("user").String()}, nil)
		}},
		"POST /v1/view_as/end": {"401 409 409 409 409 409 409", plainly(http.MethodPost, "/v1/view_as/end", map[string]any{})},
		"GET /v1/second_factor/{id}": {"401 403 403 403 200 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/second_factor/"+w.fresh("user").String(), nil, nil)
		}},
		"DELETE /v1/second_factor/{id}": {"401 403 403 403 403 403 404", func(w *walk, d *desk) int { // nobody who was only invited has one
			return d.Request(http.MethodDelete, "/v1/second_factor/"+w.fresh("user").String(), nil, nil)
		}},
		"GET /v1/me/second_factor":                 {"401 200 200 200 200 200 200", plainly(http.MethodGet, "/v1/me/second_factor", nil)},
		"POST /v1/me/second_factor/begin":          {"401 200 200 200 200 200 200", plainly(http.MethodPost, "/v1/me/second_factor/begin", map[string]any{})},
		"POST /v1/me/second_factor/confirm":        {"401 422 422 422 422 422 422", plainly(http.MethodPost, "/v1/me/second_factor/confirm", map[string]string{"code": "x"})},
		"POST /v1/me/second_factor/recovery_codes": {"401 409 409 409 409 409 409", plainly(http.MethodPost, "/v1/me/second_factor/recovery_codes", map[string]string{"password": "x"})},
		"POST /v1/me/second_factor/off":            {"401 409 409 409 409 409 409", plainly(http.MethodPost, "/v1/me/second_factor/off", map[string]string{"password": "x"})},
		"DELETE /v1/session/{id}":                  {"401 404 404 404 404 404 404", plainly(http.MethodDelete, "/v1/session/"+id.New().String(), nil)},
		"GET /v1/availability/{id}": {"401 403 403 403 200 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/availability/"+w.fresh("user").String(), nil, nil)
		}},
		"POST /v1/availability/{id}": {"401 403 403 403 200 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/availability/"+w.fresh("user").String(), map[string]any{"availability": map[string]any{"sunday_enabled": false}}, nil)
		}},
	}
}
