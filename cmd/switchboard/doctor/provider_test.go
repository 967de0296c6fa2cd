package doctor

import (
	"context"
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/cmd/switchboard/config"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	public  = "https://example.com"
	digits  = "0123456789abcdef0123456789abcdef"
	token   = "tokentokentoken"
	key     = "keykeykeykey"
	number  = "+15550100001"
	account = "/2010-04-01/Accounts/AC" + digits
)

func settings() config.Config {
	return config.Config{PublicURL: public, DatabaseURL: "postgres://db/switchboard", Twilio: config.Twilio{
		AccountSID: "AC" + digits, AuthToken: token, ServiceSID: "IS" + digits,
		APIKeySID: "SK" + digits, APIKeySecret: key, ApplicationSID: "AP" + digits,
	}}
}

// object is a response in JSON; "status" as a number is the HTTP status of a
// refusal.
type object map[string]any

func refusal(status, code int) object {
	return object{"status": status, "code": code, "message": "no", "more_info": ""}
}

// world is the provider and the product as a test configures them; the zero
// world has no problems.
type world struct {
	answers map[string]object // of the provider, by path
	keyed   object            // response to the API key, nil for the application
	date    time.Time         // of the provider's responses
	silent  bool              // the provider accepts requests but never responds
	missing string            // the webhook that another server answers

	ready, webhook http.HandlerFunc
}

func number1(changes object) object {
	n := object{
		"phone_number": number, "capabilities": object{"voice": true, "sms": true},
		"voice_url": public + "/v1/webhooks/twilio/voice", "voice_method": "POST",
		"status_callback": public + "/v1/webhooks/twilio/call_status", "status_callback_method": "POST", "sms_url": "",
	}
	maps.Copy(n, changes)
	return n
}

func (w world) provider(t *testing.T) http.Handler {
	answers := map[string]object{
		account + ".json":                       {"friendly_name": "Desk", "status": "active", "type": "Full", "auth_token": token},
		account + "/Keys/SK" + digits + ".json": {"sid": "SK" + digits},
		account + "/Applications/AP" + digits + ".json": {
			"voice_url": public + "/v1/webhooks/twilio/voice", "voice_method": "POST",
			"status_callback": public + "/v1/webhooks/twilio/call_status", "status_callback_method": "POST",
		},
		account + "/IncomingPhoneNumbers.json":                 {"incoming_phone_numbers": []object{number1(nil)}},
		"/v1/Services/IS" + digits + "/Configuration/Webhooks": {"post_webhook_url": public + "/v1/webhooks/twilio/conversations", "method": "POST", "filters": needed},
		"/v1/Configuration/Webhooks":                           {},
		"/v1/Configuration/Addresses": {"address_configurations": []object{
			{"address": number, "auto_creation": object{"enabled": true, "conversation_service_sid": "IS" + digits}},
		}, "meta": object{}},
	}
	maps.Copy(answers, w.answers)
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			t.Errorf("%s %s: the provider is only read", r.Method, r.URL)
		}
		if w.silent {
			<-r.Context().Done()
			return
		}
		answer, known := answers[r.URL.Path]
		name, secret, _ := r.BasicAuth()
		switch {
		case !known:
			answer = refusal(404, 20404)
		case name == "SK"+digits && w.keyed != nil:
			answer = w.keyed
		case name == "AC"+digits && secret != token, name == "SK"+digits && secret != key:
			answer = refusal(401, 20003)
		}
		if !w.date.IsZero() {
			rw.Header().Set("Date", w.date.UTC().Format(http.TimeFormat))
		}
		rw.Header().Set("Content-Type", "application/json")
		if status, is := answer["status"].(int); is {
			rw.WriteHeader(status)
		}
		if err := json.NewEncoder(rw).Encode(answer); err != nil {
			t.Error(err)
		}
	})
}

func (w world) product() http.Handler {
	ready, webhook := w.ready, w.webhook
	if ready == nil {
		ready = saying(200, "application/json", `{"status":"ready"}`)
	}
	if webhook == nil {
		webhook = saying(403, refusalType, `{}`)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /readyz", ready)
	for _, what := range []string{"voice", "call_status", "conference", "recording", "announcement", "conversations"} {
		if what != w.missing {
			mux.HandleFunc("POST /v1/webhooks/twilio/"+what, webhook)
		}
	}
	return mux
}

func saying(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// to sends every request to one server, whatever host it names.
type to struct {
	address *url.URL
	next    http.RoundTripper
}

func (t to) RoundTrip(r *http.Request) (*http.Response, error) {
	sent := r.Clone(r.Context())
	sent.URL.Scheme, sent.URL.Host = t.address.Scheme, t.address.Host
	return t.next.RoundTrip(sent)
}

// phone checks settings in a world. The product has a certificate for
// example.com.
func (w world) phone(t *testing.T, c config.Config) *Phone {
	t.Helper()
	provider := httptest.NewServer(w.provider(t))
	t.Cleanup(provider.Close)
	product := httptest.NewTLSServer(w.product())
	t.Cleanup(product.Close)
	address, err := url.Parse(provider.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := NewPhone(c, nil)
	p.network = to{address, &http.Transport{DisableKeepAlives: true}}
	trusting, is := product.Client().Transport.(*http.Transport)
	if !is {
		t.Fatal("no transport")
	}
	p.public = &http.Transport{DisableKeepAlives: true, DialContext: dialing(product), TLSClientConfig: trusting.TLSClientConfig}
	p.resolve = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("203.0.113.7")}, nil
	}
	return p
}

func dialing(server *httptest.Server) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}
}

// lines runs the checks and returns the output, after verifying that it has
// no secrets.
func lines(t *testing.T, p *Phone) (text string, err error) {
	t.Helper()
	var out strings.Builder
	err = p.Run(t.Context(), &out)
	for _, secret := range []string{token, key} {
		if strings.Contains(out.String(), secret) || err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("a secret is printed:\n%s%v", out.String(), err)
		}
	}
	return out.String(), err
}
