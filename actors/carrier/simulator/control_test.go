package simulator_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/simulator"
	"switchboard/storage/fault"
)

func TestBadInputIsRefusedAndChangesNothing(t *testing.T) {
	r := open(t, nil)
	const absent = "CA00000000000000000000000000000000"
	inbound := r.place()
	before := r.sim.State(t.Context())
	for name, c := range map[string]struct {
		do   func() error
		code fault.Code
	}{
		"a caller that is none": {func() error { _, err := r.sim.PlaceCall(t.Context(), "bob", ours); return err }, fault.Invalid},
		"a number of others":    {func() error { _, err := r.sim.PlaceCall(t.Context(), ours, carriertest.Customer); return err }, fault.Invalid},
		"a call to oneself":     {func() error { _, err := r.sim.PlaceCall(t.Context(), ours, ours); return err }, fault.Invalid},
		"an empty text":         {func() error { _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "  "); return err }, fault.Invalid},
		"a text too long": {func() error {
			_, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, strings.Repeat("ü", 1601))
			return err
		}, fault.Invalid},
		"a text that is no text":   {func() error { _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "\xff"); return err }, fault.Invalid},
		"hanging up nothing":       {func() error { return r.sim.Hangup(t.Context(), absent) }, fault.NotFound},
		"answering nothing":        {func() error { return r.sim.Answer(t.Context(), absent) }, fault.NotFound},
		"answering one's own call": {func() error { return r.sim.Answer(t.Context(), inbound) }, fault.Conflict},
	} {
		if err := c.do(); !fault.Is(err, c.code) {
			t.Errorf("%s: got %v, want %s", name, err, c.code)
		}
	}
	if after := r.sim.State(t.Context()); len(after.Calls) != len(before.Calls) || len(after.Texts) != len(before.Texts) {
		t.Errorf("the state is now %+v", after)
	}
}

func TestConfigurationIsChecked(t *testing.T) {
	for name, c := range map[string]simulator.Config{
		"no folder":            {PublicURL: public},
		"no public URL":        {Folder: t.TempDir()},
		"a relative URL":       {Folder: t.TempDir(), PublicURL: "/x"},
		"a number that's none": {Folder: t.TempDir(), PublicURL: public, Numbers: []simulator.Number{{Number: "123"}}},
	} {
		if _, err := simulator.New(c); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// allOurs is the scope of an organization that has all of the account's numbers.
func allOurs(*http.Request) []string { return []string{ours} }

// page serves the control interface the way rest mounts it.
func page(r *rig) http.Handler {
	return r.sim.Control(allOurs, func(w http.ResponseWriter, _ *http.Request, err error) {
		w.Header().Set("X-Code", string(fault.From(err).Code))
		w.WriteHeader(http.StatusTeapot)
	})
}

func TestTheControlInterface(t *testing.T) {
	r := open(t, nil)
	handler := page(r)
	ask := func(method, path, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(method, path, strings.NewReader(body)))
		return w
	}
	made := ask("POST", "/simulator/calls", `{"from":"`+carriertest.Customer+`","to":"`+ours+`"}`)
	var call struct{ SID string }
	if err := json.Unmarshal(made.Body.Bytes(), &call); err != nil || made.Code != http.StatusCreated || !strings.HasPrefix(call.SID, "CA") {
		t.Fatalf("%d %s %v", made.Code, made.Body, err)
	}
	if w := ask("POST", "/simulator/texts", `{"from":"`+carriertest.Customer+`","to":"`+ours+`","body":"hello"}`); w.Code != http.StatusCreated {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := ask("POST", "/simulator/calls/"+call.SID+"/hangup", ""); w.Code != http.StatusNoContent {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	var view struct{ Calls, Texts, Numbers []map[string]any }
	if err := json.Unmarshal(ask("GET", "/simulator/state", "").Body.Bytes(), &view); err != nil {
		t.Fatal(err)
	}
	if view.Calls[0]["status"] != "canceled" || view.Texts[0]["body"] != "hello" || view.Numbers[0]["number"] != ours {
		t.Fatalf("state %v", view)
	}
	for name, c := range map[string]struct{ path, body, code string }{
		"bad JSON":         {"/simulator/calls", `{"from":`, "malformed"},
		"another field":    {"/simulator/calls", `{"from":"a","to":"b","x":1}`, "malformed"},
		"trailing data":    {"/simulator/calls", `{"from":"a","to":"b"}{}`, "malformed"},
		"a bad number":     {"/simulator/calls", `{"from":"a","to":"b"}`, "invalid"},
		"too much":         {"/simulator/texts", `{"body":"` + strings.Repeat("x", 20<<10) + `"}`, "too_large"},
		"an unknown call":  {"/simulator/calls/CA1/answer", ``, "not_found"},
		"a call that ends": {"/simulator/calls/" + call.SID + "/hangup", ``, "conflict"},
	} {
		if w := ask("POST", c.path, c.body); w.Code != http.StatusTeapot || w.Header().Get("X-Code") != c.code {
			t.Errorf("%s: %d %q", name, w.Code, w.Header().Get("X-Code"))
		}
	}
}

// send makes a raw REST request.
func (r *rig) send(method, address, user, password string, form url.Values, header http.Header) int {
	r.t.Helper()
	request, err := http.NewRequestWithContext(r.t.Context(), method, address, strings.NewReader(form.Encode()))
	if err != nil {
		r.t.Fatal(err)
	}
	for name := range header {
		request.Header.Set(name, header.Get(name))
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(user, password)
	response, err := r.sim.Transport().RoundTrip(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		r.t.Fatal(err)
	}
	return response.StatusCode
}

func TestTheRESTInterfaceIsGuarded(t *testing.T) {
	r := open(t, nil)
	account, token := r.sim.AccountSID(), r.sim.AuthToken()
	calls := "https://api.twilio.com/2010-04-01/Accounts/" + account + "/Calls/CA00000000000000000000000000000000.json"
	for name, c := range map[string]struct {
		address, user, password string
		status                  int
	}{
		"no password":      {calls, account, "", 401},
		"another token":    {calls, account, token + "0", 401},
		"another account":  {"https://api.twilio.com/2010-04-01/Accounts/AC00000000000000000000000000000000/Conferences.json", account, token, 404},
		"another host":     {"https://video.twilio.com/v1/Rooms", account, token, 404},
		"an unknown call":  {calls, account, token, 404},
		"an unknown route": {"https://api.twilio.com/2010-04-01/Accounts/" + account + "/Queues.json", account, token, 404},
	} {
		if got := r.send("GET", c.address, c.user, c.password, nil, nil); got != c.status {
			t.Errorf("%s: %d, want %d", name, got, c.status)
		}
	}
}

// TestRESTChangesAreSilentUnlessAsked: the provider announces a message made by
// REST only with the header.
func TestRESTChangesAreSilentUnlessAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := open(t, nil)
		r.start()
		if _, err := r.sim.SendText(t.Context(), carriertest.Customer, ours, "hello"); err != nil {
			t.Fatal(err)
		}
		in := r.product.Await("onMessageAdded", nil).Conversation
		address := "https://conversations.twilio.com/v1/Conversations/" + in.ConversationSID + "/Messages"
		form := url.Values{"Author": {"a"}, "Body": {"silent"}}
		if got := r.send("POST", address, r.sim.AccountSID(), r.sim.AuthToken(), form, nil); got != http.StatusCreated {
			t.Fatalf("got %d", got)
		}
		<-time.After(time.Minute)
		count := func() (n int) {
			for _, name := range r.product.Names() {
				if name == "onMessageAdded" {
					n++
				}
			}
			return n
		}
		if count() != 1 {
			t.Fatalf("the message was announced: %v", r.product.Names())
		}
		header := http.Header{"X-Twilio-Webhook-Enabled": {"true"}}
		if got := r.send("POST", address, r.sim.AccountSID(), r.sim.AuthToken(), form, header); got != http.StatusCreated {
			t.Fatalf("got %d", got)
		}
		<-time.After(time.Minute)
		if count() != 2 {
			t.Fatalf("the message was not announced: %v", r.product.Names())
		}
	})
}
