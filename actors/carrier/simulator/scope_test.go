package simulator_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/storage/id"
)

const theirs = "+15550100002"

// The account is one, its numbers belong to several organizations: through every
// route each sees and touches what belongs to its own numbers alone, whether the
// simulator is in this process or another.
func TestScopesAreIsolated(t *testing.T) {
	for _, far := range []bool{false, true} {
		r := open(t, func(c *simulator.Config) {
			c.AuthToken = sharedToken
			c.AccountSID, c.ServiceSID = simulator.Account(sharedToken)
			c.Numbers = append(c.Numbers, simulator.Number{Number: theirs, FriendlyName: "Theirs"})
		})
		service := httptest.NewServer(r.sim.Service(refusal))
		remote, err := simulator.NewRemote(service.URL, sharedToken)
		if err != nil {
			t.Fatal(err)
		}
		control := r.sim.Control
		if far {
			control = remote.Control
		}
		page := func(numbers ...string) *httptest.Server {
			return httptest.NewServer(control(func(*http.Request) []string { return numbers }, refusal))
		}
		us, them, nobody := page(ours), page(theirs), page()
		ask := func(at *httptest.Server, method, path, body string) (int, string) {
			request, err := http.NewRequestWithContext(t.Context(), method, at.URL+path, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			// A client can't widen its scope by itself.
			request.Header.Set("Simulator-Numbers", ours+","+theirs)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			raw, _ := io.ReadAll(response.Body)
			_ = response.Body.Close()
			return response.StatusCode, string(raw)
		}

		inbound := r.place()
		if _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "STOP"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{
			Organization: id.New(), Call: id.New(), From: ours, To: carriertest.Customer, Label: "customer",
		}); err != nil {
			t.Fatal(err)
		}
		outbound := ""
		for _, c := range r.sim.State(t.Context()).Calls {
			if c.Direction == "outbound" {
				outbound = c.SID
			}
		}

		for name, stranger := range map[string]*httptest.Server{"another's": them, "nobody's": nobody} {
			_, raw := ask(stranger, http.MethodGet, "/simulator/state", "")
			var v simulator.View
			if err := json.Unmarshal([]byte(raw), &v); err != nil || len(v.Calls)+len(v.Texts) > 0 {
				t.Errorf("%s page shows %s, %v", name, raw, err)
			}
			for _, n := range v.Numbers {
				if n.Number == ours {
					t.Errorf("%s page shows our number", name)
				}
			}
			for _, c := range []struct{ path, body, code string }{
				{"/simulator/calls", `{"from":"` + carriertest.Customer + `","to":"` + ours + `"}`, "invalid"},
				{"/simulator/texts", `{"from":"` + carriertest.Customer + `","to":"` + ours + `","body":"START"}`, "invalid"},
				{"/simulator/calls/" + inbound + "/hangup", "", "not_found"},
				{"/simulator/calls/" + outbound + "/answer", "", "not_found"},
				{"/simulator/calls/" + outbound + "/hangup", "", "not_found"},
				{"/simulator/calls/" + inbound + "/media", `{"sdp":"m=audio"}`, "not_found"},
			} {
				if status, got := ask(stranger, http.MethodPost, c.path, c.body); status != http.StatusTeapot || got != c.code {
					t.Errorf("%s page, far %t: POST %s: %d %s", name, far, c.path, status, got)
				}
			}
		}

		if status, raw := ask(us, http.MethodGet, "/simulator/state", ""); status != http.StatusOK ||
			!strings.Contains(raw, inbound) || !strings.Contains(raw, outbound) || !strings.Contains(raw, "STOP") || strings.Contains(raw, theirs) {
			t.Errorf("our page: %d %s", status, raw)
		}
		for _, path := range []string{"/simulator/calls/" + outbound + "/answer", "/simulator/calls/" + inbound + "/hangup", "/simulator/calls/" + outbound + "/hangup"} {
			if status, got := ask(us, http.MethodPost, path, ""); status != http.StatusNoContent {
				t.Errorf("our page: POST %s: %d %s", path, status, got)
			}
		}
		for _, s := range []*httptest.Server{us, them, nobody, service} {
			s.Close()
		}
		remote.Close()
		http.DefaultClient.CloseIdleConnections()
	}
}
