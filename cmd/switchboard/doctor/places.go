package doctor

import (
	"context"
	"slices"
	"strings"

	"switchboard/actors/carrier/twilio"
	"switchboard/storage/fault"
)

// application checks where calls from browsers are announced.
func (a checks) application(ctx context.Context) finding {
	const subject = "TwiML application"
	application, err := within(ctx, a.timeout, a.provider.Application)
	if fault.Is(err, fault.NotFound) {
		return found(fail, subject, "the account has none of TWILIO_VOICE_APPLICATION_SID; make one in this account")
	}
	if err != nil {
		return unanswered(subject, err)
	}
	if a.ours.judge(application.Voice, twilio.VoicePath) != here {
		return found(fail, subject, "its Voice URL is %s; set it to POST %s", shown(application.Voice), a.ours.of(twilio.VoicePath))
	}
	if a.ours.judge(application.Status, twilio.CallStatusPath) != here {
		return found(fail, subject, "its status callback is %s; set it to POST %s", shown(application.Status), a.ours.of(twilio.CallStatusPath))
	}
	return found(ok, subject, "calls from browsers come here")
}

// needed are the events of conversations that the product handles.
var needed = []string{"onMessageAdded", "onDeliveryUpdated", "onParticipantAdded", "onConversationStateUpdated"}

// conversations checks where events of conversations are sent.
func (a checks) conversations(ctx context.Context) finding {
	const subject = "conversation service"
	type places struct{ service, account twilio.Told }
	hooks, err := within(ctx, a.timeout, func(ctx context.Context) (p places, err error) {
		p.service, p.account, err = a.provider.Conversations(ctx)
		return p, err
	})
	if fault.Is(err, fault.NotFound) {
		return found(fail, subject, "the account has none of TWILIO_SERVICE_SID; make one in this account")
	}
	if err != nil {
		return unanswered(subject, err)
	}
	want := a.ours.of(twilio.ConversationsPath)
	var events []string
	reached := false
	for _, one := range []twilio.Told{hooks.service, hooks.account} {
		if a.ours.judge(one.Place, twilio.ConversationsPath) == here {
			reached = true
			events = append(events, one.Events...)
		}
	}
	if !reached {
		return found(fail, subject, "its post-event webhook is %s; set it to POST %s", shown(hooks.service.Place), want)
	}
	missing := slices.DeleteFunc(slices.Clone(needed), func(event string) bool { return slices.Contains(events, event) })
	if len(missing) > 0 {
		return found(fail, subject, "its webhook leaves out events; add %s", strings.Join(missing, ", "))
	}
	return found(ok, subject, "events of conversations arrive here")
}
