package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

var key = []byte("the key of the benchmark's tokens")

// Of returns the token of client n: "<n>.<signature>".
func Of(n int) string {
	text := strconv.Itoa(n)
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return text + "." + hex.EncodeToString(h.Sum(nil))
}

// Read returns the client's number if the signature is valid.
func Read(token string) (n int, ok bool) {
	text, _, _ := strings.Cut(token, ".")
	n, err := strconv.Atoi(text)
	return n, err == nil && hmac.Equal([]byte(Of(n)), []byte(token))
}
