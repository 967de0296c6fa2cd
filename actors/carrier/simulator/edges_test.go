package simulator_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// story runs some calls to their end and tells, per call, which distinct events
// were told of it, and whether any came twice or out of order.
func story(t *testing.T, edges simulator.Edges) (told map[string]int, twice, disorder bool) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := open(t, func(c *simulator.Config) { c.Edges = edges })
		r.start()
		for range 10 {
			leg, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
				Organization: r.product.Organization, Call: id.New(), To: "client:a", From: ours, Label: "user:a",
			})
			if err != nil {
				t.Fatal(err)
			}
			r.product.Await("participant-join", carriertest.LegOf(leg.SID))
			if err := r.client.EndCall(t.Context(), leg.SID); err != nil {
				t.Fatal(err)
			}
			r.product.Await("leg.completed", carriertest.LegOf(leg.SID))
		}
		<-time.After(time.Minute) // of the bubble's clock: all that is late has come
		told = map[string]int{}
		keys := map[carrier.Key]bool{}
		highest := map[string]int{}
		for _, e := range r.product.Events() {
			if keys[e.Key] {
				twice = true
				continue
			}
			keys[e.Key] = true
			told[e.Name()]++
			if e.Leg != nil {
				if e.Leg.Sequence < highest[e.Leg.SID] {
					disorder = true
				}
				highest[e.Leg.SID] = max(highest[e.Leg.SID], e.Leg.Sequence)
			}
		}
	})
	return told, twice, disorder
}

func TestWithoutEdgesAllComesOnceAndInOrder(t *testing.T) {
	told, twice, disorder := story(t, simulator.Edges{})
	if twice || disorder {
		t.Fatalf("twice %v, out of order %v", twice, disorder)
	}
	for _, name := range []string{"leg.queued", "leg.ringing", "leg.in-progress", "leg.completed", "participant-join", "participant-leave", "conference-end"} {
		if told[name] != 10 {
			t.Errorf("%s was told %d times, want 10", name, told[name])
		}
	}
}

// TestEdgesChangeOrderAndCountOnly: late, doubled and overtaking webhooks tell the
// same events.
func TestEdgesChangeOrderAndCountOnly(t *testing.T) {
	plain, _, _ := story(t, simulator.Edges{})
	rough, twice, disorder := story(t, simulator.Edges{Duplicate: 0.4, Late: 0.3, Reorder: 0.5})
	if !twice || !disorder {
		t.Errorf("twice %v, out of order %v: the edges were not on", twice, disorder)
	}
	if fmt.Sprint(plain) != fmt.Sprint(rough) {
		t.Errorf("told %v, without edges %v", rough, plain)
	}
}

func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, func(c *simulator.Config) { c.Edges.Limited = 0.3 })
		for range 30 {
			leg, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
				Organization: r.product.Organization, Call: id.New(), To: "client:a", From: ours, Label: "user:a",
			})
			if fault.Is(err, fault.Unavailable) {
				continue // four refusals in a row: rare, and said
			}
			if err != nil || leg.SID == "" {
				t.Fatal(leg, err)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		r := open(t, func(c *simulator.Config) { c.Edges.Limited = 1 })
		_, err := r.client.Conference(t.Context(), "x")
		if e := fault.From(err); e == nil || e.Code != fault.Unavailable || e.RetryAfter <= 0 {
			t.Fatalf("got %v", err)
		}
	})
}

func TestAFailedWebhookIsSentOnceMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.product.Refuse(1)
		r.start()
		sid := r.place()
		if e := r.product.Await("call", nil); !e.Retried {
			t.Fatal("the repeat does not say that it is one")
		}
		r.product.Await("participant-join", carriertest.LegOf(sid))
	})
}

// The callbacks of a call ask for more repeats than the provider's one, by what stands
// behind their URL's #.
func TestCallbacksOfCallsAreRetriedUntilAccepted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		sid := r.place()
		call := r.product.Await("participant-join", carriertest.LegOf(sid)).Conference.Call
		synctest.Wait()
		r.product.Refuse(5)
		leg, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
			Organization: r.product.Organization, Call: call, To: "client:anna", From: ours, Label: "user:anna", TimeoutSeconds: 20,
		})
		if err != nil {
			t.Fatal(err)
		}
		if e := r.product.Await("leg.queued", carriertest.LegOf(leg.SID)); !e.Retried {
			t.Error("the repeat does not say that it is one")
		}
		r.product.Await("leg.in-progress", carriertest.LegOf(leg.SID))
		r.product.Await("participant-join", carriertest.LegOf(leg.SID))
	})
}

func TestACallWithoutInstructionsEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.product.Refuse(2)
		r.start()
		sid := r.place()
		r.product.Await("leg.completed", carriertest.LegOf(sid))
		if c := r.call(sid); c.Status != "completed" {
			t.Fatalf("the call is %s", c.Status)
		}
	})
}

func TestAnAnswerThatIsNoDocumentEndsTheCall(t *testing.T) {
	for name, body := range map[string]string{
		"empty": "", "text": "hello", "cut off": "<Response><Dial>", "another root": "<html/>",
		"an unknown verb": "<Response><Dance/></Response>", "a dial to nobody": "<Response><Dial/></Response>",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := open(t, nil)
				r.product.AnswerWith(func(carrier.InboundCall) carrier.Answer { return carrier.Answer{Body: []byte(body), Type: "text/xml"} })
				r.start()
				r.product.Await("leg.completed", carriertest.LegOf(r.place()))
			})
		})
	}
}

func TestOptOutCanBeRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, func(c *simulator.Config) { c.RefuseOptedOut = true })
		r.start()
		if _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "STOP"); err != nil {
			t.Fatal(err)
		}
		in := r.product.Await("onMessageAdded", nil).Conversation
		_, err := r.client.SendMessage(t.Context(), carrier.SendMessage{ConversationSID: in.ConversationSID, Author: "a", Body: "x"})
		if !fault.Is(err, fault.Invalid) {
			t.Fatalf("got %v", err)
		}
	})
}

// TestHangUpBeforeTheAnswer: the caller gives up while our answer is on its way.
func TestHangUpBeforeTheAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		sid := r.place()
		if err := r.sim.Hangup(t.Context(), sid); err != nil {
			t.Fatal(err)
		}
		r.start()
		r.product.Await("leg.canceled", carriertest.LegOf(sid))
		<-time.After(time.Minute)
		for _, name := range r.product.Names() {
			if name == "participant-join" {
				t.Fatal("a caller who is gone was put into a conference")
			}
		}
	})
}
