package accounts

import (
	"context"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
)

// The limits on guesses of codes. Who guesses them has the password already.
var (
	codeRate        = ratelimit.Rate{Count: 10, Per: 15 * time.Minute, Burst: 10}
	codeNetworkRate = ratelimit.Rate{Count: 60, Per: 15 * time.Minute, Burst: 60}
)

// errCode is the one answer to everything that may be wrong with a second step.
var errCode = fault.New(fault.Unauthenticated, "The code is not right, was used already, or came too late. Wait for the next one, or sign in again.")

// SecondStep is what a person proves after the password.
type SecondStep struct {
	Ticket string
	// Code is one of the authenticator's or a recovery code; a ticket that passed needs none.
	Code string
	// Trust has the browser not asked again for TrustLife.
	Trust bool
	// Organization is the one to sign in to, "" for that of the first step.
	Organization id.ID
}

// ask answers a password that is right with the ticket of the second step.
func (s *SignIns) ask(account *Account, factor row.SecondFactor, client Client) Tokens {
	return s.ticket(ticket{Account: account.ID, Proof: proofOf(account, factor), Organization: client.Organization})
}

func (s *SignIns) ticket(t ticket) Tokens {
	t.Until = s.prover.now().Add(ticketLife)
	text, err := s.prover.keys.sealTicket(t)
	if err != nil { // plain texts and times always marshal
		panic("accounts: " + err.Error())
	}
	return Tokens{Ticket: text, TicketLife: ticketLife}
}

// Prove is the second step of a sign-in: a code of the account's second factor opens the session.
// Everything that is wrong is the same fault.Unauthenticated, too many attempts are fault.Limited.
// Who belongs to several organizations and named none gets them to choose from, with another ticket
// that needs no code.
func (s *SignIns) Prove(ctx context.Context, step SecondStep, client Client) (Tokens, error) {
	now := s.prover.now()
	t, ok := s.prover.keys.openTicket(step.Ticket, now)
	if !ok {
		return Tokens{}, errCode
	}
	account, err := s.store.AccountByID(ctx, t.Account)
	if fault.Is(err, fault.NotFound) {
		return Tokens{}, errCode
	}
	if err != nil {
		return Tokens{}, err
	}
	factor, err := s.store.SecondFactor(ctx, account.ID)
	if err != nil {
		return Tokens{}, err
	}
	if !account.Active || !factor.IsOn() || proofOf(&account, factor) != t.Proof {
		return Tokens{}, errCode
	}
	if !t.Passed {
		if err := s.factors.check(ctx, &account, factor, step.Code, client); err != nil {
			return Tokens{}, err
		}
		t.Passed, t.Trust = true, step.Trust
	}
	if client.Organization = step.Organization; client.Organization == "" {
		client.Organization = t.Organization
	}
	tokens, err := s.enter(ctx, &account, factor, client)
	if err != nil {
		return Tokens{}, err
	}
	if len(tokens.Choices) > 0 {
		next := s.ticket(t)
		next.Choices = tokens.Choices
		return next, nil
	}
	tokens.Device = s.prover.remember(client.Device, account.Email)
	if t.Trust {
		tokens.Trust = s.prover.keys.rememberDevice(client.Trust, trustOf(&account, factor), now, TrustLife)
	}
	return tokens, nil
}

// trustOf is what a browser's proof of trust is about: it ends with the password and with the
// factor. No e-mail address has a space.
func trustOf(account *Account, factor row.SecondFactor) string {
	return "trust " + string(account.ID) + " " + proofOf(account, factor)
}

// trusts reports whether the account's owner trusts the browser.
func (p *prover) trusts(account *Account, factor row.SecondFactor, client Client) bool {
	_, known := p.keys.knownDevice(client.Trust, trustOf(account, factor), p.now())
	return known
}

// check accepts a code of an account's second factor, once. Errors: fault.Limited, errCode.
func (s *SecondFactors) check(ctx context.Context, account *Account, factor row.SecondFactor, code string, client Client) error {
	a := attempt{limiter: s.prover.limiter}
	if err := a.take(ctx, "code:network:"+networkOf(client.Address), codeNetworkRate, false); err != nil {
		return err
	}
	if err := a.take(ctx, "code:account:"+string(account.ID), codeRate, true); err != nil {
		return err
	}
	fits, err := s.use(ctx, factor, account, code)
	if err != nil {
		return err
	}
	if !fits {
		s.prover.refused.note(ctx, *account, refusedCodeCause)
		return errCode
	}
	a.succeeded(ctx)
	return nil
}

// use uses a code up, one of the authenticator's or a recovery code, and reports whether it was good.
func (s *SecondFactors) use(ctx context.Context, factor row.SecondFactor, account *Account, code string) (bool, error) {
	code = typed(code)
	if len(code) > maxCode {
		return false, nil
	}
	if isRecovery(code) {
		return s.useRecovery(ctx, factor, account, code)
	}
	secret, err := s.open(factor)
	if err != nil {
		s.prover.refused.log.ErrorContext(ctx, "the secret of a second factor can't be opened: an administrator must reset it", "account", account.ID, "error", err)
		return false, nil
	}
	step, fits := stepOf(secret, code, s.prover.now())
	if !fits {
		return false, nil
	}
	return s.store.UseStep(ctx, factor, step)
}
