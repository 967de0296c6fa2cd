package twilio

import (
	"time"

	"github.com/twilio/twilio-go/client/jwt"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
)

// tokenLife is the lifetime of a browser's access token, which is renewed before its
// end.
const tokenLife = time.Hour

// AccessToken implements carrier.Carrier.
func (c *Client) AccessToken(identity string) (carrier.AccessToken, error) {
	of := c.config
	if of.APIKeySID == "" || of.APIKeySecret == "" || of.ApplicationSID == "" {
		return carrier.AccessToken{}, fault.New(fault.Invalid,
			"This installation has no phone in the browser: set TWILIO_API_KEY_SID, TWILIO_API_KEY_SECRET and TWILIO_VOICE_APPLICATION_SID.")
	}
	token := jwt.CreateAccessToken(jwt.AccessTokenParams{
		AccountSid: of.AccountSID, SigningKeySid: of.APIKeySID, Secret: of.APIKeySecret, Identity: identity,
		ValidUntil: float64(time.Now().Add(tokenLife).Unix()),
	})
	token.AddGrant(&jwt.VoiceGrant{
		Incoming: jwt.Incoming{Allow: true}, Outgoing: jwt.Outgoing{ApplicationSid: of.ApplicationSID},
	})
	signed, err := token.ToJwt()
	if err != nil {
		return carrier.AccessToken{}, fault.Wrap(err, fault.Internal, "The phone's access token can't be made.")
	}
	return carrier.AccessToken{Token: signed, Identity: identity, TTL: tokenLife, Here: of.Here}, nil
}
