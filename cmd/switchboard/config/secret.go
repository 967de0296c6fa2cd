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

// Keys are the keys derived from the one secret, each for one use (HKDF, RFC
// 5869).
type Keys struct {
	// Accounts signs access tokens and encrypts refresh tokens.
	Accounts []byte
	// Resume signs the hub's recovery ids.
	Resume []byte
	// Nodes authenticates the nodes of a cluster to each other.
	Nodes []byte
	// Redis authenticates the nodes' messages in Redis.
	Redis []byte
	// Fields are the keys of encrypted fields: the first encrypts, all of
	// them decrypt.
	Fields [][]byte
	// Namespace distinguishes this installation from others on the same
	// Redis.
	Namespace string
	// Simulator is the auth token of the simulated carrier account.
	Simulator string
	// Payments is the secret of the simulated payment account.
	Payments string
	// Demo is the password of the demo users if the product can be reached
	// from other machines.
	Demo string
}

// ErrNoSecret reports that there is neither a configured secret nor one in
// the data directory.
var ErrNoSecret = errors.New("there is no secret key")

// SecretFile returns the path of the secret if none is configured.
func (c Config) SecretFile() string { return filepath.Join(c.DataDir, "secret.key") }

// LoadKeys derives the keys from the configured secret, or from the one in the data
// directory. It returns ErrNoSecret if there is none.
func (c Config) LoadKeys() (Keys, error) {
	text, from := c.SecretKey, "SWITCHBOARD_SECRET_KEY"
	if text == "" {
		from = c.SecretFile()
		raw, err := os.ReadFile(from)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return Keys{}, fmt.Errorf("secret key: %w", err)
		}
		if text = strings.TrimSpace(string(raw)); text == "" {
			return Keys{}, ErrNoSecret
		}
	}
	secret, err := decodeSecret(text)
	if err != nil {
		return Keys{}, fmt.Errorf("%s: %w", from, err)
	}
	derive := func(use string) []byte {
		key, deriveErr := hkdf.Key(sha256.New, secret, nil, "switchboard/"+use, secretBytes)
		err = errors.Join(err, deriveErr)
		return key
	}
	restored, err := c.restored()
	if err != nil {
		return Keys{}, fmt.Errorf("secret key: %w", err)
	}
	accounts, resume, nodes, simulator := derive("accounts"), derive("resume"+restored), derive("nodes"), derive("simulator")
	namespace, redis, demo, fields := derive("namespace"), derive("redis"), derive("demo"), derive("fields")
	payments := derive("payments")
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
		Payments: hex.EncodeToString(payments[:16]),
		Demo:     strings.ToLower(base32.StdEncoding.EncodeToString(demo[:15])),
	}, nil
}

// MarkRestored notes that the data directory was restored from a backup. What clients saw after that
// backup is gone, so no position that the former installation signed counts any more.
func (c Config) MarkRestored() error {
	mark := make([]byte, secretBytes)
	_, _ = rand.Read(mark) // never fails
	return os.WriteFile(c.restoredFile(), []byte(hex.EncodeToString(mark)+"\n"), 0o600)
}

func (c Config) restoredFile() string { return filepath.Join(c.DataDir, "restored") }

// restored returns the mark of the last restore, or nothing.
func (c Config) restored() (string, error) {
	mark, err := os.ReadFile(c.restoredFile())
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	return string(mark), err
}

// ownFieldKeys returns the configured keys of encrypted fields.
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

// MakeSecret writes a new secret into the data directory, unless it has one.
// The write is atomic: a truncated secret would be lost for good.
func (c Config) MakeSecret() error {
	if err := c.makeSecret(); err != nil {
		return fmt.Errorf("cannot write the secret key to %s (or set SWITCHBOARD_SECRET_KEY): %w", c.SecretFile(), err)
	}
	return nil
}

func (c Config) makeSecret() error {
	path := c.SecretFile()
	if info, err := os.Stat(path); err == nil && info.Size() > 0 {
		return nil
	}
	secret := make([]byte, secretBytes)
	_, _ = rand.Read(secret)                                  // never fails (crypto/rand since Go 1.24)
	file, err := os.CreateTemp(c.DataDir, "secret.key.*.tmp") // with mode 0600
	if err != nil {
		return err
	}
	_, err = file.WriteString(base64.StdEncoding.EncodeToString(secret) + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return syncDir(c.DataDir)
}

// syncDir makes a rename within a directory durable.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func decodeSecret(text string) ([]byte, error) {
	secret, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(secret) < secretBytes {
		return nil, fmt.Errorf("want at least %d bytes in base64 (openssl rand -base64 %d)", secretBytes, secretBytes)
	}
	return secret, nil
}
