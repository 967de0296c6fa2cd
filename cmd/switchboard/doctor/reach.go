package doctor

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"switchboard/actors/carrier/twilio"
)

const (
	readyPath = "/readyz"
	// refusalType is the content type of the product's refusals
	// (rest/problem).
	refusalType = "application/problem+json"
	// maxAnswer exceeds the product's responses at these addresses.
	maxAnswer = 64 << 10
	// renewBefore is how long a certificate must remain valid.
	renewBefore = 14 * 24 * time.Hour
)

// answer is the response of the public URL.
type answer struct {
	status  int
	kind    string
	body    []byte
	expires time.Time // of the certificate
}

// ask sends one request to the public URL without following redirects, as the
// provider does.
func (p *Phone) ask(ctx context.Context, method, path string) (answer, error) {
	return within(ctx, p.timeout, func(ctx context.Context) (answer, error) {
		request, err := http.NewRequestWithContext(ctx, method, p.config.PublicURL+path, nil)
		if err != nil {
			return answer{}, err
		}
		if method == http.MethodPost {
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		response, err := p.public.RoundTrip(request)
		if err != nil {
			return answer{}, err
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
		if err != nil {
			return answer{}, err
		}
		kind, _, _ := strings.Cut(response.Header.Get("Content-Type"), ";")
		a := answer{status: response.StatusCode, kind: kind, body: body}
		if t := response.TLS; t != nil && len(t.PeerCertificates) > 0 {
			a.expires = t.PeerCertificates[0].NotAfter
		}
		return a, nil
	})
}

// reach checks whether the public URL leads to a product that is ready.
func (p *Phone) reach(ctx context.Context) []finding {
	const subject = "public URL"
	public, err := url.Parse(p.config.PublicURL)
	if err != nil {
		return []finding{found(fail, subject, "SWITCHBOARD_PUBLIC_URL can't be read")}
	}
	resolved, err := within(ctx, p.timeout, func(ctx context.Context) ([]netip.Addr, error) { return p.resolve(ctx, public.Hostname()) })
	if err != nil || len(resolved) == 0 {
		return []finding{found(fail, subject, "the name %s does not resolve; add it to the DNS", public.Hostname())}
	}
	a, err := p.ask(ctx, http.MethodGet, readyPath)
	if err != nil {
		return []finding{found(fail, subject, "%s", unreached(err, p.config.PublicURL))}
	}
	var state struct {
		Status string `json:"status"`
	}
	left := a.expires.Sub(p.now())
	switch {
	case a.status == http.StatusServiceUnavailable:
		return []finding{found(fail, subject, "%s answers 503: the product is starting, stopping or without its database; look at its log", readyPath)}
	case a.status >= 300 && a.status < 400:
		return []finding{found(fail, subject, "%s is redirected; make SWITCHBOARD_PUBLIC_URL the address that it leads to", readyPath)}
	case a.status != http.StatusOK || json.Unmarshal(a.body, &state) != nil || state.Status != "ready":
		return []finding{found(fail, subject, "%s is answered by something else (%d); let the proxy pass this name on to the product", readyPath, a.status)}
	case !slices.ContainsFunc(resolved, reachable):
		return []finding{found(warn, subject, "the product is ready, but the name %s has only private addresses here; make sure that it has a public one for the provider", public.Hostname())}
	case left < renewBefore:
		return []finding{found(warn, subject, "the product is ready, but the certificate ends on %s; renew it", a.expires.Format(time.DateOnly))}
	default:
		return []finding{found(ok, subject, "%s has a valid certificate and the product is ready", p.config.PublicURL)}
	}
}

func reachable(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate()
}

// webhook checks whether all webhooks, including those of recordings, reach a
// product with this account. Without a signature the product refuses them and
// does nothing.
func (p *Phone) webhook(ctx context.Context) []finding {
	const subject = "webhooks"
	for _, path := range []string{twilio.VoicePath, twilio.CallStatusPath, twilio.ConferencePath, twilio.RecordingPath, twilio.AnnouncementPath, twilio.ConversationsPath} {
		if wrong := p.misses(ctx, subject, path); wrong != nil {
			return wrong
		}
	}
	return []finding{found(ok, subject, "they reach the product, which refuses what the provider did not sign")}
}

// misses returns why a webhook does not reach the product, or nil if it does.
func (p *Phone) misses(ctx context.Context, subject, path string) []finding {
	a, err := p.ask(ctx, http.MethodPost, path)
	switch {
	case err != nil:
		return []finding{found(fail, subject, "%s", unreached(err, p.config.PublicURL))}
	case a.status == http.StatusForbidden && a.kind == refusalType:
		return nil
	case a.status == http.StatusServiceUnavailable && a.kind == refusalType:
		return []finding{found(fail, subject, "the running product has no account; start it again with the settings of this command")}
	case a.status == http.StatusMisdirectedRequest:
		return []finding{found(fail, subject, "the product does not know this name; let the proxy pass the Host header on")}
	default:
		return []finding{found(fail, subject, "POST %s is answered %d by something else; let the proxy pass it on to the product", path, a.status)}
	}
}

// unreached returns what to do about a request without a response.
func unreached(err error, public string) string {
	if _, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return "the certificate of " + public + " is not valid for the provider; use one of a public authority for this name, with its chain"
	}
	if _, is := errors.AsType[tls.RecordHeaderError](err); is {
		return public + " does not speak TLS; let the proxy end TLS there"
	}
	if late, is := errors.AsType[net.Error](err); errors.Is(err, context.DeadlineExceeded) || is && late.Timeout() {
		return public + " did not answer in time; open its port to the internet"
	}
	return public + " can't be reached; start the product and its proxy, and open the port to the internet"
}
