package rest

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// scopeKey is where a request carries the numbers it may play with.
type scopeKey struct{}

// playground lets people play the outside world where it is simulated.
type playground struct {
	simulator     Simulator // nil if the phone network is real or absent
	letters       Letters   // nil where mail is sent for real
	payments      Payments  // nil where payments are real or absent
	organizations Organizations
	demo          id.ID
	log           *slog.Logger
}

func (y *playground) routes(r chi.Router, g *gate) {
	if y.simulator != nil {
		y.network(r, g)
	}
	if y.payments != nil {
		y.till(r, g)
	}
	if y.letters != nil {
		r.Method(http.MethodGet, "/simulator/letters", noStore(g.signed(y.sent)))
	}
}

// open says who may play the outside world: everybody in the demo organization,
// and the superusers of the others, whose calls and texts are real work.
func (y *playground) open(p *access.Principal) bool {
	return y.isDemo(p) || y.simulator != nil && p.Superuser
}

// isDemo reports whether the principal works in the demo organization on a simulated
// network.
func (y *playground) isDemo(p *access.Principal) bool {
	return y.simulator != nil && y.demo != "" && p.Organization == y.demo
}

// network lets signed-in users act as the outside world towards their organization's numbers, if
// the phone network is simulated.
func (y *playground) network(r chi.Router, g *gate) {
	control := y.simulator.Control(func(r *http.Request) []string {
		numbers, _ := r.Context().Value(scopeKey{}).([]string)
		return numbers
	}, func(w http.ResponseWriter, r *http.Request, err error) {
		writeProblem(w, r, y.log, err)
	})
	own := noStore(g.signed(func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		if !y.open(p) {
			return fault.New(fault.Forbidden, "Only a superuser may use the phone simulator in this organization.")
		}
		numbers, err := y.organizations.PhoneNumbers(r.Context(), p.Organization)
		if err != nil {
			return err
		}
		control.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), scopeKey{}, numbers)))
		return nil
	}))
	r.Method(http.MethodGet, "/signal", y.simulator.Signal()) // which asks for an access token of its own
	r.Method(http.MethodGet, "/simulator/state", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/voice", own)
	r.Method(http.MethodGet, "/simulator/calls/{sid}/hearing", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/media", own)
	r.Method(http.MethodPost, "/simulator/calls", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/hangup", own)
	r.Method(http.MethodPost, "/simulator/calls/{sid}/answer", own)
	r.Method(http.MethodPost, "/simulator/texts", own)
	r.Method(http.MethodGet, "/simulator/media/{sid}", own)
	r.Method(http.MethodPost, "/simulator/refuse", own)
	r.Method(http.MethodPost, "/simulator/outage", own)
}

// sent is GET /simulator/letters: the e-mails of the caller's organization, for its superusers
// only, since a reader can do what the recipient could.
func (y *playground) sent(w http.ResponseWriter, _ *http.Request, p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser can read the simulated emails.")
	}
	out := []wire.Letter{}
	for _, l := range y.letters.Letters(p.Organization) {
		out = append(out, wire.Letter{ID: l.ID, To: l.To, Subject: l.Subject, Text: l.Text, At: l.At})
	}
	return writeJSON(w, http.StatusOK, out)
}
