package signal

import (
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// The provider's codes for rejected access tokens.
const (
	codeInvalid = 31204
	codeExpired = 31205
)

// Account is the account whose access tokens are accepted.
type Account struct {
	SID            string
	KeySID, Secret string // the API key that signs them
	Application    string // the voice application that places calls
}

// claims are the claims of an access token.
type claims struct {
	jwt.RegisteredClaims

	Grants struct {
		Identity string `json:"identity"`
		Voice    struct {
			Incoming struct {
				Allow bool `json:"allow"`
			} `json:"incoming"`
			Outgoing struct {
				Application string `json:"application_sid"`
			} `json:"outgoing"`
		} `json:"voice"`
	} `json:"grants"`
}

// admitted is what a token allows.
type admitted struct {
	identity string
	until    time.Time
	rings    bool // calls may ring
	places   bool // may place calls
}

// admit checks a token. code is the reason for a rejection.
func (a Account) admit(token string) (in admitted, code int) {
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, func(*jwt.Token) (any, error) { return []byte(a.Secret), nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuer(a.KeySID), jwt.WithSubject(a.SID))
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return admitted{}, codeExpired
	case err != nil || c.Grants.Identity == "":
		return admitted{}, codeInvalid
	}
	voice := c.Grants.Voice
	return admitted{
		identity: c.Grants.Identity, until: c.ExpiresAt.Time, rings: voice.Incoming.Allow,
		places: a.Application != "" && voice.Outgoing.Application == a.Application,
	}, 0
}
