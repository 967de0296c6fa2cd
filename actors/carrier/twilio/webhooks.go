package twilio

import (
	"encoding/json"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/twilio/twilio-go/client"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// SignatureHeader holds the provider's HMAC over URL and form.
const SignatureHeader = "X-Twilio-Signature"

// Webhooks parses the webhooks of an account (Client.Webhooks), and writes our
// answers.
type Webhooks struct {
	public    publicURL
	token     string
	validator *client.RequestValidator
}

var _ carrier.Webhooks = (*Webhooks)(nil)

// Verify implements carrier.Webhooks.
func (w *Webhooks) Verify(pathAndQuery string, header http.Header, form url.Values) error {
	refusal := fault.New(fault.Forbidden, "The webhook's signature is not valid.")
	signature := header.Get(SignatureHeader)
	if signature == "" || w.token == "" {
		return refusal
	}
	params := make(map[string]string, len(form))
	for name, values := range form {
		if len(values) != 1 {
			// The signature covers only the first value of a name: anybody could add
			// a second one.
			return refusal
		}
		params[name] = values[0]
	}
	if !w.validator.Validate(string(w.public)+pathAndQuery, params, signature) {
		return refusal
	}
	return nil
}

// InboundCall implements carrier.Webhooks.
func (*Webhooks) InboundCall(form url.Values) (carrier.InboundCall, error) {
	r := read(form)
	in := carrier.InboundCall{
		SID: r.sid("CallSid", "CA"), From: caller(r.text("From")), To: called(r),
		CallerName: r.text("CallerName"), ForwardedFrom: r.text("ForwardedFrom"),
	}
	in.Key = carrier.Key{ProviderID: in.SID, Kind: "voice"}
	switch identity, user, is := voiceClient(r.text("From")); {
	case user != "":
		// The page sent the other fields; the identity comes from the provider.
		in.Browser, in.Contact, in.To = user, optional(r.text("Contact")), r.text("To")
	case is:
		in.Client, in.To = identity, r.text("To")
	}
	return in, r.err()
}

// voiceClient parses the voice client of the account that placed a call, and its
// user, or "".
func voiceClient(from string) (identity string, user id.ID, is bool) {
	identity, is = strings.CutPrefix(from, "client:")
	return identity, optional(identity), is
}

// optional parses an id, or returns "".
func optional(text string) id.ID {
	known, _ := id.Parse(text)
	return known
}

// called returns the dialed number, which a client may omit.
func called(r *reader) string {
	if _, _, is := voiceClient(r.text("From")); is {
		return r.text("To")
	}
	return r.must("To")
}

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{1,14}$`)

// caller returns the caller's number, or "" if withheld: the provider then sends a
// word or a fixed false number, which must not look like a person's.
func caller(from string) string {
	switch from {
	case "+266696687", "+86282452253", "+256667 ", "+7378742833", "+2562533", "+8656696":
		return "" // ANONYMOUS, UNAVAILABLE, RESTRICTED, BLOCKED, UNKNOWN on a phone's keys
	}
	if !e164.MatchString(from) {
		return ""
	}
	return from
}

// priceOf parses a price such as -0.0085: the provider writes charges as negative
// numbers. A price in another currency than the dollar counts as unknown.
func priceOf(price, unit string) int64 {
	amount, err := strconv.ParseFloat(price, 64)
	if err != nil || unit != "" && !strings.EqualFold(unit, "USD") || math.IsNaN(amount) || math.Abs(amount) > 1_000 {
		return 0
	}
	return int64(math.Round(math.Abs(amount) * 1_000_000))
}

// LegEvent implements carrier.Webhooks.
func (*Webhooks) LegEvent(query, form url.Values) (carrier.LegEvent, error) {
	q, r := read(query), read(form)
	e := carrier.LegEvent{
		Organization: q.id("organization"), Call: q.id("call"), Label: q.text("label"),
		SID: r.sid("CallSid", "CA"), Sequence: r.number("SequenceNumber"),
		Duration: time.Duration(r.number("CallDuration")) * time.Second,
		At:       r.at("Timestamp"),
		Price:    priceOf(r.text("Price"), r.text("PriceUnit")),
	}
	status := r.must("CallStatus")
	e.Key = carrier.Key{ProviderID: e.SID, Kind: carrier.LegEventKind(carrier.LegStatus(status))}
	switch carrier.LegStatus(status) {
	case "initiated":
		e.Status = carrier.LegQueued
	case carrier.LegQueued, carrier.LegRinging, carrier.LegInProgress, carrier.LegCompleted,
		carrier.LegBusy, carrier.LegFailed, carrier.LegNoAnswer, carrier.LegCanceled:
		e.Status = carrier.LegStatus(status)
	case "":
	default:
		r.wrong("CallStatus", "is not a status we know")
	}
	if _, user, _ := voiceClient(r.text("From")); user != "" && e.Organization == "" {
		e.Call, e.Label, e.Browser = id.Derived(e.SID), staff+string(user), user
	} else if e.Organization == "" {
		// The callback of a number: it reports only inbound calls.
		e.Call, e.Label, e.Number = id.Derived(e.SID), customer, called(r)
	} else if e.Call == "" || e.Label == "" {
		q.wrong("call", "call and label belong together with organization")
	}
	if err := q.err(); err != nil {
		return e, err
	}
	return e, r.err()
}

// ConferenceEvent implements carrier.Webhooks.
func (*Webhooks) ConferenceEvent(query, form url.Values) (carrier.ConferenceEvent, error) {
	q, r := read(query), read(form)
	e := carrier.ConferenceEvent{
		Organization: q.id("organization"), Call: q.id("call"),
		ConferenceSID: r.sid("ConferenceSid", "CF"), Kind: r.must("StatusCallbackEvent"),
		Sequence: r.number("SequenceNumber"), At: r.at("Timestamp"),
	}
	for _, name := range []string{"organization", "call"} {
		q.must(name)
	}
	e.Key = carrier.Key{ProviderID: e.ConferenceSID, Kind: "conference." + r.must("SequenceNumber")}
	switch e.Kind {
	case "participant-join", "participant-leave":
		e.LegSID, e.Label = r.sid("CallSid", "CA"), r.text("ParticipantLabel")
		e.Reason = r.text("ReasonParticipantLeft")
	case "conference-end":
		e.LegSID, e.Label = r.text("CallSidEndingConference"), r.text("ParticipantLabelEndingConference")
		e.Reason = r.text("ReasonConferenceEnded")
	}
	if err := q.err(); err != nil {
		return e, err
	}
	return e, r.err()
}

// of parses the organization and the call in a callback's URL.
func (r *reader) of() (organization, call id.ID) {
	for _, name := range []string{"organization", "call"} {
		r.must(name)
	}
	return r.id("organization"), r.id("call")
}

// RecordingEvent implements carrier.Webhooks.
func (*Webhooks) RecordingEvent(query, form url.Values) (carrier.RecordingEvent, error) {
	q, r := read(query), read(form)
	e := carrier.RecordingEvent{Recording: carrier.Recording{
		SID: r.sid("RecordingSid", "RE"), Leg: r.sid("CallSid", "CA"), Channels: r.number("RecordingChannels"),
		Duration: time.Duration(r.number("RecordingDuration")) * time.Second, Started: r.at("RecordingStartTime"),
		Status: carrier.RecordingStatus(r.must("RecordingStatus")),
	}}
	e.Organization, e.Call = q.of()
	e.Key = carrier.Key{ProviderID: e.SID, Kind: "recording." + string(e.Status)}
	switch e.Status {
	case carrier.RecordingOn, carrier.RecordingCompleted, carrier.RecordingAbsent, "":
	default:
		r.wrong("RecordingStatus", "is not a status we know")
	}
	if err := q.err(); err != nil {
		return e, err
	}
	return e, r.err()
}

// Announcement implements carrier.Webhooks.
func (*Webhooks) Announcement(query url.Values) (a carrier.Announcement, err error) {
	q := read(query)
	a.Organization, a.Call = q.of()
	return a, q.err()
}

// ConversationEvent implements carrier.Webhooks.
func (*Webhooks) ConversationEvent(form url.Values) (carrier.ConversationEvent, error) {
	r := read(form)
	e := carrier.ConversationEvent{
		Kind:            r.must("EventType"),
		ConversationSID: r.sid("ConversationSid", "CH"),
		ServiceSID:      r.text("ChatServiceSid"),
		FriendlyName:    r.text("FriendlyName"),
		State:           r.text("State"),
		ParticipantSID:  r.text("ParticipantSid"),
		Identity:        r.text("Identity"),
		Address:         r.text("MessagingBinding.Address"),
		ProxyAddress:    r.text("MessagingBinding.ProxyAddress"),
		Author:          r.text("Author"),
		FromAPI:         r.text("Source") == "API",
		At:              r.at("DateCreated", "DateUpdated", "StateUpdated"),
	}
	switch e.Kind {
	case "onMessageAdded":
		e.MessageSID, e.Index, e.Body = r.sid("MessageSid", "IM"), r.number("Index"), r.text("Body")
		e.ClientID = clientID(r.text("Attributes"))
		e.Media = media(r)
		e.Key = carrier.Key{ProviderID: e.MessageSID, Kind: e.Kind}
	case "onDeliveryUpdated":
		e.MessageSID, e.ReceiptSID = r.sid("MessageSid", "IM"), r.sid("DeliveryReceiptSid", "DY")
		e.Receipt, e.ErrorCode = r.must("Status"), r.number("ErrorCode")
		switch e.Receipt {
		case "sent", "delivered", "read", "failed", "undelivered", "":
		default:
			r.wrong("Status", "is not a status we know")
		}
		e.Key = carrier.Key{ProviderID: e.ReceiptSID, Kind: e.Kind + "." + e.Receipt}
	case "onParticipantAdded":
		r.sid("ParticipantSid", "MB")
		e.Key = carrier.Key{ProviderID: e.ParticipantSID, Kind: e.Kind}
	case "onConversationStateUpdated":
		e.State, e.At = r.must("StateTo"), r.at("StateUpdated", "DateUpdated")
		e.Key = carrier.Key{ProviderID: e.ConversationSID, Kind: e.Kind + "." + e.State + "." + r.text("StateUpdated")}
	default:
		e.Key = carrier.Key{ProviderID: e.ConversationSID, Kind: e.Kind}
	}
	return e, r.err()
}

// media parses a message's attachments. The provider's webhooks and REST responses
// use different cases for keys, so both are accepted. A text with unreadable
// attachments is accepted without them.
func media(r *reader) []carrier.Media {
	raw := r.text("Media")
	if raw == "" {
		return nil
	}
	var list []struct {
		Sid          string
		ContentType  string
		ContentType2 string `json:"content_type"`
		Filename     string
	}
	if json.Unmarshal([]byte(raw), &list) != nil {
		return nil
	}
	out := make([]carrier.Media, 0, len(list))
	for _, m := range list {
		kind := m.ContentType
		if kind == "" {
			kind = m.ContentType2
		}
		out = append(out, carrier.Media{SID: storable(m.Sid), ContentType: storable(kind), Filename: storable(m.Filename)})
	}
	return out
}
