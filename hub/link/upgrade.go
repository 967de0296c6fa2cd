package link

import (
	"context"
	"io"
	"net/http"

	"github.com/coder/websocket"

	"switchboard/hub/engineio"
)

// candidate is a WebSocket that asks to take over a polling session. The fields
// are guarded by the session's poll.mu.
type candidate struct {
	writer *writer // nil until it is accepted
	probed bool
}

// drop closes the WebSocket at once.
func (k *candidate) drop() {
	if k.writer != nil {
		_ = k.writer.Close()
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
	wanted := p.want(k)
	ws, out, err := s.switchProtocols(w, r)
	if err != nil {
		p.dismiss(k)
		s.leave()
		return
	}
	wanted = p.give(k, out) && wanted
	go s.upgrade(c, k, ws, wanted)
}

// upgrade is the goroutine of a WebSocket that asks to take over.
func (s *Server) upgrade(c *Conn, k *candidate, ws *websocket.Conn, wanted bool) {
	if wanted && s.probed(c, k, ws) {
		s.leave() // from here on it counts as the session
		c.read()
		return
	}
	s.turnAway(c, k, ws)
}

// turnAway closes a WebSocket that may not take over.
func (s *Server) turnAway(c *Conn, k *candidate, ws *websocket.Conn) {
	defer s.leave()
	defer func() { s.caught(panickedUpgrade, recover()) }()
	defer func() { _ = ws.CloseNow() }()
	c.poll.dismiss(k)
	k.writer.finish(closeFrame(BadPacket).bytes, false)
	_, _, _ = ws.Reader(context.Background()) //nolint:dogsled // read for its closing frame, for a moment
}

// want makes a WebSocket the session's candidate, unless there is one.
func (p *poll) want(k *candidate) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage != open || p.candidate != nil {
		return false
	}
	p.candidate = k
	return true
}

// give notes a candidate's writer and tells whether the session is still open.
func (p *poll) give(k *candidate, w *writer) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	k.writer = w
	return p.stage == open
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
	late := c.server.after(c.server.options.UpgradeTimeout, func() { _ = k.writer.Close() })
	defer late.Stop()
	if !heard(ws, "2probe") {
		return false
	}
	if k.writer.send(probeAnswer.bytes, durable) != nil {
		return false
	}
	p := c.poll
	p.probing(k)
	return heard(ws, "5") && late.Stop() && c.takeOver(k, ws)
}

// probing ends the pending poll, so that no packet can be sent by both transports.
func (p *poll) probing(k *candidate) {
	p.mu.Lock()
	defer p.mu.Unlock()
	k.probed = true
	p.wake()
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
		k.writer.ask() // it has waited long enough
		if err := k.writer.send(join(p.queue), durable); err != nil {
			return false
		}
	}
	p.stage, p.candidate = moved, nil
	p.empty()
	c.ws = ws
	c.writer.Store(k.writer)
	p.roomMade()
	p.wake()
	return true
}
