package accounts

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Limits of what is parsed at all (CVE-2025-30204: a token of dots).
const (
	maxAccessToken  = 2 << 10
	maxRefreshToken = 256
	audience        = "switchboard"
	tokenType       = "at+jwt"
)

// keys are what the installation's secret key gives: each use its own.
type keys struct {
	issuer     string
	private    ed25519.PrivateKey
	public     ed25519.PublicKey
	seal       cipher.AEAD
	refreshKey []byte      // of the MAC that distinguishes refresh secrets made here from guesses
	deviceKey  []byte      // of the MAC of browsers' proofs
	ticket     cipher.AEAD // of what stands between the two steps of a sign-in
	known      verified
}

func deriveKeys(secret []byte, issuer string) (*keys, error) {
	if len(secret) < 32 {
		return nil, errors.New("accounts: the secret key must have at least 32 bytes")
	}
	derive := func(use string) ([]byte, error) {
		return hkdf.Key(sha256.New, secret, nil, "switchboard "+use, 32)
	}
	seed, err := derive("access token")
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	sealing, err := derive("refresh successor")
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	refresh, err := derive("refresh mark")
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	device, err := derive("known device")
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	ticketing, err := derive("second factor ticket")
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	seal, err := newAEAD(sealing)
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	ticket, err := newAEAD(ticketing)
	if err != nil {
		return nil, fmt.Errorf("accounts: %w", err)
	}
	private := ed25519.NewKeyFromSeed(seed)
	public, _ := private.Public().(ed25519.PublicKey)
	return &keys{issuer: issuer, private: private, public: public, seal: seal, refreshKey: refresh, deviceKey: device, ticket: ticket}, nil
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Claims are what an access token says.
type Claims struct {
	Organization id.ID `json:"org"`
	Session      id.ID `json:"sid"`
	jwt.RegisteredClaims
}

func (k *keys) issue(organization, session, user id.ID, now time.Time, life time.Duration) (string, error) {
	token := jwt.NewWithClaims(jwt.SigningMethodEdDSA, Claims{
		Organization: organization, Session: session,
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer: k.issuer, Subject: string(user), Audience: jwt.ClaimStrings{audience},
			ExpiresAt: jwt.NewNumericDate(now.Add(life)), IssuedAt: jwt.NewNumericDate(now), ID: string(id.New()),
		},
	})
	token.Header["typ"] = tokenType
	text, err := token.SignedString(k.private)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "Something went wrong on our side. Please try again.")
	}
	return text, nil
}

// errToken is the one answer to every bad access token.
func errToken(cause error) error {
	return fault.Wrap(cause, fault.Unauthenticated, "The access token is not valid or has ended. Please sign in again.")
}

func (k *keys) verify(text string, now time.Time) (*Claims, error) {
	if len(text) > maxAccessToken || strings.Count(text, ".") != 2 {
		return nil, errToken(errors.New("not a token's form"))
	}
	if claims := k.known.get(text, now); claims != nil {
		return claims, nil
	}
	parser := jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodEdDSA.Alg()}), jwt.WithAudience(audience),
		jwt.WithIssuer(k.issuer), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
		jwt.WithTimeFunc(func() time.Time { return now }),
	)
	claims := &Claims{}
	token, err := parser.ParseWithClaims(text, claims, func(*jwt.Token) (any, error) { return k.public, nil })
	if err != nil {
		return nil, errToken(err)
	}
	if token.Header["typ"] != tokenType {
		return nil, errToken(errors.New("another type of token"))
	}
	if !claims.Organization.Valid() || !claims.Session.Valid() || !id.ID(claims.Subject).Valid() {
		return nil, errToken(errors.New("bad ids"))
	}
	k.known.put(text, claims)
	return claims, nil
}

// refreshToken is <organization>.<session>.<secret>, the secret 24 random bytes
// and a MAC by which a token that was once ours is told from a guess.
type refreshToken struct {
	organization id.ID
	session      id.ID
	secret       string
}

func (t refreshToken) String() string {
	return string(t.organization) + "." + string(t.session) + "." + t.secret
}

func parseRefresh(text string) (refreshToken, bool) {
	if len(text) > maxRefreshToken {
		return refreshToken{}, false
	}
	parts := strings.Split(text, ".")
	if len(parts) != 3 || parts[2] == "" {
		return refreshToken{}, false
	}
	organization, okOrganization := id.Parse(parts[0])
	session, okSession := id.Parse(parts[1])
	return refreshToken{organization, session, parts[2]}, okOrganization && okSession
}

const secretLength = 24

func (k *keys) newSecret(session id.ID) string {
	b := make([]byte, secretLength, secretLength+sha256.Size)
	_, _ = rand.Read(b) // never fails (crypto/rand since Go 1.24)
	return base64.RawURLEncoding.EncodeToString(append(b, k.refreshMAC(session, b)...))
}

func (k *keys) refreshMAC(session id.ID, secret []byte) []byte {
	mac := hmac.New(sha256.New, k.refreshKey)
	mac.Write([]byte(session))
	mac.Write(secret)
	return mac.Sum(nil)[:16]
}

// ours reports whether the secret was once made for the session.
func (k *keys) ours(session id.ID, secret string) bool {
	b, err := base64.RawURLEncoding.DecodeString(secret)
	return err == nil && len(b) == secretLength+16 && hmac.Equal(b[secretLength:], k.refreshMAC(session, b[:secretLength]))
}

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// sealSuccessor keeps the successor readable for the token it replaced, and for
// nobody who has only the database.
func (k *keys) sealSuccessor(session id.ID, secret string) string {
	sealed := k.seal.Seal(nil, nil, []byte(secret), []byte(session)) //nolint:gosec // this AEAD draws its own nonce and takes none
	return base64.RawStdEncoding.EncodeToString(sealed)
}

func (k *keys) openSuccessor(session id.ID, sealed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return "", fmt.Errorf("accounts: sealed successor: %w", err)
	}
	secret, err := k.seal.Open(nil, nil, raw, []byte(session))
	if err != nil {
		return "", fmt.Errorf("accounts: sealed successor: %w", err)
	}
	return string(secret), nil
}
