package doctor

import (
	"context"
	"errors"

	"switchboard/storage/fault"
)

// detail returns the message of an error without the provider's own text.
func detail(err error) string { return fault.From(err).Detail }

// unanswered returns what to do if the provider did not answer.
func unanswered(subject string, err error) finding {
	if errors.Is(err, context.DeadlineExceeded) {
		return found(fail, subject, "the provider did not answer in time; let this machine reach https://api.twilio.com and https://conversations.twilio.com, and try again")
	}
	if fault.Is(err, fault.Unavailable) {
		return found(fail, subject, "%s Let this machine reach https://api.twilio.com and https://conversations.twilio.com.", detail(err))
	}
	return found(fail, subject, "%s", detail(err))
}

// account checks the account; answers reports whether further checks are
// possible.
func (a checks) account(ctx context.Context) (f finding, answers bool) {
	const subject = "account"
	account, err := within(ctx, a.timeout, a.provider.Account)
	switch {
	case fault.Is(err, fault.Unauthenticated):
		return found(fail, subject, "the provider does not accept TWILIO_ACCOUNT_SID with TWILIO_AUTH_TOKEN; copy both again from the console, from the same account"), false
	case fault.Is(err, fault.Forbidden), err == nil && account.Status != "active":
		return found(fail, subject, "it is not active (%s); settle it in the provider's console", either(account.Status, "suspended or closed")), false
	case err != nil:
		return unanswered(subject, err), false
	case account.Trial:
		return found(warn, subject, "%q is a trial: it calls and texts verified numbers only, and the provider says so before each; upgrade it before others rely on it", account.Name), true
	default:
		return found(ok, subject, "%q is active", account.Name), true
	}
}

// key checks whether tokens signed with the API key will be accepted.
func (a checks) key(ctx context.Context) finding {
	const subject = "API key"
	ask := func(question func(context.Context) error) error {
		_, err := within(ctx, a.timeout, func(ctx context.Context) (struct{}, error) { return struct{}{}, question(ctx) })
		return err
	}
	if err := ask(a.provider.Key); fault.Is(err, fault.NotFound) {
		return found(fail, subject, "the account has no key TWILIO_API_KEY_SID; make a standard one in this account, in the region US1")
	} else if err != nil {
		return unanswered(subject, err)
	}
	switch err := ask(a.provider.KeySecret); {
	case err == nil, fault.Is(err, fault.NotFound): // the application has a check of its own
		return found(ok, subject, "it exists and its secret is right")
	case fault.Is(err, fault.Unauthenticated):
		return found(fail, subject, "TWILIO_API_KEY_SECRET is not the secret of TWILIO_API_KEY_SID; it is shown once only, so make another key if it is lost")
	case fault.Is(err, fault.Forbidden):
		return found(warn, subject, "it is restricted, so whether it may sign tokens is unknown; a standard key may")
	default:
		return unanswered(subject, err)
	}
}

func either(value, fallback string) string {
	if value == "" {
		return fallback
	}
	return value
}
