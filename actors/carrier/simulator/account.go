package simulator

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the provider's signature is HMAC-SHA1
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"switchboard/actors/carrier/simulator/sid"
	"switchboard/actors/carrier/simulator/signal"
)

// account is the simulated account. It never changes after the simulator was created.
type account struct {
	SID     string `json:"account"`
	Token   string `json:"auth_token"` // signs webhooks and authenticates REST requests
	Service string `json:"service"`    // the conversation service of texts
}

// choose prefers the configured values, then the stored ones, then new ones.
func (a *account) choose(config Config) {
	for _, part := range []struct {
		stored             *string
		configured, prefix string
	}{{&a.SID, config.AccountSID, "AC"}, {&a.Token, config.AuthToken, ""}, {&a.Service, config.ServiceSID, "IS"}} {
		switch {
		case part.configured != "":
			*part.stored = part.configured
		case *part.stored == "":
			*part.stored = sid.New(part.prefix)
		}
	}
}

// signedIn reports whether a request has the account's sid and token.
func (a *account) signedIn(r *http.Request) bool {
	user, password, ok := r.BasicAuth()
	same := func(a, b string) int { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) }
	return ok && same(user, a.SID)&same(password, a.Token) == 1
}

// sign returns the provider's signature: the base64 of an HMAC-SHA1 over the URL up
// to its #, followed by each field's name and value, sorted by name.
func (a *account) sign(address string, form url.Values) string {
	var text strings.Builder
	address, _, _ = strings.Cut(address, "#")
	text.WriteString(address)
	for _, name := range slices.Sorted(maps.Keys(form)) {
		text.WriteString(name)
		text.WriteString(form.Get(name))
	}
	mac := hmac.New(sha1.New, []byte(a.Token))
	mac.Write([]byte(text.String()))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// Key returns what access tokens of the account are made with: an API key, its
// secret, and the voice application that allows placing calls.
func Key(authToken string) (key, secret, application string) {
	return derived("SK", authToken), derived("", authToken), derived("AP", authToken)
}

// voice returns the account that issues browsers' access tokens.
func (a *account) voice() signal.Account {
	key, secret, application := Key(a.Token)
	return signal.Account{SID: a.SID, KeySID: key, Secret: secret, Application: application}
}

// Account returns the account and the conversation service of an auth token, so that
// processes need to share only the token.
func Account(authToken string) (account, service string) {
	return derived("AC", authToken), derived("IS", authToken)
}

func derived(prefix, authToken string) string {
	sum := sha256.Sum256([]byte("switchboard/simulator/" + prefix + "/" + authToken))
	return prefix + hex.EncodeToString(sum[:16])
}
