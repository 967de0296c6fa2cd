package accounts

import (
	"context"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"log/slog"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
)

const (
	// resetLife is how long a letter's link is good.
	resetLife = 30 * time.Minute
	maxReset  = 128
	// resetsWaiting bounds the requests that are not looked at yet.
	resetsWaiting = 256
	// resetTries is how often the work behind an answer is tried, resetPause between them.
	resetTries = 3
	resetPause = time.Second
	// resetsEnding is how long a stop waits for requests that were answered already.
	resetsEnding = 5 * time.Second
)

// EffectReset is the kind of effect that sends the letter of a reset.
const EffectReset = "password.letter"

// The limits on resets, counted before anything is looked up.
var (
	// resetAddressRate limits requests for one e-mail address.
	resetAddressRate = ratelimit.Rate{Count: 5, Per: time.Hour, Burst: 5}
	// resetNetworkRate is one network's, whatever addresses it names.
	resetNetworkRate = ratelimit.Rate{Count: 20, Per: 15 * time.Minute, Burst: 20}
	// resetTokenRate is one network's at opening links.
	resetTokenRate = ratelimit.Rate{Count: 60, Per: 15 * time.Minute, Burst: 60}
)

// Resets lets people who forgot their password choose another one, by a link that is sent
// to the address of their account. The link of the newest letter alone is good, once.
type Resets struct {
	store    Store
	signIns  *SignIns
	sessions *Sessions
	prover   *prover
	secret   []byte
	letters  bool // can be sent
	now      func() time.Time
	log      *slog.Logger
	waiting  chan forgotten
}

// resetPayload names one e-mail and its recipient. The effect has no subject: a newer letter
// must not wait behind one that waits for the mail server.
type resetPayload struct {
	User  id.ID  `json:"user"`
	Nonce string `json:"nonce"`
}

// forgotten is one request for a letter.
type forgotten struct {
	from  origin.Origin
	email string
}

// Forgot has a letter sent to the address, if it is the address of an account that may sign in
// somewhere. Neither the answer nor its time reports whether it is: the account is looked up
// behind the answer. Too many requests are fault.Limited.
func (r *Resets) Forgot(ctx context.Context, email string, client Client) error {
	email, err := checkEmail(email)
	if err != nil {
		return err
	}
	if !r.letters {
		return fault.New(fault.Conflict, "This installation sends no mail. Ask your administrator for a new password.")
	}
	if err := r.allow(ctx, "network:"+networkOf(client.Address), resetNetworkRate); err != nil {
		return err
	}
	if err := r.allow(ctx, "address:"+email, resetAddressRate); err != nil {
		return err
	}
	select {
	case r.waiting <- forgotten{origin.Of(ctx), email}:
		return nil
	default:
		return fault.New(fault.Unavailable, "Too many password requests right now. Please try again.").After(time.Second)
	}
}

func (r *Resets) allow(ctx context.Context, key string, rate ratelimit.Rate) error {
	wait := r.prover.limiter.Take(ctx, "password:"+key, rate, 1)
	if wait == 0 {
		return nil
	}
	wait = max(time.Second, wait)
	return fault.New(fault.Limited, "Too many requests for a new password. Please wait %s and try again.", wait.Round(time.Second)).After(wait)
}

// run sends the letters that were asked for, until ctx ends.
func (r *Resets) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			r.finish(ctx)
			return
		case one := <-r.waiting:
			r.serve(ctx, one)
		}
	}
}

// finish serves those who were answered already.
func (r *Resets) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), resetsEnding)
	defer cancel()
	for {
		select {
		case one := <-r.waiting:
			r.serve(ctx, one)
		default:
			return
		}
	}
}

func (r *Resets) serve(ctx context.Context, one forgotten) {
	from := origin.With(ctx, one.from)
	for try := 1; ; try++ {
		err := r.post(from, one.email)
		if err == nil {
			return
		}
		if try == resetTries {
			r.log.WarnContext(ctx, "the letter for a new password could not be written", "error", err)
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(resetPause):
		}
	}
}

// post stores a new reset of the account of an address, by which an earlier one becomes void,
// together with the effect that sends its letter. The effect belongs to the first organization
// that the person may sign in to. Who may sign in nowhere gets no letter, and who is only
// invited has no account: that letter is sent again by whoever invites.
func (r *Resets) post(ctx context.Context, email string) error {
	account, err := r.prover.account(ctx, email)
	if err != nil || account.ID == "" || !account.Active {
		return err
	}
	open, err := r.signIns.openMemberships(ctx, &account)
	if err != nil || len(open) == 0 {
		return err
	}
	nonce := rand.Text()
	token, err := r.token(account.ID, nonce)
	if err != nil {
		return err
	}
	at := open[0]
	return r.store.Together(ctx, func(ctx context.Context) error {
		err := r.store.PutReset(ctx, row.Reset{
			Account: account.ID, TokenHash: hashSecret(token.secret), Expires: r.now().UTC().Truncate(time.Millisecond).Add(resetLife),
		})
		if err != nil {
			return err
		}
		return commit(ctx, r.store, row.Change{Organization: at.Organization, Effects: []row.Effect{
			{ID: id.New(), Kind: EffectReset, Actor: "password", Payload: row.JSONValue(resetPayload{at.User, nonce})},
		}})
	})
}

// ResetOffer is what the holder of a token may know of the reset.
type ResetOffer struct {
	Email   string
	Expires time.Time
}

// Look tells the holder of a token whose password is to be chosen. fault.NotFound for a token
// that is not the newest letter's, fault.Conflict for one that was used or is too old.
func (r *Resets) Look(ctx context.Context, token string, client Client) (ResetOffer, error) {
	reset, account, err := r.find(ctx, token, client)
	return ResetOffer{Email: account.Email, Expires: reset.Expires}, err
}

// Reset returns the account of a token another password and ends all its sessions. It opens no
// session; signing in does. Errors as Look.
func (r *Resets) Reset(ctx context.Context, token, password string, client Client) (ResetOffer, error) {
	reset, account, err := r.find(ctx, token, client)
	if err != nil {
		return ResetOffer{}, err
	}
	if err := checkPassword(password); err != nil {
		return ResetOffer{}, err
	}
	hash, err := r.prover.hasher.hash(ctx, password)
	if err != nil {
		return ResetOffer{}, err
	}
	err = r.sessions.replacePassword(ctx, &account, hash, resetPassword, func(ctx context.Context) error {
		mine, err := r.store.UseReset(ctx, reset)
		if err == nil && !mine {
			return errResetUsed
		}
		return err
	})
	if err != nil {
		return ResetOffer{}, err
	}
	r.prover.forgive(ctx, account.Email, client)
	return ResetOffer{Email: account.Email, Expires: reset.Expires}, nil
}

var (
	errResetUnknown = fault.New(fault.NotFound, "This link is incomplete or has been replaced. Open the link in the newest email, or request another one.")
	errResetUsed    = fault.New(fault.Conflict, "This link has already been used. Sign in with the new password, or request another link.")
	errResetOver    = fault.New(fault.Conflict, "This link has expired. Request another one.")
	errResetClosed  = fault.New(fault.Conflict, "This account is no longer active. Ask your administrator.")
)

// find returns the reset and the account of a token that is still good.
func (r *Resets) find(ctx context.Context, text string, client Client) (row.Reset, Account, error) {
	if err := r.allow(ctx, "token:"+networkOf(client.Address), resetTokenRate); err != nil {
		return row.Reset{}, Account{}, err
	}
	token, ok := parseReset(text)
	if !ok {
		return row.Reset{}, Account{}, errResetUnknown
	}
	reset, account, err := r.store.Reset(ctx, token.account)
	switch {
	case fault.Is(err, fault.NotFound):
		return reset, Account{}, errResetUnknown
	case err != nil:
		return reset, Account{}, err
	case !same(hashSecret(token.secret), reset.TokenHash):
		return reset, Account{}, errResetUnknown
	case reset.IsUsed:
		return reset, Account{}, errResetUsed
	case !r.now().Before(reset.Expires):
		return reset, Account{}, errResetOver
	}
	open, err := r.signIns.openMemberships(ctx, &account)
	if err != nil {
		return reset, Account{}, err
	}
	if !account.Active || len(open) == 0 {
		return reset, Account{}, errResetClosed
	}
	return reset, account, nil
}

// resetToken is <account>.<secret>. The secret is made of a nonce, which the letter's effect
// holds, and the installation's key, as an invitation's is.
type resetToken struct {
	account id.ID
	secret  string
}

func (t resetToken) String() string { return string(t.account) + "." + t.secret }

func parseReset(text string) (resetToken, bool) {
	account, secret, found := strings.Cut(text, ".")
	if len(text) > maxReset || !found || secret == "" {
		return resetToken{}, false
	}
	known, ok := id.Parse(account)
	return resetToken{known, secret}, ok
}

func (r *Resets) token(account id.ID, nonce string) (resetToken, error) {
	key, err := hkdf.Key(sha256.New, r.secret, nil, "switchboard password reset", sha256.Size)
	if err != nil {
		return resetToken{}, fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(string(account) + nonce))
	return resetToken{account, base64.RawURLEncoding.EncodeToString(mac.Sum(nil))}, nil
}
