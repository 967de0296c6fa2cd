package smoke_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"switchboard/cmd/producttest"
	"switchboard/cmd/switchboard/demo"
)

// everywhere is every address of this machine.
const everywhere = "0.0.0.0:0"

// enters reports whether an address and a password open a session, and
// returns its refresh token: unlike the access token it is valid at any
// address.
func (p *product) enters(email, password string) (token string, ok bool) {
	p.T.Helper()
	var tokens struct {
		RefreshToken string `json:"refresh_token"`
	}
	d := p.stranger()
	body := map[string]string{"username": email, "password": password}
	switch got := d.Request(http.MethodPost, "/v1/oauth2/token", body, &tokens); got {
	case http.StatusOK:
		return tokens.RefreshToken, true
	case http.StatusUnauthorized:
		return "", false
	default:
		p.T.Fatalf("sign-in of %s: %d", email, got)
		return "", false
	}
}

// opens reports whether the session of a refresh token is still valid.
func (p *product) opens(token string) bool {
	p.T.Helper()
	d := p.stranger()
	return d.Request(http.MethodPost, "/v1/oauth2/token", map[string]string{"grant_type": "refresh_token", "refresh_token": token}, nil) == http.StatusOK
}

// shownPassword returns the password that the sign-in page shows.
func (p *product) shownPassword() string {
	p.T.Helper()
	var instance struct {
		Demo         bool   `json:"demo"`
		DemoPassword string `json:"demo_password"`
	}
	d := p.stranger()
	d.Request(http.MethodGet, "/v1/public/instance", nil, &instance)
	if !instance.Demo {
		p.T.Error("the instance has no demo")
	}
	return instance.DemoPassword
}

// An installation that was only reachable from its own machine and is
// restarted for others accepts neither the well-known password nor the
// sessions opened with it; users with their own passwords are unaffected.
func TestTheWellKnownPasswordOnlyWorksOnThisMachine(t *testing.T) {
	p := start(t, nil)
	const boss, own = "boss@second.test", "a password of my own"
	if _, err := p.Main.Installation().CreateOrganization(t.Context(), "Second", boss, "Boss", own); err != nil {
		t.Fatal(err)
	}
	theirs, _ := p.enters(boss, own)
	opened := map[string]string{}
	for _, u := range demo.Users() {
		opened[u.Email], _ = p.enters(u.Email, demo.Password)
	}
	if p.shownPassword() != demo.Password || p.Main.DemoPassword() != demo.Password {
		t.Errorf("on the loopback the password is %q, and %q is shown", p.Main.DemoPassword(), p.shownPassword())
	}
	p.Restart()
	for email, token := range opened {
		if !p.opens(token) {
			t.Errorf("%s: a second start on the loopback ended the session", email)
		}
	}

	p.Stop()
	p.Run(everywhere)
	secret := p.Main.DemoPassword()
	if len(secret) < 20 || p.shownPassword() != "" {
		t.Fatalf("open to others, the password is %q and %q is shown", secret, p.shownPassword())
	}
	for email, token := range opened {
		if p.opens(token) {
			t.Errorf("%s: a session outlived the known password", email)
		}
	}
	for _, email := range slices.Sorted(maps.Keys(opened)) {
		if _, ok := p.enters(email, demo.Password); ok {
			t.Errorf("%s signs in with the known password", email)
		}
	}
	if !p.opens(theirs) {
		t.Error("the session of somebody else ended")
	}
	if _, ok := p.enters(boss, own); !ok {
		t.Error("the password of somebody else was changed")
	}
	token, ok := p.enters("agent1@demo.test", secret)
	if !ok {
		t.Fatal("the printed password does not fit")
	}

	p.Stop()
	p.Run(everywhere)
	if p.Main.DemoPassword() != secret || !p.opens(token) {
		t.Error("a second start changed the password or ended a session")
	}
	p.Stop()
	p.Run(producttest.Loopback)
	if _, ok := p.enters("agent1@demo.test", demo.Password); !ok || p.opens(token) || p.shownPassword() != demo.Password {
		t.Error("back on the loopback the password is not the one that README names")
	}
}

// A first start that is reachable from other machines never uses the
// well-known password.
func TestAnOpenFirstStartPrintsAPasswordOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for range 2 {
		p := &product{Product: producttest.New(t)}
		p.Run(everywhere)
		secret := p.Main.DemoPassword()
		if seen[secret] || p.shownPassword() != "" {
			t.Error("the password is not this installation's alone")
		}
		seen[secret] = true
		for _, u := range demo.Users() {
			if _, ok := p.enters(u.Email, demo.Password); ok {
				t.Errorf("%s signs in with the known password", u.Email)
			}
		}
		if _, ok := p.enters("admin@demo.test", secret); !ok {
			t.Error("the printed password does not fit")
		}
	}
}
