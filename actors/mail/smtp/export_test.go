package smtp

import "crypto/tls"

// Trusting makes m believe a test's certificate.
func (m *Mail) Trusting(c *tls.Config) *Mail {
	m.tls = c
	return m
}
