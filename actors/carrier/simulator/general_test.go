package simulator_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/twilio/twilio-go"
	"github.com/twilio/twilio-go/client"
	voice "github.com/twilio/twilio-go/rest/api/v2010"
	texts "github.com/twilio/twilio-go/rest/conversations/v1"

	"switchboard/actors/carrier/carriertest"
)

// general is a client of the provider as anybody would write it. Each request and answer is
// checked against the provider's description.
func (r *rig) general() (*twilio.RestClient, *carriertest.Checking) {
	checking := carriertest.NewChecking(r.t, r.sim.Transport())
	base := &client.Client{
		Credentials: client.NewCredentials(r.sim.AccountSID(), r.sim.AuthToken()), HTTPClient: &http.Client{Transport: checking},
	}
	base.SetAccountSid(r.sim.AccountSID())
	return twilio.NewRestClientWithParams(twilio.ClientParams{Client: base}), checking
}

func TestAGeneralClientOfTexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		if _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "Hello"); err != nil {
			t.Fatal(err)
		}
		in := r.product.Await("onMessageAdded", nil).Conversation
		twilio, checking := r.general()
		api, service, thread := twilio.ConversationsV1, r.sim.ServiceSID(), in.ConversationSID

		member, err := api.CreateServiceConversationParticipant(service, thread,
			(&texts.CreateServiceConversationParticipantParams{}).SetXTwilioWebhookEnabled("true").SetIdentity("kiosk").SetAttributes(`{"a":1}`))
		if err != nil || *member.Identity != "kiosk" || member.MessagingBinding != nil {
			t.Fatalf("the identity is %+v, %v", member, err)
		}
		if e := r.product.Await("onParticipantAdded", func(e carriertest.Event) bool { return e.Conversation.Identity == "kiosk" }); e.Conversation.ParticipantSID != *member.Sid {
			t.Errorf("told is %+v", e.Conversation)
		}
		if _, err := api.CreateServiceConversationParticipant(service, thread, (&texts.CreateServiceConversationParticipantParams{}).SetIdentity("kiosk")); err == nil {
			t.Error("an identity takes part twice")
		}
		if list, err := api.ListServiceConversationParticipant(service, thread, nil); err != nil || len(list) != 2 {
			t.Errorf("%d take part, %v", len(list), err)
		}
		for _, name := range []string{*member.Sid, "kiosk", in.ParticipantSID} {
			if found, err := api.FetchServiceConversationParticipant(service, thread, name); name != "" && (err != nil || found.Sid == nil) {
				t.Errorf("%s is %+v, %v", name, found, err)
			}
		}

		// A message by the interface is told of, as one of the identity that wrote it.
		said, err := api.CreateServiceConversationMessage(service, thread,
			(&texts.CreateServiceConversationMessageParams{}).SetXTwilioWebhookEnabled("true").SetAuthor("kiosk").SetBody("Hi"))
		if err != nil || *said.ParticipantSid != *member.Sid || said.Index != 1 {
			t.Fatalf("written is %+v, %v", said, err)
		}
		r.product.Await("onMessageAdded", func(e carriertest.Event) bool {
			return e.Conversation.MessageSID == *said.Sid && e.Conversation.Author == "kiosk" && e.Conversation.FromAPI && e.Conversation.ParticipantSID == *member.Sid
		})
		r.product.Await("delivery.delivered", nil)
		if found, err := api.FetchServiceConversationMessage(service, thread, *said.Sid); err != nil || *found.Body != "Hi" {
			t.Errorf("the message is %+v, %v", found, err)
		}
		receipts, err := api.ListServiceConversationMessageReceipt(service, thread, *said.Sid, nil)
		if err != nil || len(receipts) != 1 || *receipts[0].Status != "delivered" {
			t.Fatalf("the receipts are %+v, %v", receipts, err)
		}
		if one, err := api.FetchServiceConversationMessageReceipt(service, thread, *said.Sid, *receipts[0].Sid); err != nil || *one.MessageSid != *said.Sid {
			t.Errorf("the receipt is %+v, %v", one, err)
		}
		if err := api.DeleteServiceConversationParticipant(service, thread, "kiosk", nil); err != nil {
			t.Error(err)
		}
		closed, err := api.UpdateServiceConversation(service, thread, (&texts.UpdateServiceConversationParams{}).SetXTwilioWebhookEnabled("true").SetState("closed"))
		if err != nil || *closed.State != "closed" {
			t.Errorf("closed is %+v, %v", closed, err)
		}
		r.product.Await("onConversationStateUpdated", func(e carriertest.Event) bool { return e.Conversation.State == "closed" })
		for _, operation := range []string{"FetchServiceConversationMessage", "ListServiceConversationMessageReceipt", "FetchServiceConversationParticipant"} {
			if checking.Seen(operation) == 0 {
				t.Errorf("%s was not checked", operation)
			}
		}
	})
}

func TestAGeneralClientOfCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		twilio, _ := r.general()
		api := twilio.Api
		placed, err := api.CreateCall((&voice.CreateCallParams{}).SetFrom(ours).SetTo(carriertest.Customer).
			SetTwiml("<Response><Say>Your kayak is ready.</Say></Response>"))
		if err != nil || *placed.Status != "queued" {
			t.Fatalf("placed is %+v, %v", placed, err)
		}
		if err := r.sim.Answer(t.Context(), *placed.Sid); err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Minute)
		if c := r.call(*placed.Sid); c.Status != "completed" || len(c.Heard) != 1 {
			t.Errorf("the call is %+v", c)
		}

		// A Url is asked once somebody is there: here it puts the call into its conference.
		asked, err := api.CreateCall((&voice.CreateCallParams{}).SetFrom(ours).SetTo(carriertest.Customer).SetUrl(public + "/v1/webhooks/twilio/voice"))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.sim.Answer(t.Context(), *asked.Sid); err != nil {
			t.Fatal(err)
		}
		r.product.Await("participant-join", carriertest.LegOf(*asked.Sid))
		if list, err := api.ListCall((&voice.ListCallParams{}).SetTo(carriertest.Customer).SetStatus("in-progress")); err != nil || len(list) != 1 || *list[0].Sid != *asked.Sid {
			t.Errorf("listed are %+v, %v", list, err)
		}
		if list, err := api.ListCall((&voice.ListCallParams{}).SetStartTimeAfter(time.Now().AddDate(0, 0, 2))); err != nil || len(list) != 0 {
			t.Errorf("of the day after tomorrow are listed %+v, %v", list, err)
		}
		rooms, err := api.ListConference((&voice.ListConferenceParams{}).SetStatus("init"))
		if err != nil || len(rooms) != 1 {
			t.Fatalf("the conferences are %+v, %v", rooms, err)
		}
		if room, err := api.FetchConference(*rooms[0].Sid, nil); err != nil || *room.FriendlyName != *rooms[0].FriendlyName {
			t.Errorf("the conference is %+v, %v", room, err)
		}
		ended, err := api.UpdateConference(*rooms[0].Sid, (&voice.UpdateConferenceParams{}).SetStatus("completed"))
		if err != nil || *ended.Status != "completed" || *ended.ReasonConferenceEnded != "conference-ended-via-api" {
			t.Errorf("ended is %+v, %v", ended, err)
		}
		r.product.Await("conference-end", nil)
		if c := r.call(*asked.Sid); c.Status != "completed" {
			t.Errorf("who was in it is %s", c.Status)
		}
		if _, err := api.CreateCall((&voice.CreateCallParams{}).SetFrom(ours).SetTo(carriertest.Customer)); err == nil {
			t.Error("a call without instructions was placed")
		}
	})
}
