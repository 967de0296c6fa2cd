package smoke_test

import (
	"net/http"
	"slices"
	"testing"

	"switchboard/storage/waittest"
)

// A forgotten password is replaced by the link of a letter, which ends the person's sessions
// and sockets everywhere; the audit tells of it.
func TestAForgottenPasswordIsResetByMail(t *testing.T) {
	p := start(t, nil)
	agent, admin, stranger := p.signIn("agent2"), p.signIn("admin"), p.stranger()
	socket, other := agent.connect("me"), admin.connect("me")
	const email, next = "agent2@demo.test", "another password"
	for _, address := range []string{"nobody@demo.test", email} {
		if got := stranger.Request(http.MethodPost, "/v1/password/forgot", map[string]string{"email": address}, nil); got != http.StatusAccepted {
			t.Fatalf("forgot %s: %d", address, got)
		}
	}
	token := admin.emailTo(email)
	var offer struct{ Email string }
	if got := stranger.Request(http.MethodPost, "/v1/password/look", map[string]string{"token": token}, &offer); got != http.StatusOK || offer.Email != email {
		t.Fatalf("look: %d, %+v", got, offer)
	}
	reset := map[string]string{"token": token, "password": next}
	if got := stranger.Request(http.MethodPost, "/v1/password/reset", reset, &offer); got != http.StatusOK || offer.Email != email {
		t.Fatalf("reset: %d, %+v", got, offer)
	}
	waittest.Until(t, "the person's socket to end", func() bool {
		select {
		case <-socket.ended:
			return true
		default:
			return false
		}
	})
	select {
	case <-other.ended:
		t.Error("somebody else's socket ended")
	default:
	}
	if got := agent.Request(http.MethodGet, "/v1/me", nil, nil); got != http.StatusUnauthorized {
		t.Errorf("the session goes on: %d", got)
	}
	if _, ok := p.enters(email, "switchboard"); ok {
		t.Error("the old password is still good")
	}
	if _, ok := p.enters(email, next); !ok {
		t.Error("the new password is not good")
	}
	if got := stranger.Request(http.MethodPost, "/v1/password/reset", reset, nil); got != http.StatusConflict {
		t.Errorf("the link counts twice: %d", got)
	}
	if got := admin.audited("session"); !slices.ContainsFunc(got, func(line string) bool { return line == "Ben Sorensen account.password_reset  user Ben Sorensen" }) {
		t.Errorf("the audit tells %q", got)
	}
}
