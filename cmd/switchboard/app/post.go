package app

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"switchboard/actors/mail"
	mailsimulator "switchboard/actors/mail/simulator"
	"switchboard/actors/mail/smtp"
	"switchboard/cmd/switchboard/config"
	"switchboard/storage/fault"
)

// mailer sends emails.
type mailer struct {
	mail      mail.Mail
	simulated *mailsimulator.Mail // the simulated mail, nil for none
}

// openMailer sends emails by the configured server. If the phone network is
// simulated and no server is configured, emails are kept for the simulator's
// page.
func openMailer(env environment) (mailer, error) {
	switch {
	case env.config.SMTP.Host != "":
		return mailer{mail: smtp.New(env.config.SMTP)}, nil
	case env.config.Simulated():
		letters, err := mailsimulator.New(filepath.Join(env.config.DataDir, "simulator", "mail"), time.Now)
		if err != nil {
			return mailer{}, fmt.Errorf("mail: %w", err)
		}
		return mailer{letters, letters}, nil
	default:
		env.log.Warn("nobody can be invited: set SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM")
		return mailer{mail: noMail{}}, nil
	}
}

// noMail is used without a mail server: pending emails are retried, and then
// shown as undelivered.
type noMail struct{}

// Send implements mail.Mail.
func (noMail) Send(context.Context, mail.Letter) error {
	return fault.New(fault.Unavailable, "This installation has no mail server.")
}

// canMail reports whether emails can be sent.
func canMail(c config.Config) bool { return c.SMTP.Host != "" || c.Simulated() }
