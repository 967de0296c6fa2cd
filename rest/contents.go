package rest

import (
	"context"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/feature"
	"switchboard/storage/access"
)

const (
	// longest is how long somebody may take to read a content: a recording of hours over a
	// bad line.
	longest = time.Hour
	// chunk is written at once, which the reader has chunkTime for.
	chunk     = 64 << 10
	chunkTime = time.Minute
)

// contents are the routes of bytes that are no records.
func contents(r chi.Router, g *gate, all []feature.Content) {
	for _, c := range all {
		switch {
		case c.Locate != nil:
			r.Method(http.MethodPost, c.Path, g.asked(locate(c)))
		case c.Find != nil && c.IsPublic:
			r.Method(http.MethodGet, c.Path, g.public(func(w http.ResponseWriter, r *http.Request) error {
				w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // other sites show public images
				return find(c)(w, r, nil)
			}))
		case c.Find != nil:
			r.Method(http.MethodGet, c.Path, g.signed(find(c)))
		default:
			r.Method(http.MethodGet, c.Path, g.signed(read(c)))
		}
	}
}

// read answers with a content, or the part of it that is asked for. It takes as long as its
// reader does, so it has not the time of a request but one of its own.
func read(c feature.Content) signedHandler {
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), longest)
		defer cancel()
		opened, err := c.Open(ctx, p, chi.URLParam(r, "name"), r.Header.Get("Range"))
		if err != nil {
			return err
		}
		defer func() { _ = opened.Close() }()
		h := w.Header()
		h.Set("Content-Type", opened.Type)
		h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": opened.Name}))
		h.Set("Accept-Ranges", "bytes")
		if opened.Length >= 0 {
			h.Set("Content-Length", strconv.FormatInt(opened.Length, 10))
		}
		status := http.StatusOK
		if opened.Range != "" {
			h.Set("Content-Range", opened.Range)
			status = http.StatusPartialContent
		}
		w.WriteHeader(status)
		return passOn(w, opened)
	}
}

// passOn writes what is read as it comes.
func passOn(w http.ResponseWriter, from io.Reader) error {
	on := http.NewResponseController(w)
	for {
		// Where the deadline can't be moved the server's own holds.
		_ = on.SetWriteDeadline(time.Now().Add(chunkTime))
		switch n, err := io.CopyN(w, from, chunk); {
		case err == io.EOF: //nolint:errorlint // CopyN gives it as it is
			return nil
		case err != nil:
			return errGone // with the bytes that are missing the reader sees that it is not whole
		case n == 0:
			return nil
		}
	}
}
