package smtp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"switchboard/actors/mail"
	"switchboard/storage/fault"
)

// timeout bounds one letter's way to the server.
const timeout = 30 * time.Second

// Mail sends by a server.
type Mail struct {
	config Config
	tls    *tls.Config // nil for the system's roots
}

// New makes it; nothing is dialled yet.
func New(c Config) *Mail { return &Mail{config: c} }

// Send implements mail.Mail.
func (m *Mail) Send(ctx context.Context, l mail.Letter) error {
	l, err := mail.Check(l)
	if err != nil {
		return err
	}
	client, err := m.client()
	if err != nil {
		return fault.Wrap(err, fault.Internal, "The mail server's settings can't be used.")
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	message, err := m.message(l)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "The email can't be written.")
	}
	return judged(client.DialAndSendWithContext(ctx, message))
}

func (m *Mail) client() (*gomail.Client, error) {
	policy := gomail.TLSMandatory
	if m.config.Plain {
		policy = gomail.TLSOpportunistic
	}
	options := []gomail.Option{
		gomail.WithPort(m.config.Port), gomail.WithTimeout(timeout), gomail.WithTLSPolicy(policy), gomail.WithoutNoop(),
	}
	if m.tls != nil {
		options = append(options, gomail.WithTLSConfig(m.tls))
	}
	if m.config.Implicit {
		options = append(options, gomail.WithSSL())
	}
	if m.config.Username != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover),
			gomail.WithUsername(m.config.Username), gomail.WithPassword(m.config.Password))
	}
	client, err := gomail.NewClient(m.config.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	return client, nil
}

func (m *Mail) message(l mail.Letter) (*gomail.Msg, error) {
	message := gomail.NewMsg()
	message.FromMailAddress(&m.config.From)
	if err := message.To(l.To); err != nil {
		return nil, fmt.Errorf("smtp: %w", err)
	}
	message.Subject(l.Subject)
	message.SetDate()
	_, domain, _ := strings.Cut(m.config.From.Address, "@")
	message.SetMessageIDWithValue(string(l.ID) + "@" + domain)
	// Nobody's holiday notice answers a machine (RFC 3834).
	message.SetGenHeader("Auto-Submitted", "auto-generated")
	message.SetBodyString(gomail.TypeTextPlain, l.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	return message, nil
}

// judged reports whether another try may help: not where the server has refused for good (a code
// of 5xx, RFC 5321 §4.2.1).
func judged(err error) error {
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*gomail.SendError](err); ok && refused.ErrorCode() >= 500 {
		return fault.Wrap(err, fault.Invalid, "The mail server refused the email.")
	}
	return fault.Wrap(err, fault.Unavailable, "The mail server can't be reached or did not accept the email.")
}

var _ mail.Mail = (*Mail)(nil)
