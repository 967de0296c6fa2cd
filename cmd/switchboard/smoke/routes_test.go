package smoke_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/features"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/schema"
	"switchboard/storage/waittest"
)

// kinds are the kinds of callers, in the order of the columns below. Rows
// without a column for the last one expect the same as for plain, which that
// caller is apart from administering an app.
func kinds() []string {
	return []string{"nobody", "plain", "agent", "supervisor", "keeper", "superuser", "stranger", "administrator"}
}

// objectVerbs are the verbs on an object's records, and their routes.
func objectVerbs() map[string]string {
	return map[string]string{
		"GET /v1/schema/{object}": "describe", "GET /v1/schema/{object}/definition": "define", "PATCH /v1/schema/{object}": "define", "DELETE /v1/schema/{object}": "retire", "POST /v1/schema/{object}/restore": "bring back",
		"GET /v1/object/{object}": "list", "GET /v1/object/{object}/{id}": "read",
		"GET /v1/object/{object}/board": "board", "GET /v1/object/{object}/{id}/duplicates": "read", "GET /v1/object/{object}/duplicates": "list", "GET /v1/object/{object}/{id}/merges": "read", "POST /v1/object/{object}/{id}/related_counts": "read",
		"GET /v1/object/{object}/{id}/timeline": "read", "GET /v1/object/{object}/{id}/history": "read", "POST /v1/object/{object}/{id}/restore": "restore",
		"POST /v1/object/{object}/{id}/decrypt": "decrypt",
		"POST /v1/object/{object}":              "create", "PATCH /v1/object/{object}": "change", "PATCH /v1/object/{object}/{id}": "change",
		"DELETE /v1/object/{object}": "delete", "DELETE /v1/object/{object}/{id}": "delete",
	}
}

// objectAnswers are the expected statuses of every kind of caller for every
// object: a user without any permission set (plain), with the agents', the
// supervisors', or only the right to administer users (keeper), a superuser,
// another organization's superuser (stranger) who names our records, and the
// administrator of the app of the request.
func objectAnswers() map[string]map[string]string {
	nobodys := map[string]string{ // internal objects
		"describe": "401 404 404 404 404 404 404",
		"list":     "401 404 404 404 404 404 404",
		"read":     "401 404 404 404 404 404 404",
		"create":   "401 404 404 404 404 404 404",
		"change":   "401 404 404 404 404 404 404",
		"restore":  "401 404 404 404 404 404 404",
		"delete":   "401 404 404 404 404 404 404",
	}
	superusers := map[string]string{ // other users may not read these
		"describe": "401 403 403 403 403 200 200",
		"list":     "401 403 403 403 403 200 200",
		"read":     "401 403 403 403 403 200 404",
		"create":   "401 403 403 403 403 200 200",
		"change":   "401 403 403 403 403 200 404",
		"restore":  "401 403 403 403 403 200 404",
		"delete":   "401 403 403 403 403 204 404",
	}
	kept := map[string]string{ // what the marketplace writes
		"describe": "401 403 403 403 403 200 200",
		"list":     "401 403 403 403 403 200 200",
		"read":     "401 403 403 403 403 200 404",
		"create":   "401 403 403 403 403 403 403",
		"change":   "401 403 403 403 403 200 404",
		"restore":  "401 403 403 403 403 200 404",
		"delete":   "401 403 403 403 403 403 403",
	}
	seen := map[string]string{ // the agents may read it, the supervisors may do everything
		"describe": "401 403 200 200 403 200 200",
		"list":     "401 403 200 200 403 200 200",
		"read":     "401 403 200 200 403 200 404",
		"create":   "401 403 403 200 403 200 200",
		"change":   "401 403 403 200 403 200 404",
		"restore":  "401 403 403 200 403 200 404",
		"delete":   "401 403 403 204 403 204 404",
	}
	supervised := map[string]string{ // only the supervisors
		"describe": "401 403 403 200 403 200 200",
		"list":     "401 403 403 200 403 200 200",
		"read":     "401 403 403 200 403 200 404",
		"create":   "401 403 403 200 403 200 200",
		"change":   "401 403 403 200 403 200 404",
		"restore":  "401 403 403 200 403 200 404",
		"delete":   "401 403 403 204 403 204 404",
	}
	return map[string]map[string]string{
		"app_page": {
			"describe": "401 403 403 403 403 200 200 200",
			"list":     "401 403 403 403 403 200 200 200",
			"read":     "401 403 403 403 403 200 404 200",
			"create":   "401 403 403 403 403 200 422 200",
			"change":   "401 403 403 403 403 200 404 200",
			"restore":  "401 403 403 403 403 200 404 200",
			"delete":   "401 403 403 403 403 204 404 204",
		},
		"product":  with(superusers, "create", "401 403 403 403 403 200 403"), // only one organization sells
		"purchase": with(kept, "restore", "401 403 403 403 403 403 404"), "sale": kept,
		"picklist_label": superusers, "report_sql": superusers, "ai_output": superusers, "function": superusers,
		"record_trigger": superusers, "schedule_trigger": superusers, "api_trigger": superusers, "integrated_app": superusers, "onboarding": superusers,
		"twilio_service": superusers, "twilio_application": superusers, "twilio_key": superusers,
		"tag": with(seen, "change", "401 403 403 422 403 422 404"), "template": seen, "report": seen, "dashboard": seen, "campaign": supervised,
		"campaign_member": with(supervised, "create", "401 403 403 200 403 200 422"),
		"app": { // everyone may see the apps they administer
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 403 403 403 200 404 200",
			"create":   "401 403 403 403 403 200 200 403",
			"change":   "401 403 403 403 403 200 404 200",
			"restore":  "401 403 403 403 403 200 404 200",
			"delete":   "401 403 403 403 403 204 404",
		},
		"email": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 200 422",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 204 404",
		},
		"event": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 200 200 403 200 422",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 204 204 403 204 404",
		},
		"related_file": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 200 200 403 200 422",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 204 204 403 204 404",
		},
		"file": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 200 200 403 200 200",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 403 204 403 204 404",
		},
		"list_filter": { // own records
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 403 403 403 200 404",
			"create":   "401 403 200 200 403 200 200",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 204 404",
		},
		"notification_subscriber": { // own records, and those of users one may change
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 403 200 403 200 404",
			"create":   "401 422 403 200 422 200 422",
			"change":   "401 403 403 200 403 200 404",
			"restore":  "401 403 403 200 403 200 404",
			"delete":   "401 403 403 204 403 204 404",
		},
		"organization": {
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 200 200 200 200 200 404",
			"create":   "401 403 403 403 403 403 403",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 403 403",
		},
		"user": {
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 200 200 200 200 200 404",
			"create":   "401 403 403 403 200 200 200",
			"change":   "401 403 403 403 200 200 404",
			"restore":  "401 403 403 403 200 200 404",
			"delete":   "401 403 403 403 403 403 403",
		},
		"team": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 200 200",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 204 404",
		},
		"permission": {
			"describe": "401 403 403 200 403 200 200",
			"list":     "401 403 403 200 403 200 200",
			"read":     "401 403 403 200 403 200 404",
			"create":   "401 403 403 403 403 200 200",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 204 404",
		},
		"consent_event": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 200 403 200 200",
			"change":   "401 403 403 403 403 409 404",
			"restore":  "401 403 403 403 403 200 404", // nothing has changed since
			"delete":   "401 403 403 403 403 403 403",
		},
		"auth_credential": { // everyone may see their own
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 403 403 403 200 404",
			"create":   "401 403 403 403 403 200 200",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 204 404",
		},
		"session": nobodys, "call_event": nobodys, "invitation": nobodys, "api_key": nobodys, "schema": nobodys, "auth_request": nobodys,
		"contact": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 200 200 403 200 200",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 403 204 403 204 404",
		},
		"note": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 200 200 403 200 422",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 204 204 403 204 404",
		},
		"call": {
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 422 422 403 422 422",
			"change":   "401 403 403 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404", // nothing has changed since
			"delete":   "401 403 403 403 403 403 403",
		},
		"conference": { // only created by calls, and kept with them
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 422 422",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 403 403",
		},
		"call_participant": { // only created by calls, and kept with them
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 422 422",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 403 403",
		},
		"twilio_recording": { // its sid comes from the phone network, so it cannot be created
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 422 422",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 204 403 204 404",
		},
		"twilio_phone": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 200 200",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 200 404",
			"delete":   "401 403 403 403 403 204 404",
		},
		"twilio_conversation": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 422 422",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 403 403 403 403 403",
		},
		"twilio_participant": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 422 422",
			"change":   "401 403 403 403 403 403 404",
			"restore":  "401 403 403 403 403 200 404", // nothing has changed since
			"delete":   "401 403 403 403 403 403 403",
		},
		"scheduled_text": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 403 403 403 422 422", // texts are scheduled by POST /v1/twilio/scheduled
			"change":   "401 403 403 403 403 403 404",
			"restore":  "401 403 403 403 403 200 404", // nothing has changed since
			"delete":   "401 403 403 403 403 403 403",
		},
		"twilio_message": {
			"describe": "401 403 200 200 403 200 200",
			"list":     "401 403 200 200 403 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 422 422 403 422 422", // texts are created by POST /v1/twilio/message
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 403 403 403 403 403",
		},
		"chat": {
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 403 200 200 403 200 200",
			"change":   "401 403 200 200 403 200 404",
			"restore":  "401 403 200 200 403 200 404",
			"delete":   "401 403 403 204 403 204 404",
		},
		"notification": { // another user's
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 403 403 403 200 404",
			"create":   "401 403 403 403 403 403 403",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 422 404", // no history is kept
			"delete":   "401 403 403 403 403 204 404",
		},
		"job": {
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 403 403 403 200 404",
			"create":   "401 403 403 403 403 403 403",
			"change":   "401 403 403 403 403 200 404",
			"restore":  "401 403 403 403 403 403 404", // a job's state is not set by clients
			"delete":   "401 403 403 403 403 403 403",
		},
		"chat_message": {
			"describe": "401 200 200 200 200 200 200",
			"list":     "401 200 200 200 200 200 200",
			"read":     "401 403 200 200 403 200 404",
			"create":   "401 422 200 200 422 200 422",
			"change":   "401 403 403 403 403 409 404",
			"restore":  "401 403 403 403 403 200 404", // nothing has changed since
			"delete":   "401 403 403 403 403 403 403",
		},
	}
}

// with returns the statuses of an object with one verb changed.
func with(answers map[string]string, verb, want string) map[string]string {
	out := maps.Clone(answers)
	out[verb] = want
	return out
}

// route is one of the other routes: the expected statuses, and its request.
type route struct {
	want string
	ask  func(w *walk, d *desk) int
}

func listedRoutes() map[string]route {
	same := func(status int, method, path string, body any) route {
		return route{strings.TrimSpace(strings.Repeat(fmt.Sprint(status, " "), len(kinds()))), plainly(method, path, body)}
	}
	const everybody, inside = "401 200 200 200 200 200 200", "401 201 201 201 201 201 422"
	const unknownFile = "401 404 404 404 404 404 404" // of an import or an export
	unsigned := func(path string) route {
		r := same(http.StatusForbidden, "", "", nil)
		r.ask = func(w *walk, _ *desk) int { return w.form("/v1/webhooks/twilio/" + path) }
		return r
	}
	routes := map[string]route{
		"GET /healthz":            same(http.StatusOK, http.MethodGet, "/healthz", nil),
		"GET /readyz":             same(http.StatusOK, http.MethodGet, "/readyz", nil),
		"GET /metrics":            same(http.StatusForbidden, http.MethodGet, "/metrics", nil),
		"ANY /socket.io/":         same(http.StatusBadRequest, http.MethodGet, "/socket.io/", nil),
		"GET /signal":             same(http.StatusUpgradeRequired, http.MethodGet, "/signal", nil),
		"GET /v1/public/instance": same(http.StatusOK, http.MethodGet, "/v1/public/instance", nil),
		"POST /v1/oauth2/token":   same(http.StatusUnauthorized, http.MethodPost, "/v1/oauth2/token", map[string]string{"username": "x", "password": "y"}),
		"POST /v1/oauth2/refresh": same(http.StatusUnauthorized, http.MethodPost, "/v1/oauth2/refresh", map[string]string{"refresh_token": "x"}),
		"POST /v1/oauth2/revoke":  same(http.StatusNoContent, http.MethodPost, "/v1/oauth2/revoke", map[string]string{"refresh_token": "x"}),
		"GET /oauth2/callback":    {"302 302 302 302 302 302 302", (*walk).comesBack},
		"GET /v1/oauth2/authorize/{id}": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int { // it names no system
			return d.Request(http.MethodGet, "/v1/oauth2/authorize/"+w.record("auth_credential").String(), nil, nil)
		}},
		"POST /v1/oauth2/run/{id}": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/oauth2/run/"+w.record("auth_credential").String(), map[string]any{}, nil)
		}},
		"GET /v1/oauth2/outcome/{id}": {"401 404 404 404 404 404 404", plainly(http.MethodGet, "/v1/oauth2/outcome/"+id.New().String(), nil)},
		// Neither organization has an account at the provider before subaccount opens it.
		"GET /v1/twilio/application":  {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/v1/twilio/application", nil)},
		"GET /v1/twilio/key":          {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/v1/twilio/key", nil)},
		"GET /v1/twilio/service":      {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/v1/twilio/service", nil)},
		"GET /v1/twilio/phone/search": {"401 403 403 403 403 409 409", plainly(http.MethodGet, "/v1/twilio/phone/search?area_code=415", nil)},
		"PATCH /v1/twilio/service/{sid}/webhooks": {
			"401 403 403 403 403 409 409", plainly(http.MethodPatch, "/v1/twilio/service/IS1/webhooks", map[string]any{"filters": []string{"onMessageAdd"}}),
		},
		"POST /v1/twilio/account":            {"401 403 403 403 403 422 422", plainly(http.MethodPost, "/v1/twilio/account", map[string]any{"account_sid": "AC1", "auth_token": "x"})},
		"POST /v1/twilio/account/subaccount": {"401 403 403 403 403 201 201", plainly(http.MethodPost, "/v1/twilio/account/subaccount", map[string]any{})},
		"POST /v1/twilio/address":            {"401 403 403 403 403 422 422", plainly(http.MethodPost, "/v1/twilio/address", map[string]any{"address": "+15550000000"})},
		"POST /v1/twilio/application":        {"401 403 403 403 403 201 201", plainly(http.MethodPost, "/v1/twilio/application", map[string]any{})},
		"POST /v1/twilio/key":                {"401 403 403 403 403 201 201", plainly(http.MethodPost, "/v1/twilio/key", map[string]any{})},
		"POST /v1/twilio/service":            {"401 403 403 403 403 201 201", plainly(http.MethodPost, "/v1/twilio/service", map[string]any{})},
		"POST /v1/twilio/service/{service_sid}/phone": {
			"401 403 403 403 403 404 404", plainly(http.MethodPost, "/v1/twilio/service/IS1/phone", map[string]any{"sid": "PN1"}),
		},
		"POST /v1/twilio/phone/assign":   {"401 403 403 403 403 422 422", plainly(http.MethodPost, "/v1/twilio/phone/assign", map[string]any{"sid": "PN1", "voice_application_sid": "AP1"})},
		"POST /v1/twilio/phone/import":   {"401 403 403 403 403 200 200", plainly(http.MethodPost, "/v1/twilio/phone/import", map[string]any{})},
		"POST /v1/twilio/phone/purchase": {"401 403 403 403 403 422 422", plainly(http.MethodPost, "/v1/twilio/phone/purchase", map[string]any{"phone_number": "x"})},
		"GET /v1/oauth2/salesforce":      {everybody, plainly(http.MethodGet, "/v1/oauth2/salesforce", nil)},
		"POST /v1/oauth2/switch": {"401 404 404 404 404 404 404", func(w *walk, d *desk) int { // to an organization without membership
			to := w.elsewhere
			if d == w.desks["stranger"] {
				to = demo.Organization
			}
			return d.Request(http.MethodPost, "/v1/oauth2/switch", map[string]any{"organization": to}, nil)
		}},
		"POST /v1/invitation/look":      same(http.StatusNotFound, http.MethodPost, "/v1/invitation/look", map[string]string{"token": "x"}),
		"POST /v1/invitation/accept":    same(http.StatusNotFound, http.MethodPost, "/v1/invitation/accept", map[string]string{"token": "x", "password": "correct horse battery"}),
		"POST /v1/password/forgot":      same(http.StatusUnprocessableEntity, http.MethodPost, "/v1/password/forgot", map[string]string{"email": "x"}),
		"POST /v1/oauth2/second_factor": same(http.StatusUnauthorized, http.MethodPost, "/v1/oauth2/second_factor", map[string]string{"ticket": "x", "code": "123456"}),
		"POST /v1/password/look":        same(http.StatusNotFound, http.MethodPost, "/v1/password/look", map[string]string{"token": "x"}),
		"POST /v1/password/reset":       same(http.StatusNotFound, http.MethodPost, "/v1/password/reset", map[string]string{"token": "x", "password": "correct horse battery"}),
		"GET /v1/invitation/{id}": {"401 403 403 403 200 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/invitation/"+w.fresh("user").String(), nil, nil)
		}},
		"POST /v1/invitation/{id}/resend": {"401 403 403 403 429 429 404", func(w *walk, d *desk) int { // an email has just been sent
			return d.Request(http.MethodPost, "/v1/invitation/"+w.fresh("user").String()+"/resend", nil, nil)
		}},
		"POST /v1/invitation/{id}/withdraw": {"401 403 403 403 200 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/invitation/"+w.fresh("user").String()+"/withdraw", nil, nil)
		}},
		"GET /simulator/letters":  {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/simulator/letters", nil)},
		"GET /v1/me":              {everybody, plainly(http.MethodGet, "/v1/me", nil)},
		"PATCH /v1/me/settings":   {everybody, plainly(http.MethodPatch, "/v1/me/settings", map[string]any{})},
		"POST /v1/me/password":    {"401 422 422 422 422 422 422", plainly(http.MethodPost, "/v1/me/password", map[string]any{})},
		"POST /v1/api_key":        {"401 403 403 403 403 201 201", plainly(http.MethodPost, "/v1/api_key", map[string]any{"name": "Walk"})},
		"GET /v1/api_key":         {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/v1/api_key", nil)},
		"DELETE /v1/api_key/{id}": {"401 403 403 403 403 404 404", plainly(http.MethodDelete, "/v1/api_key/"+id.New().String(), nil)},
		"POST /v1/files":          {"401 415 415 415 415 415 415", plainly(http.MethodPost, "/v1/files", map[string]any{})},
		"POST /v1/files/location": {"401 404 404 404 404 404 404", plainly(http.MethodPost, "/v1/files/location", map[string]any{"location": "https://files.example.com/x"})},
		// Without the protocol's header nobody comes further; rest tests the rights behind it.
		"OPTIONS /v1/files/resumable":         same(http.StatusNoContent, http.MethodOptions, "/v1/files/resumable", nil),
		"POST /v1/files/resumable":            {"401 400 400 400 400 400 400", plainly(http.MethodPost, "/v1/files/resumable", nil)},
		"HEAD /v1/files/resumable/{upload}":   {"401 400 400 400 400 400 400", plainly(http.MethodHead, "/v1/files/resumable/"+id.New().String(), nil)},
		"PATCH /v1/files/resumable/{upload}":  {"401 400 400 400 400 400 400", plainly(http.MethodPatch, "/v1/files/resumable/"+id.New().String(), nil)},
		"DELETE /v1/files/resumable/{upload}": {"401 400 400 400 400 400 400", plainly(http.MethodDelete, "/v1/files/resumable/"+id.New().String(), nil)},
		"GET /v1/files/{name}/download": {"401 403 404 404 403 404 404", func(w *walk, d *desk) int { // its content is elsewhere
			return d.Request(http.MethodGet, "/v1/files/"+w.record("file").String()+"/download", nil, nil)
		}},
		"GET /v1/files/{name}/thumbnail": {"401 403 404 404 403 404 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/files/"+w.record("file").String()+"/thumbnail", nil, nil)
		}},
		"GET /v1/public/files/{name}":  same(http.StatusNotFound, http.MethodGet, "/v1/public/files/x", nil),
		"GET /v1/search":               {everybody, plainly(http.MethodGet, "/v1/search?q=walk", nil)},
		"POST /v1/query":               {everybody, plainly(http.MethodPost, "/v1/query", map[string]any{"query": "SELECT id, name FROM user LIMIT 1"})},
		"POST /v1/analytics/report":    {everybody, plainly(http.MethodPost, "/v1/analytics/report", map[string]any{"object": "user", "chartType": "Pie", "field": "id", "limit": 1})},
		"POST /v1/query/check":         {everybody, plainly(http.MethodPost, "/v1/query/check", map[string]any{"query": "SELECT id, name FROM user LIMIT 1"})},
		"POST /v1/query/explain":       {"401 403 403 403 403 200 200", plainly(http.MethodPost, "/v1/query/explain", map[string]any{"query": "SELECT id, name FROM user LIMIT 1"})},
		"GET /v1/permission/explain":   {"401 403 200 200 403 200 200", plainly(http.MethodGet, "/v1/permission/explain?object=contact", nil)},
		"GET /v1/permission/effective": {everybody, plainly(http.MethodGet, "/v1/permission/effective", nil)},
		"GET /v1/audit":                {"401 403 403 403 403 200 200", plainly(http.MethodGet, "/v1/audit", nil)},
		"GET /v1/feed":                 {everybody, plainly(http.MethodGet, "/v1/feed", nil)},
		"GET /v1/schema":               {everybody, plainly(http.MethodGet, "/v1/schema", nil)},
		"GET /v1/schema/formats":       {"401 403 403 403 403 200 200 200", plainly(http.MethodGet, "/v1/schema/formats", nil)},
		"GET /v1/schema/retired":       {"401 403 403 403 403 200 200 200", plainly(http.MethodGet, "/v1/schema/retired", nil)},
		"POST /v1/schema": {"401 403 403 403 403 201 201", func(w *walk, d *desk) int {
			w.made++
			return d.Request(http.MethodPost, "/v1/schema", map[string]any{"api_name": fmt.Sprint("walk", w.made), "title": "Walk"}, nil)
		}},
		"GET /v1/status/users":           {everybody, plainly(http.MethodGet, "/v1/status/users", nil)},
		"POST /v1/twilio/call/available": {everybody, plainly(http.MethodPost, "/v1/twilio/call/available", map[string]any{"call_status": "available"})},
		"POST /v1/twilio/call":           {"401 403 201 201 403 201 201", dialled},
		"POST /v1/twilio/call/seen": {"401 403 403 403 403 403 404", func(w *walk, d *desk) int { // it rang no user
			return d.Request(http.MethodPost, "/v1/twilio/call/seen", map[string]any{"calls": []id.ID{w.record("call")}}, nil)
		}},
		"GET /v1/twilio/call/{id}/caller": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/twilio/call/"+w.record("call").String()+"/caller", nil, nil)
		}},
		"GET /v1/twilio/call/{id}/journal": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/twilio/call/"+w.record("call").String()+"/journal", nil, nil)
		}},
		"POST /v1/twilio/call/{id}/report":    {"401 403 409 409 403 409 404", ofTheCall("report", map[string]any{"reports": []map[string]any{{"kind": "muted"}}})},
		"POST /v1/twilio/call/{id}/recording": {"401 403 409 409 403 409 404", ofTheCall("recording", map[string]any{"action": "start"})},
		"GET /v1/twilio/media/{name}": {"401 403 404 404 403 404 404", func(w *walk, d *desk) int { // its message has none
			return d.Request(http.MethodGet, "/v1/twilio/media/"+w.record("twilio_message").String()+".0", nil, nil)
		}},
		"GET /simulator/media/{sid}": {"401 404 404 404 404 404 404", plainly(http.MethodGet, "/simulator/media/ME1", nil)},
		"GET /v1/twilio/recording/{name}": {"401 403 404 404 403 404 404", func(w *walk, d *desk) int { // the phone network never had it
			var one record
			w.desks["superuser"].get("twilio_recording", w.record("twilio_recording"), &one)
			return d.Request(http.MethodGet, "/v1/twilio/recording/"+one.text("sid"), nil, nil)
		}},
		"GET /v1/twilio/token/{id}":      {"401 200 200 200 200 200 403", plainly(http.MethodGet, "/v1/twilio/token/"+demo.Organization.String(), nil)},
		"POST /v1/twilio/call/{id}/hold": {"401 403 409 409 403 409 404", ofTheCall("hold", map[string]any{"on": true})}, // it has ended
		"POST /v1/twilio/call/client/{id}": {"401 403 409 409 403 409 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/call/client/"+w.desks["supervisor"].me().String(), map[string]any{"conference_id": w.record("call"), "transfer": "Cold"}, nil)
		}},
		"POST /v1/twilio/call/{id}/complete_transfer": {"401 403 409 409 403 409 404", ofTheCall("complete_transfer", map[string]any{})},
		"POST /v1/twilio/call/{id}/cancel_transfer":   {"401 403 409 409 403 409 404", ofTheCall("cancel_transfer", map[string]any{})},
		"PATCH /v1/twilio/call":                       {"401 204 204 204 204 204 404", declined},
		"POST /v1/twilio/message": {"401 403 201 201 403 201 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/message", w.fields("twilio_message"), nil)
		}},
		"POST /v1/twilio/scheduled": {"401 403 201 201 403 201 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/scheduled", w.scheduling(), nil)
		}},
		"POST /v1/twilio/scheduled/{id}": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/scheduled/"+w.record(scheduledText).String(), map[string]any{"body": "Walk on"}, nil)
		}},
		"POST /v1/twilio/scheduled/{id}/cancel": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/scheduled/"+w.fresh(scheduledText).String()+"/cancel", nil, nil)
		}},
		"GET /v1/twilio/conversation/{id}/zone": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/twilio/conversation/"+w.record("twilio_conversation").String()+"/zone", nil, nil)
		}},
		"POST /v1/twilio/message/{id}/cancel": {"401 403 409 409 403 409 404", func(w *walk, d *desk) int { // it was sent
			return d.Request(http.MethodPost, "/v1/twilio/message/"+w.record("twilio_message").String()+"/cancel", nil, nil)
		}},
		"POST /v1/twilio/conversation":      {"401 403 201 201 403 201 404", begun("")},
		"POST /v1/twilio/conversation/look": {"401 403 200 200 403 200 404", begun("/look")},
		"POST /v1/twilio/conversation/{id}/read": {"401 403 204 204 403 204 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/conversation/"+w.record("twilio_conversation").String()+"/read", nil, nil)
		}},
		"POST /v1/twilio/conversation/{id}/assign": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/conversation/"+w.record("twilio_conversation").String()+"/assign", map[string]any{"user": w.desks["agent"].me()}, nil)
		}},
		"POST /v1/twilio/conversation/{id}/snooze": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/conversation/"+w.record("twilio_conversation").String()+"/snooze", map[string]any{"until": time.Now().Add(time.Hour).Format(time.RFC3339)}, nil)
		}},
		"POST /v1/twilio/conversation/{id}/reopen": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/conversation/"+w.record("twilio_conversation").String()+"/reopen", nil, nil)
		}},
		"POST /v1/twilio/conversation/{id}/close": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/twilio/conversation/"+w.record("twilio_conversation").String()+"/close", nil, nil)
		}},
		"POST /v1/chat/direct": {"401 403 200 200 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/chat/direct", map[string]any{"user": w.record("user")}, nil)
		}},
		"POST /v1/chat/help":                {"401 403 200 200 403 409 409", plainly(http.MethodPost, "/v1/chat/help", map[string]any{})}, // a sole administrator has no colleague to ask
		"POST /v1/chat/message/{id}/edit":   {"401 403 403 403 403 200 404", amends("edit", map[string]any{"body": "walk again"})},        // its author's
		"POST /v1/chat/message/{id}/react":  {"401 403 200 200 403 200 404", amends("react", map[string]any{"emoji": "👍"})},
		"POST /v1/chat/message/{id}/pin":    {"401 403 200 200 403 200 404", amends("pin", map[string]any{})},
		"POST /v1/chat/message/{id}/delete": {"401 403 403 403 403 200 404", amends("delete", map[string]any{})},
		"POST /v1/chat/message/{id}/read":   {"401 403 204 204 403 204 404", amends("read", map[string]any{})},
		"GET /v1/chat/media/{name}": {"401 403 404 404 403 404 404", func(w *walk, d *desk) int { // its message has none
			return d.Request(http.MethodGet, "/v1/chat/media/"+w.record("chat_message").String()+".0", nil, nil)
		}},
		"POST /v1/chat/{id}/unread": {"401 403 409 409 403 204 404", func(w *walk, d *desk) int { // members have unread messages
			return d.Request(http.MethodPost, "/v1/chat/"+w.record("chat").String()+"/unread", map[string]any{"number": 1}, nil)
		}},
		"POST /v1/chat/{id}/read": {"401 403 204 204 403 204 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/chat/"+w.record("chat").String()+"/read", nil, nil)
		}},
		"GET /v1/job": {everybody, plainly(http.MethodGet, "/v1/job", nil)},
		"GET /v1/job/{id}": {"401 403 403 403 403 200 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodGet, "/v1/job/"+w.record("job").String(), nil, nil)
		}},
		"POST /v1/job/{id}/cancel": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int { // it is done
			return d.Request(http.MethodPost, "/v1/job/"+w.record("job").String()+"/cancel", nil, nil)
		}},
		"POST /v1/job/{id}/retry": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int {
			return d.Request(http.MethodPost, "/v1/job/"+w.record("job").String()+"/retry", nil, nil)
		}},
		"POST /v1/job/{id}/undo": {"401 403 403 403 403 409 404", func(w *walk, d *desk) int { // it is of another kind
			return d.Request(http.MethodPost, "/v1/job/"+w.record("job").String()+"/undo", nil, nil)
		}},
		"POST /v1/mass/{object}": {"401 403 202 202 403 202 404", func(w *walk, d *desk) int {
			one := w.desks["superuser"].create("contact", map[string]any{"name": "Walk"})
			return d.Request(http.MethodPost, "/v1/mass/contact", map[string]any{"ids": []id.ID{one}, "set": map[string]any{"company": "Walk"}}, nil)
		}},
		"POST /v1/import/{object}":         {"401 403 403 415 403 415 415", plainly(http.MethodPost, "/v1/import/contact", map[string]any{})}, // no file
		"GET /v1/import/{id}":              {unknownFile, plainly(http.MethodGet, "/v1/import/"+id.New().String(), nil)},
		"POST /v1/import/{id}/preview":     {unknownFile, plainly(http.MethodPost, "/v1/import/"+id.New().String()+"/preview", map[string]any{})},
		"POST /v1/import/{id}/commit":      {unknownFile, plainly(http.MethodPost, "/v1/import/"+id.New().String()+"/commit", map[string]any{})},
		"POST /v1/import/{id}/undo":        {unknownFile, plainly(http.MethodPost, "/v1/import/"+id.New().String()+"/undo", nil)},
		"GET /v1/import/{name}/errors.csv": {unknownFile, plainly(http.MethodGet, "/v1/import/"+id.New().String()+"/errors.csv", nil)},
		"POST /v1/export/{object}":         {"401 403 403 202 403 202 202", plainly(http.MethodPost, "/v1/export/contact", map[string]any{"fields": []string{"name"}})},
		"GET /v1/export/{id}":              {unknownFile, plainly(http.MethodGet, "/v1/export/"+id.New().String(), nil)},
		"GET /v1/export/{name}/file":       {unknownFile, plainly(http.MethodGet, "/v1/export/"+id.New().String()+"/file", nil)},
		"POST /v1/merge": {"401 403 403 200 403 200 404", func(w *walk, d *desk) int {
			boss := w.desks["superuser"]
			one, other := boss.create("contact", map[string]any{"name": "Walk"}), boss.create("contact", map[string]any{"name": "Walk too"})
			return d.Request(http.MethodPost, "/v1/merge", map[string]any{"master_record": one, "selected_records": []id.ID{other}, "schema_api_name": "contact"}, nil)
		}},
		"POST /v1/merge/{id}/undo": {"401 404 404 404 404 404 404", plainly(http.MethodPost, "/v1/merge/"+id.New().String()+"/undo", nil)},
		"POST /v1/erasure": {"401 403 403 403 403 202 404", func(w *walk, d *desk) int {
			return d.erases(w.desks["superuser"].create("contact", map[string]any{"name": "Walk"}), "Walk", nil)
		}},
		"POST /v1/rotation":      {"401 403 403 403 403 202 202", plainly(http.MethodPost, "/v1/rotation", map[string]any{})}, // each of their own organization
		"GET /simulator/state":   {everybody, plainly(http.MethodGet, "/simulator/state", nil)},
		"POST /simulator/texts":  {inside, plainly(http.MethodPost, "/simulator/texts", map[string]string{"from": "+12065558100", "to": demo.Phones()[0].Number, "body": "walk"})},
		"POST /simulator/outage": {"401 204 204 204 204 204 204", plainly(http.MethodPost, "/simulator/outage", map[string]bool{"on": false})},
		"POST /simulator/refuse": {"401 204 204 204 204 204 204", plainly(http.MethodPost, "/simulator/refuse", map[string]bool{"on": false})},
		"POST /simulator/calls": {inside, func(w *walk, d *desk) int {
			var placed struct{ SID string }
			status := d.Request(http.MethodPost, "/simulator/calls", map[string]string{"from": "+12065558101", "to": demo.Phones()[0].Number}, &placed)
			w.hangUp(placed.SID)
			return status
		}},
		"POST /simulator/calls/{sid}/voice":      {"401 204 204 204 204 204 404", played("voice")},
		"GET /simulator/calls/{sid}/hearing":     {"401 200 200 200 200 200 404", onThePhone(http.MethodGet, "hearing", nil)},
		"POST /simulator/calls/{sid}/media":      {"401 422 422 422 422 422 404", onThePhone(http.MethodPost, "media", map[string]string{"sdp": "no offer"})},
		"POST /simulator/calls/{sid}/answer":     {"401 409 409 409 409 409 404", played("answer")},
		"POST /simulator/calls/{sid}/hangup":     {"401 204 204 204 204 204 404", played("hangup")},
		"POST /v1/webhooks/twilio/voice":         unsigned("voice"),
		"POST /v1/webhooks/twilio/call_status":   unsigned("call_status"),
		"POST /v1/webhooks/twilio/conference":    unsigned("conference"),
		"POST /v1/webhooks/twilio/recording":     unsigned("recording"),
		"POST /v1/webhooks/twilio/announcement":  unsigned("announcement"),
		"POST /v1/webhooks/twilio/conversations": unsigned("conversations"),
	}
	maps.Copy(routes, marketRoutes())
	return routes
}

// walk is a product with one caller of each kind and a record of each object.
type walk struct {
	t       *testing.T
	product *product
	desks   map[string]*desk
	records map[string]id.ID
	made    int
	secret  string // is in the texts of records that cannot be changed later
	// elsewhere is the stranger's organization.
	elsewhere id.ID
}

// ofTheCall sends a request about a call that has ended.
func ofTheCall(what string, body map[string]any) func(w *walk, d *desk) int {
	return func(w *walk, d *desk) int {
		return d.Request(http.MethodPost, "/v1/twilio/call/"+w.record("call").String()+"/"+what, body, nil)
	}
}

func newWalk(t *testing.T, change func(*app.Main)) *walk {
	t.Helper()
	p := start(t, change)
	const password = "correct horse battery"
	elsewhere, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", password)
	if err != nil {
		t.Fatal(err)
	}
	admin := p.signIn("admin")
	w := &walk{t: t, product: p, elsewhere: elsewhere, records: map[string]id.ID{}, desks: map[string]*desk{
		"nobody": p.stranger(), "plain": p.plain(admin), "agent": p.signIn("agent1"), "supervisor": p.signIn("supervisor"),
		"keeper": p.signIn("agent4"), "superuser": admin, "stranger": p.as("boss@elsewhere.test", password),
	}}
	for _, boss := range []string{"superuser", "stranger"} { // a walk sends more requests per minute than a user
		w.desks[boss].generous()
	}
	keepers := admin.create("permission", map[string]any{
		"name": "Keepers", "schemas": []string{"user"}, "system": []string{"administer_users"}, "object_permissions": map[string]any{
			"user": map[string]any{"create": true, "read": true, "update": true, "delete": true},
		},
	})
	keeper := w.desks["keeper"]
	if got := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": keeper.me(), "permissions": []id.ID{keepers}}, nil); got != http.StatusOK {
		t.Fatalf("make the keeper: %d", got)
	}
	waittest.Until(t, "the keeper to be no agent any more", func() bool {
		return keeper.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusForbidden
	})
	w.administer(p.signIn("agent3"))
	return w
}

// administer makes a user without any permission set the only administrator
// of an app.
func (w *walk) administer(d *desk) {
	t, admin := w.t, w.desks["superuser"]
	t.Helper()
	w.desks["administrator"] = d
	for _, app := range admin.list("app", "[]") { // a demo app has an administrator
		if got := admin.Request(http.MethodPatch, "/v1/object/app", map[string]any{"id": app["id"], "app_admins": []id.ID{}}, nil); got != http.StatusOK {
			t.Fatalf("take an app from its administrators: %d", got)
		}
	}
	if got := admin.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": d.me(), "permissions": []id.ID{}}, nil); got != http.StatusOK {
		t.Fatalf("take the sets of the administrator: %d", got)
	}
	w.records["app"] = admin.create("app", map[string]any{"name": "Walk's own", "app_admins": []id.ID{d.me()}})
	waittest.Until(t, "nobody else to administer an app", func() bool {
		return w.desks["supervisor"].Request(http.MethodGet, "/v1/schema/formats", nil, nil) == http.StatusForbidden &&
			d.Request(http.MethodGet, "/v1/schema/formats", nil, nil) == http.StatusOK && d.Request(http.MethodGet, "/v1/object/contact?limit=1", nil, nil) == http.StatusForbidden
	})
}

func TestEveryRouteForEveryKindOfUser(t *testing.T) {
	w := newWalk(t, nil)
	routes, ok := w.product.Main.Handler().(chi.Routes)
	if !ok {
		t.Fatal("the product's routes can't be walked")
	}
	seen := map[string]bool{}
	err := chi.Walk(routes, func(method, pattern string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		if pattern == "/socket.io/" {
			method = "ANY"
		}
		seen[method+" "+pattern] = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	verbs, others := objectVerbs(), otherRoutes()
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		switch verb, row := verbs[name], others[name]; {
		case verb != "":
			w.objects(name, verb)
		case row.ask != nil:
			w.compare(name, row.want, func(d *desk, _ string) int { return row.ask(w, d) })
		default: // unaccounted
		}
	}
	for _, fault := range unaccounted(seen, verbs, others) {
		t.Error(fault)
	}
}

// unaccounted returns which routes have no row, and which rows no route.
func unaccounted[R any](seen map[string]bool, verbs map[string]string, others map[string]R) (faults []string) {
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		if _, known := others[name]; !known && verbs[name] == "" {
			faults = append(faults, name+" has no row in otherRoutes: say what each kind of caller is answered")
		}
	}
	for _, name := range slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(verbs)), slices.Collect(maps.Keys(others))))) {
		if !seen[name] {
			faults = append(faults, name+" has a row and is no route")
		}
	}
	return faults
}

// The walk fails if a route is new, and if one is removed.
func TestTheWalkMissesNoRoute(t *testing.T) {
	verbs, others := objectVerbs(), otherRoutes()
	seen := map[string]bool{}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(verbs)), slices.Collect(maps.Keys(others))) {
		seen[name] = true
	}
	if faults := unaccounted(seen, verbs, others); len(faults) != 0 {
		t.Fatalf("all routes have their rows: %v", faults)
	}
	seen["POST /v1/brand-new/{id}"] = true
	delete(seen, "GET /v1/object/{object}")
	faults := unaccounted(seen, verbs, others)
	if len(faults) != 2 || !strings.HasPrefix(faults[0], "POST /v1/brand-new/{id} has no row") || faults[1] != "GET /v1/object/{object} has a row and is no route" {
		t.Errorf("found %v", faults)
	}
}

// compare sends a request as each kind of caller.
func (w *walk) compare(name, want string, ask func(d *desk, kind string) int) {
	w.t.Helper()
	got := make([]string, 0, len(kinds()))
	for _, kind := range kinds() {
		got = append(got, fmt.Sprint(ask(w.desks[kind], kind)))
	}
	if columns := strings.Fields(want); len(columns) < len(kinds()) {
		want += " " + columns[slices.Index(kinds(), "plain")]
	}
	if answers := strings.Join(got, " "); answers != want {
		w.t.Errorf("%s\n answers %s,\n  wanted %s\n    (for %s)", name, answers, want, strings.Join(kinds(), ", "))
	}
}

// objects sends a route with an object in it, for every object.
func (w *walk) objects(name, verb string) {
	w.t.Helper()
	answers := objectAnswers()
	for _, o := range features.Registry().Objects() {
		want, known := answers[o.APIName][verb]
		if verb == "decrypt" {
			want, known = decrypted(o, answers[o.APIName]["read"]), true
		}
		switch verb {
		case "board": // callers that may list learn that the columns are missing
			want, known = strings.ReplaceAll(answers[o.APIName]["list"], "200", "422"), true
		case "define":
			want, known = definable(o), true
		case "retire":
			want, known = strings.ReplaceAll(definable(o), "200", "403"), true
		case "bring back":
			want, known = "401 403 403 403 403 404 404 404", true
		}
		if !known {
			w.t.Errorf("%s has no row in objectAnswers for %s", o.APIName, verb)
		}
		w.compare(o.APIName+": "+name, want, func(d *desk, _ string) int { return w.askObject(d, o.APIName, name) })
	}
}

// encrypted returns an encrypted field of an object, or its name field if it
// has none.
func encrypted(o *schema.Object) string {
	for _, f := range o.Fields {
		if f.Type.Sealed {
			return f.Name
		}
	}
	return o.NameField
}

// decrypted is the row of a reveal: callers that may read a record learn that
// its field is not encrypted, or that they lack the right, which only
// superusers have here.
func decrypted(o *schema.Object, read string) string {
	if encrypted(o) == o.NameField {
		return strings.ReplaceAll(read, "200", "422")
	}
	answers := strings.Fields(strings.ReplaceAll(read, "200", "403"))
	answers[slices.Index(kinds(), "superuser")] = "200"
	return strings.Join(answers, " ")
}

// definable is the row of what superusers, and administrators of apps, may do
// with the definition of an object: the product's own objects only accept
// additional fields.
func definable(o *schema.Object) string {
	switch {
	case o.Internal:
		return "401 403 403 403 403 404 404 404"
	case !o.Extendable():
		return "401 403 403 403 403 403 403 403"
	default:
		return "401 403 403 403 403 200 200 200"
	}
}

// askObject sends the request of a route for an object, with a new record if
// the request may delete it.
func (w *walk) askObject(d *desk, object, name string) int {
	method, path, _ := strings.Cut(name, " ")
	if strings.HasPrefix(path, "/v1/schema/") && method != http.MethodGet {
		return d.Request(method, strings.Replace(path, "{object}", object, 1), map[string]any{}, nil)
	}
	var one id.ID
	switch {
	case method == http.MethodDelete:
		one = w.fresh(object)
	case w.records[object] == "":
		w.records[object] = w.fresh(object)
		fallthrough
	default:
		one = w.records[object]
	}
	var body any
	switch method {
	case http.MethodPost:
		if body = w.fields(object); strings.HasSuffix(path, "/restore") {
			back := map[string]any{"version": 1}
			if object == "organization" { // the initial settings have quiet hours, in which texts are refused
				back["fields"] = []string{"name"}
			}
			body = back
		}
		if strings.HasSuffix(path, "/related_counts") {
			body = map[string]any{}
		}
		if strings.HasSuffix(path, "/decrypt") {
			body = map[string]any{"field": encrypted(features.Registry().Object(object))}
		}
	case http.MethodPatch:
		field := "name"
		if object == "consent_event" { // the server names it
			field = "evidence"
		}
		body = map[string]any{"id": one, field: w.name()}
	case http.MethodDelete:
		if !strings.Contains(path, "{id}") {
			path += "?ids=" + one.String()
		}
	}
	return d.Request(method, strings.NewReplacer("{object}", object, "{id}", one.String()).Replace(path), body, nil)
}

func (w *walk) name() string {
	w.made++
	return fmt.Sprint("Walk ", w.made)
}
