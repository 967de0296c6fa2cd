package rest

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// till serves simulated checkouts. The secret of a checkout lets its bearer pay it, as at a real
// provider.
func (y *playground) till(r chi.Router, g *gate) {
	const prefix = "/simulator/payments/checkout/"
	control := noStore(y.payments.Control(prefix))
	r.Method(http.MethodGet, prefix+"{secret}", control)
	r.Method(http.MethodPost, prefix+"{secret}", control)
	r.Method(http.MethodPost, "/simulator/payments/renew", noStore(g.signed(y.renew)))
}

// renew is POST /simulator/payments/renew: the next payment of a subscription is due now.
func (y *playground) renew(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser can renew simulated subscriptions.")
	}
	var in struct {
		Subscription string `json:"subscription"`
	}
	body, err := readBody(r, maxBody, false)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fault.Wrap(err, fault.Malformed, "Send the id of a subscription as JSON.")
	}
	if err := y.payments.Renew(string(p.Organization), in.Subscription); err != nil {
		return fault.Wrap(err, fault.NotFound, "Your organization has no such subscription.")
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
