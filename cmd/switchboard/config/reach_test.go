package config_test

import (
	"net"
	"testing"

	"switchboard/cmd/switchboard/config"
)

func TestWhoReachesTheProduct(t *testing.T) {
	tcp := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8080} }
	for _, c := range []struct {
		listening net.Addr
		public    string
		here      bool
	}{
		{tcp("127.0.0.1"), "", true},
		{tcp("127.8.9.10"), "", true},
		{tcp("::1"), "", true},
		{tcp("::ffff:127.0.0.1"), "", true},
		{tcp("0.0.0.0"), "", false},
		{tcp("::"), "", false},
		{&net.TCPAddr{Port: 8080}, "", false}, // every address
		{tcp("10.0.0.1"), "", false},
		{tcp("192.0.2.7"), "", false},
		{tcp("fe80::1"), "", false},
		{tcp("2001:db8::1"), "", false},
		{tcp("::ffff:10.0.0.1"), "", false},
		{&net.UnixAddr{Name: "/run/x", Net: "unix"}, "", false},
		{nil, "", false},
		{tcp("127.0.0.1"), "http://127.0.0.1:8080", true},
		{tcp("127.0.0.1"), "http://localhost:8080", true},
		{tcp("127.0.0.1"), "http://[::1]:8080", true},
		{tcp("127.0.0.1"), "https://desk.example.com", false},
		{tcp("127.0.0.1"), "https://127.0.0.1.example.com", false},
		{tcp("127.0.0.1"), "https://localhost.example.com", false},
		{tcp("127.0.0.1"), "http://192.0.2.7:8080", false},
		{tcp("0.0.0.0"), "http://127.0.0.1:8080", false},
	} {
		if got := (config.Config{PublicURL: c.public}).OnlyHere(c.listening); got != c.here {
			t.Errorf("%v with %q: %v", c.listening, c.public, got)
		}
	}
}
