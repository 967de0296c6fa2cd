package rest

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"github.com/prometheus/client_golang/prometheus"

	"switchboard/storage/fault"
)

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
	from, err := newOrigins(d.Origins)
	if err != nil {
		return nil, err
	}
	own, err := newHosts(d)
	if err != nil {
		return nil, fmt.Errorf("rest: the public URL: %w", err)
	}
	observe, err := newObserver(d.Log, d.Metrics, d.LogSample)
	if err != nil {
		return nil, err
	}
	g := &gate{principals: d.Principals, budgets: d.Budgets, keys: d.Keys, log: d.Log}
	outside := &playground{simulator: d.Simulator, letters: d.Letters, payments: d.Payments, organizations: d.Organizations, demo: d.Demo, log: d.Log}

	r := chi.NewRouter()
	r.Use(behindProxies(d.TrustedProxies), withRequestID, observe.middleware, secureHeaders(d.PublicURL, d.PhoneHosts, d.TakesCards), recoverPanic(d.Log), own.only, wholeQuery, middleware.GetHead)
	r.NotFound(g.public(notFound))
	r.MethodNotAllowed(wrongMethod)
	r.Get("/healthz", g.public(health))
	r.Get("/readyz", g.public((&readiness{ask: d.Ready, log: d.Log}).answer))
	r.Get("/metrics", g.public(metrics(d.Metrics, d.MetricsToken)))
	r.Route("/v1", func(r chi.Router) {
		r.Use(from.cors, noStore)
		r.NotFound(g.public(notFound))
		r.MethodNotAllowed(wrongMethod)
		api(r, d, g, from, outside)
	})
	if d.Authorizations != nil {
		r.Get("/oauth2/callback", g.public(newAuthorizations(d, g).back))
	}
	if d.Sockets != nil {
		r.Handle("/socket.io/", d.Sockets)
	}
	outside.routes(r, g)
	if d.Static != nil {
		ui, err := newStatic(d.Static)
		if err != nil {
			return nil, err
		}
		r.NotFound(ui.orElse(g.public(notFound)))
	}
	return r, nil
}

// api lists the routes under /v1. public ones need no sign-in; every other one
// has a Principal (a test walks them).
func api(r chi.Router, d Deps, g *gate, from *origins, outside *playground) {
	who := &profile{records: d.Records, organizations: d.Organizations, signIns: d.SignIns, mayPlay: outside.open, isDemo: outside.isDemo}
	in := newSigning(d, from, &opening{gate: g, profile: who})
	in.routes(r, g)
	if d.Offers != nil {
		(&invitations{offers: d.Offers, gate: g, signing: in}).routes(r)
	}
	if d.Resets != nil {
		(&resets{resets: d.Resets, gate: g, signing: in}).routes(r)
	}
	r.Get("/public/instance", g.public(instance(d.Instance)))
	if d.Webhooks != nil {
		r.Mount("/webhooks", d.Webhooks)
	}
	who.routes(r, g)
	if d.Views != nil {
		who.views = d.Views
		(&views{views: d.Views, gate: g}).routes(r)
	}
	if d.SecondFactors != nil {
		(&secondFactors{factors: d.SecondFactors, gate: g}).routes(r)
	}
	r.Get("/schema", g.signed(allSchemas))
	r.Get("/schema/{object}", g.signed(oneSchema))
	if d.Schemas != nil {
		(&definitions{schemas: d.Schemas, gate: g}).routes(r)
	}
	if d.Authorizations != nil {
		newAuthorizations(d, g).routes(r)
	}
	(&objects{records: d.Records, budgets: d.Budgets, gate: g}).routes(r)
	if d.Queries != nil {
		(&asking{queries: d.Queries, budgets: d.Budgets, gate: g}).routes(r)
	}
	if d.Reports != nil {
		(&reporting{reports: d.Reports, budgets: d.Budgets, gate: g}).routes(r)
	}
	if d.Presence != nil {
		r.Get("/status/users", g.signed(userStatuses(d.Presence)))
	}
	for _, f := range d.Features {
		(&commands{records: d.Records, service: f.Service}).routes(r, g, f.Commands)
		contents(r, g, f.Contents)
		uploads(r, g, d.Records, f.Uploads)
		resumables(r, g, f.Resumables)
		forms(r, g, f.Forms)
	}
}

func notFound(http.ResponseWriter, *http.Request) error {
	return fault.New(fault.NotFound, "There is nothing at this address.")
}

// wrongMethod says which methods the address has (RFC 9110 §15.5.6).
func wrongMethod(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	routes := chi.RouteContext(r.Context()).Routes
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if routes.Match(chi.NewRouteContext(), method, r.URL.Path) {
			w.Header().Add("Allow", method)
			allowed = append(allowed, method)
		}
	}
	refused := fault.New(fault.Malformed, "There is no %s at this address.", r.Method)
	if last := len(allowed) - 1; last >= 0 {
		list := allowed[last]
		if last > 0 {
			list = strings.Join(allowed[:last], ", ") + " or " + list
		}
		refused = fault.New(fault.Malformed, "There is no %s at this address. Use %s.", r.Method, list)
	}
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
