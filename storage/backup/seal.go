package backup

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"

	"golang.org/x/crypto/scrypt"
)

// lock is the repository's key, closed by the passphrase.
type lock struct {
	Salt []byte `json:"salt"`
	N    int    `json:"scrypt_n"`
	R    int    `json:"scrypt_r"`
	P    int    `json:"scrypt_p"`
	Key  []byte `json:"key"`
}

const keySize = 32

// scrypt's cost: about half a second and 128 MiB.
const costN, costR, costP = 1 << 17, 8, 1

// newLock makes a key that the passphrase opens.
func newLock(passphrase string) (*lock, *sealer, error) {
	l := &lock{Salt: make([]byte, 16), N: costN, R: costR, P: costP}
	key := make([]byte, keySize)
	_, _ = rand.Read(l.Salt) // never fails
	_, _ = rand.Read(key)
	outer, err := l.derive(passphrase)
	if err != nil {
		return nil, nil, err
	}
	l.Key = outer.close(key, "key")
	inner, err := newSealer(key)
	return l, inner, err
}

func (l *lock) open(passphrase string) (*sealer, error) {
	if passphrase == "" || l.N > costN || l.R > costR || l.P > costP { // no more memory than ours takes
		return nil, ErrPassphrase
	}
	outer, err := l.derive(passphrase)
	if err != nil {
		return nil, err
	}
	key, err := outer.open(l.Key, "key")
	if err != nil {
		return nil, ErrPassphrase
	}
	return newSealer(key)
}

func (l *lock) derive(passphrase string) (*sealer, error) {
	key, err := scrypt.Key([]byte(passphrase), l.Salt, l.N, l.R, l.P, keySize)
	if err != nil {
		return nil, err
	}
	return newSealer(key)
}

// sealer encrypts with one key.
type sealer struct {
	aead cipher.AEAD
	name []byte // the key by which chunks are named
}

func newSealer(key []byte) (*sealer, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("names of chunks"))
	return &sealer{aead, mac.Sum(nil)}, nil
}

func (s *sealer) close(plain []byte, about string) []byte {
	return s.aead.Seal(nil, nil, plain, []byte(about)) //nolint:gosec // it makes a random nonce itself
}

func (s *sealer) open(sealed []byte, about string) ([]byte, error) {
	return s.aead.Open(nil, nil, sealed, []byte(about))
}

// nameOf names a chunk by its content. Without the key, nobody can tell what content has a name.
func (r *Repository) nameOf(chunk []byte) ID {
	if r.seal == nil {
		return sha256.Sum256(chunk)
	}
	mac := hmac.New(sha256.New, r.seal.name)
	mac.Write(chunk)
	return ID(mac.Sum(nil))
}
