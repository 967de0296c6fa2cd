package twilio

import (
	"strings"

	"github.com/twilio/twilio-go/twiml"

	"switchboard/actors/carrier"
	"switchboard/storage/id"
)

// customer is the label of the outside party's leg, staff the prefix of users'
// labels.
const (
	customer = "customer"
	staff    = "user:"
)

// JoinConference implements carrier.Webhooks. The caller hears silence, not the
// provider's music, until someone answers.
func (w *Webhooks) JoinConference(organization, call id.ID) carrier.Answer {
	return w.join(organization, call, customer, "true")
}

// JoinBrowser implements carrier.Webhooks. The conference ends only with the
// customer.
func (w *Webhooks) JoinBrowser(organization, call, user id.ID) carrier.Answer {
	return w.join(organization, call, staff+string(user), "false")
}

func (w *Webhooks) join(organization, call id.ID, label, endsIt string) carrier.Answer {
	return answer(&twiml.VoiceDial{InnerElements: []twiml.Element{&twiml.VoiceConference{
		Name:                   string(call),
		Beep:                   "false",
		StartConferenceOnEnter: "true",
		EndConferenceOnExit:    endsIt,
		ParticipantLabel:       label,
		StatusCallback:         w.public.callback(ConferencePath, legQuery(organization, call, label)),
		StatusCallbackMethod:   "POST",
		StatusCallbackEvent:    strings.Join(conferenceEvents(), " "),
	}}})
}

// Reject implements carrier.Webhooks. The caller hears that the number is not in
// service.
func (*Webhooks) Reject() carrier.Answer {
	return answer(&twiml.VoiceReject{Reason: "rejected"})
}

// Say implements carrier.Webhooks.
func (*Webhooks) Say(sentence string) carrier.Answer { return say(sentence) }

// say speaks a sentence and hangs up.
func say(sentence string) carrier.Answer {
	return answer(&twiml.VoiceSay{Message: sentence}, &twiml.VoiceHangup{})
}

// Speak implements carrier.Webhooks. The parties stay in the conference.
func (*Webhooks) Speak(sentence string) carrier.Answer {
	if sentence == "" {
		return answer()
	}
	return answer(&twiml.VoiceSay{Message: sentence})
}

// answer writes the document. The library omits attributes with an empty value, but
// an empty waitUrl is what silences the waiting music, so it is added here.
func answer(verbs ...twiml.Element) carrier.Answer {
	document, response := twiml.CreateDocument()
	twiml.AddAllVerbs(response, verbs)
	for _, conference := range response.FindElements("Dial/Conference") {
		conference.CreateAttr("waitUrl", "")
	}
	body, err := document.WriteToBytes()
	if err != nil { // writing to memory fails only for a malformed document
		panic("twilio: " + err.Error())
	}
	return carrier.Answer{Body: body, Type: "text/xml; charset=utf-8"}
}
