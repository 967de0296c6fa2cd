package simulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// The page has the provider fail for calls, and answer again; it lasts while the process is
// another's, nothing is dialled meanwhile, and texts are sent.
func TestProviderOutage(t *testing.T) {
	r := open(t, func(*simulator.Config) {})
	turn := func(on string) {
		t.Helper()
		w := httptest.NewRecorder()
		page(r).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/simulator/outage", strings.NewReader(`{"on":`+on+`}`)))
		if w.Code != http.StatusNoContent {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	call := id.New()
	dial := func(label string) error {
		_, err := r.client.AddParticipant(t.Context(), carrier.AddParticipant{Call: call, To: carriertest.Customer, From: ours, Label: label, TimeoutSeconds: 30})
		return err
	}
	if err := dial("customer"); err != nil {
		t.Fatal(err)
	}
	turn("true")
	r.close()
	r.boot()
	if err := dial("user:a"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("dialling got %v", err)
	}
	if _, err := r.client.Conference(t.Context(), call.String()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("asking who is there got %v", err)
	}
	if v := r.sim.State(t.Context()); !v.Fails || len(v.Calls) != 1 {
		t.Errorf("the state is %+v", v)
	}
	turn("false")
	if legs, err := r.client.Conference(t.Context(), call.String()); err != nil || len(legs) != 1 {
		t.Errorf("afterwards there are %v (%v)", legs, err)
	}
}
