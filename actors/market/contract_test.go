package market_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"
)

// description answers by Stripe's published description of the API version that stripe-go pins.
var description = sync.OnceValues(func() (*server.StubServer, error) {
	spec, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		return nil, err
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		return nil, err
	}
	return server.NewStubServer(fixtures, spec, false, false)
})

// checking holds each request to the description before it passes it on.
type checking struct {
	t    testing.TB
	next http.RoundTripper
}

func checked(t testing.TB, next http.RoundTripper) http.RoundTripper { return checking{t, next} }

// RoundTrip implements http.RoundTripper.
func (c checking) RoundTrip(r *http.Request) (*http.Response, error) {
	stub, err := description()
	if err != nil {
		return nil, err
	}
	var body []byte
	if r.Body != nil {
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	if version := r.Header.Get("Stripe-Version"); version != "2023-10-16" {
		c.t.Errorf("%s %s is of version %q", r.Method, r.URL, version)
	}
	described := r.Clone(r.Context())
	described.Header.Set("Authorization", "Bearer sk_test_123") // as stripe-mock wants it
	described.RequestURI = r.URL.RequestURI()
	described.Body = io.NopCloser(bytes.NewReader(body))
	answer := httptest.NewRecorder()
	stub.HandleRequest(answer, described)
	if answer.Code >= http.StatusBadRequest {
		c.t.Errorf("%s %s %s breaks the description: %s", r.Method, r.URL, body, answer.Body)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return c.next.RoundTrip(r)
}

// A request that the description does not allow is found.
func TestTheDescriptionRefusesWhatItLacks(t *testing.T) {
	for _, form := range []string{"ui_mode=popup&mode=subscription", "mode=subscription&colour=red"} {
		var found failures
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "https://api.stripe.com/v1/checkout/sessions", bytes.NewReader([]byte(form)))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Stripe-Version", "2023-10-16")
		if _, err := (checking{&found, nowhere{}}).RoundTrip(r); err != nil || found.count != 1 {
			t.Errorf("%s: %d failures, %v", form, found.count, err)
		}
	}
}

type failures struct {
	testing.TB

	count int
}

func (f *failures) Errorf(string, ...any) { f.count++ }

type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) { return &http.Response{}, nil }
