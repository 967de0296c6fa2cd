package web

import "net/netip"

// special are the networks of IPv4 and IPv6 that lead to no public host, or to one inside of
// another address (the registries of RFC 6890). netip knows of the rest.
var special = networks(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

// unicast are the addresses of IPv6 that are given out to hosts.
var unicast = netip.MustParsePrefix("2000::/3")

func networks(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		out[i] = netip.MustParsePrefix(text)
	}
	return out
}

// isPublic reports whether an address belongs to a host of the public internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if a.Zone() != "" || !a.IsGlobalUnicast() || a.IsPrivate() || within(a, special) {
		return false
	}
	return a.Is4() || unicast.Contains(a)
}

func within(a netip.Addr, networks []netip.Prefix) bool {
	for _, network := range networks {
		if network.Contains(a) {
			return true
		}
	}
	return false
}
