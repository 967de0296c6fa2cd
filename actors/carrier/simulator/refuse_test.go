package simulator_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/once"
	"switchboard/storage/fault"
)

// The page has texts refused, and taken again; it lasts while the process is another's,
// and of what is refused nothing is sent.
func TestTextsAreRejectedForAWhile(t *testing.T) {
	const thread = "CH00000000000000000000000000000001"
	r := open(t, func(c *simulator.Config) {
		c.Threads = []simulator.Thread{{SID: thread, Participant: "MB00000000000000000000000000000001", Address: carriertest.Customer, Proxy: ours}}
	})
	turn := func(on string) {
		t.Helper()
		w := httptest.NewRecorder()
		page(r).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/simulator/refuse", strings.NewReader(`{"on":`+on+`}`)))
		if w.Code != http.StatusNoContent {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	send := func() error {
		_, err := r.client.SendMessage(t.Context(), carrier.SendMessage{ConversationSID: thread, Author: "a", Body: "Hi", ClientID: "typed"})
		return err
	}
	turn("true")
	r.close()
	r.boot()
	if err := send(); !fault.Is(err, fault.Unavailable) || !once.IsUndone(err) {
		t.Errorf("a refused text got %v", err)
	}
	if v := r.sim.State(t.Context()); !v.Refuses || len(v.Texts) != 0 {
		t.Errorf("the state is %+v", v)
	}
	turn("false")
	if err := send(); err != nil {
		t.Errorf("afterwards it got %v", err)
	}
	if v := r.sim.State(t.Context()); v.Refuses || len(v.Texts) != 1 {
		t.Errorf("the state is %+v", v)
	}
}
