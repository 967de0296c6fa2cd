package accounts

import (
	"time"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Config is what Service needs; zero durations take the defaults named.
type Config struct {
	Store    Store
	Registry *schema.Registry
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

// The limits on guesses: per account address, and per network address.
const (
	guessWindow     = 15 * time.Minute
	accountGuesses  = 10
	addressGuesses  = 60
	throttleEntries = 20_000
	hashesAtOnce    = 4
	// rotationGrace is how long a replaced refresh token stays good.
	rotationGrace = 30 * time.Second
	// checkedFor is how long a session's and user's state is believed.
	checkedFor = 5 * time.Second
)

// Service signs people in and knows on whose behalf a token speaks.
type Service struct {
	Config

	keys      *keys
	hasher    *hasher
	byAccount *throttle
	byAddress *throttle
	cache     *principalCache
	ended     chan endedUser
}

type endedUser struct{ organization, user id.ID }

// New makes the service.
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
	k, err := deriveKeys(c.SecretKey, c.Issuer)
	if err != nil {
		return nil, err
	}
	return &Service{
		Config: c, keys: k, hasher: newHasher(c.Cost, hashesAtOnce),
		byAccount: newThrottle(accountGuesses, guessWindow, throttleEntries),
		byAddress: newThrottle(addressGuesses, guessWindow, throttleEntries),
		cache:     newPrincipalCache(), ended: make(chan endedUser, 256),
	}, nil
}
