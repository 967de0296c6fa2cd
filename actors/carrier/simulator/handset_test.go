package simulator_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pion/webrtc/v4"

	"switchboard/actors/carrier"
	"switchboard/actors/carrier/carriertest/softphone"
	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/media"
	"switchboard/storage/fault"
	"switchboard/storage/waittest"
)

// visitor is a browser at the simulator's page.
type visitor struct {
	audio.Recorder

	peer *media.Peer
	end  context.CancelFunc
	work sync.WaitGroup
}

// visits lets a browser that plays something be the phone of a call's customer.
func (l *lines) visits(leg string, plays audio.Source) *visitor {
	l.t.Helper()
	v := l.visitor(plays)
	offer, err := v.peer.Offer(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	answer, err := l.sim.Talk(l.t.Context(), leg, offer)
	if err == nil {
		err = v.peer.Accept(answer)
	}
	if err != nil {
		l.t.Fatal(err)
	}
	return v
}

func (l *lines) visitor(plays audio.Source) *visitor {
	l.t.Helper()
	engine, err := media.New("http://127.0.0.1", func(s *webrtc.SettingEngine) { s.SetLite(false) })
	if err != nil {
		l.t.Fatal(err)
	}
	peer, err := engine.Peer(func(byte) {}, func() {})
	if err != nil {
		l.t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	v := &visitor{peer: peer, end: end}
	v.work.Go(func() { v.talk(ctx, plays) })
	l.t.Cleanup(v.close)
	return v
}

// talk plays and records in real time until ctx ends.
func (v *visitor) talk(ctx context.Context, plays audio.Source) {
	tick := time.NewTicker(audio.Tick)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		says, heard := plays.Next(), v.peer.Speak()
		v.peer.Hear(&says)
		v.Take(&heard)
	}
}

// close is what happens to a browser whose page is closed.
func (v *visitor) close() {
	v.end()
	v.work.Wait()
	v.peer.Close()
}

func (l *lines) gets(v *visitor, tones ...int) {
	l.t.Helper()
	waittest.Until(l.t, "what the visitor hears", func() bool { return sorted(audio.Tones(v.Last(25))) == sorted(tones) })
}

// visited is a customer in whose place a browser speaks with alice.
func (l *lines) visited() (leg string, v *visitor) {
	l.t.Helper()
	l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	leg, call := l.incoming(400)
	l.add(call, "alice")
	v = l.visits(leg, audio.Tone(1000))
	l.gets(v, 700)
	l.browser(leg, true)
	return leg, v
}

// browser waits until a browser is the customer's phone, or none.
func (l *lines) browser(leg string, is bool) {
	l.t.Helper()
	waittest.Until(l.t, "who has the customer's phone", func() bool { return l.call(leg).Browser == is })
}

func TestABrowserIsTheCustomersPhone(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	aliceLeg := l.add(call, "alice")
	l.listens(alice, 400)
	l.browser(customer, false)

	v := l.visits(customer, audio.Tone(1000))
	l.listens(alice, 1000)
	l.gets(v, 700)
	l.hears(customer, 700)
	l.browser(customer, true)

	yes, no := true, false
	l.set(call, aliceLeg, carrier.ParticipantChange{Muted: &yes})
	l.gets(v)
	l.listens(alice, 1000)
	l.set(call, aliceLeg, carrier.ParticipantChange{Muted: &no})
	l.gets(v, 700)

	l.set(call, customer, carrier.ParticipantChange{Hold: &yes})
	l.listens(alice)
	waittest.Until(t, "a party on hold hears music", func() bool {
		tones := audio.Tones(v.Last(25))
		return len(tones) > 0 && !slices.ContainsFunc(tones, func(tone int) bool { return !slices.Contains(audio.Notes, tone) })
	})
	l.set(call, customer, carrier.ParticipantChange{Hold: &no})
	l.gets(v, 700)

	v.close()
	l.listens(alice, 400) // plays automatically again
	l.browser(customer, false)
}

func TestTheNextBrowserTakesTheCustomersPhone(t *testing.T) {
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	l.add(call, "alice")
	first := l.visits(customer, audio.Tone(1000))
	l.listens(alice, 1000)
	second := l.visits(customer, audio.Tone(1300))
	l.listens(alice, 1300)
	l.gets(second, 700)
	waittest.Until(t, "the first one is told", func() bool { return over(first) })
	l.browser(customer, true)
}

func TestABrowserGoesWithTheCall(t *testing.T) {
	l := opened(t, nil)
	customer, v := l.visited()
	if err := l.sim.Hangup(t.Context(), customer); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the browser is told", func() bool { return over(v) })
	l.browser(customer, false)
	if _, err := l.sim.Talk(t.Context(), customer, "m=audio"); !fault.Is(err, fault.Conflict) {
		t.Errorf("a call that is over: %v", err)
	}
}

// The end of Run closes what is open, which the package's check of goroutines proves.
func TestBrowsersCloseWithTheSimulator(t *testing.T) {
	l := opened(t, nil)
	customer, v := l.visited()
	l.end()
	l.end = func() {}
	waittest.Until(t, "the browser is told", func() bool { return over(v) })
	stranger := l.visitor(audio.Silence{})
	offer, err := stranger.peer.Offer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.sim.Talk(t.Context(), customer, offer); !fault.Is(err, fault.Unavailable) {
		t.Errorf("after the end: %v", err)
	}
}

// One that goes without a word: its network is cut, or it never came.
func TestSilentBrowserIsDropped(t *testing.T) {
	t.Parallel() // its end takes as long as a connection is waited for
	l := opened(t, nil)
	alice := l.phone("alice", softphone.Options{Plays: audio.Tone(700)})
	customer, call := l.incoming(400)
	l.add(call, "alice")
	v := l.visits(customer, audio.Tone(1000))
	l.listens(alice, 1000)
	v.end()
	l.listens(alice, 400)

	stranger := l.visitor(audio.Silence{})
	offer, err := stranger.peer.Offer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.sim.Talk(t.Context(), customer, offer); err != nil {
		t.Fatal(err)
	}
	l.listens(alice, 400) // talks until it comes
	l.browser(customer, true)
	l.browser(customer, false)
}

func over(v *visitor) bool {
	select {
	case <-v.peer.Ended():
		return true
	default:
		return false
	}
}

func TestAnOfferIsLookedAt(t *testing.T) {
	l := opened(t, nil)
	customer, _ := l.incoming(400)
	for name, offer := range map[string]string{
		"nothing": "", "no description": "m=audio", "no sound": "v=0\r\n", "much": strings.Repeat("m=audio ", 100),
	} {
		if _, err := l.sim.Talk(t.Context(), customer, offer); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := l.sim.Talk(t.Context(), "CA1", ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown call: %v", err)
	}
	l.browser(customer, false)
}
