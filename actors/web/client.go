package web

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"
)

const (
	dialTime = 5 * time.Second
	// answerTime is how long a request may take, its redirects and its answer included.
	answerTime = 10 * time.Second
	// maxAnswer bounds the body of an answer, maxHeader its header.
	maxAnswer = 1 << 20
	maxHeader = 64 << 10
	// maxRedirects is how often one request is led elsewhere.
	maxRedirects = 5
)

// ErrAddress is why a request was not made: its address leads where the server may not go.
var ErrAddress = errors.New("web: this address is not a public one")

// errRedirect is why an answer that leads elsewhere was not followed.
var errRedirect = errors.New("web: what was sent is not sent on to where the answer leads")

// ports are those of public hosts.
var ports = []uint16{443, 8443}

// Client asks other systems.
type Client struct {
	// HTTP makes the requests.
	HTTP    *http.Client
	allowed []netip.Prefix
}

// New makes a client that may also go to the allowed networks.
func New(allowed []netip.Prefix) *Client {
	c := &Client{allowed: allowed}
	c.HTTP = &http.Client{
		Timeout: answerTime, CheckRedirect: redirect,
		Transport: bounded{schemes{plain: c.transport(c.mayPlain), secure: c.transport(c.maySecure)}},
	}
	return c
}

// transport dials where may allows it.
func (c *Client) transport(may func(netip.AddrPort) bool) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTime, Control: func(_, address string, _ syscall.RawConn) error {
		if to, err := netip.ParseAddrPort(address); err != nil || !may(to) {
			return fmt.Errorf("%w: %s", ErrAddress, address)
		}
		return nil
	}}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTime, ResponseHeaderTimeout: answerTime,
		MaxResponseHeaderBytes: maxHeader, DisableKeepAlives: true, ForceAttemptHTTP2: true,
	}
}

// Transport returns what reads long answers, such as files: it dials as HTTP does, and bounds
// neither their time nor their size.
func (c *Client) Transport() http.RoundTripper {
	return schemes{plain: c.transport(c.mayPlain), secure: c.transport(c.maySecure)}
}

func (c *Client) mayPlain(to netip.AddrPort) bool { return within(to.Addr().Unmap(), c.allowed) }

func (c *Client) maySecure(to netip.AddrPort) bool {
	return c.mayPlain(to) || isPublic(to.Addr()) && slices.Contains(ports, to.Port())
}

// Check refuses an address that no request could go to, in words that follow its name: "must
// be …". One by name is checked when it is dialled.
func (c *Client) Check(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("must be an address that begins with https://")
	}
	host, err := netip.ParseAddr(u.Hostname())
	isAllowed := err == nil && within(host.Unmap(), c.allowed)
	switch {
	case u.Scheme == "http" && !isAllowed:
		return errors.New("must begin with https://, so that nobody reads or changes it on its way")
	case err == nil && !isAllowed && !isPublic(host):
		return errors.New("must lead to a public address")
	default:
		return nil
	}
}

// redirect follows what only asks: anything else would be sent to somebody else.
func redirect(r *http.Request, via []*http.Request) error {
	first := via[0]
	if len(via) > maxRedirects || first.Method != http.MethodGet || first.URL.Scheme == "https" && r.URL.Scheme != "https" {
		return errRedirect
	}
	return nil
}

// schemes chooses the transport by the scheme.
type schemes struct{ plain, secure *http.Transport }

// RoundTrip implements http.RoundTripper.
func (b schemes) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Scheme == "https" {
		return b.secure.RoundTrip(r)
	}
	return b.plain.RoundTrip(r)
}

// bounded bounds answers.
type bounded struct{ schemes }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.schemes.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = body{io.LimitReader(answer.Body, maxAnswer), answer.Body}
	return answer, nil
}

type body struct {
	io.Reader
	io.Closer
}
