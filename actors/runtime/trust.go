package runtime

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"math/big"
	"sync"
	"time"
)

const (
	// nodeName is the name in every node's certificate. The lease identifies the
	// node.
	nodeName = "node.switchboard.internal"
	leafLife = 24 * time.Hour
	skew     = time.Hour // the maximum clock difference between nodes
)

// trust authenticates the nodes of a cluster to each other: all derive the same
// authority from their shared key, and each issues a short-lived certificate for
// itself.
type trust struct {
	authority *x509.Certificate
	key       ed25519.PrivateKey
	pool      *x509.CertPool

	mu   sync.Mutex
	leaf *tls.Certificate
	made time.Time
}

func newTrust(secret []byte) (*trust, error) {
	seed, err := hkdf.Key(sha256.New, secret, nil, "switchboard/cluster/authority", ed25519.SeedSize)
	if err != nil {
		return nil, fmt.Errorf("cluster key: %w", err)
	}
	t := &trust{key: ed25519.NewKeyFromSeed(seed), pool: x509.NewCertPool()}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Switchboard cluster"},
		NotBefore: time.Now().Add(-skew), NotAfter: time.Now().AddDate(100, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, t.key.Public(), t.key)
	if err != nil {
		return nil, fmt.Errorf("cluster authority: %w", err)
	}
	if t.authority, err = x509.ParseCertificate(raw); err != nil {
		return nil, fmt.Errorf("cluster authority: %w", err)
	}
	t.pool.AddCert(t.authority)
	return t, nil
}

// certificate returns this node's certificate, a new one in the second half of its
// life.
func (t *trust) certificate() (*tls.Certificate, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.leaf != nil && time.Since(t.made) < leafLife/2 {
		return t.leaf, nil
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("node key: %w", err)
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, fmt.Errorf("node certificate: %w", err)
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: nodeName}, DNSNames: []string{nodeName},
		NotBefore: now.Add(-skew), NotAfter: now.Add(leafLife), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, t.authority, public, t.key)
	if err != nil {
		return nil, fmt.Errorf("node certificate: %w", err)
	}
	t.leaf, t.made = &tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: private}, now
	return t.leaf, nil
}

// server returns the server's configuration. It rejects clients without a certificate
// of the cluster during the handshake.
func (t *trust) server() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: t.pool,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return t.certificate() },
	}
}

// client returns the client's configuration.
func (t *trust) client() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, RootCAs: t.pool, ServerName: nodeName,
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) { return t.certificate() },
	}
}
