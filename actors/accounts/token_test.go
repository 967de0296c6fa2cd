package accounts_test

import (
	"crypto/ed25519"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

func TestBadAccessTokens(t *testing.T) {
	w := newWorld(t)
	good := w.signIn()
	_, foreign, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	claims := jwt.MapClaims{
		"org": string(w.org), "sid": string(good.Session), "sub": string(w.user), "aud": "switchboard",
		"iss": "https://desk.example.com", "exp": w.clock.Now().Add(time.Hour).Unix(),
	}
	sign := func(method jwt.SigningMethod, key any) string {
		token := jwt.NewWithClaims(method, claims)
		token.Header["typ"] = "at+jwt"
		text, err := token.SignedString(key)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if _, _, err := w.Principals.Authenticate(t.Context(), good.Access); err != nil { // it is remembered from now on
		t.Fatal(err)
	}
	parts := strings.Split(good.Access, ".")
	elsewhere := w.cfg
	elsewhere.Issuer = "https://other.example.com"
	stranger, err := w.service(elsewhere).SignIns.SignIn(t.Context(), email, password, here)
	if err != nil {
		t.Fatal(err)
	}
	for what, token := range map[string]string{
		"empty":             "",
		"dots":              strings.Repeat(".", 1<<20),
		"long":              good.Access + strings.Repeat("A", 4096),
		"none":              sign(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType),
		"another key":       sign(jwt.SigningMethodEdDSA, foreign),
		"HMAC":              sign(jwt.SigningMethodHS256, []byte("0123456789abcdef0123456789abcdef")),
		"no signature":      parts[0] + "." + parts[1] + ".",
		"a changed body":    parts[0] + "." + parts[1][:len(parts[1])-2] + "AA." + parts[2],
		"another issuer":    stranger.Access,
		"the refresh token": good.Refresh,
	} {
		_, _, err := w.Principals.Authenticate(t.Context(), token)
		w.refused(what, err)
	}
	w.clock.advance(10*time.Minute + time.Second)
	_, _, err = w.Principals.Authenticate(t.Context(), good.Access)
	w.refused("after its end", err)
}
