package accounts

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// Config is what Service needs; zero durations take the defaults named.
type Config struct {
	Store Store
	// Limiter counts guesses, for all nodes together.
	Limiter ratelimit.Limiter
	// Names tells organizations' names; nil for those that the memberships say.
	Names Names
	// Rules returns what organizations require; nil if none requires anything.
	Rules Rules
	// Ring seals the secrets of second factors; nil if none can be set up.
	Ring *seal.Ring
	// Uses tells which features organizations don't use; nil if all use all.
	Uses Uses
	// Covers refuses a principal who lacks rights that the user has; nil leaves
	// invitations that are sent again to superusers (actors/records).
	Covers func(ctx context.Context, p *access.Principal, user row.Record) error
	// Letters says that letters can be sent; without it nobody can be invited, or reset a
	// password.
	Letters bool
	// SecretKey signs tokens and seals successors; at least 32 bytes.
	SecretKey []byte
	// Issuer is the configured public URL.
	Issuer string
	// AccessLife is an access token's, 10 minutes.
	AccessLife time.Duration
	// SessionLife is the absolute end of a sign-in, 30 days.
	SessionLife time.Duration
	// Cost is a password hash's work, DefaultCost.
	Cost Cost
	// Log gets what went wrong behind everybody's back; nobody by default.
	Log *slog.Logger
	// Now is the clock, time.Now.
	Now func() time.Time
}

// hashesAtOnce bounds the passwords that are hashed at once.
const hashesAtOnce = 4

// Service is all of signing in, made of one Config: its parts share what they need.
type Service struct {
	SignIns       *SignIns
	SecondFactors *SecondFactors
	Sessions      *Sessions
	Principals    *Principals
	Members       *Members
	APIKeys       *APIKeys
	Invitations   *Invitations
	Views         *Views
	Offers        *Offers
	Resets        *Resets

	refused *refusals
	book    *book
	url     string
}

// New makes the parts; it starts nothing (Principals.Run and what start gives do).
func New(c Config) (*Service, error) {
	if c.AccessLife == 0 {
		c.AccessLife = 10 * time.Minute
	}
	if c.SessionLife == 0 {
		c.SessionLife = 30 * 24 * time.Hour
	}
	if c.Cost == (Cost{}) {
		c.Cost = DefaultCost()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Limiter == nil {
		return nil, errors.New("accounts: a limiter of guesses is needed")
	}
	k, err := deriveKeys(c.SecretKey, c.Issuer)
	if err != nil {
		return nil, err
	}
	cache := newPrincipalCache()
	hasher := newHasher(c.Cost, hashesAtOnce)
	prover := &prover{store: c.Store, keys: k, hasher: hasher, limiter: c.Limiter, refused: newRefusals(c), now: c.Now}
	sessions := &Sessions{store: c.Store, keys: k, cache: cache, now: c.Now, access: c.AccessLife, life: c.SessionLife}
	book := &book{store: c.Store, secret: c.SecretKey, now: c.Now}
	factors := &SecondFactors{store: c.Store, rules: c.Rules, ring: c.Ring, prover: prover, sessions: sessions}
	signIns := &SignIns{store: c.Store, names: c.Names, rules: c.Rules, prover: prover, factors: factors, sessions: sessions}
	return &Service{
		SignIns:       signIns,
		SecondFactors: factors,
		Sessions:      sessions,
		Principals:    &Principals{store: c.Store, uses: c.Uses, keys: k, cache: cache, sessions: sessions, now: c.Now, log: c.Log, ended: make(chan endedUser, 256), used: make(chan endedUser, 256)},
		Members:       &Members{store: c.Store, hasher: hasher, sessions: sessions},
		APIKeys:       &APIKeys{store: c.Store, sessions: sessions, limiter: c.Limiter, now: c.Now},
		Views:         &Views{store: c.Store, sessions: sessions},
		Invitations:   &Invitations{store: c.Store, book: book, limiter: c.Limiter, covers: c.Covers, letters: c.Letters, url: c.Issuer, now: c.Now},
		Offers:        &Offers{store: c.Store, names: c.Names, book: book, prover: prover, now: c.Now},
		Resets:        &Resets{store: c.Store, signIns: signIns, sessions: sessions, prover: prover, secret: c.SecretKey, letters: c.Letters, now: c.Now, log: c.Log, waiting: make(chan forgotten, resetsWaiting)},
		refused:       prover.refused,
		book:          book,
		url:           c.Issuer,
	}, nil
}
