package rest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"switchboard/actors/accounts"
)

// A code is asked for between the password and the tokens, until the browser is trusted.
func TestTheSecondStepOfASignIn(t *testing.T) {
	w := newWorld(t)
	ann := w.person("Ann", nil)
	var setup struct {
		Secret string `json:"secret"`
		URI    string `json:"uri"`
		QR     string `json:"qr"`
	}
	ann.do("POST", "/v1/me/second_factor/begin", `{}`).is(200).into(&setup)
	if got := ann.do("POST", "/v1/me/second_factor/confirm", `{"code":"000000"}`).problem(http.StatusUnprocessableEntity); len(got.Errors["code"]) == 0 {
		t.Errorf("%+v", got)
	}
	code := func(ahead time.Duration) string {
		t.Helper()
		text, err := totp.GenerateCode(setup.Secret, time.Now().Add(ahead))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var made struct {
		Codes []string `json:"recovery_codes"`
	}
	ann.do("POST", "/v1/me/second_factor/confirm", `{"code":"`+code(0)+`"}`).is(200).into(&made)
	if len(made.Codes) != 10 || setup.URI == "" || setup.QR == "" {
		t.Fatalf("%+v", made)
	}

	const right = `"username":"ann@example.com","password":"` + password + `"`
	var asked struct {
		Ticket  string `json:"ticket"`
		Expires int    `json:"expires_in"`
		Access  string `json:"access_token"`
	}
	first := w.do("POST", "/v1/oauth2/token", `{`+right+`}`, ownPage).is(200)
	if first.into(&asked); asked.Ticket == "" || asked.Expires != 300 || asked.Access != "" || cookieOf(first) != nil {
		t.Fatalf("the password alone: %s", first.body)
	}
	step := func(code, more string, change ...func(*http.Request)) *answer {
		return w.do("POST", "/v1/oauth2/second_factor", `{"ticket":"`+asked.Ticket+`","code":"`+code+`"`+more+`}`, change...)
	}
	step("000000", "").problem(http.StatusUnauthorized)
	step(made.Codes[0], "", header("Origin", "https://evil.test")).problem(http.StatusForbidden)
	step(made.Codes[0], `,"organization":"x"`).problem(http.StatusUnprocessableEntity)
	step(made.Codes[0], `,"otp":"1"`).problem(http.StatusUnprocessableEntity)
	var got tokens
	in := step(made.Codes[0], `,"trust":true`, ownPage).is(200)
	if in.into(&got); got.Access == "" || cookieOf(in) == nil {
		t.Fatalf("%s", in.body)
	}
	step(made.Codes[0], "").problem(http.StatusUnauthorized)
	(&person{world: w, token: got.Access}).do("GET", "/v1/me", "").is(200)

	response := http.Response{Header: in.header}
	var trust *http.Cookie
	for _, c := range response.Cookies() {
		if c.Name == "switchboard_trust" {
			trust = c
		}
	}
	if trust == nil || !trust.HttpOnly || time.Until(trust.Expires) < accounts.TrustLife-time.Minute {
		t.Fatalf("the browser's trust: %v", trust)
	}
	w.do("POST", "/v1/oauth2/token", `{`+right+`}`, ownPage, withCookie(trust)).is(200).into(&got)
	if got.Access == "" {
		t.Error("a trusted browser is asked for a code")
	}

	w.do("POST", "/v1/oauth2/token", `{`+right+`,"otp":"`+made.Codes[1]+`"}`).is(200).into(&got)
	(&person{world: w, token: got.Access}).do("GET", "/v1/me", "").is(200)
	w.do("POST", "/v1/oauth2/token", `{`+right+`,"otp":"000000"}`).problem(http.StatusUnauthorized)
	form := w.do("POST", "/v1/oauth2/token", "grant_type=password&username=ann%40example.com&password=correct+horse", header("Content-Type", "application/x-www-form-urlencoded"))
	if form.status == 200 {
		t.Errorf("a form without a code: %s", form.body)
	}
	ann.do("POST", "/v1/me/second_factor/off", `{"password":"wrong"}`).problem(http.StatusUnprocessableEntity)
	ann.do("POST", "/v1/me/second_factor/off", `{"password":"`+password+`"}`).is(http.StatusNoContent)
	w.do("POST", "/v1/oauth2/token", `{`+right+`}`).is(200).into(&got)
}

// Where the organization requires a second factor, a session without one sets it up and does
// nothing else.
func TestASessionThatMustSetUpASecondFactor(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	boss(w).do("PATCH", "/v1/object/organization", `[{"id":"`+string(w.org)+`","settings":{"second_factor":true}}]`).is(http.StatusOK)
	var got struct {
		Access   string `json:"access_token"`
		Required bool   `json:"second_factor_required"`
	}
	in := w.do("POST", "/v1/oauth2/token", `{"username":"ann@example.com","password":"`+password+`"}`, ownPage).is(200)
	if in.into(&got); !got.Required {
		t.Errorf("%s", in.body)
	}
	ann := &person{world: w, token: got.Access}
	for _, route := range []string{"GET /v1/me", "GET /v1/schema", "GET /v1/object/user", "POST /v1/query", "POST /v1/api_key", "POST /v1/me/second_factor/off"} {
		var method, path string
		for i := range route {
			if route[i] == ' ' {
				method, path = route[:i], route[i+1:]
			}
		}
		if refused := ann.do(method, path, `{}`).problem(http.StatusForbidden); refused.Code != "second_factor_required" {
			t.Errorf("%s: %+v", route, refused)
		}
	}
	opened := w.do("POST", "/v1/oauth2/refresh?with=me", `{}`, ownPage, withCookie(cookieOf(in))).is(200)
	var page struct {
		Me any `json:"me"`
	}
	if opened.into(&page); page.Me != nil {
		t.Errorf("a page begins with %v", page.Me)
	}
	var setup struct {
		Secret string `json:"secret"`
	}
	ann.do("POST", "/v1/me/second_factor/begin", `{}`).is(200).into(&setup)
	code, err := totp.GenerateCode(setup.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ann.do("POST", "/v1/me/second_factor/confirm", `{"code":"`+code+`"}`).is(200)
	ann.do("GET", "/v1/me", "").is(200)
	ann.do("POST", "/v1/me/second_factor/off", `{"password":"`+password+`"}`).problem(http.StatusConflict)
}
