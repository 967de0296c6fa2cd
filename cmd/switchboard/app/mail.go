package app

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"switchboard/actors/mail"
	mailsimulator "switchboard/actors/mail/simulator"
	"switchboard/actors/mail/smtp"
	"switchboard/storage/fault"
)

// startMail sends letters by the configured server. Where the phone network is
// simulated and no server is configured, letters are kept for the simulator's page.
func (m *Main) startMail() error {
	switch {
	case m.config.SMTP.Host != "":
		m.parts.mail = smtp.New(m.config.SMTP)
	case m.config.Simulated():
		letters, err := mailsimulator.New(filepath.Join(m.config.DataDir, "simulator", "mail"), time.Now)
		if err != nil {
			return fmt.Errorf("mail: %w", err)
		}
		m.parts.mail, m.parts.letters = letters, letters
	default:
		m.parts.mail = noMail{}
		m.log.Warn("nobody can be invited: set SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM")
	}
	return nil
}

// noMail is what there is without a mail server: what was written before it went
// away is tried again, and then shown as undelivered.
type noMail struct{}

// Send implements mail.Mail.
func (noMail) Send(context.Context, mail.Letter) error {
	return fault.New(fault.Unavailable, "This installation has no mail server.")
}

// canMail tells whether letters can be sent.
func (m *Main) canMail() bool { return m.config.SMTP.Host != "" || m.config.Simulated() }
