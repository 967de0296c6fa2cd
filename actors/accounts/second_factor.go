package accounts

import (
	"bytes"
	"context"
	"encoding/base64"
	"image/png"
	"slices"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

const (
	// mustSetUpField is the session's that says that it is good only for setting up a second factor.
	mustSetUpField = "must_set_up"
	// codeIssuer is how an authenticator calls the product.
	codeIssuer = "Switchboard"
	// qrSide is the side of a QR code, in pixels.
	qrSide = 240
)

var (
	errMustSetUp = fault.New(fault.SecondFactor, "Your organization requires a second factor. Set one up to continue: nothing else is possible until then.")
	errNoFactor  = fault.New(fault.Conflict, "No second factor is on.")
	errNoPerson  = fault.New(fault.Forbidden, "Only a person who signs in with a password has a second factor.")
)

// SecondFactors are the codes of authenticators that accounts prove themselves with in addition to their
// passwords (RFC 6238), and the recovery codes for who lost the authenticator. An account has one
// second factor, for all its organizations.
type SecondFactors struct {
	store    Store
	rules    Rules
	ring     *seal.Ring
	prover   *prover
	sessions *Sessions
}

// Standing is how a person's second factor stands.
type Standing struct {
	// On reports that codes are asked for.
	On bool `json:"on"`
	// Since is when it was turned on; nil if it is off.
	Since *time.Time `json:"since"`
	// RecoveryCodes is how many are left.
	RecoveryCodes int `json:"recovery_codes"`
	// Required reports that the organization requires one.
	Required bool `json:"required"`
}

// Setup is what a person's authenticator needs to know.
type Setup struct {
	// Secret is to be typed where no picture can be taken, URI what the picture says.
	Secret string `json:"secret"`
	URI    string `json:"uri"`
	// QR is the picture, as the address of a PNG (RFC 2397).
	QR string `json:"qr"`
}

// Proof is what a person changes a second factor by: the password, or a code.
type Proof struct {
	Password string `json:"password"`
	Code     string `json:"code"`
}

// Standing returns how the second factor of the principal stands.
func (s *SecondFactors) Standing(ctx context.Context, p *access.Principal) (Standing, error) {
	return s.standing(ctx, p.Organization, p.User)
}

func (s *SecondFactors) standing(ctx context.Context, organization, user id.ID) (out Standing, err error) {
	_, factor, err := s.of(ctx, organization, user)
	if err != nil && !fault.Is(err, fault.Forbidden) {
		return out, err
	}
	if factor.IsOn() {
		out = Standing{On: true, Since: moment(factor.Since), RecoveryCodes: len(factor.Recovery)}
	}
	if s.rules != nil {
		out.Required, err = s.rules.RequiresSecondFactor(ctx, organization)
	}
	return out, err
}

// of reads an account with its second factor; fault.Forbidden for a user who is no person.
func (s *SecondFactors) of(ctx context.Context, organization, user id.ID) (Account, row.SecondFactor, error) {
	account, err := s.store.AccountOfUser(ctx, organization, user)
	if fault.Is(err, fault.NotFound) {
		err = errNoPerson
	}
	if err != nil {
		return Account{}, row.SecondFactor{}, err
	}
	factor, err := s.store.SecondFactor(ctx, account.ID)
	return account, factor, err
}

// Begin makes a secret for the principal's authenticator. It counts for nothing until Confirm.
func (s *SecondFactors) Begin(ctx context.Context, p *access.Principal) (Setup, error) {
	if s.ring == nil {
		return Setup{}, fault.New(fault.Conflict, "This installation has no keys for second factors.")
	}
	account, _, err := s.of(ctx, p.Organization, p.User)
	if err != nil {
		return Setup{}, err
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: codeIssuer, AccountName: account.Email, Period: codePeriod, Digits: codeDigits, Algorithm: otp.AlgorithmSHA1})
	if err != nil {
		return Setup{}, err
	}
	factor := row.SecondFactor{Account: account.ID, Factor: id.New()}
	if factor.Secret, err = s.ring.Seal(row.SecondFactorPlace(account.ID), []byte(key.Secret())); err != nil {
		return Setup{}, err
	}
	picture, err := key.Image(qrSide, qrSide)
	if err != nil {
		return Setup{}, err
	}
	var body bytes.Buffer
	if err := png.Encode(&body, picture); err != nil {
		return Setup{}, err
	}
	if err := s.store.BeginSecondFactor(ctx, factor); err != nil {
		return Setup{}, err
	}
	return Setup{Secret: key.Secret(), URI: key.URL(), QR: "data:image/png;base64," + base64.StdEncoding.EncodeToString(body.Bytes())}, nil
}

func (s *SecondFactors) open(factor row.SecondFactor) (string, error) {
	if s.ring == nil {
		return "", seal.ErrKey
	}
	secret, err := s.ring.Open(row.SecondFactorPlace(factor.Account), factor.Secret)
	return string(secret), err
}

// Confirm turns the second factor on by a code of the authenticator, and returns the recovery
// codes, which are shown this once.
func (s *SecondFactors) Confirm(ctx context.Context, p *access.Principal, code string, client Client) ([]string, error) {
	account, factor, err := s.of(ctx, p.Organization, p.User)
	if err != nil {
		return nil, err
	}
	if factor.Factor == "" || factor.IsOn() {
		return nil, fault.New(fault.Conflict, "No second factor waits for its first code. Begin again.")
	}
	if err := s.allow(ctx, &account, client); err != nil {
		return nil, err
	}
	secret, err := s.open(factor)
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "The key can't be read any more. Begin again.")
	}
	step, fits := stepOf(secret, typed(code), s.prover.now())
	if !fits {
		return nil, fault.Field("code", "This code is not right. Check that the clock of your device is right, and enter the newest code.")
	}
	codes, hashes := newRecovery()
	factor.Recovery = hashes
	err = s.store.Together(ctx, func(ctx context.Context) error {
		isNew, err := s.store.ConfirmSecondFactor(ctx, factor, step)
		if err == nil && !isNew {
			err = fault.New(fault.Conflict, "Another key was made in between. Begin again.")
		}
		if err != nil {
			return err
		}
		return s.tell(ctx, &account, "account.second_factor_on", p)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// allow counts an attempt of who is signed in already.
func (s *SecondFactors) allow(ctx context.Context, account *Account, client Client) error {
	a := attempt{limiter: s.prover.limiter}
	if err := a.take(ctx, "code:network:"+networkOf(client.Address), codeNetworkRate, false); err != nil {
		return err
	}
	return a.take(ctx, "code:confirm:"+string(account.ID), codeRate, true)
}

// Renew replaces the recovery codes by new ones, which are shown this once.
func (s *SecondFactors) Renew(ctx context.Context, p *access.Principal, proof Proof, client Client) ([]string, error) {
	account, factor, err := s.proved(ctx, p, proof, client)
	if err != nil {
		return nil, err
	}
	codes, hashes := newRecovery()
	err = s.store.Together(ctx, func(ctx context.Context) error {
		if err := s.store.SetRecovery(ctx, factor, hashes); err != nil {
			return err
		}
		return s.tell(ctx, &account, "account.recovery_codes", p)
	})
	return codes, err
}

// TurnOff takes the second factor of the principal away. fault.Conflict where the organization
// requires one.
func (s *SecondFactors) TurnOff(ctx context.Context, p *access.Principal, proof Proof, client Client) error {
	standing, err := s.Standing(ctx, p)
	if err != nil {
		return err
	}
	if standing.Required {
		return fault.New(fault.Conflict, "Your organization requires a second factor, so it can't be turned off.")
	}
	account, _, err := s.proved(ctx, p, proof, client)
	if err != nil {
		return err
	}
	return s.store.Together(ctx, func(ctx context.Context) error {
		if _, err := s.store.DropSecondFactor(ctx, account.ID); err != nil {
			return err
		}
		return s.tell(ctx, &account, "account.second_factor_off", p)
	})
}

// proved returns the account of a principal who proved to be its owner, by the password or a code.
func (s *SecondFactors) proved(ctx context.Context, p *access.Principal, proof Proof, client Client) (Account, row.SecondFactor, error) {
	account, factor, err := s.of(ctx, p.Organization, p.User)
	if err == nil && !factor.IsOn() {
		err = errNoFactor
	}
	if err != nil {
		return account, factor, err
	}
	switch {
	case proof.Code != "":
		if err = s.check(ctx, &account, factor, proof.Code, client); fault.Is(err, fault.Unauthenticated) {
			err = fault.Field("code", "This code is not right, or was used already")
		}
	case proof.Password != "" && len(proof.Password) <= maxPassword:
		if _, err = s.prover.prove(ctx, account.Email, proof.Password, client); fault.Is(err, fault.Unauthenticated) {
			err = fault.Field("password", "This is not your password")
		}
	default:
		err = fault.Field("password", "Please enter your password or a code")
	}
	return account, factor, err
}

func (s *SecondFactors) useRecovery(ctx context.Context, factor row.SecondFactor, account *Account, code string) (isGood bool, err error) {
	err = s.store.Together(ctx, func(ctx context.Context) error {
		if isGood, err = s.store.UseRecovery(ctx, factor, recoveryHash(code)); err != nil || !isGood {
			return err
		}
		return s.tell(ctx, account, "account.recovery_code_used", nil)
	})
	return isGood && err == nil, err
}

// tell reports to the audit of each of an account's organizations what became of its second factor. by
// is who did it, nil for the account's owner.
func (s *SecondFactors) tell(ctx context.Context, account *Account, cause string, by *access.Principal) error {
	isOwn := by == nil || slices.ContainsFunc(account.Memberships, func(m Membership) bool { return m.User == by.User })
	for _, place := range account.Memberships {
		h := row.Happening{Organization: place.Organization, Object: "session", Cause: cause, Fields: row.Fields{"user": place.User}}
		if isOwn {
			h.Actor = place.User
		} else if by.Organization == place.Organization {
			h.Actor = by.User
		}
		if err := s.store.Happened(ctx, h); err != nil {
			return err
		}
	}
	return nil
}
