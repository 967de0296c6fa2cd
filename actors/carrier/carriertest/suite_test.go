package carriertest_test

import (
	"context"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	public = "https://switchboard.example"
	ours   = "+15550100001"
)

// outside are people outside, as the simulator plays them.
type outside struct{ *simulator.Simulator }

// Heard implements carriertest.Outside.
func (o outside) Heard(sid string) []string {
	for _, c := range o.State(context.Background()).Calls {
		if c.SID == sid {
			return c.Heard
		}
	}
	return nil
}

func TestTwilioOverTheSimulator(t *testing.T) {
	var checks []*carriertest.Checking
	carriertest.Run(t, func(t *testing.T) *carriertest.Rig {
		product := carriertest.NewProduct(t)
		sim, err := simulator.New(simulator.Config{
			Folder: t.TempDir(), PublicURL: public, Webhooks: product,
			Numbers: []simulator.Number{{Number: ours, FriendlyName: "Main line"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		checking := carriertest.NewChecking(t, sim.Transport())
		checks = append(checks, checking)
		client, err := twilio.New(twilio.Config{
			AccountSID: sim.AccountSID(), AuthToken: sim.AuthToken(), ServiceSID: sim.ServiceSID(), PublicURL: public,
			Transport: checking,
		})
		if err != nil {
			t.Fatal(err)
		}
		product.Use(client.Webhooks())
		ctx, stop := context.WithCancel(context.Background())
		var work sync.WaitGroup
		work.Go(func() { sim.Run(ctx) })
		t.Cleanup(func() {
			stop()
			work.Wait()
			sim.Close()
		})
		return &carriertest.Rig{Carrier: client, Webhooks: client.Webhooks(), Outside: outside{sim}, Product: product, Ours: ours, Devices: sim.Exchange()}
	})
	for _, operation := range []string{
		"CreateParticipant", "DeleteParticipant", "UpdateParticipant", "ListParticipant", "ListConference", "FetchCall", "UpdateCall",
		"CreateServiceConversationMessage", "ListServiceConversationMessage", "FetchServiceConversation", "ListServiceConversationParticipant",
		"CreateServiceConversation", "CreateServiceConversationParticipant", "DeleteServiceConversation",
		"UpdateConference", "CreateCallRecording", "ListCallRecording", "UpdateCallRecording", "DeleteRecording", "sound",
	} {
		seen := 0
		for _, c := range checks {
			seen += c.Seen(operation)
		}
		if seen == 0 {
			t.Errorf("the suite never used %s, so nothing was checked there", operation)
		}
	}
}
