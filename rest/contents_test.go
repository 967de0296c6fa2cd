package rest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// closing notes that it was closed.
type closing struct {
	io.Reader
	closed *bool
}

func (c closing) Close() error {
	*c.closed = true
	return nil
}

// What is read is passed on as it is: whole or in part, with what it is, and refusals in words.
func TestContentsArePassedOn(t *testing.T) {
	closed, whole := false, strings.Repeat("sound ", 100_000)
	content := feature.Content{Path: "/sound/{name}", Open: func(_ context.Context, _ *access.Principal, name, part string) (feature.Opened, error) {
		switch {
		case name != "one":
			return feature.Opened{}, fault.New(fault.Forbidden, "It is not for you.")
		case part != "":
			return feature.Opened{ReadCloser: closing{strings.NewReader("sou"), &closed}, Type: "audio/mpeg", Name: "a.mp3", Length: 3, Range: "bytes 0-2/9"}, nil
		default:
			return feature.Opened{ReadCloser: closing{strings.NewReader(whole), &closed}, Type: "audio/mpeg", Name: "a.mp3", Length: -1}, nil
		}
	}}
	ask := func(name, part string) *httptest.ResponseRecorder {
		t.Helper()
		closed = false
		r := httptest.NewRequest(http.MethodGet, "/sound/"+name, nil)
		if part != "" {
			r.Header.Set("Range", part)
		}
		w := httptest.NewRecorder()
		routes := chi.NewRouter()
		g := &gate{}
		routes.Get(content.Path, g.public(func(w http.ResponseWriter, r *http.Request) error {
			return read(content)(w, r, &access.Principal{})
		}))
		routes.ServeHTTP(w, r)
		return w
	}
	w := ask("one", "")
	if w.Code != http.StatusOK || w.Body.String() != whole || w.Header().Get("Content-Type") != "audio/mpeg" || w.Header().Get("Accept-Ranges") != "bytes" || !closed {
		t.Errorf("whole: %d, %d bytes, %v, closed %t", w.Code, w.Body.Len(), w.Header(), closed)
	}
	w = ask("one", "bytes=0-2")
	if w.Code != http.StatusPartialContent || w.Body.String() != "sou" || w.Header().Get("Content-Range") != "bytes 0-2/9" || w.Header().Get("Content-Length") != "3" || !closed {
		t.Errorf("a part: %d %q, %v, closed %t", w.Code, w.Body, w.Header(), closed)
	}
	if w = ask("two", ""); w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "It is not for you.") || w.Header().Get("Content-Type") != "application/problem+json" {
		t.Errorf("refused: %d %s %v", w.Code, w.Body, w.Header())
	}
}
