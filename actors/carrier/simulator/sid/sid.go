package sid

import (
	"crypto/rand"
	"encoding/hex"
	"regexp"
)

var pattern = regexp.MustCompile(`^[A-Z]{2}[0-9a-fA-F]{32}$`)

// New returns a unique identifier.
func New(prefix string) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand since Go 1.24)
	return prefix + hex.EncodeToString(b[:])
}

// Valid reports whether a text can be an identifier of the provider.
func Valid(text string) bool { return pattern.MatchString(text) }
