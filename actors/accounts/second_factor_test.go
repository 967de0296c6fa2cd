package accounts_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"image/png"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"switchboard/actors/accounts"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
	"switchboard/storage/waittest"
)

// strict are organizations that require a second factor.
type strict struct {
	mu sync.Mutex
	of map[id.ID]bool
}

func (s *strict) RequiresSecondFactor(_ context.Context, organization id.ID) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[organization], nil
}

func (s *strict) require(organization id.ID, is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[organization] = is
}

// phone is a person's authenticator.
type phone struct {
	w        *world
	secret   string
	recovery []string
}

func (p *phone) code() string {
	p.w.t.Helper()
	code, err := totp.GenerateCode(p.secret, p.w.clock.Now())
	if err != nil {
		p.w.t.Fatal(err)
	}
	return code
}

// next waits for a code that was not shown yet.
func (p *phone) next() string {
	p.w.clock.advance(30 * time.Second)
	return p.code()
}

// careful is a world whose service has keys for second factors.
func careful(t *testing.T) (*world, *strict) {
	t.Helper()
	w := newWorld(t)
	rules := &strict{of: map[id.ID]bool{}}
	w.cfg.Rules = rules
	var err error
	if w.cfg.Ring, err = seal.NewRing(bytes.Repeat([]byte{7}, seal.KeyBytes)); err != nil {
		t.Fatal(err)
	}
	w.Service = w.service(w.cfg)
	return w, rules
}

func (w *world) principal() *access.Principal {
	return &access.Principal{Organization: w.org, User: w.user}
}

// setUp turns the second factor of the user on.
func (w *world) setUp() *phone {
	w.t.Helper()
	setup, err := w.SecondFactors.Begin(w.t.Context(), w.principal())
	if err != nil {
		w.t.Fatal(err)
	}
	p := &phone{w: w, secret: setup.Secret}
	if p.recovery, err = w.SecondFactors.Confirm(w.t.Context(), w.principal(), p.code(), here); err != nil {
		w.t.Fatal(err)
	}
	w.clock.advance(30 * time.Second)
	return p
}

func (w *world) ticket() string {
	w.t.Helper()
	tokens := w.signIn()
	if tokens.Ticket == "" || tokens.Access != "" || tokens.Refresh != "" || tokens.Session != "" {
		w.t.Fatalf("the password alone gave %+v", tokens)
	}
	return tokens.Ticket
}

func (w *world) prove(step accounts.SecondStep) (accounts.Tokens, error) {
	return w.SignIns.Prove(w.t.Context(), step, here)
}

func (w *world) mustProve(step accounts.SecondStep) accounts.Tokens {
	w.t.Helper()
	tokens, err := w.prove(step)
	if err != nil || tokens.Access == "" {
		w.t.Fatalf("%+v, %v", tokens, err)
	}
	return tokens
}

func TestASecondFactorCountsOnceACodeConfirmedIt(t *testing.T) {
	w, _ := careful(t)
	ctx := t.Context()
	setup, err := w.SecondFactors.Begin(ctx, w.principal())
	if err != nil {
		t.Fatal(err)
	}
	picture, is := strings.CutPrefix(setup.QR, "data:image/png;base64,")
	raw, err := base64.StdEncoding.DecodeString(picture)
	if !is || err != nil {
		t.Fatal(setup.QR[:40], err)
	}
	if image, err := png.Decode(bytes.NewReader(raw)); err != nil || image.Bounds().Dx() != 240 {
		t.Error("the picture:", err)
	}
	if !strings.HasPrefix(setup.URI, "otpauth://totp/Switchboard:"+email+"?") || !strings.Contains(setup.URI, setup.Secret) {
		t.Error(setup.URI)
	}
	if _, err := w.SecondFactors.Confirm(ctx, w.principal(), "000000", here); !fault.Is(err, fault.Invalid) {
		t.Error("a wrong first code:", err)
	}
	w.signIn() // still without a code
	if tokens := w.signIn(); tokens.Ticket != "" {
		t.Error("a secret that nobody confirmed asks for codes")
	}
	later, err := w.SecondFactors.Begin(ctx, w.principal())
	if err != nil || later.Secret == setup.Secret {
		t.Fatal("begun again:", err)
	}
	former := &phone{w: w, secret: setup.Secret}
	if _, err := w.SecondFactors.Confirm(ctx, w.principal(), former.code(), here); !fault.Is(err, fault.Invalid) {
		t.Error("the code of a secret that was replaced:", err)
	}
	p := &phone{w: w, secret: later.Secret}
	codes, err := w.SecondFactors.Confirm(ctx, w.principal(), p.code()[:3]+" "+p.code()[3:], here)
	if err != nil || len(codes) != 10 {
		t.Fatal(codes, err)
	}
	standing, err := w.SecondFactors.Standing(ctx, w.principal())
	if err != nil || !standing.On || standing.Since == nil || standing.RecoveryCodes != 10 || standing.Required {
		t.Errorf("%+v, %v", standing, err)
	}
	if _, err := w.SecondFactors.Begin(ctx, w.principal()); !fault.Is(err, fault.Conflict) {
		t.Error("begun while it is on:", err)
	}
	if _, err := w.SecondFactors.Confirm(ctx, w.principal(), p.next(), here); !fault.Is(err, fault.Conflict) {
		t.Error("confirmed twice:", err)
	}
	account, err := w.store.AccountByEmail(ctx, email)
	if err != nil {
		t.Fatal(err)
	}
	factor, err := w.store.SecondFactor(ctx, account.ID)
	if err != nil || !seal.IsSealed(factor.Secret) || strings.Contains(strings.Join(factor.Recovery, ""), codes[0]) {
		t.Errorf("what is stored can be read: %+v, %v", factor, err)
	}
}

func TestSigningInTakesACodeOnce(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	ticket, code := w.ticket(), p.code()
	tokens := w.mustProve(accounts.SecondStep{Ticket: ticket, Code: code})
	if tokens.Organization != w.org || tokens.User != w.user || tokens.Device == "" || tokens.Trust != "" {
		t.Errorf("%+v", tokens)
	}
	_, usedTwice := w.prove(accounts.SecondStep{Ticket: ticket, Code: code})
	_, earlier := w.prove(accounts.SecondStep{Ticket: ticket, Code: "123456"})
	_, empty := w.prove(accounts.SecondStep{Ticket: ticket})
	_, noTicket := w.prove(accounts.SecondStep{Ticket: "forged", Code: p.next()})
	_, noRecovery := w.prove(accounts.SecondStep{Ticket: ticket, Code: "aaaa-bbbb-cccc-dddd"})
	w.clock.advance(6 * time.Minute)
	_, late := w.prove(accounts.SecondStep{Ticket: ticket, Code: p.code()})
	for what, err := range map[string]error{"used twice": usedTwice, "wrong": earlier, "none": empty, "no ticket": noTicket, "no recovery code": noRecovery, "too late": late} {
		if !fault.Is(err, fault.Unauthenticated) || fault.From(err).Detail != fault.From(usedTwice).Detail {
			t.Errorf("%s: %v", what, err)
		}
	}
	if err := w.Members.SetPassword(t.Context(), email, "another password"); err != nil {
		t.Fatal(err)
	}
}

func TestATicketIsVoidWithThePasswordAndTheFactor(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	ticket := w.ticket()
	if err := w.Members.SetPassword(t.Context(), email, "another password"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.prove(accounts.SecondStep{Ticket: ticket, Code: p.next()}); !fault.Is(err, fault.Unauthenticated) {
		t.Error("a ticket of the former password:", err)
	}
	tokens, err := w.SignIns.SignIn(t.Context(), email, "another password", here)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.SecondFactors.TurnOff(t.Context(), w.principal(), accounts.Proof{Code: p.next()}, here); err != nil {
		t.Fatal(err)
	}
	if _, err := w.prove(accounts.SecondStep{Ticket: tokens.Ticket, Code: p.next()}); !fault.Is(err, fault.Unauthenticated) {
		t.Error("a ticket of a factor that is off:", err)
	}
}

func TestOneOfManyWhoUseACodeAtOnceSucceeds(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	for _, code := range []string{p.code(), p.recovery[0]} {
		ticket := w.ticket()
		results := make(chan error, 6)
		for range cap(results) {
			go func() {
				_, err := w.prove(accounts.SecondStep{Ticket: ticket, Code: code})
				results <- err
			}()
		}
		entered := 0
		for range cap(results) {
			if err := <-results; err == nil {
				entered++
			} else if !fault.Is(err, fault.Unauthenticated) {
				t.Error(err)
			}
		}
		if entered != 1 {
			t.Errorf("%d entered with one code", entered)
		}
	}
}

func TestRecoveryCodes(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	typed := strings.ToUpper(strings.ReplaceAll(p.recovery[3], "-", " "))
	w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: typed})
	if _, err := w.prove(accounts.SecondStep{Ticket: w.ticket(), Code: p.recovery[3]}); !fault.Is(err, fault.Unauthenticated) {
		t.Error("used twice:", err)
	}
	if standing, err := w.SecondFactors.Standing(t.Context(), w.principal()); err != nil || standing.RecoveryCodes != 9 {
		t.Errorf("%+v, %v", standing, err)
	}
	for _, proof := range []accounts.Proof{{}, {Password: "wrong"}, {Code: "000000"}} {
		if _, err := w.SecondFactors.Renew(t.Context(), w.principal(), proof, here); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: %v", proof, err)
		}
	}
	fresh, err := w.SecondFactors.Renew(t.Context(), w.principal(), accounts.Proof{Password: password}, here)
	if err != nil || len(fresh) != 10 {
		t.Fatal(fresh, err)
	}
	if _, err := w.prove(accounts.SecondStep{Ticket: w.ticket(), Code: p.recovery[0]}); !fault.Is(err, fault.Unauthenticated) {
		t.Error("a code that was replaced:", err)
	}
	w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: fresh[0]})
	w.happened("account.second_factor_on", "account.recovery_code_used", "session.code_refused", "account.recovery_codes")
}

// happened requires that the audit has an entry of each.
func (w *world) happened(causes ...string) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(w.t.Context())
	defer cancel()
	go w.ReportRefused(ctx)
	for _, cause := range causes {
		waittest.Until(w.t, cause, func() bool {
			page, err := w.store.Audit(w.t.Context(), w.org, row.AuditRequest{Limit: 100})
			if err != nil {
				w.t.Fatal(err)
			}
			return slices.ContainsFunc(page.Told, func(one row.Audited) bool { return one.Cause == cause })
		})
	}
}

func TestGuessesOfCodesAreLimited(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	ticket := w.ticket()
	for range 10 {
		if _, err := w.prove(accounts.SecondStep{Ticket: ticket, Code: "000000"}); !fault.Is(err, fault.Unauthenticated) {
			t.Fatal(err)
		}
	}
	_, err := w.SignIns.Prove(t.Context(), accounts.SecondStep{Ticket: ticket, Code: p.code()}, accounts.Client{Address: "203.0.113.9"})
	if !fault.Is(err, fault.Limited) || fault.From(err).RetryAfter == 0 {
		t.Error("the right code after ten wrong ones, from elsewhere:", err)
	}
	w.clock.advance(15 * time.Minute)
	w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: p.code()})
}

func TestATrustedBrowserIsNotAsked(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	tokens := w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: p.code(), Trust: true})
	trusted := here
	trusted.Trust = tokens.Trust
	enters := func(client accounts.Client) bool {
		t.Helper()
		tokens, err := w.SignIns.SignIn(t.Context(), email, password, client)
		if err != nil {
			t.Fatal(err)
		}
		return tokens.Access != ""
	}
	if !enters(trusted) {
		t.Error("a trusted browser was asked")
	}
	device := here
	device.Trust = tokens.Device
	if enters(device) || enters(here) {
		t.Error("a browser that is not trusted was not asked")
	}
	w.clock.advance(31 * 24 * time.Hour)
	if enters(trusted) {
		t.Error("trust does not end")
	}
	again := w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: p.code(), Trust: true})
	trusted.Trust = again.Trust
	if err := w.SecondFactors.TurnOff(t.Context(), w.principal(), accounts.Proof{Password: password}, here); err != nil {
		t.Fatal(err)
	}
	w.setUp()
	if enters(trusted) {
		t.Error("trust outlived the second factor")
	}
}

func TestWhoBelongsToSeveralOrganizationsChoosesAfterTheCode(t *testing.T) {
	w, _ := careful(t)
	p := w.setUp()
	other, _ := w.second("Pine")
	first := w.ticket()
	chosen, err := w.prove(accounts.SecondStep{Ticket: first, Code: p.code()})
	if err != nil || len(chosen.Choices) != 2 || chosen.Access != "" || chosen.Ticket == "" {
		t.Fatalf("%+v, %v", chosen, err)
	}
	if _, err := w.prove(accounts.SecondStep{Ticket: first, Organization: other}); !fault.Is(err, fault.Unauthenticated) {
		t.Error("the ticket of the first step passed without a code:", err)
	}
	if tokens := w.mustProve(accounts.SecondStep{Ticket: chosen.Ticket, Organization: other}); tokens.Organization != other {
		t.Error("entered", tokens.Organization)
	}
}

func TestAnOrganizationRequiresASecondFactor(t *testing.T) {
	w, rules := careful(t)
	ctx := t.Context()
	before := w.signIn()
	rules.require(w.org, true)
	if _, _, err := w.Principals.Authenticate(ctx, before.Access); err != nil {
		t.Error("a session that is open goes on until the next sign-in:", err)
	}
	tokens := w.signIn()
	if !tokens.MustSetUp {
		t.Error("the sign-in does not say what is needed")
	}
	_, _, err := w.Principals.Authenticate(ctx, tokens.Access)
	if !fault.Is(err, fault.SecondFactor) {
		t.Fatal("a session without a second factor:", err)
	}
	p, err := w.Principals.AuthenticateAny(ctx, tokens.Access)
	if err != nil || p.User != w.user {
		t.Fatal(err)
	}
	if _, err := w.Principals.Reload(ctx, &p); !fault.Is(err, fault.SecondFactor) {
		t.Error("its rights:", err)
	}
	authenticator := w.setUp()
	if _, _, err := w.Principals.Authenticate(ctx, tokens.Access); err != nil {
		t.Error("after it was set up:", err)
	}
	if err := w.SecondFactors.TurnOff(ctx, &p, accounts.Proof{Code: authenticator.next()}, here); !fault.Is(err, fault.Conflict) {
		t.Error("turned off where it is required:", err)
	}
	if tokens := w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: authenticator.next()}); tokens.MustSetUp {
		t.Error("a sign-in with a code must set one up")
	}
	key, err := w.APIKeys.Create(ctx, w.boss(), accounts.NewKey{Name: "Sync"})
	if err != nil {
		t.Fatal(err)
	}
	program, err := w.APIKeys.SignIn(ctx, key.ClientID, key.Secret, here)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Principals.Authenticate(ctx, program.Access); err != nil {
		t.Error("a key:", err)
	}
}

func TestASecondFactorIsReset(t *testing.T) {
	w, _ := careful(t)
	ctx := t.Context()
	w.setUp()
	admin := w.newUser("boss@example.com")
	boss := &access.Principal{Organization: w.org, User: admin, Superuser: true}
	colleague := &access.Principal{Organization: w.org, User: admin}
	if _, err := w.SecondFactors.StandingOf(ctx, colleague, w.user); !fault.Is(err, fault.Forbidden) {
		t.Error("seen by a colleague:", err)
	}
	if err := w.SecondFactors.Reset(ctx, colleague, w.user); !fault.Is(err, fault.Forbidden) {
		t.Error("reset by a colleague:", err)
	}
	if err := w.SecondFactors.Reset(ctx, boss, admin); !fault.Is(err, fault.Forbidden) {
		t.Error("one's own:", err)
	}
	if standing, err := w.SecondFactors.StandingOf(ctx, boss, w.user); err != nil || !standing.On {
		t.Errorf("%+v, %v", standing, err)
	}
	open := w.openSession()
	if err := w.SecondFactors.Reset(ctx, boss, w.user); err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Principals.Authenticate(ctx, open.Access); !fault.Is(err, fault.Unauthenticated) {
		w.clock.advance(6 * time.Second)
		if _, _, err := w.Principals.Authenticate(ctx, open.Access); !fault.Is(err, fault.Unauthenticated) {
			t.Error("the sessions go on:", err)
		}
	}
	if tokens := w.signIn(); tokens.Ticket != "" {
		t.Error("a code is asked for")
	}
	if err := w.SecondFactors.Reset(ctx, boss, w.user); !fault.Is(err, fault.Conflict) {
		t.Error("reset twice:", err)
	}
	w.happened("account.second_factor_reset")
	w.setUp()
	account, err := w.Members.Account(ctx, email)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.SecondFactors.ResetFromOutside(ctx, &account); err != nil {
		t.Error(err)
	}
	if err := w.SecondFactors.ResetFromOutside(ctx, &account); !fault.Is(err, fault.Conflict) {
		t.Error("from outside, twice:", err)
	}
}

// openSession opens a session of the user by a code.
func (w *world) openSession() accounts.Tokens {
	w.t.Helper()
	codes, err := w.SecondFactors.Renew(w.t.Context(), w.principal(), accounts.Proof{Password: password}, here)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.mustProve(accounts.SecondStep{Ticket: w.ticket(), Code: codes[0]})
}
