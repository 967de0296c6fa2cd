package rest_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// The answer says nothing of the address, and neither do the limits.
func TestAskingForANewPassword(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	ask := func(email string) *answer {
		return w.do("POST", "/v1/password/forgot", `{"email":"`+email+`"}`)
	}
	var waits []string
	for _, email := range []string{"ann@example.com", "nobody@example.com"} {
		for range 5 {
			if a := ask(email).is(http.StatusAccepted); strings.TrimSpace(string(a.body)) != "{}" {
				t.Errorf("%s is answered %s", email, a.body)
			}
		}
		limited := ask(email)
		limited.problem(http.StatusTooManyRequests)
		wait := limited.header.Get("Retry-After")
		if n, err := strconv.Atoi(wait); err != nil || n < 1 {
			t.Errorf("Retry-After: %q", wait)
		}
		waits = append(waits, wait)
	}
	if a, _ := strconv.Atoi(waits[0]); waits[0] != waits[1] && strconv.Itoa(a-1) != waits[1] && strconv.Itoa(a+1) != waits[1] {
		t.Errorf("an account waits %s s, a stranger %s s", waits[0], waits[1])
	}
	if got := ask("no address").problem(http.StatusUnprocessableEntity); len(got.Errors["email"]) == 0 {
		t.Errorf("%+v", got)
	}
	w.do("POST", "/v1/password/forgot", `{"mail":"ann@example.com"}`).problem(http.StatusUnprocessableEntity)
	w.do("POST", "/v1/password/forgot", `{"email":"ann@example.com"}`, header("Origin", "https://evil.test")).problem(http.StatusForbidden)
	w.do("POST", "/v1/password/reset", `{"token":"x","password":"another password"}`, header("Origin", "https://evil.test")).problem(http.StatusForbidden)
	for _, path := range []string{"look", "reset"} {
		w.do("POST", "/v1/password/"+path, `{"token":"x"}`).problem(http.StatusNotFound)
	}
}
