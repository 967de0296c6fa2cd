package media

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/pion/rtp"
	"github.com/pion/webrtc/v4"
	rtpmedia "github.com/pion/webrtc/v4/pkg/media"

	"switchboard/actors/carrier/simulator/audio"
)

// maxWaiting bounds the received sound that waits for the mixer: bursts are smoothed
// out, and older sound is dropped.
const maxWaiting = 5 * audio.Length

// longestGap is the maximum silence of a connected browser.
const longestGap = 2 * time.Second

// Peer is the network's end of a browser's connection.
type Peer struct {
	connection *webrtc.PeerConnection
	out        *webrtc.TrackLocalStaticSample
	digit      func(digit byte)
	ended      chan struct{}

	mu      sync.Mutex
	waiting []int16
	sounded time.Time // when the last packet arrived
}

// Peer creates an end. It calls digit for keys sent as telephone events, and lost
// when the connection failed permanently. Both must not block.
func (e *Engine) Peer(digit func(digit byte), lost func()) (*Peer, error) {
	connection, err := e.api.NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		return nil, fmt.Errorf("media: %w", err)
	}
	p := &Peer{connection: connection, digit: digit, ended: make(chan struct{})}
	if p.out, err = webrtc.NewTrackLocalStaticSample(sound, "audio", "network"); err == nil {
		_, err = connection.AddTrack(p.out)
	}
	if err != nil {
		return nil, errors.Join(err, connection.Close())
	}
	connection.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) { p.listen(track) })
	end := sync.OnceFunc(func() { close(p.ended) })
	connection.OnConnectionStateChange(func(state webrtc.PeerConnectionState) {
		switch state {
		case webrtc.PeerConnectionStateFailed:
			lost()
			end()
		case webrtc.PeerConnectionStateClosed:
			end()
		default:
		}
	})
	return p, nil
}

// Offer returns the session description of a call to a browser.
func (p *Peer) Offer(ctx context.Context) (string, error) {
	offer, err := p.connection.CreateOffer(nil)
	if err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	return p.describe(ctx, offer)
}

// Accept applies a browser's answer to Offer.
func (p *Peer) Accept(answer string) error {
	return p.remote(webrtc.SDPTypeAnswer, answer)
}

// Answer applies a browser's offer, the first or one of an ICE restart, and returns
// the answer.
func (p *Peer) Answer(ctx context.Context, offer string) (string, error) {
	if err := p.remote(webrtc.SDPTypeOffer, offer); err != nil {
		return "", err
	}
	answer, err := p.connection.CreateAnswer(nil)
	if err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	return p.describe(ctx, answer)
}

func (p *Peer) remote(kind webrtc.SDPType, sdp string) error {
	if err := p.connection.SetRemoteDescription(webrtc.SessionDescription{Type: kind, SDP: sdp}); err != nil {
		return fmt.Errorf("media: the browser's description: %w", err)
	}
	return nil
}

// describe sets our description, and returns it once it has all our addresses.
func (p *Peer) describe(ctx context.Context, ours webrtc.SessionDescription) (string, error) {
	whole := webrtc.GatheringCompletePromise(p.connection)
	if err := p.connection.SetLocalDescription(ours); err != nil {
		return "", fmt.Errorf("media: %w", err)
	}
	select {
	case <-whole:
		return p.connection.LocalDescription().SDP, nil
	case <-ctx.Done():
		return "", fmt.Errorf("media: %w", ctx.Err())
	}
}

// Knows reports whether a description belongs to the browser's connection with us.
func (p *Peer) Knows(sdp string) bool {
	theirs := p.connection.RemoteDescription()
	return theirs != nil && fingerprint(theirs.SDP) == fingerprint(sdp)
}

// fingerprint returns the certificate's fingerprint, which is constant for a
// connection.
func fingerprint(sdp string) string {
	_, rest, _ := strings.Cut(sdp, "a=fingerprint:")
	line, _, _ := strings.Cut(rest, "\r\n")
	return line
}

// Ended is closed when the connection failed permanently or either side closed it.
func (p *Peer) Ended() <-chan struct{} { return p.ended }

// Close closes the connection and waits for its goroutines. It is idempotent.
func (p *Peer) Close() { _ = p.connection.GracefulClose() }

// listen reads what the browser sends until the connection ends.
func (p *Peer) listen(track *webrtc.TrackRemote) {
	var last uint32 // the timestamp of the previous key, which all packets of one key share
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		switch packet.PayloadType {
		case payloadSound:
			p.take(audio.Decode(packet.Payload))
		case payloadDigits:
			if key, ok := keyOf(packet); ok && packet.Timestamp != last {
				last = packet.Timestamp
				p.digit(key)
			}
		}
	}
}

const keys = "0123456789*#ABCD"

func keyOf(packet *rtp.Packet) (byte, bool) {
	if len(packet.Payload) < 4 || int(packet.Payload[0]) >= len(keys) {
		return 0, false
	}
	return keys[packet.Payload[0]], true
}

func (p *Peer) take(samples []int16) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sounded = time.Now()
	p.waiting = append(p.waiting, samples...)
	if more := len(p.waiting) - maxWaiting; more > 0 {
		p.waiting = append(p.waiting[:0], p.waiting[more:]...)
	}
}

// Sounds reports whether packets arrive from the browser, even silent ones: a
// connected browser always sends.
func (p *Peer) Sounds() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return time.Since(p.sounded) < longestGap
}

// Speak implements Party.
func (p *Peer) Speak() (f audio.Frame) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := copy(f[:], p.waiting)
	p.waiting = append(p.waiting[:0], p.waiting[n:]...)
	return f
}

// Hear implements Party. Sound sent before the browser is connected is lost.
func (p *Peer) Hear(f *audio.Frame) {
	_ = p.out.WriteSample(rtpmedia.Sample{Data: audio.Encode(f), Duration: audio.Tick})
}
