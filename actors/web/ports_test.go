package web

import (
	"net/netip"
	"testing"
)

func TestWhereMayBeDialled(t *testing.T) {
	c := New([]netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")})
	for to, want := range map[string][2]bool{ // in the clear, over TLS
		"8.8.8.8:443": {false, true}, "8.8.8.8:8443": {false, true}, "8.8.8.8:22": {false, false}, "8.8.8.8:80": {false, false},
		"10.1.2.3:80": {true, true}, "10.1.2.3:5000": {true, true}, "[::ffff:10.1.2.3]:443": {true, true}, "10.2.0.1:443": {false, false},
		"[2606:4700::1111]:443": {false, true}, "[::1]:443": {false, false}, "169.254.169.254:443": {false, false},
	} {
		address := netip.MustParseAddrPort(to)
		if got := [2]bool{c.mayPlain(address), c.maySecure(address)}; got != want {
			t.Errorf("%s: %v", to, got)
		}
	}
}
