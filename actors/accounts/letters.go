package accounts

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"html/template"
	"time"

	"switchboard/actors/mail"
	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Postman executes EffectLetter (effects.Handler). The letter's id is the effect's, so that one
// whose worker died is the same letter when it is sent again.
type Postman struct {
	Accounts *Service
	Mail     mail.Mail
}

// letterPauses are what lies between the tries of a letter while the mail server is
// away; after the last it is undelivered.
var letterPauses = []time.Duration{15 * time.Second, time.Minute, 10 * time.Minute, time.Hour, 4 * time.Hour}

// Do sends the letter, unless a newer one replaced it or it is not wanted any more.
func (m Postman) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	who, due, err := m.Accounts.book.due(ctx, &e)
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
		return nil, fault.Wrap(err, fault.Unavailable, "The email is waiting for the mail server.").After(letterPauses[e.Attempts-1])
	}
	if told := m.Accounts.book.undeliverable(ctx, &e); told != nil {
		return nil, told
	}
	return nil, fault.Wrap(err, fault.Invalid, "The email can't be delivered.")
}

// Failed implements effects.Handler: Do has said so already.
func (Postman) Failed(row.ClaimedEffect, error) any { return nil }

// Expiry executes EffectExpiry (effects.Handler).
type Expiry struct{ Accounts *Service }

// Do lets an invitation that nobody accepted show that it is over. Its token is
// refused from its time on, whether this has run or not.
func (x Expiry) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	return nil, x.Accounts.book.moveFor(ctx, &e, expired, "user.invitation_expired", nil)
}

// Failed implements effects.Handler.
func (Expiry) Failed(row.ClaimedEffect, error) any { return nil }

//go:embed letter.html
var letterHTML string

var letterTemplate = template.Must(template.New("letter").Parse(letterHTML))

// letterWords are what a letter says in its frame, as text.
type letterWords struct {
	Title, Heading, Lead, Button, Link, Note string
}

func (w letterWords) html() (string, error) {
	var out bytes.Buffer
	if err := letterTemplate.Execute(&out, w); err != nil {
		return "", fault.Wrap(err, fault.Internal, "The email can't be written.")
	}
	return out.String(), nil
}

const letterTime = "Monday, January 2, 2006, 15:04 UTC"

// write writes the letter. What people chose to be called stands in it as text, in
// no header but the subject.
func (m Postman) write(ctx context.Context, e *row.ClaimedEffect, who *invited) (mail.Letter, error) {
	token, err := m.Accounts.book.token(e.Organization, who.user.ID, who.invitation.Text("nonce"))
	if err != nil {
		return mail.Letter{}, err
	}
	offer, err := m.Accounts.Offers.OfferOf(ctx, token.String())
	if fault.Is(err, fault.NotFound) {
		return mail.Letter{}, fault.Wrap(err, fault.Conflict, "The installation's key was changed since the invitation; it has to be sent again.")
	}
	if err != nil {
		return mail.Letter{}, err
	}
	organization, inviter := cmp.Or(offer.OrganizationName, "an organization"), cmp.Or(offer.Inviter, "Your administrator")
	words := letterWords{
		Title: "Invitation", Heading: inviter + " invites you to " + organization,
		Lead:   "Hello " + offer.Name + ", work together on calls, texts and records, live on every screen.",
		Button: "Accept the invitation", Link: m.Accounts.url + "/invitation#" + token.String(),
		Note: "The link is for you alone, works once, and ends on " + offer.Expires.Format(letterTime) +
			". If you don’t know what this is about, leave it: nothing happens without you.",
	}
	html, err := words.html()
	return mail.Letter{
		ID: e.ID, Organization: e.Organization, To: offer.Email, HTML: html, Subject: words.Heading,
		Text: "Hello " + offer.Name + ",\n\n" + inviter + " invites you to work with " + organization + " on Switchboard: calls, texts and records, live.\n\n" +
			"Accept the invitation here:\n" + words.Link + "\n\n" +
			"The link is for you alone, works once, and ends on " + offer.Expires.Format(letterTime) + ".\n\n" +
			"If you don't know what this is about, leave it: nothing happens without you.\n",
	}, err
}
