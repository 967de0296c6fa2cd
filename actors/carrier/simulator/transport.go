package simulator

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"switchboard/storage/panics"
)

// inProcess sends requests to a handler without a network.
type inProcess struct {
	handler http.Handler
	panics  *panics.Catcher // of streamed responses
}

// RoundTrip implements http.RoundTripper.
func (t inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	inner := r.Clone(r.Context())
	if inner.Host == "" {
		inner.Host = r.URL.Host
	}
	inner.RequestURI = r.URL.RequestURI()
	if inner.Body == nil {
		inner.Body = http.NoBody
	}
	if strings.HasSuffix(r.URL.Path, ".mp3") {
		return t.stream(r, inner)
	}
	taken := &answer{header: http.Header{}, status: http.StatusOK}
	t.handler.ServeHTTP(taken, inner)
	_ = inner.Body.Close()
	return &http.Response{
		Status: fmt.Sprintf("%d %s", taken.status, http.StatusText(taken.status)), StatusCode: taken.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: taken.header,
		Body: io.NopCloser(&taken.body), ContentLength: int64(taken.body.Len()), Request: r,
	}, nil
}

// answer records a handler's response.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header         { return a.header }
func (a *answer) Write(p []byte) (int, error) { return a.body.Write(p) }
func (a *answer) WriteHeader(status int)      { a.status = status }
