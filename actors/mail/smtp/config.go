package smtp

import (
	"errors"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
)

// Ports of submission (RFC 6409 and RFC 8314).
const (
	startTLSPort = 587
	tlsPort      = 465
)

// Config says which server sends, and as whom.
type Config struct {
	Host     string
	Port     int
	Username string
	Password string
	// Implicit speaks TLS from the first byte (smtps://); otherwise the connection is
	// upgraded by STARTTLS.
	Implicit bool
	// Plain sends without TLS where the server offers none: to this machine, or where
	// the address says ?tls=off.
	Plain bool
	From  netmail.Address
}

var errForm = errors.New("want smtp://USER:PASSWORD@HOST:PORT (STARTTLS) or smtps://USER:PASSWORD@HOST:PORT; ?tls=off for a relay in a private network that has no TLS")

// Parse reads an address such as smtps://user:password@mail.example.com and the
// sender's, such as Switchboard <desk@example.com>. No error shows the password.
func Parse(address, from string) (Config, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Path != "" && u.Path != "/" || u.Fragment != "" {
		return Config{}, errForm
	}
	c := Config{Host: u.Hostname(), Port: startTLSPort, Implicit: u.Scheme == "smtps", Username: u.User.Username()}
	c.Password, _ = u.User.Password()
	if c.Implicit {
		c.Port = tlsPort
	}
	if text := u.Port(); text != "" {
		if c.Port, err = strconv.Atoi(text); err != nil || c.Port < 1 || c.Port > 65535 {
			return Config{}, errForm
		}
	}
	ip := net.ParseIP(c.Host)
	c.Plain = !c.Implicit && (c.Host == "localhost" || ip != nil && ip.IsLoopback())
	switch query := u.RawQuery; {
	case query == "tls=off" && !c.Implicit && c.Username == "":
		c.Plain = true
	case query != "":
		return Config{}, errForm
	}
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return Config{}, errors.New("want the sender's address, such as Switchboard <desk@example.com>")
	}
	c.From = *sender
	return c, nil
}
