package rest

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"switchboard/actors/budgets"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/origin"
)

// timeout is how long one request of the API may take.
const timeout = 30 * time.Second

// gate is what every request passes: it finds out on whose behalf the request comes,
// takes the places that it needs, and holds its Idempotency-Key to it.
type gate struct {
	principals Principals
	budgets    Budgets
	keys       RequestKeys // nil if nothing is remembered
	log        *slog.Logger
}

// publicHandler handles a request of anybody, signedHandler one of a principal.
type (
	publicHandler func(w http.ResponseWriter, r *http.Request) error
	signedHandler func(w http.ResponseWriter, r *http.Request, p *access.Principal) error
)

func (g *gate) public(h publicHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(origin.With(r.Context(), originOf(r)), timeout)
		defer cancel()
		r = r.WithContext(ctx)
		if err := h(w, r); err != nil && !errors.Is(err, errGone) {
			writeProblem(w, r, g.log, err)
		}
	}
}

// originOf says where what a request changes comes from, as far as its client says so: a
// browser says of its own accord that a page of ours asks (Fetch Metadata,
// Sec-Fetch-Site).
func originOf(r *http.Request) origin.Origin {
	o := origin.Origin{Via: origin.API, Request: requestID(r)}
	if r.Header.Get("Sec-Fetch-Site") == "same-origin" {
		o.Via = origin.UI
	}
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		o.Address = host
	}
	return o
}

// signed finds out on whose behalf the request comes before anything else of it
// is looked at.
func (g *gate) signed(h signedHandler) http.HandlerFunc { return g.of(g.principal, h, g.within) }

// settingUp is signed for what a session may do too that must set up a second factor first.
func (g *gate) settingUp(h signedHandler) http.HandlerFunc { return g.of(g.anyPrincipal, h, g.within) }

// asked is signed of a request that changes nothing whatever its method: a question too
// long for an address.
func (g *gate) asked(h signedHandler) http.HandlerFunc {
	return g.of(g.viewer, h, g.entered)
}

// entered handles a request that counts as no change.
func (g *gate) entered(w http.ResponseWriter, r *http.Request, p *access.Principal, h signedHandler) error {
	leave, err := g.budgets.Enter(r.Context(), p, budgets.Requests)
	if err != nil {
		return err
	}
	defer leave()
	return h(w, r, p)
}

func (g *gate) of(who func(r *http.Request) (access.Principal, error), h signedHandler, within func(http.ResponseWriter, *http.Request, *access.Principal, signedHandler) error) http.HandlerFunc {
	return g.public(func(w http.ResponseWriter, r *http.Request) error {
		p, err := who(r)
		if err != nil {
			return err
		}
		noteUser(r, p.User)
		nameObject(r, &p)
		if err = within(w, r, &p, h); refused(err) {
			g.budgets.Refused(r.Context(), &p)
		}
		return err
	})
}

// within handles a principal's request in the places that it needs.
func (g *gate) within(w http.ResponseWriter, r *http.Request, p *access.Principal, h signedHandler) error {
	leave, err := g.enter(r, p)
	if err != nil {
		return err
	}
	defer leave()
	ended, err := g.claim(r, p)
	if err != nil {
		return err
	}
	err = h(w, r, p)
	ended(err)
	return err
}

// refused reports whether it was the request's own fault, or one of too many, that it was not
// executed.
func refused(err error) bool {
	return err != nil && !errors.Is(err, errGone) && statuses[fault.From(err).Code] < http.StatusInternalServerError
}

// principal is on whose behalf the request comes.
func (g *gate) principal(r *http.Request) (access.Principal, error) {
	p, err := g.viewer(r)
	if err == nil && p.Viewer != "" && r.Method != http.MethodGet && r.Method != http.MethodHead {
		err = errViewing
	}
	return p, err
}

// errViewing refuses every change of a superuser who views as another user.
var errViewing = fault.New(fault.Forbidden, "You are viewing as another user, and nothing can be changed. End the view first.")

// acting is signed for a GET that gives its user a way to act.
func (g *gate) acting(h signedHandler) http.HandlerFunc {
	return g.signed(func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		if p.Viewer != "" {
			return errViewing
		}
		return h(w, r, p)
	})
}

// viewer is principal for what changes nothing, whatever its method.
func (g *gate) viewer(r *http.Request) (access.Principal, error) {
	token, err := tokenOf(r)
	if err != nil {
		return access.Principal{}, err
	}
	p, _, err := g.principals.Authenticate(r.Context(), token)
	return p, err
}

// anyPrincipal is principal for a session that must set up a second factor, too.
func (g *gate) anyPrincipal(r *http.Request) (access.Principal, error) {
	token, err := tokenOf(r)
	if err != nil {
		return access.Principal{}, err
	}
	p, err := g.principals.AuthenticateAny(r.Context(), token)
	if err == nil && p.Viewer != "" {
		err = errViewing
	}
	return p, err
}

func tokenOf(r *http.Request) (string, error) {
	token, ok := bearer(r)
	if !ok {
		return "", fault.New(fault.Unauthenticated, "Please sign in: send an access token as Authorization: Bearer.")
	}
	return token, nil
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
