package link

import (
	"context"
	"io"

	"github.com/coder/websocket"

	"switchboard/hub/engineio"
)

var probeAnswer = NewFrame(6, func(dst []byte) []byte { return engineio.Append(dst, engineio.Pong, []byte("probe")) })

// upgrade is a WebSocket that was accepted for a polling session ("Upgrade"),
// until it takes over or is rejected.
type upgrade struct {
	conn      *Conn
	candidate *candidate
	ws        *websocket.Conn
}

// run is the goroutine of the WebSocket. A WebSocket is closed if another one
// has taken over or is about to.
func (u *upgrade) run(wanted bool) {
	if wanted && u.succeeds() {
		u.conn.sessions.leave() // from now on it counts as the session
		(&reading{u.conn, u.ws, u.candidate.writer}).run()
		return
	}
	u.turnAway()
}

// succeeds limits a panic to the probing WebSocket: the session continues by
// polling.
func (u *upgrade) succeeds() (ok bool) {
	defer func() { u.conn.guard.caught(panickedUpgrade, recover()) }()
	return u.probe()
}

// probe answers the probe and lets the WebSocket take over when the client
// requests it.
func (u *upgrade) probe() bool {
	c, k := u.conn, u.candidate
	late := c.guard.after(c.options.UpgradeTimeout, func() { _ = k.writer.Close() })
	defer late.Stop()
	if !received(u.ws, "2probe") {
		return false
	}
	if k.writer.send(probeAnswer.bytes, durable) != nil {
		return false
	}
	c.transport.poll.probing(k)
	return received(u.ws, "5") && late.Stop() && c.transport.takeOver(k)
}

// received reports whether the next message is the text want.
func received(ws *websocket.Conn, want string) bool {
	kind, r, err := ws.Reader(context.Background())
	if err != nil || kind != websocket.MessageText {
		return false
	}
	got, err := io.ReadAll(io.LimitReader(r, int64(len(want))+1))
	return err == nil && string(got) == want
}

// turnAway closes a WebSocket that may not take over.
func (u *upgrade) turnAway() {
	c := u.conn
	defer c.sessions.leave()
	defer func() { c.guard.caught(panickedUpgrade, recover()) }()
	defer func() { _ = u.ws.CloseNow() }()
	c.transport.poll.dismiss(u.candidate)
	u.candidate.writer.finish(closeFrame(BadPacket).bytes, false)
	_, _, _ = u.ws.Reader(context.Background()) //nolint:dogsled // read for its closing frame, for a moment
}
