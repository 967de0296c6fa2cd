package accounts

import (
	"crypto/sha256"
	"sync"
	"time"
)

// knownTokens bounds the access tokens that are remembered; beyond it all are
// forgotten.
const knownTokens = 10_000

// verified remembers access tokens whose signature and claims were found good, by
// their digest: a browser sends the same one with each request, and an Ed25519
// signature takes longer to check than the rights behind it. What it says of a token
// ends with the token; whether its session still stands is asked of the
// principalCache each time.
type verified struct {
	mu      sync.RWMutex
	byToken map[[sha256.Size]byte]*Claims
}

// get returns the claims of a token that was found good and has not ended.
func (v *verified) get(token string, now time.Time) *Claims {
	v.mu.RLock()
	defer v.mu.RUnlock()
	c := v.byToken[sha256.Sum256([]byte(token))]
	if c == nil || !now.Before(c.ExpiresAt.Time) || now.Before(c.IssuedAt.Time) {
		return nil
	}
	return c
}

func (v *verified) put(token string, c *Claims) {
	if c.IssuedAt == nil {
		return // not of ours, or of a release long ago: it is checked each time
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.byToken == nil || len(v.byToken) >= knownTokens {
		v.byToken = map[[sha256.Size]byte]*Claims{}
	}
	v.byToken[sha256.Sum256([]byte(token))] = c
}
