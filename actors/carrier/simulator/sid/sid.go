package sid

import (
	"crypto/rand"
	"encoding/hex"
	"regexp"
)

var pattern = regexp.MustCompile(`^[A-Z]{2}[0-9a-fA-F]{32}$`)

// New makes an identifier that nothing else has.
func New(prefix string) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand since Go 1.24)
	return prefix + hex.EncodeToString(b[:])
}

// Valid tells a text that can be one of the provider's identifiers.
func Valid(text string) bool { return pattern.MatchString(text) }
