package config

import (
	"net"
	"net/netip"
	"net/url"
)

// OnlyHere reports whether only this machine can reach a product that listens
// at the address: the address is a loopback, and there is no public address
// through which others could be forwarded to it.
func (c Config) OnlyHere(listening net.Addr) bool {
	tcp, ok := listening.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() {
		return false
	}
	if c.PublicURL == "" {
		return true
	}
	public, err := url.Parse(c.PublicURL)
	if err != nil {
		return false
	}
	if public.Hostname() == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(public.Hostname())
	return err == nil && ip.IsLoopback()
}
