package twilio

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"switchboard/storage/fault"
)

func connect(t *testing.T, change func(*Config)) *Client {
	t.Helper()
	config := Config{
		AccountSID: "AC" + strings.Repeat("0", 32), AuthToken: "12345", PublicURL: "https://mycompany.com",
	}
	if change != nil {
		change(&config)
	}
	c, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The provider's own published example: token 12345.
const (
	examplePath      = "/myapp.php?foo=1&bar=2"
	exampleSignature = "vOEb5UThFn24KEfnOFLQY2AE5FY="
)

func exampleForm() url.Values {
	return url.Values{
		"Digits": {"1234"}, "CallSid": {"CA1234567890ABCDE"}, "To": {"+18005551212"}, "Caller": {"+14158675309"},
		"From": {"+14158675309"}, "ReasonConferenceEnded": {"test"}, "Reason": {"Participant"},
	}
}

func signed(signature string) http.Header { return http.Header{SignatureHeader: {signature}} }

func TestTheProvidersExampleVerifies(t *testing.T) {
	if err := connect(t, nil).Webhooks().Verify(examplePath, signed(exampleSignature), exampleForm()); err != nil {
		t.Fatal(err)
	}
}

// TestOneChangedByteFailsVerification flips each byte of the signature, of the path and of each
// value in turn: none of the results may verify.
func TestOneChangedByteFailsVerification(t *testing.T) {
	c := connect(t, nil).Webhooks()
	flipped := func(text string, i int) string {
		b := []byte(text)
		b[i] ^= 1
		return string(b)
	}
	refused := func(what, path string, header http.Header, form url.Values) {
		t.Helper()
		if err := c.Verify(path, header, form); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range exampleSignature {
		refused("signature", examplePath, signed(flipped(exampleSignature, i)), exampleForm())
	}
	for i := 1; i < len(examplePath); i++ {
		refused("path", flipped(examplePath, i), signed(exampleSignature), exampleForm())
	}
	for name, values := range exampleForm() {
		for i := range values[0] {
			form := exampleForm()
			form.Set(name, flipped(values[0], i))
			refused(name, examplePath, signed(exampleSignature), form)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	second := exampleForm()
	second.Add("From", "+15550000000")
	more := exampleForm()
	more.Set("Extra", "")
	for name, c := range map[string]struct {
		header http.Header
		form   url.Values
		change func(*Config)
	}{
		"no signature":         {http.Header{}, exampleForm(), nil},
		"an empty signature":   {signed(""), exampleForm(), nil},
		"another token":        {signed(exampleSignature), exampleForm(), func(c *Config) { c.AuthToken = "54321" }},
		"another public URL":   {signed(exampleSignature), exampleForm(), func(c *Config) { c.PublicURL = "https://example.com" }},
		"a name twice":         {signed(exampleSignature), second, nil},
		"one more empty field": {signed(exampleSignature), more, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if err := connect(t, c.change).Webhooks().Verify(examplePath, c.header, c.form); !fault.Is(err, fault.Forbidden) {
				t.Fatalf("got %v", err)
			}
		})
	}
}

// TestNoSecretVerifiesNothing: a client without a token can't be made by New; even
// so its check must not accept the signature of the empty key.
func TestNoSecretVerifiesNothing(t *testing.T) {
	c := connect(t, nil)
	c.config.AuthToken = ""
	if err := c.Webhooks().Verify(examplePath, signed(exampleSignature), exampleForm()); !fault.Is(err, fault.Forbidden) {
		t.Fatalf("got %v", err)
	}
}

func TestConfigurationIsChecked(t *testing.T) {
	good := Config{AccountSID: "AC" + strings.Repeat("0", 32), AuthToken: "abc", PublicURL: "https://a.example"}
	for field, change := range map[string]func(*Config){
		"account_sid": func(c *Config) { c.AccountSID = "ACx" },
		"auth_token":  func(c *Config) { c.AuthToken = "a-b" },
		"service_sid": func(c *Config) { c.ServiceSID = "IS1" },
		"public_url":  func(c *Config) { c.PublicURL = "/relative" },
	} {
		config := good
		change(&config)
		_, err := New(config)
		if e := fault.From(err); e == nil || e.Code != fault.Invalid || e.Fields[field] == nil {
			t.Errorf("%s: %v", field, err)
		}
	}
	good.AuthToken = ""
	if _, err := New(good); err == nil {
		t.Error("an empty token was accepted")
	}
}
