package absent

import (
	"net/http"
	"net/url"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

var _ carrier.Webhooks = Carrier{}

// nobody rejects webhooks: there is no account to check their signature with.
func nobody() error { return fault.New(fault.Unavailable, "No phone account is configured.") }

// Verify implements carrier.Webhooks. It accepts nothing.
func (Carrier) Verify(string, http.Header, url.Values) error { return nobody() }

// InboundCall implements carrier.Webhooks.
func (Carrier) InboundCall(url.Values) (carrier.InboundCall, error) {
	return carrier.InboundCall{}, nobody()
}

// LegEvent implements carrier.Webhooks.
func (Carrier) LegEvent(url.Values, url.Values) (carrier.LegEvent, error) {
	return carrier.LegEvent{}, nobody()
}

// ConferenceEvent implements carrier.Webhooks.
func (Carrier) ConferenceEvent(url.Values, url.Values) (carrier.ConferenceEvent, error) {
	return carrier.ConferenceEvent{}, nobody()
}

// ConversationEvent implements carrier.Webhooks.
func (Carrier) ConversationEvent(url.Values) (carrier.ConversationEvent, error) {
	return carrier.ConversationEvent{}, nobody()
}

// JoinConference implements carrier.Webhooks. The answer is unused.
func (Carrier) JoinConference(id.ID, id.ID) carrier.Answer { return carrier.Answer{} }

// JoinBrowser implements carrier.Webhooks. The answer is unused.
func (Carrier) JoinBrowser(id.ID, id.ID, id.ID) carrier.Answer { return carrier.Answer{} }

// Reject implements carrier.Webhooks. The answer is unused.
func (Carrier) Reject() carrier.Answer { return carrier.Answer{} }

// Say implements carrier.Webhooks. The answer is unused.
func (Carrier) Say(string) carrier.Answer { return carrier.Answer{} }

// RecordingEvent implements carrier.Webhooks.
func (Carrier) RecordingEvent(url.Values, url.Values) (carrier.RecordingEvent, error) {
	return carrier.RecordingEvent{}, nobody()
}

// Announcement implements carrier.Webhooks.
func (Carrier) Announcement(url.Values) (carrier.Announcement, error) {
	return carrier.Announcement{}, nobody()
}

// Speak implements carrier.Webhooks. The answer is unused.
func (Carrier) Speak(string) carrier.Answer { return carrier.Answer{} }
