package config_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/config"
)

func load(t *testing.T, env map[string]string) (config.Config, error) {
	t.Helper()
	return config.Load(func(name string) string { return env[name] })
}

func TestDefaults(t *testing.T) {
	c, err := load(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Addr != "127.0.0.1:8080" || !c.Embedded() || c.Twilio.Configured() || !strings.HasSuffix(c.DataDir, "/.data") {
		t.Errorf("defaults %+v", c)
	}
}

func TestHalfSettingsStopTheStart(t *testing.T) {
	const key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
	for name, c := range map[string]struct {
		env   map[string]string
		names string
	}{
		"no port":         {map[string]string{"SWITCHBOARD_ADDR": "localhost"}, "SWITCHBOARD_ADDR"},
		"URL with a path": {map[string]string{"SWITCHBOARD_PUBLIC_URL": "https://a.example/b"}, "SWITCHBOARD_PUBLIC_URL"},
		"no scheme":       {map[string]string{"SWITCHBOARD_ALLOWED_ORIGINS": "a.example"}, "SWITCHBOARD_ALLOWED_ORIGINS"},
		"wildcard origin": {map[string]string{"SWITCHBOARD_ALLOWED_ORIGINS": "*"}, "SWITCHBOARD_ALLOWED_ORIGINS"},
		"not PostgreSQL":  {map[string]string{"DATABASE_URL": "mysql://x", "SWITCHBOARD_SECRET_KEY": key}, "DATABASE_URL"},
		"short field key": {map[string]string{"SWITCHBOARD_FIELD_KEYS": "c2hvcnQ="}, "SWITCHBOARD_FIELD_KEYS: key 1"},
		"short key":       {map[string]string{"SWITCHBOARD_SECRET_KEY": "c2hvcnQ="}, "SWITCHBOARD_SECRET_KEY"},
		"half an account": {map[string]string{"TWILIO_ACCOUNT_SID": "AC1"}, "TWILIO_AUTH_TOKEN"},
		"half a phone":    {map[string]string{"TWILIO_API_KEY_SID": "SK1"}, "TWILIO_VOICE_APPLICATION_SID"},
		"phones alone": {map[string]string{
			"TWILIO_API_KEY_SID": "SK1", "TWILIO_API_KEY_SECRET": "s", "TWILIO_VOICE_APPLICATION_SID": "AP1",
		}, "along with an account"},
		"account on http": {map[string]string{"TWILIO_ACCOUNT_SID": "AC1", "TWILIO_AUTH_TOKEN": "t", "TWILIO_SERVICE_SID": "IS1"}, "https://"},
		"not Redis":       {map[string]string{"REDIS_URL": "http://x"}, "REDIS_URL"},
		"odd cluster":     {map[string]string{"SWITCHBOARD_CLUSTER": "kubernetes"}, "redis:HOST:PORT"},
		"open cluster":    {map[string]string{"SWITCHBOARD_CLUSTER": "redis:0.0.0.0:7000"}, "everywhere"},
		"lone cluster":    {map[string]string{"SWITCHBOARD_CLUSTER": "redis:127.0.0.1:0"}, "REDIS_URL"},
		"keyless cluster": {map[string]string{"SWITCHBOARD_CLUSTER": "redis:127.0.0.1:0", "REDIS_URL": "redis://h", "DATABASE_URL": "postgres://h/d"}, "SWITCHBOARD_SECRET_KEY"},
		"odd networks":    {map[string]string{"SWITCHBOARD_PRIVATE_NETWORKS": "10.0.0.0/8, office"}, "SWITCHBOARD_PRIVATE_NETWORKS"},
		"odd proxies":     {map[string]string{"SWITCHBOARD_TRUSTED_PROXIES": "10.0.0.0/8, office"}, "office"},
		"odd simulator":   {map[string]string{"SWITCHBOARD_SIMULATOR": "localhost:1"}, "SWITCHBOARD_SIMULATOR"},
		"half a mail":     {map[string]string{"SWITCHBOARD_SMTP_URL": "smtp://h"}, "SWITCHBOARD_MAIL_FROM"},
		"odd mail":        {map[string]string{"SWITCHBOARD_SMTP_URL": "mail.example.com", "SWITCHBOARD_MAIL_FROM": "a@b.example"}, "smtps://"},
		"bad level":       {map[string]string{"SWITCHBOARD_LOG_LEVEL": "loud"}, "SWITCHBOARD_LOG_LEVEL"},
		"bad sample":      {map[string]string{"SWITCHBOARD_LOG_SAMPLE": "0"}, "SWITCHBOARD_LOG_SAMPLE"},
		"bad format":      {map[string]string{"SWITCHBOARD_LOG_FORMAT": "xml"}, "SWITCHBOARD_LOG_FORMAT"},
	} {
		if _, err := load(t, c.env); err == nil || !strings.Contains(err.Error(), c.names) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFiles(t *testing.T) {
	load := func(url string) (config.Config, error) {
		return config.Load(func(name string) string {
			return map[string]string{"SWITCHBOARD_FILES_URL": url, "SWITCHBOARD_DATA_DIR": "/data"}[name]
		})
	}
	for url, dir := range map[string]string{"": "/data/files", "file:///srv/files/": "/srv/files"} {
		if c, err := load(url); err != nil || c.FilesDir() != dir {
			t.Errorf("%q: %+v %v", url, c.Files, err)
		}
	}
	c, err := load("https://key:secret@s3.example.com/desk?region=eu")
	if err != nil || c.FilesDir() != "" || c.Files.Bucket.Bucket != "desk" {
		t.Errorf("a bucket: %+v %v", c.Files, err)
	}
	for _, bad := range []string{"files", "file:files", "file://host/files", "file:///files?x=1", "https://s3.example.com/desk"} {
		if c, err := load(bad); err == nil || !strings.Contains(err.Error(), "SWITCHBOARD_FILES_URL") {
			t.Errorf("%q: %+v %v", bad, c.Files, err)
		}
	}
}

func TestNodes(t *testing.T) {
	c, err := load(t, map[string]string{
		"SWITCHBOARD_CLUSTER": "redis:127.0.0.1:0", "REDIS_URL": "redis://127.0.0.1:6379/1", "DATABASE_URL": "postgres://h/d",
		"SWITCHBOARD_SECRET_KEY": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=", "SWITCHBOARD_TRUSTED_PROXIES": "10.1.2.3/8, ::1",
	})
	if err != nil {
		t.Fatal(err)
	}
	if !c.Cluster.Enabled() || c.Cluster.Addr != "127.0.0.1:0" || len(c.TrustedProxies) != 2 ||
		c.TrustedProxies[0].String() != "10.0.0.0/8" || c.TrustedProxies[1].String() != "::1/128" {
		t.Errorf("nodes %+v", c)
	}
}

func TestNodesInKubernetes(t *testing.T) {
	env := map[string]string{
		"REDIS_URL": "redis://r", "DATABASE_URL": "postgres://h/d", "SWITCHBOARD_SECRET_KEY": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
	}
	for text, want := range map[string]config.Cluster{
		"kubernetes:desk:10.0.0.7:7000":  {Addr: "10.0.0.7:7000", Service: "desk"},
		"kubernetes:desk:[fd00::7]:7000": {Addr: "[fd00::7]:7000", Service: "desk"},
	} {
		env["SWITCHBOARD_CLUSTER"] = text
		if c, err := load(t, env); err != nil || c.Cluster != want {
			t.Errorf("%s: %+v, %v", text, c.Cluster, err)
		}
	}
	for _, text := range []string{"kubernetes:desk", "kubernetes::10.0.0.7:7000", "kubernetes:desk:host:7000", "kubernetes:desk:10.0.0.7:0", "kubernetes:desk:0.0.0.0:7000"} {
		env["SWITCHBOARD_CLUSTER"] = text
		if _, err := load(t, env); err == nil || !strings.Contains(err.Error(), "SWITCHBOARD_CLUSTER") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestSecretIsMadeOnceAndKept(t *testing.T) {
	c := config.Config{DataDir: t.TempDir()}
	if _, err := c.LoadKeys(); !errors.Is(err, config.ErrNoSecret) {
		t.Fatalf("without a secret: %v", err)
	}
	// An empty file that a full disk left of a first start is not a secret.
	if err := os.WriteFile(c.SecretFile(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.MakeSecret(); err != nil {
		t.Fatal(err)
	}
	first, err := c.LoadKeys()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.MakeSecret(); err != nil {
		t.Fatal(err)
	}
	second, err := c.LoadKeys()
	if err != nil || !bytes.Equal(first.Accounts, second.Accounts) || first.Simulator != second.Simulator {
		t.Errorf("keys changed between starts: %v", err)
	}
	if bytes.Equal(first.Accounts, first.Resume) {
		t.Error("two uses share a key")
	}
	if found, err := os.ReadDir(c.DataDir); err != nil || len(found) != 1 {
		t.Errorf("with the secret: %v, %v", found, err)
	}
	if info, err := os.Stat(c.SecretFile()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file: %v, %v", info, err)
	}
	if err := os.WriteFile(c.SecretFile(), []byte("c2hvcnQ=\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := c.LoadKeys(); err == nil || !strings.Contains(err.Error(), c.SecretFile()) {
		t.Errorf("a damaged secret: %v", err)
	}
}

// The first key encrypts; the key derived from the secret key always
// decrypts.
func TestKeysOfEncryptedFields(t *testing.T) {
	c := config.Config{DataDir: t.TempDir()}
	if err := c.MakeSecret(); err != nil {
		t.Fatal(err)
	}
	derived, err := c.LoadKeys()
	if err != nil || len(derived.Fields) != 1 {
		t.Fatalf("without own keys: %d %v", len(derived.Fields), err)
	}
	one, two := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	c.FieldKeys = base64.StdEncoding.EncodeToString(two) + ", " + base64.StdEncoding.EncodeToString(one)
	own, err := c.LoadKeys()
	if err != nil || len(own.Fields) != 3 || !bytes.Equal(own.Fields[0], two) || !bytes.Equal(own.Fields[1], one) || !bytes.Equal(own.Fields[2], derived.Fields[0]) {
		t.Errorf("own keys: %v %v", own.Fields, err)
	}
}
