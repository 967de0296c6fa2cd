package rest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"

	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// patience is how long one request of the API may take.
const patience = 30 * time.Second

// server holds what handlers share.
type server struct {
	Deps
	secure  bool
	cookie  string // holds the refresh token
	device  string // the cookie by which a browser shows that it signed in before
	path    string // of the cookies
	origins map[string]bool
	hosts   hosts
	ready   readiness
	guard   *http.CrossOriginProtection
}

// New makes the whole server's handler: API, sockets, webhooks, UI.
func New(d Deps) (http.Handler, error) {
	if d.SignIns == nil || d.Principals == nil || d.Records == nil || d.Ready == nil {
		return nil, errors.New("rest: sign-ins, principals, records and readiness are needed")
	}
	if d.Budgets == nil {
		d.Budgets = boundless{}
	}
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	if d.Metrics == nil {
		d.Metrics = prometheus.NewRegistry()
	}
	s := &server{
		Deps: d, secure: strings.HasPrefix(d.PublicURL, "https://"),
		cookie: "switchboard_refresh", device: "switchboard_device", path: "/v1/oauth2",
		origins: map[string]bool{}, guard: http.NewCrossOriginProtection(),
	}
	if s.secure { // a __Host- cookie can't be set by a sister host, and needs the path /
		s.cookie, s.device, s.path = "__Host-switchboard_refresh", "__Host-switchboard_device", "/"
	}
	for _, origin := range d.Origins {
		s.origins[origin] = true
		if err := s.guard.AddTrustedOrigin(origin); err != nil {
			return nil, errors.Join(errors.New("rest: a bad origin"), err)
		}
	}
	var err error
	if s.hosts, err = newHosts(d); err != nil {
		return nil, fmt.Errorf("rest: the public URL: %w", err)
	}
	observe, err := newObserver(d.Log, d.Metrics)
	if err != nil {
		return nil, err
	}
	r := chi.NewRouter()
	r.Use(behindProxies(d.TrustedProxies), withRequestID, observe.middleware, s.secureHeaders, s.recoverPanic, s.ownHost, wholeQuery, middleware.GetHead)
	r.NotFound(s.public(notFound))
	r.MethodNotAllowed(s.wrongMethod)
	r.Get("/healthz", s.public(s.health))
	r.Get("/readyz", s.public(s.readyz))
	r.Get("/metrics", s.metrics())
	r.Route("/v1", s.api)
	if d.Sockets != nil {
		r.Handle("/socket.io/", d.Sockets)
	}
	if d.Simulator != nil {
		s.simulatorRoutes(r)
	}
	if d.Letters != nil {
		r.Method(http.MethodGet, "/simulator/letters", noStore(s.signed(s.simulatedLetters)))
	}
	if d.Static != nil {
		ui, err := newStatic(d.Static)
		if err != nil {
			return nil, err
		}
		r.NotFound(ui.orElse(s.public(notFound)))
	}
	return r, nil
}

// api lists the routes under /v1. public ones need no sign-in; every other one
// has a Principal (a test walks them).
func (s *server) api(r chi.Router) {
	r.Use(s.cors, noStore)
	r.NotFound(s.public(notFound))
	r.MethodNotAllowed(s.wrongMethod)

	r.Post("/oauth2/token", s.public(s.token))
	r.Post("/oauth2/refresh", s.public(s.refresh))
	r.Post("/oauth2/revoke", s.public(s.revoke))
	r.Post("/oauth2/switch", s.signed(s.switchOrganization))
	r.Get("/public/instance", s.public(s.instance))
	if s.Webhooks != nil {
		r.Mount("/webhooks", s.Webhooks)
	}

	if s.Offers != nil {
		r.Post("/invitation/look", s.public(s.showInvitation))
		r.Post("/invitation/accept", s.public(s.acceptInvitation))
	}

	r.Get("/me", s.signed(s.me))
	r.Patch("/me/settings", s.signed(s.saveSettings))
	r.Get("/schema", s.signed(s.schemas))
	r.Get("/schema/{object}", s.signed(s.schema))

	r.Get("/object/{object}", s.signed(s.listRecords))
	r.Post("/object/{object}", s.signed(s.createRecords))
	r.Patch("/object/{object}", s.signed(s.patchRecords))
	r.Delete("/object/{object}", s.signed(s.deleteRecords))
	r.Get("/object/{object}/{id}", s.signed(s.getRecord))
	r.Delete("/object/{object}/{id}", s.signed(s.deleteRecords))

	if s.Presence != nil {
		r.Get("/status/users", s.signed(s.userStatuses))
	}
	for _, f := range s.Features {
		s.commands(r, f)
	}
}

// publicHandler handles a request of anybody, signedHandler one of a principal.
type (
	publicHandler func(w http.ResponseWriter, r *http.Request) error
	signedHandler func(w http.ResponseWriter, r *http.Request, p *access.Principal) error
)

func (s *server) public(h publicHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		r = r.WithContext(ctx)
		if err := h(w, r); err != nil && !errors.Is(err, errGone) {
			writeProblem(w, r, s.Log, err)
		}
	}
}

// signed finds out on whose behalf the request comes before anything else of it
// is looked at.
func (s *server) signed(h signedHandler) http.HandlerFunc {
	return s.public(func(w http.ResponseWriter, r *http.Request) error {
		p, err := s.principal(r)
		if err != nil {
			return err
		}
		noteUser(r, p.User)
		if err = s.within(w, r, &p, h); refused(err) {
			s.Budgets.Refused(r.Context(), &p)
		}
		return err
	})
}

// within handles a principal's request in the places that it needs.
func (s *server) within(w http.ResponseWriter, r *http.Request, p *access.Principal, h signedHandler) error {
	leave, err := s.enter(r, p)
	if err != nil {
		return err
	}
	defer leave()
	ended, err := s.claim(r, p)
	if err != nil {
		return err
	}
	err = h(w, r, p)
	ended(err)
	return err
}

// refused tells whether it was the request's own fault, or one of too many, that it was
// not carried out.
func refused(err error) bool {
	return err != nil && !errors.Is(err, errGone) && statuses[fault.From(err).Code] < http.StatusInternalServerError
}

// principal is on whose behalf the request comes.
func (s *server) principal(r *http.Request) (access.Principal, error) {
	token, ok := bearer(r)
	if !ok {
		return access.Principal{}, fault.New(fault.Unauthenticated, "Please sign in: send an access token as Authorization: Bearer.")
	}
	p, _, err := s.Principals.Authenticate(r.Context(), token)
	return p, err
}

// bearer reads the access token: from the header alone, never from the URL.
func bearer(r *http.Request) (string, bool) {
	values := r.Header.Values("Authorization")
	if len(values) != 1 {
		return "", false
	}
	scheme, token, found := strings.Cut(values[0], " ")
	return strings.TrimSpace(token), found && strings.EqualFold(scheme, "Bearer")
}

func notFound(http.ResponseWriter, *http.Request) error {
	return fault.New(fault.NotFound, "There is nothing at this address.")
}

// wrongMethod says which methods the address has (RFC 9110 §15.5.6).
func (s *server) wrongMethod(w http.ResponseWriter, r *http.Request) {
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
			w.Header().Add("Allow", method)
		}
	}
	refused := fault.New(fault.Malformed, "There is no %s at this address.", r.Method)
	writeStatus(w, r, http.StatusMethodNotAllowed, refused)
}

// wholeQuery refuses a query that can't be read to its end: what is left out of
// it may be the filter, and then everything would be answered.
func wholeQuery(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.ContainsAny(r.URL.RawQuery, ";%") {
			if _, err := url.ParseQuery(r.URL.RawQuery); err != nil {
				writeStatus(w, r, http.StatusBadRequest, fault.Wrap(err, fault.Malformed, "The query of the address can't be read."))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
