package producttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// Person is a user of REST.
type Person struct {
	*Product
	Token string // the access token, "" without one
	// Spy receives every request with its response, headers included; may be
	// nil.
	Spy func(request, answer string)
}

// SignIn returns a signed-in user with an account.
func (p *Product) SignIn(email, password string) *Person {
	p.T.Helper()
	one := &Person{Product: p}
	var tokens struct {
		AccessToken string `json:"access_token"`
	}
	one.Must(http.MethodPost, "/v1/oauth2/token", map[string]string{"username": email, "password": password}, &tokens)
	one.Token = tokens.AccessToken
	return one
}

// Must is Request, but anything except success fails the test.
func (o *Person) Must(method, path string, body, reply any) {
	o.T.Helper()
	if status, answer := o.send(method, path, body, reply); status >= http.StatusMultipleChoices {
		o.T.Fatalf("%s %s: %d %s", method, path, status, answer)
	}
}

// Request sends a body as JSON, nil for none, and returns the status. It
// decodes a successful response into reply, which may be nil; a server error
// fails the test.
func (o *Person) Request(method, path string, body, reply any) int {
	o.T.Helper()
	status, answer := o.send(method, path, body, reply)
	if status >= http.StatusInternalServerError {
		o.T.Errorf("%s %s: %d %s", method, path, status, answer)
	}
	return status
}

// Status is Request for a test in which the server may fail.
func (o *Person) Status(method, path string, body any) int {
	o.T.Helper()
	status, _ := o.send(method, path, body, nil)
	return status
}

func (o *Person) send(method, path string, body, reply any) (status int, answer string) {
	o.T.Helper()
	var reader io.Reader
	sent := method + " " + path
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			o.T.Fatal(err)
		}
		sent += " " + string(raw)
		reader = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(o.T.Context(), method, o.URL+path, reader)
	if err != nil {
		o.T.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if o.Token != "" {
		request.Header.Set("Authorization", "Bearer "+o.Token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		o.T.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		o.T.Fatal(err)
	}
	if o.Spy != nil {
		o.Spy(sent, fmt.Sprint(response.StatusCode, response.Header, string(raw)))
	}
	if reply != nil && response.StatusCode < http.StatusMultipleChoices {
		if err := json.Unmarshal(raw, reply); err != nil {
			o.T.Fatalf("%s: %v in %s", sent, err, raw)
		}
	}
	return response.StatusCode, strings.TrimSpace(string(raw))
}
