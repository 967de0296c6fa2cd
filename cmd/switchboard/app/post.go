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

// post is how letters leave.
type post struct {
	mail mail.Mail
	kept *mailsimulator.Mail // the simulated mail, nil for none
}

// openPost sends letters by the configured server. Where the phone network is simulated
// and no server is configured, letters are kept for the simulator's page.
func openPost(env environment) (post, error) {
	switch {
	case env.config.SMTP.Host != "":
		return post{mail: smtp.New(env.config.SMTP)}, nil
	case env.config.Simulated():
		letters, err := mailsimulator.New(filepath.Join(env.config.DataDir, "simulator", "mail"), time.Now)
		if err != nil {
			return post{}, fmt.Errorf("mail: %w", err)
		}
		return post{letters, letters}, nil
	default:
		env.log.Warn("nobody can be invited: set SWITCHBOARD_SMTP_URL and SWITCHBOARD_MAIL_FROM")
		return post{mail: noMail{}}, nil
	}
}

// noMail is what there is without a mail server: what was written before it went
// away is tried again, and then shown as undelivered.
type noMail struct{}

// Send implements mail.Mail.
func (noMail) Send(context.Context, mail.Letter) error {
	return fault.New(fault.Unavailable, "This installation has no mail server.")
}

// canMail tells whether letters can be sent.
func canMail(c config.Config) bool { return c.SMTP.Host != "" || c.Simulated() }
