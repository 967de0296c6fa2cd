package accounts

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
)

const (
	// codePeriod is how long a code of the authenticator is shown (RFC 6238 §5.2).
	codePeriod = 30
	codeDigits = otp.DigitsSix
	// codeSkew is how many periods a clock may be ahead or behind.
	codeSkew = 1
	maxCode  = 64

	recoveryCodes = 10
	// A recovery code has so many bytes: 80 bits, which nobody guesses from a hash either.
	recoveryBytes = 10
	recoveryGroup = 4
)

var recoveryText = base32.NewEncoding("abcdefghjkmnpqrstuvwxyz23456789i").WithPadding(base32.NoPadding)

// typed is a code as it is checked: people type it with spaces, as it is shown.
func typed(code string) string { return strings.Join(strings.Fields(code), "") }

// stepOf finds the time step whose code this is.
func stepOf(secret, code string, now time.Time) (step int64, fits bool) {
	at := now.Unix() / codePeriod
	for _, step := range []int64{at, at - 1, at + 1}[:1+2*codeSkew] {
		ok, err := hotp.ValidateCustom(code, uint64(max(step, 0)), secret, hotp.ValidateOpts{Digits: codeDigits, Algorithm: otp.AlgorithmSHA1})
		if err == nil && ok {
			return step, true
		}
	}
	return 0, false
}

// newRecovery makes recovery codes, with the hashes that are stored of them.
func newRecovery() (codes, hashes []string) {
	for range recoveryCodes {
		b := make([]byte, recoveryBytes)
		_, _ = rand.Read(b) // never fails (crypto/rand since Go 1.24)
		text := recoveryText.EncodeToString(b)
		hashes = append(hashes, hashSecret(text))
		var groups []string
		for len(text) > 0 {
			groups = append(groups, text[:recoveryGroup])
			text = text[recoveryGroup:]
		}
		codes = append(codes, strings.Join(groups, "-"))
	}
	return codes, hashes
}

// isRecovery reports whether a code has the form of a recovery code rather than the authenticator's.
func isRecovery(code string) bool { return len(code) > codeDigits.Length() }

// recoveryHash is what is stored of a recovery code, as a person types it.
func recoveryHash(code string) string {
	return hashSecret(strings.ToLower(strings.ReplaceAll(code, "-", "")))
}
