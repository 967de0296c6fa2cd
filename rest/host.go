package rest

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"switchboard/storage/fault"
)

// hosts are the names by which the product is asked for. A page of another name that
// was made to point here (DNS rebinding) would otherwise be of our own origin.
type hosts struct {
	public string // host and port
	port   string // where a request names none: that of the scheme
	// loopback lets this machine's own names in: the product listens there alone.
	loopback bool
	// literal lets addresses in, which no name server gives out: nobody said a name.
	literal bool
}

func newHosts(d Deps) (hosts, error) {
	u, err := url.Parse(d.PublicURL)
	if err != nil {
		return hosts{}, err
	}
	h := hosts{port: "80", loopback: d.Loopback, literal: d.AnyAddress}
	if u.Scheme == "https" {
		h.port = "443"
	}
	h.public = net.JoinHostPort(strings.ToLower(u.Hostname()), cmp.Or(u.Port(), h.port))
	return h, nil
}

// knows reports whether a Host header is one of ours.
func (h hosts) knows(host string) bool {
	asked := &url.URL{Host: strings.ToLower(host)}
	name, port := asked.Hostname(), asked.Port()
	if port == "" {
		port = h.port
	}
	if net.JoinHostPort(name, port) == h.public {
		return true
	}
	ip, err := netip.ParseAddr(name)
	isAddress := err == nil
	switch {
	case h.loopback && (name == "localhost" || isAddress && ip.Unmap().IsLoopback()):
		return true
	default:
		return h.literal && isAddress
	}
}

// byAddress are the paths that monitoring requests from each node by its own address. They show
// nothing to browsers.
var byAddress = map[string]bool{"/healthz": true, "/readyz": true, "/metrics": true}

// only refuses requests that mean somebody else (RFC 9110 §15.5.20).
func (h hosts) only(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !byAddress[r.URL.Path] && !h.knows(r.Host) {
			writeStatus(w, r, http.StatusMisdirectedRequest, fault.New(fault.Malformed,
				"This server is not %q. It is reached under the address of SWITCHBOARD_PUBLIC_URL; a proxy must pass the Host header on.", clipHost(r.Host)))
			return
		}
		next.ServeHTTP(w, r)
	})
}

func clipHost(host string) string {
	const most = 100
	return strings.ToValidUTF8(host[:min(len(host), most)], "")
}
