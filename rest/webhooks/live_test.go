package webhooks_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/rest/webhooks"
)

// live is the simulator and these routes with a real network between them.
func live(t *testing.T, edges simulator.Edges) (*owner, *simulator.Simulator, *twilio.Client) {
	t.Helper()
	routes := chi.NewRouter()
	listening := httptest.NewServer(routes)
	sim, err := simulator.New(simulator.Config{
		Folder: t.TempDir(), PublicURL: listening.URL, Numbers: []simulator.Number{{Number: ours}}, Edges: edges, Seed: 3,
	})
	if err != nil {
		t.Fatal(err)
	}
	client, err := twilio.New(twilio.Config{
		AccountSID: sim.AccountSID(), AuthToken: sim.AuthToken(), ServiceSID: sim.ServiceSID(),
		PublicURL: listening.URL, Transport: sim.Transport(),
	})
	if err != nil {
		t.Fatal(err)
	}
	o := newOwner()
	carriertest.Answering(sim.Exchange(), "a")
	routes.Mount("/v1/webhooks", webhooks.Routes(deps(o, client.Webhooks(), client)))
	running, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	var work sync.WaitGroup
	work.Go(func() { sim.Run(running) })
	t.Cleanup(func() {
		stop()
		work.Wait()
		sim.Close()
		listening.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	return o, sim, client
}

func TestACallOverTheNetwork(t *testing.T) {
	for name, edges := range map[string]simulator.Edges{
		"as it should be":           {},
		"doubled and out of order":  {Duplicate: 0.5, Reorder: 0.8},
		"with a provider that lags": {Limited: 0.2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, sim, client := live(t, edges)
			sid, err := sim.PlaceCall(t.Context(), customer, ours)
			if err != nil {
				t.Fatal(err)
			}
			o.await(t, "the call", func() bool { return len(o.calls) == 1 && o.calls[0].SID == sid })
			call := o.calls[0].ID()
			joined := func(leg string) func() bool {
				return func() bool {
					return slices.ContainsFunc(o.conferences, func(e carrier.ConferenceEvent) bool { return e.Kind == "participant-join" && e.LegSID == leg })
				}
			}
			o.await(t, "the customer's join", joined(sid))
			staff, err := client.AddParticipant(t.Context(), carrier.AddParticipant{
				Organization: o.organization, Call: call, To: "client:a", From: ours, Label: "user:a", TimeoutSeconds: 20,
			})
			if err != nil {
				t.Fatal(err)
			}
			o.await(t, "the staff's join", joined(staff.SID))
			if err := sim.Hangup(t.Context(), sid); err != nil {
				t.Fatal(err)
			}
			o.await(t, "the end of both legs", func() bool {
				over := map[string]bool{}
				for _, e := range o.legs {
					if e.Status.Over() && e.Call == call {
						over[e.SID] = true
					}
				}
				return over[sid] && over[staff.SID]
			})
			o.await(t, "every status of the staff's leg", func() bool {
				n := 0
				for _, e := range o.legs {
					if e.SID == staff.SID {
						n++
					}
				}
				return n == 4 // queued, ringing, in-progress, completed: each once
			})
		})
	}
}

func TestTextsOverTheNetworkInAnyOrder(t *testing.T) {
	o, sim, client := live(t, simulator.Edges{Reorder: 1, Duplicate: 0.5})
	if _, err := sim.SendText(t.Context(), customer, ours, "hello"); err != nil {
		t.Fatal(err)
	}
	count := func(kind string) (n int) {
		for _, e := range o.messages {
			if e.Kind == kind {
				n++
			}
		}
		return n
	}
	o.await(t, "the text", func() bool {
		return count("onConversationAdded") == 1 && count("onParticipantAdded") == 1 && count("onMessageAdded") == 1
	})
	if _, err := client.SendMessage(t.Context(), carrier.SendMessage{
		ConversationSID: o.messages[0].ConversationSID, Author: "a", Body: "good morning", ClientID: "c1",
	}); err != nil {
		t.Fatal(err)
	}
	o.await(t, "the receipts", func() bool { return count("onMessageAdded") == 2 && count("onDeliveryUpdated") == 2 })
}
