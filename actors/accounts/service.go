package accounts

import (
	"context"
	"errors"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
)

// Config is what Service needs; zero durations take the defaults named.
type Config struct {
	Store Store
	// Limiter counts guesses, for all nodes together.
	Limiter ratelimit.Limiter
	// Names tells organizations' names; nil for those that the memberships say.
	Names Names
	// Holding refuses a principal who lacks rights that the user has; nil leaves
	// invitations that are sent again to superusers (actors/records).
	Holding func(ctx context.Context, p *access.Principal, user row.Record) error
	// Letters says that letters can be sent; without it nobody can be invited.
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
	// Now is the clock, time.Now.
	Now func() time.Time
}

const (
	hashesAtOnce = 4
	// rotationGrace is how long a replaced refresh token stays good.
	rotationGrace = 30 * time.Second
	// checkedFor is how long a session's and user's state is believed.
	checkedFor = 5 * time.Second
)

// Service signs people in and knows on whose behalf a token speaks.
type Service struct {
	Config

	keys   *keys
	hasher *hasher
	cache  *principalCache
	ended  chan endedUser
}

type endedUser struct{ organization, user id.ID }

// New makes the service; it starts nothing (Run does).
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
	if c.Limiter == nil {
		return nil, errors.New("accounts: a limiter of guesses is needed")
	}
	k, err := deriveKeys(c.SecretKey, c.Issuer)
	if err != nil {
		return nil, err
	}
	return &Service{
		Config: c, keys: k, hasher: newHasher(c.Cost, hashesAtOnce),
		cache: newPrincipalCache(), ended: make(chan endedUser, 256),
	}, nil
}
