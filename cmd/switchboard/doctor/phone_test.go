package doctor

import (
	"context"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"switchboard/cmd/switchboard/config"
)

func TestAllIsWell(t *testing.T) {
	text, err := lines(t, world{}.phone(t, settings()))
	if err != nil {
		t.Errorf("%v:\n%s", err, text)
	}
	if got := strings.Count(text, "\n"); got != 10 || strings.Count(text, "ok    ") != got {
		t.Errorf("want ten lines that are ok:\n%s", text)
	}
}

// Each problem appears in the expected line and fails no other check.
func TestVerdicts(t *testing.T) {
	const (
		application = account + "/Applications/AP" + digits + ".json"
		numbers     = account + "/IncomingPhoneNumbers.json"
		service     = "/v1/Services/IS" + digits + "/Configuration/Webhooks"
		addresses   = "/v1/Configuration/Addresses"
	)
	voice, status := public+"/v1/webhooks/twilio/voice", public+"/v1/webhooks/twilio/call_status"
	at := func(path string, answer object) world { return world{answers: map[string]object{path: answer}} }
	owning := func(n ...object) world { return at(numbers, object{"incoming_phone_numbers": n}) }
	second := func(changes object) object {
		changes["phone_number"] = "+15550100002"
		changes["capabilities"] = object{"voice": true}
		return number1(changes)
	}
	for name, c := range map[string]struct {
		world world
		line  string
		fails int
	}{
		"wrong token":           {at(account+".json", refusal(401, 20003)), "FAIL  account: the provider does not accept", 1},
		"suspended, refused":    {at(account+".json", refusal(401, 20005)), "FAIL  account: it is not active", 1},
		"suspended":             {at(account+".json", object{"status": "suspended"}), "FAIL  account: it is not active (suspended)", 1},
		"trial":                 {at(account+".json", object{"status": "active", "type": "Trial", "friendly_name": "Try"}), `warn  account: "Try" is a trial`, 0},
		"clock ahead":           {world{date: time.Now().Add(-2 * time.Minute)}, "FAIL  clock: it is 2m", 1},
		"clock behind":          {world{date: time.Now().Add(30 * time.Second)}, "warn  clock: it is ", 0},
		"no such key":           {at(account+"/Keys/SK"+digits+".json", refusal(404, 20404)), "FAIL  API key: the account has no key", 1},
		"wrong secret":          {world{keyed: refusal(401, 20003)}, "FAIL  API key: TWILIO_API_KEY_SECRET is not", 1},
		"restricted key":        {world{keyed: refusal(403, 20003)}, "warn  API key: it is restricted", 0},
		"no application":        {at(application, refusal(404, 20404)), "FAIL  TwiML application: the account has none", 1},
		"application elsewhere": {at(application, object{"voice_url": "https://user:pw@other.example/voice?k=v"}), "its Voice URL is https://other.example/voice; set it to POST " + voice, 1},
		"application by GET":    {at(application, object{"voice_url": voice, "voice_method": "GET"}), "its Voice URL is GET " + voice, 1},
		"application mute":      {at(application, object{"voice_url": voice}), "its status callback is nothing; set it to POST " + status, 1},
		"no service":            {at(service, refusal(404, 20404)), "FAIL  conversation service: the account has none", 1},
		"service without hook":  {at(service, object{}), "FAIL  conversation service: its post-event webhook is nothing", 1},
		"service leaves out": {
			at(service, object{"post_webhook_url": public + "/v1/webhooks/twilio/conversations", "filters": needed[:3]}),
			"FAIL  conversation service: its webhook leaves out events; add onConversationStateUpdated", 1,
		},
		"account-wide webhook": {
			world{answers: map[string]object{service: {}, "/v1/Configuration/Webhooks": {
				"post_webhook_url": public + "/v1/webhooks/twilio/conversations", "filters": needed,
			}}}, "ok    conversation service: ", 0,
		},
		"no number":          {owning(), "FAIL  numbers: the account has none", 1},
		"one number astray":  {owning(number1(nil), second(object{"voice_url": "https://other.example/v"})), "warn  calls to +15550100002: they go to POST https://other.example/v; if", 0},
		"all numbers astray": {owning(second(object{"voice_url": ""})), "FAIL  numbers: no calls come here", 1},
		"trunk":              {owning(number1(nil), second(object{"trunk_sid": "TK" + digits})), "warn  calls to +15550100002: they go to a SIP trunk", 0},
		"our application":    {owning(second(object{"voice_application_sid": "AP" + digits, "voice_url": ""})), "ok    calls to +15550100002: they come here by the TwiML application", 0},
		"other application":  {owning(number1(nil), second(object{"voice_application_sid": "AP1"})), "warn  calls to +15550100002: they go to another TwiML application", 0},
		"wrong path":         {owning(number1(nil), second(object{"voice_url": public + "/voice"})), "FAIL  calls to +15550100002: its voice URL is POST https://example.com/voice", 1},
		"plain http":         {owning(number1(nil), second(object{"voice_url": "http://example.com/v1/webhooks/twilio/voice"})), "FAIL  calls to +15550100002: ", 1},
		"retries in the URL": {owning(second(object{"voice_url": voice + "#rc=2"})), "ok    calls to +15550100002: they come here", 0},
		"no status callback": {owning(second(object{"status_callback": ""})), "warn  calls to +15550100002: they come here, but their end is reported to nothing", 0},
		"text elsewhere too": {owning(number1(object{"sms_url": "https://demo.twilio.com/welcome/sms/reply"})), "which may answer them; clear", 0},
		"no conversation":    {at(addresses, object{"address_configurations": []object{}}), "warn  texts to " + number + ": a first one begins no", 0},
		"other service": {
			at(addresses, object{"address_configurations": []object{{"address": number, "auto_creation": object{"enabled": true}}}}),
			"warn  texts to " + number + ": they begin conversations in another service", 0,
		},
		"not ready":                {world{ready: saying(503, refusalType, "{}")}, "FAIL  public URL: /readyz answers 503", 1},
		"somebody else":            {world{ready: saying(200, "text/html", "<html>")}, "FAIL  public URL: /readyz is answered by something else (200)", 1},
		"redirected":               {world{ready: saying(301, "text/html", "")}, "FAIL  public URL: /readyz is redirected", 1},
		"no account":               {world{webhook: saying(503, refusalType, "{}")}, "FAIL  webhooks: the running product has no account", 1},
		"host not known":           {world{webhook: saying(421, refusalType, "{}")}, "FAIL  webhooks: the product does not know this name", 1},
		"not passed on":            {world{webhook: saying(404, "text/html", "")}, "FAIL  webhooks: POST /v1/webhooks/twilio/voice is answered 404", 1},
		"recordings not passed on": {world{missing: "recording"}, "FAIL  webhooks: POST /v1/webhooks/twilio/recording is answered 404", 1},
		"a firewall":               {world{webhook: saying(403, "text/html", "")}, "FAIL  webhooks: POST /v1/webhooks/twilio/voice is answered 403", 1},
	} {
		t.Run(name, func(t *testing.T) { expect(t, c.world.phone(t, settings()), c.line, c.fails) })
	}
}

func expect(t *testing.T, p *Phone, line string, fails int) {
	t.Helper()
	text, err := lines(t, p)
	if !strings.Contains(text, line) {
		t.Errorf("want %q in\n%s", line, text)
	}
	if got := strings.Count(text, "FAIL"); got != fails || (err != nil) != (fails > 0) {
		t.Errorf("want %d to fail, not %d (%v):\n%s", fails, got, err, text)
	}
}

func TestPages(t *testing.T) {
	first := object{"incoming_phone_numbers": []object{number1(nil)}, "next_page_uri": account + "/IncomingPhoneNumbers.json?Page=1&PageToken=PA1"}
	w := world{answers: map[string]object{account + "/IncomingPhoneNumbers.json": first}}
	p := w.phone(t, settings())
	inner := p.network
	p.network = transport(func(r *http.Request) (*http.Response, error) {
		if r.URL.Query().Get("PageToken") == "PA1" {
			r = r.Clone(r.Context())
			delete(first, "next_page_uri")
			first["incoming_phone_numbers"] = []object{number1(object{"phone_number": "+15550100002"})}
		}
		return inner.RoundTrip(r)
	})
	expect(t, p, "ok    calls to +15550100002: they come here", 0)
}

type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func TestAddressThatFails(t *testing.T) {
	t.Run("certificate of nobody", func(t *testing.T) {
		p := world{}.phone(t, settings())
		if own, is := p.public.(*http.Transport); is {
			own.TLSClientConfig = nil
		}
		expect(t, p, "FAIL  public URL: the certificate of https://example.com is not valid", 2)
	})
	t.Run("certificate for another name", func(t *testing.T) {
		c := settings()
		c.PublicURL = "https://desk.example.net"
		expect(t, world{}.phone(t, c), "FAIL  public URL: the certificate of https://desk.example.net", 5)
	})
	t.Run("certificate that ends", func(t *testing.T) {
		p := world{}.phone(t, settings())
		ask := p.public
		p.public = transport(func(r *http.Request) (*http.Response, error) {
			response, err := ask.RoundTrip(r)
			if err == nil {
				response.TLS.PeerCertificates = []*x509.Certificate{{NotAfter: time.Now().Add(time.Hour)}}
			}
			return response, err
		})
		expect(t, p, "warn  public URL: the product is ready, but the certificate ends on", 0)
	})
	t.Run("nobody listens", func(t *testing.T) {
		p := world{}.phone(t, settings())
		p.public = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
		}}
		expect(t, p, "FAIL  public URL: https://example.com can't be reached", 2)
	})
	t.Run("no answer", func(t *testing.T) {
		p := world{ready: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }}.phone(t, settings())
		p.timeout = 200 * time.Millisecond
		expect(t, p, "FAIL  public URL: https://example.com did not answer in time", 1)
	})
	t.Run("no such name", func(t *testing.T) {
		p := world{}.phone(t, settings())
		p.resolve = func(context.Context, string) ([]netip.Addr, error) { return nil, &net.DNSError{IsNotFound: true} }
		expect(t, p, "FAIL  public URL: the name example.com does not resolve", 1)
	})
	t.Run("private address", func(t *testing.T) {
		p := world{}.phone(t, settings())
		p.resolve = func(context.Context, string) ([]netip.Addr, error) {
			return []netip.Addr{netip.MustParseAddr("10.0.0.7")}, nil
		}
		expect(t, p, "warn  public URL: the product is ready, but the name example.com has only private", 0)
	})
}

func TestSilentProvider(t *testing.T) {
	p := world{silent: true}.phone(t, settings())
	p.timeout = 200 * time.Millisecond
	expect(t, p, "FAIL  account: the provider did not answer in time", 1)
}

func TestSettings(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*config.Config)
		refused error
		line    string
		fails   int
	}{
		"simulated": {func(c *config.Config) { *c = config.Config{} }, nil, "ok    settings: no account is set, so the simulated phone network is used; for a real one set TWILIO_ACCOUNT_SID", 0},
		"nothing":   {func(c *config.Config) { c.Twilio = config.Twilio{} }, nil, "warn  settings: no account is set and the simulator is off", 0},
		"refused":   {func(*config.Config) {}, errors.New("TWILIO_SERVICE_SID: set it"), "FAIL  settings: TWILIO_SERVICE_SID: set it", 1},
		"silent": {func(c *config.Config) {
			c.Twilio.APIKeySID, c.Twilio.APIKeySecret, c.Twilio.ApplicationSID = "", "", ""
		}, nil, "FAIL  settings: nobody can speak in the browser; set TWILIO_API_KEY_SID", 1},
		"account": {func(c *config.Config) { c.Twilio.AccountSID = "AC1" }, nil, "FAIL  TWILIO_ACCOUNT_SID: want AC and 32", 1},
		"token":   {func(c *config.Config) { c.Twilio.AuthToken = token + " " }, nil, "FAIL  TWILIO_AUTH_TOKEN: want letters", 1},
		"service": {func(c *config.Config) { c.Twilio.ServiceSID = "MG" + digits }, nil, "FAIL  TWILIO_SERVICE_SID: want IS", 1},
		"key":     {func(c *config.Config) { c.Twilio.APIKeySID = key }, nil, "FAIL  TWILIO_API_KEY_SID: want SK", 1},
		"secret":  {func(c *config.Config) { c.Twilio.APIKeySecret = key + "\n" }, nil, "FAIL  TWILIO_API_KEY_SECRET: want", 1},
		"app":     {func(c *config.Config) { c.Twilio.ApplicationSID = "AP" }, nil, "FAIL  TWILIO_VOICE_APPLICATION_SID: want AP", 1},
	} {
		t.Run(name, func(t *testing.T) {
			changed := settings()
			c.change(&changed)
			p := world{}.phone(t, changed)
			p.refused = c.refused
			expect(t, p, c.line, c.fails)
		})
	}
}
