package simulator_test

import (
	"net/http"
	"strings"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/twilio"
	"switchboard/storage/fault"
)

// An account is set up from its subaccount to its first conversation, and every request
// and response agrees with the provider's description. A repeat creates nothing.
func TestAnAccountIsSetUp(t *testing.T) {
	r := open(t, nil)
	checking := carriertest.NewChecking(t, r.sim.Transport())
	p := provisioner(t, r, checking)
	ctx := t.Context()
	account := must(p.OpenAccount(ctx, "Harbor"))(t)
	if again := must(p.OpenAccount(ctx, "Harbor"))(t); again != account {
		t.Errorf("a second account was opened: %v and %v", account.SID, again.SID)
	}
	if err := p.CheckAccount(ctx, account); err != nil {
		t.Fatal(err)
	}
	found := must(p.Search(ctx, account, "415"))(t)
	if len(found) == 0 || !strings.HasPrefix(found[0].PhoneNumber, "+1415") || found[0].Region == "" || found[0].FriendlyName == "" {
		t.Fatalf("for sale: %+v", found)
	}
	if none := must(p.Search(ctx, account, "900"))(t); len(none) != 0 {
		t.Errorf("area code 900 has %v", none)
	}
	number := must(p.Buy(ctx, account, found[0].PhoneNumber))(t)
	if again := must(p.Buy(ctx, account, found[0].PhoneNumber))(t); again.SID != number.SID || !again.Voice || !again.Texts {
		t.Errorf("bought twice: %+v", again)
	}
	other := must(p.OpenAccount(ctx, "Elsewhere"))(t)
	if _, err := p.Buy(ctx, other, found[0].PhoneNumber); !fault.Is(err, fault.Conflict) {
		t.Errorf("a number that is gone: %v", err)
	}
	application := must(p.Application(ctx, account, "Switchboard"))(t)
	if again := must(p.Application(ctx, account, "Switchboard"))(t); again != application {
		t.Errorf("two applications: %v and %v", application, again)
	}
	if key := must(p.Key(ctx, account, "Switchboard"))(t); key.SID == "" || key.Secret == "" {
		t.Errorf("key %q without a secret", key.SID)
	}
	service := must(p.Service(ctx, account, "Switchboard"))(t)
	if again := must(p.Service(ctx, account, "Switchboard"))(t); again != service {
		t.Errorf("two services: %v and %v", service, again)
	}
	if err := p.Subscribe(ctx, account, service.SID, []string{"onMessageAdd", "onMessageAdded"}); err != nil {
		t.Fatal(err)
	}
	if err := p.Assign(ctx, account, number.SID, application.SID); err != nil {
		t.Fatal(err)
	}
	if owned := must(p.Numbers(ctx, account))(t); len(owned) != 1 || owned[0].ApplicationSID != application.SID {
		t.Errorf("owned: %+v", owned)
	}
	for _, want := range []bool{true, false} {
		if created := must(p.Converse(ctx, account, number.PhoneNumber, service.SID, true))(t); created != want {
			t.Errorf("the address configuration was created: %t, want %t", created, want)
		}
	}
	for _, operation := range []string{"CreateAccount", "CreateApplication", "UpdateApplication", "CreateNewKey", "CreateService", "UpdateServiceWebhookConfiguration",
		"ListAvailablePhoneNumberLocal", "CreateIncomingPhoneNumber", "UpdateIncomingPhoneNumber", "CreateConfigurationAddress", "UpdateConfigurationAddress"} {
		if checking.Seen(operation) == 0 {
			t.Errorf("%s was not checked", operation)
		}
	}
}

// Wrong credentials are refused, and another account owns nothing of this one. What was
// set up survives a restart.
func TestAnAccountIsItsOwn(t *testing.T) {
	r := open(t, nil)
	p := provisioner(t, r, carriertest.NewChecking(t, r.sim.Transport()))
	ctx := t.Context()
	own := carrier.Account{SID: "AC" + strings.Repeat("a", 32), Token: strings.Repeat("b", 32)}
	for name, c := range map[string]struct {
		account carrier.Account
		kind    fault.Code
	}{
		"no account":       {carrier.Account{SID: "AC1", Token: own.Token}, fault.Invalid},
		"no token":         {carrier.Account{SID: own.SID, Token: "a b"}, fault.Invalid},
		"a wrong token":    {carrier.Account{SID: own.SID, Token: "wrong"}, fault.Unauthenticated},
		"the main account": {carrier.Account{SID: r.sim.AccountSID(), Token: own.Token}, fault.Unauthenticated},
	} {
		if err := p.CheckAccount(ctx, c.account); !fault.Is(err, c.kind) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := p.CheckAccount(ctx, own); err != nil {
		t.Fatal(err)
	}
	if err := p.CheckAccount(ctx, carrier.Account{SID: own.SID, Token: strings.Repeat("c", 32)}); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("another token of the same account: %v", err)
	}
	owned := must(p.Numbers(ctx, own))(t)
	if len(owned) != 1 {
		t.Fatalf("an own account has %d numbers", len(owned))
	}
	sub := must(p.OpenAccount(ctx, "Harbor"))(t)
	if err := p.Assign(ctx, sub, owned[0].SID, "AP"+strings.Repeat("a", 32)); !fault.Is(err, fault.NotFound) {
		t.Errorf("another account's number: %v", err)
	}
	r.close()
	r.boot()
	p = provisioner(t, r, r.sim.Transport())
	if again := must(p.Numbers(ctx, own))(t); len(again) != 1 || again[0].SID != owned[0].SID {
		t.Errorf("after a restart: %+v", again)
	}
}

func provisioner(t *testing.T, r *rig, transport http.RoundTripper) carrier.Provisioner {
	t.Helper()
	client, err := twilio.New(twilio.Config{
		AccountSID: r.sim.AccountSID(), AuthToken: r.sim.AuthToken(), PublicURL: r.config.PublicURL, Transport: transport,
	})
	if err != nil {
		t.Fatal(err)
	}
	return client.Provisioner()
}

func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
