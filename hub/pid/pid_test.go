package pid_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/hub/pid"
	"switchboard/storage/id"
)

func TestOnlyASignedTokenInItsTimeIsRead(t *testing.T) {
	key, now := []byte("0123456789abcdef"), time.Unix(1_000_000, 0)
	token := pid.Token{
		Organization: id.Derived("organization"), User: id.Derived("user"), Session: id.Derived("session"),
		SID: "sid", Start: 42, Rights: "rights", Expires: now.Add(time.Hour),
	}
	text := token.Sign(key)
	if got, ok := pid.Read(key, text, now); !ok || got != token {
		t.Errorf("read %+v, %v", got, ok)
	}
	for name, k := range map[string]struct {
		key  []byte
		text string
		at   time.Time
	}{
		"another key":    {[]byte("fedcba9876543210"), text, now},
		"another user":   {key, strings.Replace(text, string(token.User), string(id.Derived("other")), 1), now},
		"its time ended": {key, text, now.Add(time.Hour)},
		"no signature":   {key, text[:strings.LastIndexByte(text, '.')], now},
		"nothing":        {key, "", now},
		"far too long":   {key, text + strings.Repeat("x", 400), now},
	} {
		if _, ok := pid.Read(k.key, k.text, k.at); ok {
			t.Errorf("%s: the token was read", name)
		}
	}
}
