package config

import (
	"net"
	"net/netip"
	"net/url"
)

// OnlyHere tells whether nobody but this machine reaches a product that listens at
// the address: it is of the loopback, and no public address says that something
// passes others on to it.
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
