package carriertest

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// sound matches a URL that the description mentions only in prose.
var sound = regexp.MustCompile(`^/2010-04-01/Accounts/AC[0-9a-f]{32}/Recordings/RE[0-9a-f]{32}\.mp3$`)

// Checking is a transport that fails the test if a request or response violates the
// provider's description.
type Checking struct {
	next http.RoundTripper
	fail func(format string, args ...any)
	by   map[string]routers.Router

	mu   sync.Mutex
	seen map[string]int
}

// NewChecking wraps a transport.
func NewChecking(t testing.TB, next http.RoundTripper) *Checking {
	t.Helper()
	return newChecking(t, next, t.Errorf)
}

func newChecking(t testing.TB, next http.RoundTripper, fail func(string, ...any)) *Checking {
	t.Helper()
	by, err := descriptions()
	if err != nil {
		t.Fatal(err)
	}
	return &Checking{next: next, fail: fail, by: by, seen: map[string]int{}}
}

// Seen returns how often an operation (by its id in the description) was called, so
// that a test can prove that the check ran.
func (c *Checking) Seen(operation string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen[operation]
}

// RoundTrip implements http.RoundTripper.
func (c *Checking) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := taken(&r.Body)
	if err != nil {
		return nil, err
	}
	input, err := c.request(r, body)
	if err != nil {
		c.fail("request %s %s: %v", r.Method, r.URL, err)
	}
	response, err := c.next.RoundTrip(r)
	if err != nil || input == nil || response.StatusCode > 299 {
		return response, err
	}
	answer, err := taken(&response.Body)
	if err != nil {
		return nil, err
	}
	checked := (&openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.StatusCode, Header: response.Header,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	}).SetBodyBytes(answer)
	if err := openapi3filter.ValidateResponse(r.Context(), checked); err != nil {
		c.fail("answer to %s %s: %v", r.Method, r.URL, err)
	}
	return response, nil
}

// taken reads a body and puts it back.
func taken(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	raw, err := io.ReadAll(*body)
	if err != nil {
		return nil, err
	}
	if err := (*body).Close(); err != nil {
		return nil, err
	}
	*body = io.NopCloser(bytes.NewReader(raw))
	return raw, nil
}

func (c *Checking) request(r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	if sound.MatchString(r.URL.Path) && r.Method == http.MethodGet {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.seen["sound"]++
		return nil, nil //nolint:nilnil // there is nothing to check
	}
	if r.URL.Host == "mcs.us1.twilio.com" || r.URL.Host == "media.us1.twilio.com" { // no description is published
		c.mu.Lock()
		defer c.mu.Unlock()
		c.seen["media"]++
		return nil, nil //nolint:nilnil // there is nothing to check
	}
	router := c.by[r.URL.Host]
	if router == nil {
		return nil, fmt.Errorf("the provider has no host %q that we use", r.URL.Host)
	}
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	route, path, err := router.FindRoute(copied)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.seen[route.Operation.OperationID]++
	c.mu.Unlock()
	input := &openapi3filter.RequestValidationInput{
		Request: copied, PathParams: path, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, MultiError: true},
	}
	if err := openapi3filter.ValidateRequest(r.Context(), input); err != nil {
		return input, err
	}
	return input, names(route, r, body)
}

// names rejects form fields and query parameters that the description does not have.
func names(route *routers.Route, r *http.Request, body []byte) error {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return err
	}
	var known openapi3.Schemas
	if ref := route.Operation.RequestBody; ref != nil {
		if media := ref.Value.Content.Get("application/x-www-form-urlencoded"); media != nil {
			known = media.Schema.Value.Properties
		}
	}
	for name := range form {
		if known[name] == nil {
			return fmt.Errorf("%s has no form field %q", route.Operation.OperationID, name)
		}
	}
	for name := range r.URL.Query() {
		if route.Operation.Parameters.GetByInAndName("query", name) == nil {
			return fmt.Errorf("%s has no query parameter %q", route.Operation.OperationID, name)
		}
	}
	return nil
}
