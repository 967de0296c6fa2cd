package accounts

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"switchboard/storage/fault"
)

// Cost is the work of one password hash (argon2id, RFC 9106).
type Cost struct {
	Memory uint32 // KiB
	Passes uint32
	Lanes  uint8
}

// DefaultCost takes about 25 ms and 19 MiB.
func DefaultCost() Cost { return Cost{Memory: 19 << 10, Passes: 2, Lanes: 1} }

const (
	saltLength  = 16
	keyLength   = 32
	minPassword = 8
	maxPassword = 1024 // bytes; longer ones only cost us work
)

// hasher hashes passwords, a bounded number at once.
type hasher struct {
	cost  Cost
	slots chan struct{}
	// decoy is verified for unknown addresses, so that they cost the same work.
	decoy string
}

func newHasher(cost Cost, atOnce int) *hasher {
	h := &hasher{cost: cost, slots: make(chan struct{}, atOnce)}
	h.decoy = h.compute("")
	return h
}

// hash makes the PHC text of a password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return h.compute(password), nil
}

func (h *hasher) compute(password string) string {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails (crypto/rand since Go 1.24)
	key := argon2.IDKey([]byte(password), salt, h.cost.Passes, h.cost.Memory, h.cost.Lanes, keyLength)
	enc := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version,
		h.cost.Memory, h.cost.Passes, h.cost.Lanes, enc.EncodeToString(salt), enc.EncodeToString(key))
}

// verify reports whether the password fits the PHC text; a text that is empty or not ours is
// checked against the decoy and never fits. stale says that the text was made with another cost.
func (h *hasher) verify(ctx context.Context, phc, password string) (fits, stale bool, err error) {
	if err := h.enter(ctx); err != nil {
		return false, false, err
	}
	defer h.leave()
	known := true
	cost, salt, want, ok := parsePHC(phc)
	if !ok {
		known = false
		cost, salt, want, _ = parsePHC(h.decoy)
	}
	got := argon2.IDKey([]byte(password), salt, cost.Passes, cost.Memory, cost.Lanes, uint32(len(want)))
	fits = subtle.ConstantTimeCompare(got, want) == 1 && known
	return fits, cost != h.cost, nil
}

func (h *hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fault.From(ctx.Err())
	}
}

func (h *hasher) leave() { <-h.slots }

// parsePHC reads the text of an argon2id hash and refuses costs that would harm
// the server.
func parsePHC(phc string) (cost Cost, salt, key []byte, ok bool) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return cost, nil, nil, false
	}
	if n, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.Memory, &cost.Passes, &cost.Lanes); n != 3 || err != nil {
		return cost, nil, nil, false
	}
	if cost.Memory < 8 || cost.Memory > 256<<10 || cost.Passes < 1 || cost.Passes > 16 || cost.Lanes < 1 || cost.Lanes > 8 {
		return cost, nil, nil, false
	}
	salt, errSalt := base64.RawStdEncoding.DecodeString(parts[4])
	key, errKey := base64.RawStdEncoding.DecodeString(parts[5])
	ok = errSalt == nil && errKey == nil && len(salt) >= 8 && len(key) >= 16 && len(key) <= 64
	return cost, salt, key, ok
}

func checkPassword(password string) error {
	switch {
	case len(password) < minPassword:
		return fault.Field("password", "The password must have at least %d characters", minPassword)
	case len(password) > maxPassword:
		return fault.Field("password", "The password may have at most %d bytes", maxPassword)
	default:
		return nil
	}
}
