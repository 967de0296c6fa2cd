package accounts

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"html/template"
	"time"

	"switchboard/actors/mail"
	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Postman carries out EffectLetter (effects.Handler). The letter's id is the
// effect's, so that one whose worker died is the same letter when it is sent again.
type Postman struct {
	Accounts *Service
	Mail     mail.Mail
	// URL is scheme and host of the links in letters.
	URL string
}

// letterPauses are what lies between the tries of a letter while the mail server is
// away; after the last it is undelivered.
var letterPauses = []time.Duration{15 * time.Second, time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour}

// Do sends the letter, unless a newer one replaced it or it is not wanted any more.
func (m Postman) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	s := m.Accounts
	who, due, err := s.due(ctx, &e)
	if err != nil || !due {
		return nil, err
	}
	letter, err := m.write(ctx, &e, &who)
	if err != nil {
		return nil, err
	}
	if err := once.Check(ctx); err != nil {
		return nil, err
	}
	err = m.Mail.Send(ctx, letter)
	if err == nil {
		return nil, nil //nolint:nilnil // nobody is told
	}
	if fault.Is(err, fault.Unavailable) && e.Attempts <= len(letterPauses) {
		return nil, fault.Wrap(err, fault.Unavailable, "The letter waits for the mail server.").After(letterPauses[e.Attempts-1])
	}
	if told := s.undeliverable(ctx, &e); told != nil {
		return nil, told
	}
	return nil, fault.Wrap(err, fault.Invalid, "The letter can't be delivered.")
}

// Failed implements effects.Handler: Do has said so already.
func (Postman) Failed(row.ClaimedEffect, error) any { return nil }

// due finds the invitation of an effect, and whether it still waits on the letter that the
// effect is about.
func (s *Service) due(ctx context.Context, e *row.ClaimedEffect) (invited, bool, error) {
	var payload letterPayload
	if err := json.Unmarshal(e.Payload, &payload); err != nil {
		return invited{}, false, fault.Wrap(err, fault.Internal, "The effect of an invitation can't be read.")
	}
	invitation, err := s.Store.Get(ctx, e.Organization, "invitation", e.Subject)
	if fault.Is(err, fault.NotFound) {
		return invited{}, false, nil
	}
	if err != nil {
		return invited{}, false, err
	}
	if invitation.Text("state") != pending || invitation.Text("nonce") != payload.Nonce {
		return invited{}, false, nil
	}
	user, err := s.Store.Get(ctx, e.Organization, "user", invitation.Lookup("user"))
	return invited{user, invitation}, err == nil, err
}

// undeliverable lets the user's record say that his letter came back.
func (s *Service) undeliverable(ctx context.Context, e *row.ClaimedEffect) error {
	return s.moveInvitation(ctx, e, undelivered, "user.invitation_undelivered", nil)
}

// moveInvitation gives the invitation of an effect a new state, unless it was decided
// meanwhile or the effect is about an older letter.
func (s *Service) moveInvitation(ctx context.Context, e *row.ClaimedEffect, state, cause string, set row.Fields) error {
	return raced(func() error {
		who, due, err := s.due(ctx, e)
		if err != nil || !due {
			return err
		}
		return s.move(ctx, e.Organization, "", &who, state, cause, nil, set, row.Change{})
	})
}

// Expiry carries out EffectExpiry (effects.Handler).
type Expiry struct{ Accounts *Service }

// Do lets an invitation that nobody accepted show that it is over. Its token is
// refused from its time on, whether this has run or not.
func (x Expiry) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	return nil, x.Accounts.moveInvitation(ctx, &e, expired, "user.invitation_expired", nil)
}

// Failed implements effects.Handler.
func (Expiry) Failed(row.ClaimedEffect, error) any { return nil }

//go:embed letter.html
var letterHTML string

var letterTemplate = template.Must(template.New("letter").Parse(letterHTML))

type letterWords struct {
	Name, Inviter, Organization, Link, Expires string
}

// write writes the letter. What people chose to be called stands in it as text, in
// no header but the subject.
func (m Postman) write(ctx context.Context, e *row.ClaimedEffect, who *invited) (mail.Letter, error) {
	s := m.Accounts
	token, err := s.invitationToken(e.Organization, who.user.ID, who.invitation.Text("nonce"))
	if err != nil {
		return mail.Letter{}, err
	}
	offer, err := s.OfferOf(ctx, token.String())
	if fault.Is(err, fault.NotFound) {
		return mail.Letter{}, fault.Wrap(err, fault.Conflict, "The installation's key was changed since the invitation; it has to be sent again.")
	}
	if err != nil {
		return mail.Letter{}, err
	}
	words := letterWords{
		Name: offer.Name, Organization: cmp.Or(offer.OrganizationName, "an organization"),
		Inviter: cmp.Or(offer.Inviter, "Your administrator"), Link: m.URL + "/invitation#" + token.String(),
		Expires: offer.Expires.Format("Monday, January 2, 2006, 15:04 UTC"),
	}
	var html bytes.Buffer
	if err := letterTemplate.Execute(&html, words); err != nil {
		return mail.Letter{}, fault.Wrap(err, fault.Internal, "The letter can't be written.")
	}
	return mail.Letter{
		ID: e.ID, Organization: e.Organization, To: offer.Email, HTML: html.String(),
		Subject: words.Inviter + " invites you to " + words.Organization,
		Text: "Hello " + words.Name + ",\n\n" + words.Inviter + " invites you to work with " + words.Organization + " on Switchboard: calls, texts and records, live.\n\n" +
			"Accept the invitation here:\n" + words.Link + "\n\n" +
			"The link is for you alone, works once, and ends on " + words.Expires + ".\n\n" +
			"If you don't know what this is about, leave it: nothing happens without you.\n",
	}, nil
}
