package simulator_test

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/storage/id"
)

func TestALiveCallSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		sid := r.place()
		r.product.Await("participant-join", carriertest.LegOf(sid))
		staff, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
			Organization: r.product.Organization, Call: id.Derived(sid), To: "client:a", From: ours, Label: "user:a",
		})
		if err != nil {
			t.Fatal(err)
		}
		r.product.Await("participant-join", carriertest.LegOf(staff.SID))
		account := r.sim.AccountSID()
		r.close()

		r.boot()
		if r.sim.AccountSID() != account {
			t.Fatal("the account has changed")
		}
		r.start()
		if c := r.call(sid); c.Status != "in-progress" || len(c.Legs) != 1 || c.Legs[0].Status != "in-progress" {
			t.Fatalf("after the restart the call is %+v", c)
		}
		if err := r.sim.Hangup(t.Context(), sid); err != nil {
			t.Fatal(err)
		}
		r.product.Await("conference-end", nil)
		r.product.Await("leg.completed", carriertest.LegOf(staff.SID))
		joins := map[carrier.Key]bool{} // at least once: one that was cut off may come again
		for _, e := range r.product.Events() {
			if e.Name() == "participant-join" {
				joins[e.Key] = true
			}
		}
		if len(joins) != 2 {
			t.Fatalf("%d joins were told, want 2: %v", len(joins), r.product.Names())
		}
	})
}

// TestStateIsWrittenBeforeTheResponse copies the folder in the very moment that
// a change is answered, which is what a SIGKILL leaves behind.
func TestStateIsWrittenBeforeTheResponse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		sid := r.place()
		left := t.TempDir()
		raw, err := os.ReadFile(filepath.Join(r.config.Folder, "provider.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(left, "provider.json"), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		r.close()
		r.config.Folder = left
		r.boot()
		r.start()
		r.product.Await("call", func(e carriertest.Event) bool { return e.Call.SID == sid })
		r.product.Await("participant-join", carriertest.LegOf(sid))
	})
}

func TestATimerSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		leg, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
			Organization: r.product.Organization, Call: id.New(), To: carriertest.Customer, From: ours, Label: "customer", TimeoutSeconds: 20,
		})
		if err != nil {
			t.Fatal(err)
		}
		r.product.Await("leg.ringing", nil)
		r.close()
		r.boot()
		r.start()
		r.product.Await("leg.no-answer", carriertest.LegOf(leg.SID))
	})
}

// holding is a product that never answers until it is let go.
type holding struct{ entered chan struct{} }

// RoundTrip implements http.RoundTripper.
func (h *holding) RoundTrip(r *http.Request) (*http.Response, error) {
	h.entered <- struct{}{}
	<-r.Context().Done()
	return nil, context.Cause(r.Context())
}

func TestAWebhookCutOffByCloseIsSentAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		hold := &holding{entered: make(chan struct{}, 1)}
		r.close()
		product := r.config.Webhooks
		r.config.Webhooks = hold
		r.boot()
		r.start()
		sid := r.place()
		<-hold.entered
		r.close()
		r.config.Webhooks = product
		r.boot()
		r.start()
		if e := r.product.Await("call", nil); e.Call.SID != sid || e.Retried {
			t.Fatalf("got %+v", e)
		}
	})
}

// TestCallbacksFollowThePublicURL: started again on another port, the calls of
// before still end well.
func TestCallbacksFollowThePublicURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		leg, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
			Organization: r.product.Organization, Call: id.New(), To: "client:a", From: ours, Label: "user:a",
		})
		if err != nil {
			t.Fatal(err)
		}
		r.product.Await("participant-join", carriertest.LegOf(leg.SID))
		r.close()
		r.config.PublicURL = "http://127.0.0.1:9090"
		r.boot() // the client now checks signatures over the new URL
		r.start()
		if err := r.client.EndCall(t.Context(), leg.SID); err != nil {
			t.Fatal(err)
		}
		r.product.Await("leg.completed", carriertest.LegOf(leg.SID))
		r.product.Await("conference-end", nil)
	})
}

// TestConfiguredThreadsAreKnown: a demo's history can be answered and written to.
func TestConfiguredThreadsAreKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		thread := simulator.Thread{
			SID: "CH00000000000000000000000000000007", Participant: "MB00000000000000000000000000000007",
			Address: carriertest.Customer, Proxy: ours, Messages: 4,
		}
		r := open(t, func(c *simulator.Config) { c.Threads = []simulator.Thread{thread} })
		r.start()
		if _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "me again"); err != nil {
			t.Fatal(err)
		}
		in := r.product.Await("onMessageAdded", nil).Conversation
		if in.ConversationSID != thread.SID || in.Index != 4 || in.ParticipantSID != thread.Participant {
			t.Fatalf("got %+v", in)
		}
		sent, err := r.client.SendMessage(t.Context(), carrier.SendMessage{ConversationSID: thread.SID, Author: "a", Body: "hello again"})
		if err != nil || sent.Index != 5 {
			t.Fatalf("got %+v, %v", sent, err)
		}
		if slices.Contains(r.product.Names(), "onConversationAdded") {
			t.Fatal("the thread was announced as a new one")
		}
	})
}

func TestADamagedStateIsNotThrownAway(t *testing.T) {
	folder := t.TempDir()
	place := filepath.Join(folder, "provider.json")
	if err := os.WriteFile(place, []byte(`{"legs":`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := simulator.New(simulator.Config{Folder: folder, PublicURL: public})
	if err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Fatalf("got %v", err)
	}
	if raw, readErr := os.ReadFile(place); readErr != nil || string(raw) != `{"legs":` {
		t.Fatalf("the file is now %q, %v", raw, readErr)
	}
}

func TestTheStateIsOnlyOurs(t *testing.T) {
	r := open(t, nil)
	info, err := os.Stat(filepath.Join(r.config.Folder, "provider.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", info, err)
	}
}

func TestWhatIsOverIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		first := r.place()
		live := r.place()
		if err := r.sim.Hangup(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		for range 120 {
			<-time.After(time.Millisecond) // of the bubble's clock: no two end at once
			if err := r.sim.Hangup(t.Context(), r.place()); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.client.Call(t.Context(), live); err != nil {
			t.Fatalf("a live call was forgotten: %v", err)
		}
		if _, err := r.client.Call(t.Context(), first); err == nil {
			t.Fatal("the oldest call is still kept")
		}
		if n := len(r.sim.State(t.Context()).Calls); n != 50 {
			t.Fatalf("%d calls are shown", n)
		}
	})
}

func TestClosedMeansClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		r.close()
		if _, err := r.sim.PlaceCall(t.Context(), carriertest.Customer, ours); err == nil {
			t.Fatal("a call was taken after Close")
		}
		if slices.Contains(r.product.Names(), "call") {
			t.Fatal("a webhook was sent after Close")
		}
	})
}
