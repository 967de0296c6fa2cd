package simulator_test

import (
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// expired makes an access token that was good until a second ago.
func expired(t *testing.T, account, key, secret string) string {
	t.Helper()
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"iss": key, "sub": account, "exp": time.Now().Add(-time.Second).Unix(),
		"grants": map[string]any{"identity": "alice", "voice": map[string]any{"incoming": map[string]any{"allow": true}}},
	}).SignedString([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	return token
}
