package rest

import (
	"net/http"
	"time"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
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

// lookAtInvitation is POST v1/invitation/look. It reads, but a token in an address
// would stand in logs and histories.
func (s *server) showInvitation(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token string `json:"token"`
	}
	if err := readInto(r, maxSignIn, &body); err != nil {
		return err
	}
	offer, err := s.Invitations.OfferOf(r.Context(), body.Token)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, offerOf(&offer))
}

// acceptInvitation is POST v1/invitation/accept: by a password, or by who is signed
// in. It makes a member and opens no session; signing in does.
func (s *server) acceptInvitation(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Token    string `json:"token"`
		Name     string `json:"name"`
		Password string `json:"password"`
	}
	if err := s.fromOwnPages(r); err != nil {
		return err
	}
	if err := readInto(r, maxSignIn, &body); err != nil {
		return err
	}
	acceptance := accounts.Acceptance{Token: body.Token, Name: body.Name, Password: body.Password}
	if r.Header.Get("Authorization") != "" {
		p, err := s.principal(r)
		if err != nil {
			return err
		}
		acceptance.Principal = &p
	}
	offer, err := s.Invitations.Accept(r.Context(), acceptance, s.knownClient(r))
	if err != nil {
		return err
	}
	offer.Known = true
	return writeJSON(w, http.StatusOK, offerOf(&offer))
}

// invitation is GET v1/invitation/{user}.
func (s *server) invitation(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	user, err := pathID(r)
	if err != nil {
		return err
	}
	i, err := s.Invitations.Invitation(r.Context(), p, user)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, wire.Invitation{
		State: i.State, Email: i.Email, Inviter: i.Inviter,
		Sent: moment(i.Sent), Expires: moment(i.Expires), Resend: moment(i.Resend),
	})
}

// resendInvitation is POST v1/invitation/{user}/resend.
func (s *server) resendInvitation(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	user, err := pathID(r)
	if err != nil {
		return err
	}
	if err := s.Invitations.Resend(r.Context(), p, user); err != nil {
		return err
	}
	return s.invitation(w, r, p)
}

// withdrawInvitation is POST v1/invitation/{user}/withdraw.
func (s *server) withdrawInvitation(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
	user, err := pathID(r)
	if err != nil {
		return err
	}
	if err := s.Invitations.Withdraw(r.Context(), p, user); err != nil {
		return err
	}
	return s.invitation(w, r, p)
}

// simulatedLetters is GET /simulator/letters: those of the caller's organization, for
// its superusers, since whoever reads a letter can do what its recipient could.
func (s *server) simulatedLetters(w http.ResponseWriter, _ *http.Request, p *access.Principal) error {
	if !p.Superuser {
		return fault.New(fault.Forbidden, "Only a superuser may read the simulated letters.")
	}
	out := []wire.Letter{}
	for _, l := range s.Letters.Letters(p.Organization) {
		out = append(out, wire.Letter{ID: l.ID, To: l.To, Subject: l.Subject, Text: l.Text, At: l.At})
	}
	return writeJSON(w, http.StatusOK, out)
}
