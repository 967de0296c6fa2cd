package simulator

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/storage/fault"
)

// Service is the provider as a separate server: the REST API for requests to one of
// the provider's hosts, else the control API, GET /simulator/journal, GET /healthz
// and /signal. All but the last two need the account's sid and auth token. fail
// writes an error as a problem.
func (s *Simulator) Service(fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	page := control(func(r *http.Request) outside { return s.outside(scopeOfHeader(r)) }, fail)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusNoContent, nil) })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/signal":
			s.signal.ServeHTTP(w, r)
		case r.Host == hostContent || s.rest.hosts[r.Host] != nil:
			s.rest.ServeHTTP(w, r)
		case !s.account.signedIn(r):
			fail(w, r, fault.New(fault.Unauthenticated, "Sign in with the account's sid and its auth token."))
		case r.Method == http.MethodGet && r.URL.Path == "/simulator/journal":
			reply(w, http.StatusOK, s.journal.read())
		default:
			page.ServeHTTP(w, r)
		}
	})
	return mux
}

// Remote is a client of a simulator in another process.
type Remote struct {
	AccountSID, AuthToken, ServiceSID string

	address   *url.URL
	transport *http.Transport
}

// NewRemote returns a client of the simulator at an address (scheme and host) whose
// account has this auth token. It does not connect yet.
func NewRemote(address, authToken string) (*Remote, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fault.Field("simulator", "The simulator's address must be an absolute http or https URL.")
	}
	r := &Remote{AuthToken: authToken, address: u, transport: &http.Transport{MaxIdleConnsPerHost: schedule.MaxInFlight}}
	r.AccountSID, r.ServiceSID = Account(authToken)
	return r, nil
}

// Transport sends requests to the provider's hosts to the simulator.
func (r *Remote) Transport() http.RoundTripper { return redirected{r} }

// Close closes idle connections.
func (r *Remote) Close() { r.transport.CloseIdleConnections() }

type redirected struct{ to *Remote }

// RoundTrip implements http.RoundTripper.
func (t redirected) RoundTrip(r *http.Request) (*http.Response, error) {
	inner := r.Clone(r.Context())
	if inner.Host == "" {
		inner.Host = r.URL.Host
	}
	inner.URL.Scheme, inner.URL.Host = t.to.address.Scheme, t.to.address.Host
	return t.to.transport.RoundTrip(inner)
}

// Signal forwards browsers' WebSockets.
func (r *Remote) Signal() http.Handler {
	return &httputil.ReverseProxy{
		Transport: r.transport,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(r.address)
			p.Out.Header.Del("Cookie") // the simulator must not see sessions of the product
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, "The phone simulator does not answer.", http.StatusBadGateway)
		},
	}
}

// Control forwards requests of the simulator's page (Simulator.Control).
func (r *Remote) Control(ours func(*http.Request) []string, fail func(http.ResponseWriter, *http.Request, error)) http.Handler {
	return &httputil.ReverseProxy{
		Transport: r.transport,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(r.address)
			for name := range p.Out.Header { // the simulator must not see sessions of the product
				if name != "Content-Type" && !strings.HasPrefix(name, "Accept") {
					p.Out.Header.Del(name)
				}
			}
			p.Out.Header.Set(scopeHeader, strings.Join(ours(p.In), ","))
			p.Out.SetBasicAuth(r.AccountSID, r.AuthToken)
		},
		ErrorHandler: func(w http.ResponseWriter, request *http.Request, err error) {
			fail(w, request, fault.Wrap(err, fault.Unavailable, "The phone simulator does not answer."))
		},
	}
}
