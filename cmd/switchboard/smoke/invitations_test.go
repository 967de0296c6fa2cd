package smoke_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// emailTo returns the token of the newest email to an address, which a
// superuser reads.
func (d *desk) emailTo(address string) string {
	d.T.Helper()
	var token string
	waittest.Until(d.T, "a letter to "+address, func() bool {
		var letters []struct{ To, Text string }
		if got := d.Request(http.MethodGet, "/simulator/letters", nil, &letters); got != http.StatusOK {
			d.T.Fatalf("letters: %d", got)
		}
		for _, l := range letters {
			if l.To == address {
				_, link, _ := strings.Cut(l.Text, d.product.URL+"/")
				_, token, _ = strings.Cut(link, "#")
				token, _, _ = strings.Cut(token, "\n")
				return true
			}
		}
		return false
	})
	return token
}

// An organization that invites a member of another one learns nothing, gets
// nothing, and gains the user only when they accept.
func TestAnAddressOfAnotherOrganizationIsInvitedLikeAnyOther(t *testing.T) {
	p := start(t, nil)
	const password = "correct horse battery"
	if _, err := p.Main.Installation().CreateOrganization(t.Context(), "Squatters", "agent1@demo.test", "Not Alice", password); !fault.Is(err, fault.Conflict) {
		t.Fatalf("an organization for somebody's address: %v", err)
	}
	elsewhere, err := p.Main.Installation().CreateOrganization(t.Context(), "Elsewhere", "boss@elsewhere.test", "Edda Boss", password)
	if err != nil {
		t.Fatal(err)
	}
	boss, admin := p.as("boss@elsewhere.test", password), p.signIn("admin")
	watcher := boss.connect("object:user")
	answers := map[string]string{}
	made := map[string]id.ID{}
	for _, address := range []string{"agent1@demo.test", "stranger@nowhere.test"} {
		var user []record
		body := []map[string]any{{"name": "A Guest", "email": address}}
		if got := boss.Request(http.MethodPost, "/v1/object/user", body, &user); got != http.StatusOK || len(user) != 1 {
			t.Fatalf("invite %s: %d", address, got)
		}
		made[address] = id.ID(user[0].text("id"))
		answers[address] = user[0].text("invitation") + string(user[0]["is_active"])
		if got := boss.Request(http.MethodPatch, "/v1/object/user", map[string]any{"id": made[address], "is_active": true}, nil); got != http.StatusConflict {
			t.Errorf("%s is made active by hand: %d", address, got)
		}
	}
	if answers["agent1@demo.test"] != "invitedfalse" || answers["stranger@nowhere.test"] != "invitedfalse" {
		t.Errorf("the answers are %v", answers)
	}
	alice := p.signIn("agent1") // one organization, as before: no choice is shown
	if got := alice.Request(http.MethodPost, "/v1/invitation/accept", map[string]string{"token": "x"}, nil); got != http.StatusNotFound {
		t.Errorf("a token that is none: %d", got)
	}
	token := boss.emailTo("agent1@demo.test")
	nobody := p.stranger()
	var offer struct {
		Known        bool
		Organization struct{ Name string }
	}
	if got := nobody.Request(http.MethodPost, "/v1/invitation/look", map[string]string{"token": token}, &offer); got != http.StatusOK || !offer.Known || offer.Organization.Name != "Elsewhere" {
		t.Errorf("look: %d %+v", got, offer)
	}
	for body, want := range map[*map[string]string]int{
		{"token": token, "password": password}: http.StatusUnauthorized, {"token": token}: http.StatusUnprocessableEntity,
	} {
		if got := nobody.Request(http.MethodPost, "/v1/invitation/accept", *body, nil); got != want {
			t.Errorf("accept: %d, want %d", got, want)
		}
	}
	if got := admin.Request(http.MethodPost, "/v1/invitation/accept", map[string]string{"token": token}, nil); got != http.StatusForbidden {
		t.Errorf("somebody else accepts: %d", got)
	}
	if got := alice.Request(http.MethodPost, "/v1/invitation/accept", map[string]string{"token": token}, nil); got != http.StatusOK {
		t.Fatalf("accepting: %d", got)
	}
	watcher.wait("the member to be active", func(c wire.Change) bool {
		return c.ID == made["agent1@demo.test"] && string(c.Fields["is_active"]) == "true"
	})
	if got := alice.Request(http.MethodPost, "/v1/invitation/accept", map[string]string{"token": token}, nil); got != http.StatusConflict {
		t.Errorf("once more: %d", got)
	}

	// From now on the user chooses an organization, with the same password.
	var choice struct {
		Memberships []struct{ Organization struct{ ID id.ID } }
	}
	word := map[string]string{"username": "agent1@demo.test", "password": demo.Password}
	if got := nobody.Request(http.MethodPost, "/v1/oauth2/token", word, &choice); got != http.StatusOK || len(choice.Memberships) != 2 {
		t.Fatalf("sign-in: %d %+v", got, choice)
	}
	word["organization"] = elsewhere.String()
	var tokens struct {
		Access string `json:"access_token"`
	}
	if got := nobody.Request(http.MethodPost, "/v1/oauth2/token", word, &tokens); got != http.StatusOK {
		t.Fatalf("sign-in elsewhere: %d", got)
	}
	there := p.stranger()
	there.Token = tokens.Access
	if there.me() != made["agent1@demo.test"] {
		t.Errorf("the user is %s there", there.me())
	}

	// Neither organization reads or manages the other's emails and
	// invitations.
	stranger := made["stranger@nowhere.test"].String()
	for _, path := range []string{"/resend", "/withdraw"} {
		if got := admin.Request(http.MethodPost, "/v1/invitation/"+stranger+path, nil, nil); got != http.StatusNotFound {
			t.Errorf("their invitation%s: %d", path, got)
		}
	}
	var letters []struct{ To string }
	if got := admin.Request(http.MethodGet, "/simulator/letters", nil, &letters); got != http.StatusOK || len(letters) != 0 {
		t.Errorf("their letters: %d %v", got, letters)
	}
}

// A first administrator who has an account is invited too.
func TestAnOrganizationForSomebodyWithAnAccount(t *testing.T) {
	p := start(t, nil)
	made, err := p.Main.Installation().InviteOrganization(t.Context(), "Elsewhere", "agent2@demo.test", "Ben Here")
	if err != nil {
		t.Fatal(err)
	}
	ben := p.signIn("agent2")
	var me struct {
		Organization struct{ ID id.ID }
	}
	if ben.Request(http.MethodGet, "/v1/me", nil, &me); me.Organization.ID != demo.Organization || me.Organization.ID == made {
		t.Errorf("the user works in %s", me.Organization.ID)
	}
}
