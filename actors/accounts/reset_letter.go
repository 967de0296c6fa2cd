package accounts

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/mail"
	"switchboard/actors/once"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// ResetPost executes EffectReset (effects.Handler).
type ResetPost struct {
	Accounts *Service
	Mail     mail.Mail
}

// resetPauses are what lies between the tries of a letter while the mail server is away: a
// later letter would come after the end of its link.
var resetPauses = []time.Duration{5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute}

// Do sends the letter, unless a newer one replaced it, it was used, or its time is over.
func (x ResetPost) Do(ctx context.Context, e row.ClaimedEffect) (any, error) {
	letter, due, err := x.write(ctx, &e)
	if err != nil || !due {
		return nil, err
	}
	if err := once.Check(ctx); err != nil {
		return nil, err
	}
	err = x.Mail.Send(ctx, letter)
	if err == nil {
		return nil, nil //nolint:nilnil // nobody is told
	}
	if fault.Is(err, fault.Unavailable) && e.Attempts <= len(resetPauses) {
		return nil, fault.Wrap(err, fault.Unavailable, "The email is waiting for the mail server.").After(resetPauses[e.Attempts-1])
	}
	return nil, fault.Wrap(err, fault.Invalid, "The email can't be delivered.")
}

// Failed implements effects.Handler: the user has to request another e-mail.
func (ResetPost) Failed(row.ClaimedEffect, error) any { return nil }

// write writes the letter, if it is still due.
func (x ResetPost) write(ctx context.Context, e *row.ClaimedEffect) (letter mail.Letter, due bool, err error) {
	var payload resetPayload
	if err := json.Unmarshal(e.Payload, &payload); err != nil {
		return letter, false, fault.Wrap(err, fault.Internal, "The effect of a reset can't be read.")
	}
	resets := x.Accounts.Resets
	account, err := resets.store.AccountOfUser(ctx, e.Organization, payload.User)
	if fault.Is(err, fault.NotFound) {
		return letter, false, nil
	}
	if err != nil {
		return letter, false, err
	}
	token, err := resets.token(account.ID, payload.Nonce)
	if err != nil {
		return letter, false, err
	}
	reset, _, err := resets.store.Reset(ctx, account.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return letter, false, err
	}
	if !same(hashSecret(token.secret), reset.TokenHash) || reset.IsUsed || !resets.now().Before(reset.Expires) {
		return letter, false, nil
	}
	link, ends := x.Accounts.url+"/reset#"+token.String(), reset.Expires.UTC().Format(letterTime)
	words := letterWords{
		Title: "New password", Heading: "Choose a new password",
		Lead:   "Someone, most likely you, requested a new password for " + account.Email + " on Switchboard. Choosing one signs you out everywhere.",
		Button: "Choose a new password", Link: link,
		Note: "The link is for you alone, works once, and ends on " + ends + ". If you did not request this, ignore this email. Your password stays the same.",
	}
	html, err := words.html()
	return mail.Letter{
		ID: e.ID, Organization: e.Organization, To: account.Email, HTML: html, Subject: "Choose a new password for Switchboard",
		Text: "Hello,\n\n" + words.Lead + "\n\n" +
			"Choose a new password here:\n" + link + "\n\n" +
			"The link is for you alone, works once, and ends on " + ends + ".\n\n" +
			"If you did not request this, ignore this email. Your password stays the same.\n",
	}, err == nil, err
}
