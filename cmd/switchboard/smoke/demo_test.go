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

// enters tells whether an address and a password open a session, and gives its refresh
// token: unlike the access token it is good at any address.
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

// opens tells whether the session of a refresh token still stands.
func (p *product) opens(token string) bool {
	p.T.Helper()
	d := p.stranger()
	return d.Request(http.MethodPost, "/v1/oauth2/token", map[string]string{"grant_type": "refresh_token", "refresh_token": token}, nil) == http.StatusOK
}

// told is the password that the sign-in page is told.
func (p *product) told() string {
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

// An installation that was open to its own machine alone and is started for others too
// lets nobody in by the password that everybody knows, nor by what it opened; people
// of their own are left alone.
func TestTheKnownPasswordIsForThisMachineAlone(t *testing.T) {
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
	if p.told() != demo.Password || p.Main.DemoPassword() != demo.Password {
		t.Errorf("on the loopback the password is %q, and %q is told", p.Main.DemoPassword(), p.told())
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
	if len(secret) < 20 || p.told() != "" {
		t.Fatalf("open to others, the password is %q and %q is told", secret, p.told())
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
	if _, ok := p.enters("agent1@demo.test", demo.Password); !ok || p.opens(token) || p.told() != demo.Password {
		t.Error("back on the loopback the password is not the one that README names")
	}
}

// A first start that is open to others never has the password that everybody knows.
func TestAnOpenFirstStartPrintsAPasswordOfItsOwn(t *testing.T) {
	seen := map[string]bool{}
	for range 2 {
		p := &product{Product: producttest.New(t)}
		p.Run(everywhere)
		secret := p.Main.DemoPassword()
		if seen[secret] || p.told() != "" {
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
