package smtp_test

import (
	"crypto/tls"
	"crypto/x509"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/actors/mail"
	"switchboard/actors/mail/mailtest"
	"switchboard/actors/mail/smtp"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const from = "Switchboard <desk@example.com>"

func parse(t *testing.T, address string) smtp.Config {
	t.Helper()
	c, err := smtp.Parse(address, from)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func letter() mail.Letter {
	return mail.Letter{ID: id.New(), To: "ann@example.test", Subject: "Hello", Text: "Hello", HTML: "<p>Hello</p>"}
}

// certificate is one for 127.0.0.1, and who believes it.
func certificate(t *testing.T) (*tls.Certificate, *tls.Config) {
	t.Helper()
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	return &server.TLS.Certificates[0], &tls.Config{RootCAs: roots, ServerName: "example.com", MinVersion: tls.VersionTLS12}
}

func TestSuite(t *testing.T) {
	mailtest.Suite(t, func(t *testing.T) (mail.Mail, func() []mailtest.Received) {
		t.Helper()
		server := mailtest.Serve(t, nil, "")
		return smtp.New(parse(t, "smtp://"+server.Addr)), server.Inbox
	})
}

func TestRefusalsAreJudged(t *testing.T) {
	server := mailtest.Serve(t, nil, "")
	m := smtp.New(parse(t, "smtp://"+server.Addr))
	for code, want := range map[int]fault.Code{451: fault.Unavailable, 550: fault.Invalid} {
		server.Refuse(code)
		if err := m.Send(t.Context(), letter()); !fault.Is(err, want) {
			t.Errorf("%d: %v, want %s", code, err, want)
		}
	}
	gone := smtp.New(parse(t, "smtp://127.0.0.1:1"))
	if err := gone.Send(t.Context(), letter()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("nobody there: %v", err)
	}
}

func TestAPasswordTravelsOverTLSAlone(t *testing.T) {
	known, trust := certificate(t)
	safe := mailtest.Serve(t, known, "secret")
	c := parse(t, "smtp://desk:secret@"+safe.Addr)
	c.Plain = false // this machine counts like any other here
	if err := smtp.New(c).Trusting(trust).Send(t.Context(), letter()); err != nil {
		t.Fatal(err)
	}
	if len(safe.Inbox()) != 1 {
		t.Error("the letter did not arrive")
	}
	wrong := c
	wrong.Password = "other"
	if err := smtp.New(wrong).Trusting(trust).Send(t.Context(), letter()); err == nil || strings.Contains(err.Error(), "other") {
		t.Errorf("a wrong password: %v", err)
	}
	// Who can't prove who he is learns nothing.
	if err := smtp.New(c).Send(t.Context(), letter()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("an unknown certificate: %v", err)
	}
	open := mailtest.Serve(t, nil, "secret")
	c = parse(t, "smtp://desk:secret@"+open.Addr)
	c.Plain = false
	if err := smtp.New(c).Send(t.Context(), letter()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("no TLS: %v", err)
	}
	if told := open.Passwords(); len(told) != 0 || len(open.Inbox()) != 0 {
		t.Errorf("without TLS it was told %v", told)
	}
}

func TestParse(t *testing.T) {
	c := parse(t, "smtps://desk%40example.com:p%2Fw@mail.example.com")
	if !c.Implicit || c.Port != 465 || c.Plain || c.Username != "desk@example.com" || c.Password != "p/w" || c.From.Address != "desk@example.com" || c.From.Name != "Switchboard" {
		t.Errorf("got %+v", c)
	}
	if c := parse(t, "smtp://mail.example.com"); c.Port != 587 || c.Plain {
		t.Errorf("got %+v", c)
	}
	if c := parse(t, "smtp://relay.internal:25?tls=off"); !c.Plain {
		t.Errorf("got %+v", c)
	}
	for _, bad := range []string{"", "mail.example.com", "http://h", "smtp://", "smtp://h:0", "smtp://h/x", "smtp://h?tls=on", "smtps://h?tls=off", "smtp://u:geheim@h?tls=off", "smtp://u:geheim@h:x"} {
		if _, err := smtp.Parse(bad, from); err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := smtp.Parse("smtp://h", "nobody"); err == nil {
		t.Error("a sender without an address")
	}
}
