package doctor

import (
	"context"

	"switchboard/actors/carrier/twilio"
)

// numbers checks where calls and texts to each number of the account go.
func (a checks) numbers(ctx context.Context) []finding {
	numbers, err := within(ctx, a.timeout, a.provider.Numbers)
	if err != nil {
		return []finding{unanswered("numbers", err)}
	}
	if len(numbers) == 0 {
		return []finding{found(fail, "numbers", "the account has none; buy or port one in the provider's console")}
	}
	addresses, err := within(ctx, a.timeout, a.provider.Addresses)
	if err != nil {
		return []finding{unanswered("numbers", err)}
	}
	begins := map[string]twilio.Address{}
	for _, address := range addresses {
		begins[address.Number] = address
	}
	var findings []finding
	arriving := 0
	for _, n := range numbers {
		if n.Calls {
			where, f := a.calls(n)
			if where == here {
				arriving++
			}
			findings = append(findings, f)
		}
		if n.Texts {
			findings = append(findings, a.texts(n, begins[n.Number]))
		}
	}
	if arriving == 0 {
		findings = append(findings, found(fail, "numbers", "no calls come here from any of them; set the voice URL of at least one to POST %s", a.ours.of(twilio.VoicePath)))
	}
	return findings
}

// calls checks where calls to a number go.
func (a checks) calls(n twilio.Number) (destination, finding) {
	subject := "calls to " + n.Number
	ifOurs := "; if it is to ring here, set its voice URL to POST " + a.ours.of(twilio.VoicePath)
	switch {
	case n.TrunkSID != "":
		return elsewhere, found(warn, subject, "they go to a SIP trunk%s", ifOurs)
	case n.ApplicationSID != "" && n.ApplicationSID == a.settings.ApplicationSID:
		return here, found(ok, subject, "they come here by the TwiML application")
	case n.ApplicationSID != "":
		return elsewhere, found(warn, subject, "they go to another TwiML application%s", ifOurs)
	}
	switch where := a.ours.judge(n.Voice, twilio.VoicePath); where {
	case here:
		if a.ours.judge(n.Status, twilio.CallStatusPath) != here {
			return here, found(warn, subject, "they come here, but their end is reported to %s; set its status callback to POST %s", shown(n.Status), a.ours.of(twilio.CallStatusPath))
		}
		return here, found(ok, subject, "they come here")
	case misplaced:
		return where, found(fail, subject, "its voice URL is %s; set it to POST %s", shown(n.Voice), a.ours.of(twilio.VoicePath))
	default:
		return where, found(warn, subject, "they go to %s%s", shown(n.Voice), ifOurs)
	}
}

// texts checks where texts to a number go: they must arrive by conversations,
// never by the number's own webhook for texts, which the provider also calls.
func (a checks) texts(n twilio.Number, address twilio.Address) finding {
	subject := "texts to " + n.Number
	switch {
	case !address.Begins:
		return found(warn, subject, "a first one begins no conversation; to receive texts here, let its address configuration create conversations in the service TWILIO_SERVICE_SID")
	case address.ServiceSID != a.settings.ServiceSID:
		return found(warn, subject, "they begin conversations in another service than TWILIO_SERVICE_SID; change it in its address configuration")
	case n.Text.URL != "":
		return found(warn, subject, "they come here and go to %s, too, which may answer them; clear its messaging URL", shown(n.Text))
	default:
		return found(ok, subject, "they come here by conversations")
	}
}
