package config

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const secretBytes = 32

// Keys are the keys derived from the one secret, each for one use (HKDF, RFC 5869).
type Keys struct {
	// Accounts signs access tokens and seals refresh tokens.
	Accounts []byte
	// Resume signs the hub's recovery ids.
	Resume []byte
	// Nodes is what the nodes of a cluster know each other by.
	Nodes []byte
	// Redis is what the nodes know each other's words in Redis by.
	Redis []byte
	// Fields are those of encrypted fields: the first encrypts, all of them decrypt.
	Fields [][]byte
	// Namespace tells this installation from others on the same Redis.
	Namespace string
	// Simulator is the auth token of the simulated carrier account.
	Simulator string
	// Demo is the password of the demo's people where others than this machine reach
	// the product.
	Demo string
}

// LoadKeys derives the keys from the configured secret, or from the one in the
// data directory, which it makes at the first start.
func (c Config) LoadKeys() (Keys, error) {
	text := c.SecretKey
	if text == "" {
		made, err := secretFile(filepath.Join(c.DataDir, "secret.key"))
		if err != nil {
			return Keys{}, err
		}
		text = made
	}
	secret, err := decodeSecret(text)
	if err != nil {
		return Keys{}, err
	}
	derive := func(use string) []byte {
		key, deriveErr := hkdf.Key(sha256.New, secret, nil, "switchboard/"+use, secretBytes)
		err = errors.Join(err, deriveErr)
		return key
	}
	accounts, resume, nodes, simulator := derive("accounts"), derive("resume"), derive("nodes"), derive("simulator")
	namespace, redis, demo, fields := derive("namespace"), derive("redis"), derive("demo"), derive("fields")
	if err != nil {
		return Keys{}, fmt.Errorf("derive keys: %w", err)
	}
	own, err := c.ownFieldKeys()
	if err != nil {
		return Keys{}, fmt.Errorf("SWITCHBOARD_FIELD_KEYS: %w", err)
	}
	return Keys{
		Accounts: accounts, Resume: resume, Nodes: nodes, Redis: redis, Fields: append(own, fields),
		Namespace: "switchboard:" + hex.EncodeToString(namespace[:8]), Simulator: hex.EncodeToString(simulator[:16]),
		Demo: strings.ToLower(base32.StdEncoding.EncodeToString(demo[:15])),
	}, nil
}

// ownFieldKeys are the keys of encrypted fields that were configured.
func (c Config) ownFieldKeys() (keys [][]byte, err error) {
	if c.FieldKeys == "" {
		return nil, nil
	}
	for i, text := range strings.Split(c.FieldKeys, ",") {
		key, err := decodeSecret(strings.TrimSpace(text))
		if err != nil {
			return nil, fmt.Errorf("key %d: %w", i+1, err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func secretFile(path string) (string, error) {
	raw, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(raw)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("secret key: %w", err)
	}
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	text := base64.StdEncoding.EncodeToString(secret)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("secret key: %w", err)
	}
	_, err = file.WriteString(text + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return "", fmt.Errorf("secret key: %w", err)
	}
	return text, nil
}

func decodeSecret(text string) ([]byte, error) {
	secret, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(secret) < secretBytes {
		return nil, fmt.Errorf("want at least %d bytes in base64 (openssl rand -base64 %d)", secretBytes, secretBytes)
	}
	return secret, nil
}
