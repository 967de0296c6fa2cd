package doctor_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/doctor"
)

func TestPaymentsSayWhatIsWrong(t *testing.T) {
	answers := map[string]string{}
	stripe := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if answers[r.URL.Path] == "" {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}`))
			return
		}
		_, _ = w.Write([]byte(answers[r.URL.Path]))
	}))
	t.Cleanup(stripe.Close)
	const account = `{"id":"acct_1","object":"account","charges_enabled":true}`
	endpoint := func(url, status, events string) string {
		return `{"object":"list","has_more":false,"url":"/v1/webhook_endpoints","data":[{"object":"webhook_endpoint","url":"` + url + `","status":"` + status + `","enabled_events":["` + events + `"]}]}`
	}
	const ours = "https://desk.test/v1/webhooks/stripe"
	set := map[string]string{
		"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_WEBHOOK_SECRET": "whsec_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_API_URL": stripe.URL,
		"SWITCHBOARD_PUBLIC_URL": "https://desk.test",
	}
	with := func(name, value string) map[string]string {
		out := map[string]string{name: value}
		for key, had := range set {
			if key != name {
				out[key] = had
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		env                map[string]string
		account, endpoints string
		want               string
		failed             bool
	}{
		"simulated":    {nil, "", "", "ok    settings: no account is set, so payments are simulated", false},
		"external":     {map[string]string{"DATABASE_URL": "postgres://x", "SWITCHBOARD_SECRET_KEY": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="}, "", "", "warn  settings: no account is set and the simulator is off", false},
		"half":         {map[string]string{"STRIPE_SECRET_KEY": "sk_test_1"}, "", "", "FAIL  settings: STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PUBLISHABLE_KEY: set all three, or none", true},
		"mixed":        {with("STRIPE_PUBLISHABLE_KEY", "pk_live_1"), "", "", "one is a live key and the other a test key", true},
		"wrong secret": {with("STRIPE_WEBHOOK_SECRET", "x"), "", "", "which starts with whsec_", true},
		"wrong key":    {set, "", "", "FAIL  account: The payment provider does not accept", true},
		"incomplete":   {set, strings.Replace(account, "true", "false", 1), endpoint(ours, "enabled", "*"), "FAIL  account: \"acct_1\" can't take payments yet", true},
		"no webhook":   {set, account, endpoint("https://other.test/x", "enabled", "*"), "FAIL  webhook: there is no endpoint " + ours, true},
		"disabled":     {set, account, endpoint(ours, "disabled", "*"), "is disabled", true},
		"few events":   {set, account, endpoint(ours, "enabled", "invoice.paid"), "does not send [checkout.session.completed", true},
		"all well":     {set, account, endpoint(ours, "enabled", "*"), "ok    webhook: " + ours + " gets the events", false},
	} {
		answers["/v1/account"], answers["/v1/webhook_endpoints"] = c.account, c.endpoints
		var out bytes.Buffer
		err := doctor.NewPayments(config.Load(func(name string) string { return c.env[name] })).Run(t.Context(), &out)
		if !strings.Contains(out.String(), c.want) || (err != nil) != c.failed {
			t.Errorf("%s: %v\n%s\nwant %s", name, err, out.String(), c.want)
		}
	}
}
