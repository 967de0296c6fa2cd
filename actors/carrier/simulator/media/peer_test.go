package media_test

import (
	"strings"
	"testing"

	"github.com/pion/webrtc/v4"

	"switchboard/actors/carrier/simulator/media"
)

// A browser that was called asks to connect anew, as it does when its network changed: who
// begins stays the same, or it would turn our answer down.
func TestCalledBrowserReconnects(t *testing.T) {
	engine, err := media.New("http://127.0.0.1:8080")
	if err != nil {
		t.Fatal(err)
	}
	peer, err := engine.Peer(func(byte) {}, func() {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(peer.Close)
	browser, err := webrtc.NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = browser.GracefulClose() })

	offer, err := peer.Offer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The SDK has the browser begin.
	offer = strings.ReplaceAll(offer, "a=setup:actpass", "a=setup:passive")
	if err := browser.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: offer}); err != nil {
		t.Fatal(err)
	}
	answer, err := browser.CreateAnswer(nil)
	if err == nil {
		err = browser.SetLocalDescription(answer)
	}
	if err == nil {
		err = peer.Accept(answer.SDP)
	}
	if err != nil {
		t.Fatal(err)
	}

	again, err := browser.CreateOffer(&webrtc.OfferOptions{ICERestart: true})
	if err == nil {
		err = browser.SetLocalDescription(again)
	}
	if err != nil {
		t.Fatal(err)
	}
	ours, err := peer.Answer(t.Context(), again.SDP)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(ours, "a=setup:passive") {
		t.Errorf("the roles are turned round:\n%s", ours)
	}
	if err := browser.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: ours}); err != nil {
		t.Error(err)
	}
}
