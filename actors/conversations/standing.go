package conversations

import (
	"context"

	"switchboard/actors/numbers"
	"switchboard/storage/access"
	"switchboard/storage/row"
)

// Standing tells how a number stands towards texts.
type Standing interface {
	Barred(ctx context.Context, p *access.Principal, number string) (bool, error)
	OptedOut(ctx context.Context, p *access.Principal, number string) (bool, error)
}

// Barred tells whoever may text whether a contact with a number in E.164 is neither to be
// called nor texted, and nothing else of that contact.
func (s *Service) Barred(ctx context.Context, p *access.Principal, number string) (bool, error) {
	if err := p.MayCreate("twilio_message"); err != nil {
		return false, err
	}
	_, found, err := numbers.Barring(ctx, s.store, p.Organization, number)
	return found, err
}

// OptedOut reports to users who may text whether texts to a number in E.164 were declined: by a word
// about the number to any of ours, or by a contact with it.
func (s *Service) OptedOut(ctx context.Context, p *access.Principal, number string) (bool, error) {
	if err := p.MayCreate("twilio_message"); err != nil {
		return false, err
	}
	events, err := eventsOf(ctx, s.store, p.Organization, []string{number})
	if err != nil {
		return false, err
	}
	if now := consentOf(consentEvents(events), []string{number}); now == optedOut || now == stopped {
		return true, nil
	}
	_, found, err := numbers.Holder(ctx, s.store, p.Organization, number, row.Condition{Field: "sms_opt_in", Operator: "=", Value: false})
	return found, err
}
