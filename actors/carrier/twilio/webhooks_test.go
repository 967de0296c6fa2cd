package twilio

import (
	"encoding/xml"
	"net/url"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const (
	conferenceSID   = "CF00000000000000000000000000000000"
	conversationSID = "CH00000000000000000000000000000000"
	messageSID      = "IM00000000000000000000000000000000"
	receiptSID      = "DY00000000000000000000000000000000"
	recordingSID    = "RE00000000000000000000000000000000"
)

func values(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Set(pairs[i], pairs[i+1])
	}
	return v
}

func TestInboundCallers(t *testing.T) {
	for from, want := range map[string]string{
		"+15551230001": "+15551230001", "Anonymous": "", "+266696687": "", "": "", "client:alice": "", "15551230001": "",
	} {
		in, err := connect(t, nil).Webhooks().InboundCall(values("CallSid", callSID, "From", from, "To", "+15550000001"))
		if err != nil || in.From != want {
			t.Errorf("%q gave %q, %v", from, in.From, err)
		}
	}
}

func TestLegEvents(t *testing.T) {
	organization, call := id.New(), id.New()
	ours := legQuery(organization, call, "user:a")
	e, err := connect(t, nil).Webhooks().LegEvent(ours, values("CallSid", callSID, "CallStatus", "completed", "SequenceNumber", "3",
		"CallDuration", "75", "Duration", "2", "Timestamp", "Sat, 21 Nov 2026 04:00:00 +0000"))
	if err != nil {
		t.Fatal(err)
	}
	want := carrier.LegEvent{
		Key: carrier.Key{ProviderID: callSID, Kind: "call_status.completed"}, Organization: organization, Call: call,
		SID: callSID, Label: "user:a", Status: carrier.LegCompleted, Sequence: 3, Duration: 75 * time.Second,
		At: time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC),
	}
	if e != want {
		t.Fatalf("got %+v, want %+v", e, want)
	}
	e, err = connect(t, nil).Webhooks().LegEvent(nil, values("CallSid", callSID, "CallStatus", "completed", "To", "+15550000001"))
	if err != nil || e.Call != id.Derived(callSID) || e.Number != "+15550000001" || e.Label != "customer" {
		t.Fatalf("the number's callback: %+v, %v", e, err)
	}
}

func TestRecordingEvents(t *testing.T) {
	organization, call := id.New(), id.New()
	e, err := connect(t, nil).Webhooks().RecordingEvent(ofCall(organization, call), values("RecordingSid", recordingSID, "CallSid", callSID,
		"RecordingStatus", "completed", "RecordingDuration", "75", "RecordingChannels", "1", "RecordingStartTime", "Sat, 21 Nov 2026 04:00:00 +0000"))
	want := carrier.RecordingEvent{
		Key: carrier.Key{ProviderID: recordingSID, Kind: "recording.completed"}, Organization: organization, Call: call,
		Recording: carrier.Recording{
			SID: recordingSID, Leg: callSID, Status: carrier.RecordingCompleted, Duration: 75 * time.Second, Channels: 1,
			Started: time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC),
		},
	}
	if err != nil || e != want {
		t.Fatalf("got %+v, want %+v: %v", e, want, err)
	}
}

func TestConversationEvents(t *testing.T) {
	e, err := connect(t, nil).Webhooks().ConversationEvent(values("EventType", "onMessageAdded", "ConversationSid", conversationSID,
		"MessageSid", messageSID, "Index", "4", "Body", "hello", "Author", "u1", "Source", "API", "Attributes", `{"client_id":"c1"}`,
		"Media", `[{"Sid":"ME1","ContentType":"image/png","Filename":"a.png"},{"sid":"ME2","content_type":"text/vcard","filename":"b.vcf"}]`,
		"DateCreated", "2026-11-21T04:00:00.123Z"))
	if err != nil {
		t.Fatal(err)
	}
	if e.Key != (carrier.Key{ProviderID: messageSID, Kind: "onMessageAdded"}) || e.Index != 4 || e.ClientID != "c1" || !e.FromAPI ||
		!e.At.Equal(time.Date(2026, 11, 21, 4, 0, 0, 123e6, time.UTC)) {
		t.Fatalf("got %+v", e)
	}
	media := []carrier.Media{{SID: "ME1", ContentType: "image/png", Filename: "a.png"}, {SID: "ME2", ContentType: "text/vcard", Filename: "b.vcf"}}
	if len(e.Media) != 2 || e.Media[0] != media[0] || e.Media[1] != media[1] {
		t.Fatalf("media %+v", e.Media)
	}
	sent, err := connect(t, nil).Webhooks().ConversationEvent(values("EventType", "onDeliveryUpdated", "ConversationSid", conversationSID,
		"MessageSid", messageSID, "DeliveryReceiptSid", receiptSID, "Status", "failed", "ErrorCode", "21610"))
	if err != nil || sent.Key != (carrier.Key{ProviderID: receiptSID, Kind: "onDeliveryUpdated.failed"}) || sent.ErrorCode != 21610 {
		t.Fatalf("got %+v, %v", sent, err)
	}
}

// TestForeignAttributesHoldNoClientID: others may write what they like there.
func TestForeignAttributesHoldNoClientID(t *testing.T) {
	for _, raw := range []string{"", "{}", "null", "[1]", `{"client_id":5}`, "nonsense"} {
		if got := clientID(raw); got != "" {
			t.Errorf("%q gave %q", raw, got)
		}
	}
}

func TestMalformedFormsAreRefusedByField(t *testing.T) {
	c := connect(t, nil).Webhooks()
	organization := string(id.New())
	for name, try := range map[string]struct {
		field string
		read  func() error
	}{
		"a call without a sid": {"CallSid", func() error { _, err := c.InboundCall(values("To", "+1")); return err }},
		"a call with another sid": {"CallSid", func() error {
			_, err := c.InboundCall(values("CallSid", conferenceSID, "To", "+1"))
			return err
		}},
		"a status that is none": {"CallStatus", func() error {
			_, err := c.LegEvent(nil, values("CallSid", callSID, "CallStatus", "dancing", "To", "+1"))
			return err
		}},
		"no status": {"CallStatus", func() error {
			_, err := c.LegEvent(nil, values("CallSid", callSID, "To", "+1"))
			return err
		}},
		"an organization without a call": {"call", func() error {
			_, err := c.LegEvent(values("organization", organization), values("CallSid", callSID, "CallStatus", "ringing"))
			return err
		}},
		"a recording of nobody": {"call", func() error {
			_, err := c.RecordingEvent(values("organization", organization), values("RecordingSid", recordingSID, "CallSid", callSID, "RecordingStatus", "completed"))
			return err
		}},
		"a recording with another status": {"RecordingStatus", func() error {
			_, err := c.RecordingEvent(ofCall(id.New(), id.New()), values("RecordingSid", recordingSID, "CallSid", callSID, "RecordingStatus", "deleted"))
			return err
		}},
		"an announcement in no call": {"call", func() error {
			_, err := c.Announcement(values("organization", organization))
			return err
		}},
		"an organization that is no id": {"organization", func() error {
			_, err := c.LegEvent(values("organization", "x' or 1=1"), values("CallSid", callSID, "CallStatus", "ringing"))
			return err
		}},
		"a negative sequence": {"SequenceNumber", func() error {
			_, err := c.LegEvent(nil, values("CallSid", callSID, "CallStatus", "ringing", "To", "+1", "SequenceNumber", "-1"))
			return err
		}},
		"a conference of nobody": {"organization", func() error {
			_, err := c.ConferenceEvent(nil, values("ConferenceSid", conferenceSID, "StatusCallbackEvent", "conference-end", "SequenceNumber", "1"))
			return err
		}},
		"a join of nobody": {"CallSid", func() error {
			_, err := c.ConferenceEvent(legQuery(id.ID(organization), id.New(), "customer"),
				values("ConferenceSid", conferenceSID, "StatusCallbackEvent", "participant-join", "SequenceNumber", "1"))
			return err
		}},
		"a message without a sid": {"MessageSid", func() error {
			_, err := c.ConversationEvent(values("EventType", "onMessageAdded", "ConversationSid", conversationSID))
			return err
		}},
		"an unknown receipt": {"Status", func() error {
			_, err := c.ConversationEvent(values("EventType", "onDeliveryUpdated", "ConversationSid", conversationSID,
				"MessageSid", messageSID, "DeliveryReceiptSid", receiptSID, "Status", "lost"))
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			if e := fault.From(try.read()); e == nil || e.Code != fault.Malformed || e.Fields[try.field] == nil {
				t.Fatalf("got %+v", e)
			}
		})
	}
}

// What can't be stored must not cost a text, nor must attachments that can't be read.
func TestUnusualTextsAreAccepted(t *testing.T) {
	c := connect(t, nil).Webhooks()
	e, err := c.ConversationEvent(values("EventType", "onMessageAdded", "ConversationSid", conversationSID, "MessageSid", messageSID,
		"Body", "a\x00b\xffc", "Author", "+1\x00", "Media", `[{"Sid":"ME1","Filename":"a\u0000b"}]`, "Attributes", `{"client_id":"c\u0000"}`))
	if err != nil || e.Body != "a\ufffdb\ufffdc" || e.Author != "+1\ufffd" || len(e.Media) != 1 || e.Media[0].Filename != "a\ufffdb" || e.ClientID != "c\ufffd" {
		t.Errorf("%+v, %v", e, err)
	}
	e, err = c.ConversationEvent(values("EventType", "onMessageAdded", "ConversationSid", conversationSID, "MessageSid", messageSID, "Body", "Hi", "Media", "{"))
	if err != nil || e.Body != "Hi" || e.Media != nil {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestAnswers(t *testing.T) {
	organization, call := id.New(), id.New()
	c := connect(t, func(config *Config) { config.PublicURL = "https://mycompany.com/" }).Webhooks()
	joined := string(c.JoinConference(organization, call).Body)
	for _, part := range []string{
		`<Response><Dial><Conference `, `waitUrl=""`, `endConferenceOnExit="true"`, `startConferenceOnEnter="true"`,
		`participantLabel="customer"`, `statusCallbackEvent="start end join leave announcement"`, `beep="false"`, ">" + string(call) + "</Conference>",
		`statusCallback="https://mycompany.com/v1/webhooks/twilio/conference?call=` + string(call) + `&amp;label=customer&amp;organization=` + string(organization) + `#rc=5&amp;rp=all"`,
	} {
		if !strings.Contains(joined, part) {
			t.Errorf("%s lacks %s", joined, part)
		}
	}
	for _, a := range []carrier.Answer{c.JoinConference(organization, call), c.Reject(), c.Say(`"Closed" <today> & tomorrow`), c.Speak("It is <recorded>."), c.Speak("")} {
		var document struct{ XMLName xml.Name }
		if err := xml.Unmarshal(a.Body, &document); err != nil || document.XMLName.Local != "Response" || !strings.HasPrefix(a.Type, "text/xml") {
			t.Errorf("%s (%s): %v", a.Body, a.Type, err)
		}
	}
	if body := string(c.Reject().Body); !strings.Contains(body, `<Reject reason="rejected"/>`) {
		t.Error(body)
	}
}

// A callback may carry what the call cost: less than nothing, in dollars. Whatever
// else it says there is no price.
func TestLegPrice(t *testing.T) {
	for price, want := range map[string]int64{"-0.0085": 8_500, "0.02": 20_000, "": 0, "free": 0, "NaN": 0, "-Inf": 0, "99999999": 0} {
		e, err := connect(t, nil).Webhooks().LegEvent(nil, values("CallSid", callSID, "CallStatus", "completed", "To", "+15550000001", "Price", price, "PriceUnit", "usd"))
		if err != nil || e.Price != want {
			t.Errorf("%q is read as %d, %v", price, e.Price, err)
		}
	}
	e, err := connect(t, nil).Webhooks().LegEvent(nil, values("CallSid", callSID, "CallStatus", "completed", "To", "+15550000001", "Price", "-0.0085", "PriceUnit", "EUR"))
	if err != nil || e.Price != 0 {
		t.Errorf("euros are read as %d, %v", e.Price, err)
	}
}
