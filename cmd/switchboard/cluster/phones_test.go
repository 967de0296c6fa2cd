package cluster_test

import (
	"testing"

	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/storage/id"
)

// phone registers a user's phone directly at the provider, so that no node's
// death ends it; it accepts every call.
func (w *world) phone(t testing.TB, user id.ID) {
	t.Helper()
	key, secret, application := simulator.Key(w.simulator.AuthToken)
	maker, err := twilio.New(twilio.Config{
		AccountSID: w.simulator.AccountSID, AuthToken: w.simulator.AuthToken, PublicURL: w.balancer.url(),
		APIKeySID: key, APIKeySecret: secret, ApplicationSID: application,
	})
	if err != nil {
		t.Fatal(err)
	}
	token, err := maker.AccessToken(string(user))
	if err != nil {
		t.Fatal(err)
	}
	phone, err := softphone.Open(t.Context(), w.simURL, token.Token, softphone.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.phones = append(w.phones, phone)
}
