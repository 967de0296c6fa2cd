package web_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"switchboard/actors/web"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}

func get(t *testing.T, c *web.Client, address string) (string, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	return answer(c, r)
}

func answer(c *web.Client, r *http.Request) (string, error) {
	got, err := c.HTTP.Do(r)
	if err != nil {
		return "", err
	}
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	return string(text), err
}

// A name that resolves to this machine is refused when it is dialled, and allowed where the
// operator says so.
func TestTheAddressIsCheckedWhereItIsDialled(t *testing.T) {
	asked := atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = w.Write([]byte("inside"))
	}))
	defer server.Close()
	byName := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	for _, address := range []string{server.URL, byName, strings.Replace(server.URL, "http:", "https:", 1), strings.Replace(server.URL, "127.0.0.1", "[::ffff:127.0.0.1]", 1)} {
		if _, err := get(t, web.New(nil), address); !errors.Is(err, web.ErrAddress) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if asked.Load() != 0 {
		t.Fatal("the server was reached")
	}
	if text, err := get(t, web.New(loopback), server.URL); err != nil || text != "inside" {
		t.Errorf("allowed: %q, %v", text, err)
	}
}

func TestARedirectIsDialledAnew(t *testing.T) {
	asked := atomic.Int64{}
	inside := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	second, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.2:0")
	if err != nil {
		t.Fatal(err)
	}
	inside.Listener = second
	inside.Start()
	defer inside.Close()
	outside := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect))
	defer outside.Close()
	c := web.New(loopback)
	if _, err := get(t, c, outside.URL); !errors.Is(err, web.ErrAddress) || asked.Load() != 0 {
		t.Errorf("led to %s: %v", inside.URL, err)
	}
	both := web.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	if _, err := get(t, both, outside.URL); err != nil || asked.Load() != 1 {
		t.Errorf("led to an allowed one: %v", err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, outside.URL, strings.NewReader("secret"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := answer(both, r); err == nil || asked.Load() != 1 {
		t.Errorf("a secret was sent on: %v", err)
	}
}

func TestAnAnswerIsBounded(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, 3<<20))
	}))
	defer server.Close()
	if text, err := get(t, web.New(loopback), server.URL); err != nil || len(text) != 1<<20 {
		t.Errorf("%d bytes: %v", len(text), err)
	}
}

func TestAddressesThatAreRefused(t *testing.T) {
	c := web.New(loopback)
	for _, address := range []string{
		"", "login.example.com", "ftp://login.example.com/", "javascript:alert(1)", "https://user@login.example.com/", "http://login.example.com/",
		"https://10.0.0.1/", "https://169.254.169.254/latest", "https://[::1]/", "https://[fe80::1]/", "https://[fd00::1]/", "https://[::ffff:10.0.0.1]/",
		"https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/", "https://0.0.0.0/", "https://100.64.0.1/", "https://[::127.0.0.1]/", "https://127.0.0.2/", "https://224.0.0.1/",
	} {
		if c.Check(address) == nil {
			t.Errorf("%q is taken", address)
		}
	}
	for _, address := range []string{"https://login.example.com/services/oauth2/token", "https://login.example.com:8443/", "http://127.0.0.1:9/", "https://8.8.8.8/", "https://[2606:4700::1111]/"} {
		if err := c.Check(address); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
}
