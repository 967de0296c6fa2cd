package simulator_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest"
	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/actors/carrier/simulator"
	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/twilio"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// line is a simulator with a real network between it and browsers.
type lines struct {
	*rig
	server *httptest.Server
	tokens *twilio.Client
}

func opened(t *testing.T, change func(*simulator.Config)) *lines {
	t.Helper()
	l := &lines{rig: open(t, func(c *simulator.Config) {
		c.AuthToken = sharedToken
		c.AccountSID, _ = simulator.Account(sharedToken)
		if change != nil {
			change(c)
		}
	})}
	l.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { l.sim.Signal().ServeHTTP(w, r) }))
	t.Cleanup(func() {
		l.server.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	key, secret, application := simulator.Key(sharedToken)
	var err error
	l.tokens, err = twilio.New(twilio.Config{
		AccountSID: l.sim.AccountSID(), AuthToken: sharedToken, PublicURL: public,
		APIKeySID: key, APIKeySecret: secret, ApplicationSID: application,
	})
	if err != nil {
		t.Fatal(err)
	}
	l.start()
	return l
}

// phone opens somebody's browser.
func (l *lines) phone(identity string, options softphone.Options) *softphone.Phone {
	l.t.Helper()
	token, err := l.tokens.AccessToken(identity)
	if err != nil {
		l.t.Fatal(err)
	}
	var p *softphone.Phone
	waittest.UntilNil(l.t, "the signalling runs", func() (err error) {
		p, err = softphone.Open(l.t.Context(), l.server.URL, token.Token, options)
		return err
	})
	l.t.Cleanup(p.Close)
	return p
}

// incoming is a customer's call who plays a tone, and the id of ours.
func (l *lines) incoming(tone int) (leg string, call id.ID) {
	l.t.Helper()
	leg = l.place()
	if err := l.sim.Voice(l.t.Context(), leg, tone); err != nil {
		l.t.Fatal(err)
	}
	return leg, l.product.Await("participant-join", carriertest.LegOf(leg)).Conference.Call
}

// add dials somebody's browser into a call, which takes it.
func (l *lines) add(call id.ID, identity string) string {
	l.t.Helper()
	leg, err := l.client.AddParticipant(l.t.Context(), carrier.AddParticipant{
		Organization: l.product.Organization, Call: call, To: "client:" + identity, From: ours, Label: "user:" + identity, TimeoutSeconds: 20,
	})
	if err != nil {
		l.t.Fatal(err)
	}
	l.product.Await("participant-join", carriertest.LegOf(leg.SID))
	return leg.SID
}

func sorted(tones []int) string {
	slices.Sort(tones)
	return fmt.Sprint(tones)
}

// hears waits until the outside party hears these tones and no others.
func (l *lines) hears(leg string, tones ...int) {
	l.t.Helper()
	waittest.Until(l.t, fmt.Sprintf("the customer hears %v", tones), func() bool {
		heard, err := l.sim.Hears(l.t.Context(), leg)
		return err == nil && sorted(heard.Tones) == sorted(tones)
	})
}

// listens waits until a browser does.
func (l *lines) listens(p *softphone.Phone, tones ...int) {
	l.t.Helper()
	waittest.Until(l.t, fmt.Sprintf("a browser hears %v", tones), func() bool {
		return sorted(audio.Tones(p.Last(25))) == sorted(tones)
	})
}

func (l *lines) set(call id.ID, leg string, change carrier.ParticipantChange) {
	l.t.Helper()
	if err := l.client.ChangeParticipant(l.t.Context(), string(call), leg, change); err != nil {
		l.t.Fatal(err)
	}
}

// The audible tones prove which parties hear each other: each plays its own tone.
func TestPartiesHearEachOther(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	ben := l.phone("ben", softphone.Options{Plays: audio.Tone(1300)})
	customer, call := l.incoming(400)
	l.hears(customer) // our answer asks for silence while nobody has answered
	aliceLeg := l.add(call, "alice")
	l.hears(customer, 700)
	l.listens(alice, 400)

	yes, no := true, false
	l.set(call, aliceLeg, carrier.ParticipantChange{Muted: &yes})
	l.hears(customer)
	l.listens(alice, 400)
	l.set(call, aliceLeg, carrier.ParticipantChange{Muted: &no})
	l.hears(customer, 700)

	l.set(call, customer, carrier.ParticipantChange{Hold: &yes})
	l.listens(alice)
	waittest.Until(t, "a party on hold hears music", func() bool {
		heard, err := l.sim.Hears(t.Context(), customer)
		return err == nil && len(heard.Tones) > 0 && !slices.ContainsFunc(heard.Tones, func(tone int) bool { return !slices.Contains(audio.Notes, tone) })
	})
	benLeg := l.add(call, "ben")
	l.listens(ben, 700)
	l.listens(alice, 1300)
	l.set(call, customer, carrier.ParticipantChange{Hold: &no})
	l.hears(customer, 700, 1300)

	l.coach(call, benLeg, aliceLeg)
	l.hears(customer, 700)
	l.listens(alice, 400, 1300)
	l.listens(ben, 400, 700)

	if err := l.client.RemoveParticipant(t.Context(), string(call), benLeg); err != nil {
		t.Fatal(err)
	}
	await(t, ben, "hangup")
	l.listens(alice, 400)
	if err := l.sim.Hangup(t.Context(), customer); err != nil {
		t.Fatal(err)
	}
	await(t, alice, "hangup")
}

// coach asks by REST, as nothing of ours does yet.
func (l *lines) coach(call id.ID, leg, target string) {
	l.t.Helper()
	address := "https://api.twilio.com/2010-04-01/Accounts/" + l.sim.AccountSID() + "/Conferences/" + string(call) + "/Participants/" + leg + ".json"
	form := url.Values{"Coaching": {"true"}, "CallSidToCoach": {target}}
	if got := l.send("POST", address, l.sim.AccountSID(), sharedToken, form, nil); got != http.StatusOK {
		l.t.Fatalf("coaching is answered with %d", got)
	}
}

func await(t *testing.T, p *softphone.Phone, kind string) softphone.Message {
	t.Helper()
	m, err := p.Await(t.Context(), func(m softphone.Message) bool { return m.Type == kind })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestOneBrowserTakesTheCallAndTheOthersFallSilent(t *testing.T) {
	l := opened(t, nil)
	slow := l.phone("alice", softphone.Options{Ignores: true})
	quick := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	leg := l.add(call, "alice")
	if m := await(t, slow, "cancel"); m.Payload.CallSID != leg {
		t.Fatalf("canceled was %s", m.Payload.CallSID)
	}
	l.hears(customer, 700)
	slow.Send("hangup", leg, nil) // it has no part in it
	quick.Send("hangup", leg, nil)
	l.product.Await("leg.completed", carriertest.LegOf(leg))
}

func TestABrowserRefusesACall(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Ignores: true})
	_, call := l.incoming(400)
	leg, err := l.client.AddParticipant(t.Context(), carrier.AddParticipant{
		Organization: l.product.Organization, Call: call, To: "client:alice?call=1", From: ours, Label: "user:alice", TimeoutSeconds: 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	invite := await(t, alice, "invite")
	if p := invite.Payload.Parameters; p["Params"] != "call=1" || p["To"] != "client:alice" || p["From"] != ours || p["CallSid"] != leg.SID {
		t.Fatalf("called with %v", p)
	}
	alice.Send("reject", leg.SID, nil)
	l.product.Await("leg.busy", carriertest.LegOf(leg.SID))
}

func TestACallOutlivesItsSocket(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	leg := l.add(call, "alice")
	l.hears(customer, 700)
	alice.Cut()
	again := l.phone("alice", softphone.Options{Ignores: true})
	again.Send("invite", leg, map[string]any{"reconnect": leg, "sdp": ""})
	if m := await(t, again, "answer"); m.Payload.CallSID != leg {
		t.Fatalf("resumed was %s", m.Payload.CallSID)
	}
	l.hears(customer, 700) // by the connection of before
	again.Send("dtmf", leg, map[string]any{"dtmf": "12#"})
	waittest.Until(t, "the keys are heard", func() bool { return l.call(customer).Legs[0].Pressed == "12#" })
	again.Send("hangup", leg, nil)
	l.product.Await("leg.completed", carriertest.LegOf(leg))
}

// A page that was loaded anew has the call again, with sound of its own.
func TestReloadedPageResumesItsCall(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	leg := l.add(call, "alice")
	l.hears(customer, 700)
	alice.Close()
	again := l.phone("alice", softphone.Options{Plays: audio.Tone(900)})
	if err := again.Resume(t.Context(), leg); err != nil {
		t.Fatal(err)
	}
	l.hears(customer, 900)
	l.listens(again, 400)
	if slices.Contains(again.Kinds(), "invite") {
		t.Error("it was called about it, too")
	}
	stranger := l.phone("ben", softphone.Options{})
	if err := stranger.Resume(t.Context(), leg); err != nil {
		t.Fatal(err)
	}
	await(t, stranger, "hangup")
	l.hears(customer, 900)
}

func TestABrowserThatStaysAwayHangsUp(t *testing.T) {
	l := opened(t, func(c *simulator.Config) { c.Pace.Lost = 50 * time.Millisecond })
	alice := l.phone("alice", softphone.Options{})
	_, call := l.incoming(400)
	leg := l.add(call, "alice")
	alice.Cut()
	l.product.Await("leg.completed", carriertest.LegOf(leg))
}

// After a start of the network, whose sound is gone with its process, a browser that
// comes back is called anew about the call that it has.
func TestBrowserReturnsToACallAfterARestart(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	leg := l.add(call, "alice")
	l.hears(customer, 700)
	l.close()
	alice.Close()
	l.boot()
	l.start()
	alice = l.phone("alice", softphone.Options{Plays: audio.Tone(900)})
	if m := await(t, alice, "invite"); m.Payload.CallSID != leg {
		t.Fatalf("called about %s", m.Payload.CallSID)
	}
	l.hears(customer, 900)
	l.listens(alice, 400)
}

func TestBrowserPlacesACall(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	l.product.AnswerWith(func(call carrier.InboundCall) carrier.Answer { return l.client.Webhooks().Say("You are nobody.") })
	sid, err := alice.Place(t.Context(), url.Values{"To": {carriertest.Customer}, "From": {"+15550000000"}, "Caller": {"client:ben"}, "note": {"a+b c"}})
	if err != nil {
		t.Fatal(err)
	}
	asked := l.product.Await("call", nil)
	if asked.Form.Get("From") != "client:alice" || asked.Form.Get("Caller") != "client:alice" || asked.Form.Get("To") != carriertest.Customer ||
		asked.Form.Get("CallSid") != sid || asked.Form.Get("note") == "" {
		t.Fatalf("asked with %v", asked.Form)
	}
	await(t, alice, "answer")
	waittest.Until(t, "a sentence is heard", func() bool { return audio.Loudness(alice.Last(25)) > 100 })
	if m := await(t, alice, "hangup"); m.Payload.CallSID != sid {
		t.Fatalf("ended was %s", m.Payload.CallSID)
	}
}

func TestWhoIsLetIn(t *testing.T) {
	l := opened(t, nil)
	key, secret, application := simulator.Key(sharedToken)
	account := l.sim.AccountSID()
	for name, c := range map[string]struct {
		config twilio.Config
		spoil  func(string) string
		code   int
	}{
		"another secret":      {twilio.Config{AccountSID: account, APIKeySID: key, APIKeySecret: secret + "0", ApplicationSID: application}, nil, 31204},
		"another key":         {twilio.Config{AccountSID: account, APIKeySID: "SK0", APIKeySecret: secret, ApplicationSID: application}, nil, 31204},
		"another account":     {twilio.Config{AccountSID: "AC00000000000000000000000000000000", APIKeySID: key, APIKeySecret: secret, ApplicationSID: application}, nil, 31204},
		"a token that is cut": {twilio.Config{AccountSID: account, APIKeySID: key, APIKeySecret: secret, ApplicationSID: application}, func(s string) string { return s[:len(s)-3] }, 31204},
		"a token that ended":  {twilio.Config{AccountSID: account, APIKeySID: key, APIKeySecret: secret, ApplicationSID: application}, func(string) string { return expired(t, account, key, secret) }, 31205},
		"no token":            {twilio.Config{AccountSID: account, APIKeySID: key, APIKeySecret: secret, ApplicationSID: application}, func(string) string { return "" }, 31204},
	} {
		c.config.AuthToken, c.config.PublicURL = sharedToken, public
		client, err := twilio.New(c.config)
		if err != nil {
			t.Fatal(err)
		}
		token, err := client.AccessToken("alice")
		if err != nil {
			t.Fatal(err)
		}
		if c.spoil != nil {
			token.Token = c.spoil(token.Token)
		}
		_, err = softphone.Open(t.Context(), l.server.URL, token.Token, softphone.Options{})
		if !errors.Is(err, softphone.ErrRefused) || !strings.Contains(err.Error(), fmt.Sprint(c.code)) {
			t.Errorf("%s: %v, want %d", name, err, c.code)
		}
	}
	p := l.phone("alice", softphone.Options{})
	other, err := l.tokens.AccessToken("ben")
	if err != nil {
		t.Fatal(err)
	}
	p.Send("listen", "", map[string]any{"token": other.Token})
	if m := await(t, p, "error"); m.Payload.Error.Code != 31204 {
		t.Errorf("somebody else's token: %d", m.Payload.Error.Code)
	}
}

func TestNobodyHasEndlesslyManyBrowsers(t *testing.T) {
	l := opened(t, nil)
	for range 10 {
		l.phone("alice", softphone.Options{Ignores: true})
	}
	token, err := l.tokens.AccessToken("alice")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if p, err := softphone.Open(ctx, l.server.URL, token.Token, softphone.Options{}); err == nil {
		p.Close()
		t.Fatal("an eleventh was let in")
	}
}
