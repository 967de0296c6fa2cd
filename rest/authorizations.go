package rest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/integrations"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/id"
)

// Authorizations has other systems let us in (actors/integrations).
type Authorizations interface {
	Authorize(ctx context.Context, p *access.Principal, credential id.ID, browser string) (address string, err error)
	Run(ctx context.Context, p *access.Principal, credential id.ID, browser string) (integrations.Ran, error)
	Finish(ctx context.Context, reply integrations.Reply) (integrations.Finished, error)
}

const (
	// markTime is how long a browser keeps what it is known by when it comes back.
	markTime = time.Hour
	// markLength is how long that is.
	markLength = 26
	// authorizedPath is the page that says how an authorization ended.
	authorizedPath = "/authorized"
)

// authorizations begin with a signed-in user and end where another system redirects their
// browser.
type authorizations struct {
	to      Authorizations
	gate    *gate
	cookies cookies
	log     *slog.Logger
}

func newAuthorizations(d Deps, g *gate) *authorizations {
	return &authorizations{d.Authorizations, g, newCookies(strings.HasPrefix(d.PublicURL, "https://")), d.Log}
}

func (a *authorizations) routes(r chi.Router) {
	r.Get("/oauth2/authorize/{id}", a.gate.acting(a.authorize))
	r.Post("/oauth2/run/{id}", a.gate.signed(a.run))
}

// authorize is GET v1/oauth2/authorize/{credential}: the address at which the other system
// asks the person.
func (a *authorizations) authorize(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	credential, err := pathID(r)
	if err != nil {
		return err
	}
	mark := a.marked(r)
	address, err := a.to.Authorize(r.Context(), p, credential, mark)
	if err != nil {
		return err
	}
	a.keep(w, mark)
	return writeJSON(w, http.StatusOK, wire.Authorization{URL: address})
}

// run is POST v1/oauth2/run/{credential}.
func (a *authorizations) run(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	credential, err := pathID(r)
	if err != nil {
		return err
	}
	if _, err := readBody(r, maxBody, true); err != nil {
		return err
	}
	if err := a.gate.changes(r, p, 1); err != nil {
		return err
	}
	mark := a.marked(r)
	ran, err := a.to.Run(r.Context(), p, credential, mark)
	if err != nil {
		return err
	}
	if ran.URL != "" {
		a.keep(w, mark)
	}
	return writeJSON(w, http.StatusOK, wire.Authorization{Status: ran.Status, URL: ran.URL})
}

// marked returns the mark of the browser: a user who follows an address that another user began
// authorizes nothing.
func (a *authorizations) marked(r *http.Request) string {
	if mark := a.mark(r); len(mark) == markLength {
		return mark
	}
	return rand.Text()
}

// keep has the browser show its mark when it comes back.
func (a *authorizations) keep(w http.ResponseWriter, mark string) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // secure wherever the public URL is https
		Name: a.cookies.mark, Value: mark, Path: "/", MaxAge: int(markTime / time.Second),
		// The other system leads the browser here, so that a strict cookie would stay away.
		HttpOnly: true, Secure: a.cookies.secure, SameSite: http.SameSiteLaxMode,
	})
}

func (a *authorizations) mark(r *http.Request) string {
	if kept, err := r.Cookie(a.cookies.mark); err == nil {
		return kept.Value
	}
	return ""
}

// back is GET /oauth2/callback, where another system sends the browser. How it ended is
// asked for by the page that it is led to: a text in its address could be anybody's.
func (a *authorizations) back(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	ended, err := a.to.Finish(r.Context(), integrations.Reply{
		State: q.Get("state"), Code: q.Get("code"), Error: q.Get("error"), Description: q.Get("error_description"), Browser: a.mark(r),
	})
	told := url.Values{}
	switch {
	case err != nil:
		a.log.ErrorContext(r.Context(), "an authorization could not be ended", "request_id", requestID(r), "error", err)
		told.Set("why", "failed")
	case ended.Request != "":
		told.Set("id", ended.Request.String())
	default:
		told.Set("why", ended.Why)
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, authorizedPath+"?"+told.Encode(), http.StatusFound)
	return nil
}
