package link

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"switchboard/hub/engineio"
)

// candidate is a WebSocket that asks to take over a polling session. The fields
// are guarded by the session's poll.mu.
type candidate struct {
	wire   *wire // nil until it is accepted
	probed bool
}

// drop closes the WebSocket at once.
func (k *candidate) drop() {
	if k.wire != nil {
		_ = k.wire.Close()
	}
}

var probeAnswer = NewFrame(6, func(dst []byte) []byte { return engineio.Append(dst, engineio.Pong, []byte("probe")) })

// serveUpgrade takes the WebSocket of a polling session ("Upgrade"). One that is
// not wanted, because another has taken over or is about to, is closed.
func (s *Server) serveUpgrade(c *Conn, w http.ResponseWriter, r *http.Request) {
	if !s.enter() {
		s.full(w)
		return
	}
	p, k := c.poll, &candidate{}
	p.mu.Lock()
	wanted := p.stage == open && p.candidate == nil
	if wanted {
		p.candidate = k
	}
	p.mu.Unlock()
	ws, wire, err := s.switchProtocols(w, r)
	if err != nil {
		p.dismiss(k)
		s.leave()
		return
	}
	p.mu.Lock()
	k.wire = wire
	wanted = wanted && p.stage == open
	p.mu.Unlock()
	go func() {
		if wanted && s.probed(c, k, ws) {
			s.leave() // from here on it counts as the session
			c.read()
			return
		}
		p.dismiss(k)
		wire.finish(closeFrame(BadPacket).bytes, false)
		_, _, _ = ws.Reader(context.Background()) // its closing frame, for a moment
		_ = ws.CloseNow()
		s.leave()
	}()
}

func (p *poll) dismiss(k *candidate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.candidate == k {
		p.candidate = nil
		if k.probed {
			p.wake() // what waits for the upgrade waits in vain
		}
	}
}

// probed keeps a panic to the WebSocket that probes: the session goes on polling.
func (s *Server) probed(c *Conn, k *candidate, ws *websocket.Conn) (ok bool) {
	defer func() { s.caught(panickedUpgrade, recover()) }()
	return c.probe(k, ws)
}

// probe answers the probe and lets the WebSocket take over when it is told to.
func (c *Conn) probe(k *candidate, ws *websocket.Conn) bool {
	late := time.AfterFunc(c.server.options.UpgradeTimeout, func() { _ = k.wire.Close() })
	defer late.Stop()
	if !heard(ws, "2probe") {
		return false
	}
	if k.wire.send(probeAnswer.bytes, durable) != nil {
		return false
	}
	p := c.poll
	p.mu.Lock()
	k.probed = true
	p.wake() // the pending poll ends, so that nothing is on two ways
	p.mu.Unlock()
	return heard(ws, "5") && late.Stop() && c.takeOver(k, ws)
}

// heard tells whether the next message is that text.
func heard(ws *websocket.Conn, want string) bool {
	kind, r, err := ws.Reader(context.Background())
	if err != nil || kind != websocket.MessageText {
		return false
	}
	got, err := io.ReadAll(io.LimitReader(r, int64(len(want))+1))
	return err == nil && string(got) == want
}

// takeOver makes the WebSocket the session's transport. What waited for a poll goes
// out first, in one piece. A client that still posts has broken the protocol.
func (c *Conn) takeOver(k *candidate, ws *websocket.Conn) bool {
	p := c.poll
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage != open || p.posting {
		return false
	}
	if len(p.queue) > 0 {
		k.wire.ask() // it has waited long enough
		if err := k.wire.send(join(p.queue), durable); err != nil {
			return false
		}
	}
	p.stage, p.candidate = moved, nil
	p.empty()
	c.ws = ws
	c.wire.Store(k.wire)
	p.roomMade()
	p.wake()
	return true
}
