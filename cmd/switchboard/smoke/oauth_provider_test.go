package smoke_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"switchboard/cmd/producttest"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/id"
)

// provider is another system that users authorize (RFC 6749, RFC 7636).
type provider struct {
	*httptest.Server

	t       *testing.T
	mu      sync.Mutex
	codes   map[string]url.Values // the parameters of the authorization, by its code
	refresh map[string]bool       // refresh tokens, each valid once
	refuses url.Values            // the error that users return with instead of a code, nil for none
	leads   string                // redirect of the token endpoint, "" for none
	given   int                   // number of issued tokens
}

const clientID, clientSecret = "switchboard-7", "client-secret-9117"

func newProvider(t *testing.T) *provider {
	t.Helper()
	o := &provider{t: t, codes: map[string]url.Values{}, refresh: map[string]bool{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /services/oauth2/authorize", o.authorize)
	mux.HandleFunc("POST /services/oauth2/token", o.token)
	o.Server = httptest.NewServer(mux)
	t.Cleanup(o.Close)
	return o
}

func (o *provider) authorize(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	q := r.URL.Query()
	if q.Get("client_id") != clientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) != 43 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	back := url.Values{"state": {q.Get("state")}}
	if o.refuses != nil {
		maps.Copy(back, o.refuses)
	} else {
		code := id.New().String()
		o.codes[code] = q
		back.Set("code", code)
	}
	http.Redirect(w, r, q.Get("redirect_uri")+"?"+back.Encode(), http.StatusFound)
}

func (o *provider) token(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.leads != "" {
		http.Redirect(w, r, o.leads, http.StatusTemporaryRedirect)
		return
	}
	form := func(key string) string { return r.PostFormValue(key) }
	asked, isGood := o.codes[form("code")], false
	switch form("grant_type") {
	case "authorization_code":
		delete(o.codes, form("code"))
		sum := sha256.Sum256([]byte(form("code_verifier")))
		isGood = asked != nil && asked.Get("code_challenge") == base64.RawURLEncoding.EncodeToString(sum[:]) && asked.Get("redirect_uri") == form("redirect_uri")
	case "refresh_token":
		isGood = o.refresh[form("refresh_token")]
		delete(o.refresh, form("refresh_token"))
	}
	w.Header().Set("Content-Type", "application/json")
	if !isGood || form("client_id") != clientID || form("client_secret") != clientSecret {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(`{"error":"invalid_grant","error_description":"expired authorization code"}`))
		return
	}
	o.given++
	next := "refresh-" + id.New().String()
	o.refresh[next] = true
	_ = json.NewEncoder(w).Encode(map[string]any{
		"access_token": "access-" + id.New().String(), "token_type": "Bearer", "expires_in": 3600, "refresh_token": next, "instance_url": "https://acme.my.salesforce.com/",
	})
}

// set changes the provider while it serves.
func (o *provider) set(change func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change()
}

// startConnected runs the product with permission to call this machine.
func startConnected(t *testing.T) *product {
	t.Helper()
	t.Parallel()
	p := &product{Product: producttest.Seeded(t)}
	p.Configure = func(c *config.Config) { c.PrivateNetworks = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} }
	p.Run(producttest.Address(t))
	return p
}

// browser opens addresses.
type browser struct {
	*http.Client

	desk *desk
}

func (d *desk) browse() *browser {
	d.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.T.Fatal(err)
	}
	return &browser{&http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Path == "/authorized" {
			return http.ErrUseLastResponse
		}
		return nil
	}}, d}
}

// asks sends a request of the user by the browser, and returns the address in
// the response.
func (b *browser) asks(method, path string) (status int, answer struct {
	Status      any // a number in a problem document
	URL, Detail string
}) {
	b.desk.T.Helper()
	request, err := http.NewRequestWithContext(b.desk.T.Context(), method, b.desk.URL+path, nil)
	if err != nil {
		b.desk.T.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+b.desk.Token)
	response, err := b.Do(request)
	if err != nil {
		b.desk.T.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		b.desk.T.Fatal(err)
	}
	return response.StatusCode, answer
}

// begins returns the other system's authorization page for a credential.
func (b *browser) begins(credential id.ID) string {
	b.desk.T.Helper()
	status, answer := b.asks(http.MethodGet, "/v1/oauth2/authorize/"+credential.String())
	if status != http.StatusOK || !strings.Contains(answer.URL, "code_challenge_method=S256") {
		b.desk.T.Fatalf("authorize: %d %v", status, answer)
	}
	return answer.URL
}

// opens follows an address up to the callback, and returns its parameters.
func (b *browser) opens(address string) url.Values {
	b.desk.T.Helper()
	request, err := http.NewRequestWithContext(b.desk.T.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.desk.T.Fatal(err)
	}
	response, err := b.Do(request)
	if err != nil {
		b.desk.T.Fatal(err)
	}
	_ = response.Body.Close()
	to, err := url.Parse(response.Header.Get("Location"))
	if err != nil || response.StatusCode != http.StatusFound || to.Path != "/authorized" {
		b.desk.T.Fatalf("%s: %d to %s", address, response.StatusCode, to)
	}
	return to.Query()
}

// back returns the callback address to which the provider would redirect,
// without following it.
func (b *browser) back(address string) string {
	b.desk.T.Helper()
	request, err := http.NewRequestWithContext(b.desk.T.Context(), http.MethodGet, address, nil)
	if err != nil {
		b.desk.T.Fatal(err)
	}
	response, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).Do(request)
	if err != nil {
		b.desk.T.Fatal(err)
	}
	_ = response.Body.Close()
	return response.Header.Get("Location")
}

type outcome struct{ Status, System, Detail string }

func (d *desk) outcome(result url.Values) (o outcome) {
	d.T.Helper()
	d.Must(http.MethodGet, "/v1/oauth2/outcome/"+result.Get("id"), nil, &o)
	return o
}

// comesBack calls the callback without an authorization.
func (w *walk) comesBack(d *desk) int {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, d.URL+"/oauth2/callback?code=x&state="+w.record("auth_credential").String(), nil)
	if err != nil {
		w.t.Fatal(err)
	}
	response, err := d.browse().Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}
