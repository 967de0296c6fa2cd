package rest

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
)

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func offerOf(o *accounts.Offer) wire.Offer {
	return wire.Offer{
		Organization: wire.Organization{ID: o.Organization, Name: o.OrganizationName},
		Inviter:      o.Inviter, Email: o.Email, Name: o.Name, Known: o.Known, Expires: moment(o.Expires),
	}
}

// invitations let people become members who hold a letter's token.
type invitations struct {
	offers  Offers
	gate    *gate
	signing *signing
}

func (i *invitations) routes(r chi.Router) {
	r.Post("/invitation/look", i.gate.public(i.look))
	r.Post("/invitation/accept", i.gate.public(i.accept))
}

// look is POST v1/invitation/look. It reads, but a token in an address
// would stand in logs and histories.
func (i *invitations) look(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token string `json:"token"`
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	offer, err := i.offers.OfferOf(r.Context(), body.Token)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, offerOf(&offer))
}

// accept is POST v1/invitation/accept: by a password, or by who is signed
// in. It makes a member and opens no session; signing in does.
func (i *invitations) accept(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token    string `json:"token"`
		Name     string `json:"name"`
		Password string `json:"password"`
	}
	if err := i.signing.origins.check(r); err != nil {
		return err
	}
	if err := readInto(r, &body); err != nil {
		return err
	}
	acceptance := accounts.Acceptance{Token: body.Token, Name: body.Name, Password: body.Password}
	if r.Header.Get("Authorization") != "" {
		p, err := i.gate.principal(r)
		if err != nil {
			return err
		}
		acceptance.Principal = &p
	}
	offer, err := i.offers.Accept(r.Context(), acceptance, i.signing.knownClient(r))
	if err != nil {
		return err
	}
	offer.Known = true
	return writeJSON(w, http.StatusOK, offerOf(&offer))
}
