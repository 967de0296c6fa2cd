package simulator_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/twilio"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

const sharedToken = "0123456789abcdef0123456789abcdef"

// refusal answers with an error's code alone.
func refusal(w http.ResponseWriter, _ *http.Request, err error) {
	w.WriteHeader(http.StatusTeapot)
	_, _ = w.Write([]byte(fault.From(err).Code))
}

// Two processes that share the token reach one provider, which knows what it was
// asked, and how often.
func TestSimulatorInAnotherProcess(t *testing.T) {
	r := open(t, func(c *simulator.Config) {
		c.AuthToken, c.Journal = sharedToken, 10
		c.AccountSID, c.ServiceSID = simulator.Account(sharedToken)
	})
	server := httptest.NewServer(r.sim.Service(refusal))
	defer server.Close()
	organization, call := id.New(), id.New()
	for node := range 2 {
		remote, err := simulator.NewRemote(server.URL, sharedToken)
		if err != nil {
			t.Fatal(err)
		}
		defer remote.Close()
		client, err := twilio.New(twilio.Config{
			AccountSID: remote.AccountSID, AuthToken: remote.AuthToken, ServiceSID: remote.ServiceSID, PublicURL: public,
			Transport: carriertest.NewChecking(t, remote.Transport()),
		})
		if err != nil {
			t.Fatal(err)
		}
		label := "client:" + string(rune('a'+node))
		if _, err := client.AddParticipant(t.Context(), carrier.AddParticipant{
			Organization: organization, Call: call, From: ours, To: label, Label: label,
		}); err != nil {
			t.Fatalf("node %d: %v", node, err)
		}
		legs, err := client.Conference(t.Context(), call.String())
		if err != nil || len(legs) != node+1 {
			t.Errorf("node %d sees %v, %v", node, legs, err)
		}

		page := httptest.NewServer(remote.Control(allOurs, refusal))
		defer page.Close()
		text := func(body string) int {
			response, err := http.Post(page.URL+"/simulator/texts", "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			return response.StatusCode
		}
		if got := text(`{"from":"` + carriertest.Customer + `","to":"` + ours + `","body":"Hello"}`); got != http.StatusCreated {
			t.Errorf("a text through the product's page: %d", got)
		}
		if got := text(`{}`); got != http.StatusTeapot {
			t.Errorf("a bad text through the product's page: %d", got)
		}
	}
	if n := len(r.sim.State(t.Context()).Texts); n != 2 {
		t.Errorf("%d texts", n)
	}

	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/simulator/journal", nil)
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = stranger.Body.Close()
	if stranger.StatusCode != http.StatusTeapot {
		t.Errorf("a stranger is answered with %d", stranger.StatusCode)
	}
	request.SetBasicAuth(r.sim.AccountSID(), sharedToken)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var kept []simulator.Exchange
	if err := json.NewDecoder(response.Body).Decode(&kept); err != nil {
		t.Fatal(err)
	}
	if len(kept) != 2 || kept[0].Form.Get("Label") != "client:a" || kept[1].Status != http.StatusCreated || kept[1].Told {
		t.Errorf("the journal is %+v", kept)
	}
	http.DefaultClient.CloseIdleConnections()
}

func TestAProviderThatIsAway(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	address := server.URL
	server.Close()
	remote, err := simulator.NewRemote(address, sharedToken)
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	remote.Control(allOurs, refusal).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/simulator/state", nil))
	if answer.Body.String() != string(fault.Unavailable) {
		t.Errorf("answered with %s", answer.Body)
	}
	if _, err := simulator.NewRemote("nowhere", sharedToken); !fault.Is(err, fault.Invalid) {
		t.Errorf("an address that is none: %v", err)
	}
}
