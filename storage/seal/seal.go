package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"switchboard/storage/id"
)

// KeyBytes is the minimum length of a key.
const KeyBytes = 32

const prefix = "sealed:"

// Errors of Open.
var (
	// ErrKey reports that the ring lacks the key of a value.
	ErrKey = errors.New("seal: the key of this value is not in the ring")
	// ErrBroken reports that a value is not sealed, was changed, or was sealed for another
	// location.
	ErrBroken = errors.New("seal: this value can't be opened here")
)

// Place is the location of a value.
type Place struct {
	Organization  id.ID
	Object, Field string
	Record        id.ID
}

// bound returns the additional data that a value is bound to; no part of it contains a zero byte.
func (p Place) bound() []byte {
	return []byte(strings.Join([]string{string(p.Organization), p.Object, string(p.Record), p.Field}, "\x00"))
}

// Ring holds the keys: the first one encrypts, all of them decrypt.
type Ring struct{ keys []key }

type key struct {
	number string
	secret []byte
}

// NewRing returns a ring of keys of at least KeyBytes. It ignores duplicates.
func NewRing(secrets ...[]byte) (*Ring, error) {
	if len(secrets) == 0 {
		return nil, errors.New("seal: a ring needs a key")
	}
	r := &Ring{}
	for i, secret := range secrets {
		if len(secret) < KeyBytes {
			return nil, fmt.Errorf("seal: key %d has %d bytes and needs %d", i+1, len(secret), KeyBytes)
		}
		number, err := hkdf.Key(sha256.New, secret, nil, "number", 4)
		if err != nil {
			return nil, fmt.Errorf("seal: key %d: %w", i+1, err)
		}
		text := hex.EncodeToString(number)
		if r.find(text) == nil {
			r.keys = append(r.keys, key{text, secret})
		}
	}
	return r, nil
}

// Former reports whether there are keys that only decrypt.
func (r *Ring) Former() bool { return len(r.keys) > 1 }

// Begins returns the prefix of every value that the ring's first key encrypted.
func (r *Ring) Begins() string { return prefix + r.keys[0].number + "." }

// Number identifies the ring's first key without revealing it.
func (r *Ring) Number() string { return r.keys[0].number }

// Numbers returns the numbers of all keys of the ring.
func (r *Ring) Numbers() []string {
	numbers := make([]string, len(r.keys))
	for i, k := range r.keys {
		numbers[i] = k.number
	}
	return numbers
}

// IsSealed reports whether a text has the form of a sealed value.
func IsSealed(text string) bool {
	number, rest, found := strings.Cut(strings.TrimPrefix(text, prefix), ".")
	return found && strings.HasPrefix(text, prefix) && len(number) == 8 && rest != ""
}

// Seal encrypts a value for its location.
func (r *Ring) Seal(place Place, plain []byte) (string, error) {
	aead, err := r.keys[0].cipher(place)
	if err != nil {
		return "", err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(plain)+aead.Overhead())
	_, _ = rand.Read(nonce) // never fails (crypto/rand since Go 1.24)
	return r.Begins() + base64.RawURLEncoding.EncodeToString(aead.Seal(nonce, nonce, plain, place.bound())), nil
}

// Open decrypts a value sealed for the location. Errors: ErrKey, ErrBroken.
func (r *Ring) Open(place Place, sealed string) ([]byte, error) {
	if !IsSealed(sealed) {
		return nil, ErrBroken
	}
	number, text, _ := strings.Cut(strings.TrimPrefix(sealed, prefix), ".")
	k := r.find(number)
	if k == nil {
		return nil, ErrKey
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, ErrBroken
	}
	aead, err := k.cipher(place)
	if err != nil {
		return nil, err
	}
	if len(raw) < aead.NonceSize() {
		return nil, ErrBroken
	}
	plain, err := aead.Open(nil, raw[:aead.NonceSize()], raw[aead.NonceSize():], place.bound())
	if err != nil {
		return nil, ErrBroken
	}
	return plain, nil
}

// Again re-encrypts, with the ring's first key, a value that a former key encrypted.
func (r *Ring) Again(place Place, sealed string) (string, error) {
	plain, err := r.Open(place, sealed)
	if err != nil {
		return "", err
	}
	return r.Seal(place, plain)
}

func (r *Ring) find(number string) *key {
	for i := range r.keys {
		if r.keys[i].number == number {
			return &r.keys[i]
		}
	}
	return nil
}

// cipher returns the AEAD of the location's organization.
func (k *key) cipher(place Place) (cipher.AEAD, error) {
	own, err := hkdf.Key(sha256.New, k.secret, nil, "organization "+string(place.Organization), KeyBytes)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
