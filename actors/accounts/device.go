package accounts

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"
)

// A browser that signed in to an account keeps a proof of it, so that strangers' guesses
// can't keep its owner out. It is no sign-in by itself.
const (
	// DeviceLife is how long a proof counts; each sign-in makes a new one.
	DeviceLife = 180 * 24 * time.Hour
	// TrustLife is how long a browser that its user trusts is not asked for codes.
	TrustLife = 30 * 24 * time.Hour
	// deviceAccounts bounds the accounts that one browser has proofs of.
	deviceAccounts = 5
	proofNonce     = 12
	proofMAC       = 16
	proofLength    = proofNonce + 8 + proofMAC
)

var proofText = base64.RawURLEncoding

// knownDevice finds the proof for the account among those of a browser.
func (k *keys) knownDevice(device, email string, now time.Time) (proof string, known bool) {
	for _, text := range proofsOf(device) {
		if k.proves(text, email, now) {
			return text, true
		}
	}
	return "", false
}

// rememberDevice returns the browser's proofs with a new one for the account.
func (k *keys) rememberDevice(device, email string, now time.Time, life time.Duration) string {
	proof := make([]byte, proofNonce, proofLength)
	_, _ = rand.Read(proof) // never fails (crypto/rand since Go 1.24)
	proof = binary.BigEndian.AppendUint64(proof, uint64(now.Add(life).Unix()))
	proof = append(proof, k.deviceMAC(proof, email)...)
	kept := []string{proofText.EncodeToString(proof)}
	for _, text := range proofsOf(device) {
		if len(kept) < deviceAccounts && !k.proves(text, email, now) {
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, ".")
}

func (k *keys) proves(text, email string, now time.Time) bool {
	raw, err := proofText.DecodeString(text)
	if err != nil || len(raw) != proofLength {
		return false
	}
	said, mac := raw[:proofNonce+8], raw[proofNonce+8:]
	until := time.Unix(int64(binary.BigEndian.Uint64(said[proofNonce:])), 0)
	return hmac.Equal(mac, k.deviceMAC(said, email)) && now.Before(until)
}

func (k *keys) deviceMAC(said []byte, email string) []byte {
	mac := hmac.New(sha256.New, k.deviceKey)
	mac.Write(said)
	mac.Write([]byte(email))
	return mac.Sum(nil)[:proofMAC]
}

// proofsOf lists what a browser sent, as far as it can be a list of proofs.
func proofsOf(device string) []string {
	length := proofText.EncodedLen(proofLength)
	if device == "" || len(device) > deviceAccounts*(length+1) {
		return nil
	}
	return strings.Split(device, ".")
}
