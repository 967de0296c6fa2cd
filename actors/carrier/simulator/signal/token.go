package signal

import (
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// The provider's codes of access tokens that are refused.
const (
	codeInvalid = 31204
	codeExpired = 31205
)

// Account is whose access tokens are let in.
type Account struct {
	SID            string
	KeySID, Secret string // of the API key that signs them
	Application    string // the voice application that places calls
}

// claims are an access token's.
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

// admitted is what a token lets its bearer do.
type admitted struct {
	identity string
	until    time.Time
	rings    bool // calls may ring for him
	places   bool // he may call
}

// admit reads a token; a code is why it is refused.
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
