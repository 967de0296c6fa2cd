package hub

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"time"

	"switchboard/hub/limits"
	"switchboard/hub/link"
	"switchboard/hub/pid"
	"switchboard/hub/projection"
	"switchboard/hub/socketio"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// credentials is the payload of CONNECT. The client's library adds pid and
// offset to what the application gives.
type credentials struct {
	Token  string   `json:"token"`
	Topics []string `json:"topics"` // nil where the client names none, not even an empty list
	PID    string   `json:"pid"`
	Offset string   `json:"offset"`
}

// connect carries out CONNECT on the socket's goroutine. Each of its steps is
// bounded in time; how long a replay takes is up to the client's line.
func (c *connection) connect(raw []byte) {
	c.locked(func() {
		if c.phase == connecting {
			c.rest() // CONNECT has come
		}
	})
	if err := c.signIn(c.hub.ctx, raw); err != nil {
		c.refuse(err)
	}
}

// within bounds one step of a sign-in.
func (h *Hub) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, h.options.CommandTimeout)
}

// refuse answers CONNECT with connect_error and waits for another try.
func (c *connection) refuse(err error) {
	f := c.hub.report(err, "connect")
	data := projection.AppendJSON(nil, struct {
		Message string       `json:"message"`
		Data    wire.Problem `json:"data"`
	}{f.Detail, problemOf(f)})
	var flood bool
	c.locked(func() {
		if c.phase == connecting {
			c.phase = idle
			c.await(c.hub.options.ConnectTimeout, link.ConnectTimeout)
		}
		c.refused++
		flood = c.refused > maxRefused
	})
	if flood {
		c.hub.metrics.refusals.WithLabelValues(string(limits.Connects)).Inc()
	}
	c.link.Send(projection.Packet(socketio.Packet{Type: socketio.ConnectError, Namespace: "/", Data: data}))
	if flood {
		c.link.Close(link.Flood)
	}
}

// signIn authenticates, finds the tenant, and enters it with what the client
// missed.
func (c *connection) signIn(ctx context.Context, raw []byte) error {
	h := c.hub
	var auth credentials
	if len(raw) > 0 && exact.Lenient(raw, &auth) != nil {
		return fault.New(fault.Malformed, "The sign-in of the socket can't be read.")
	}
	if auth.Token == "" {
		return fault.New(fault.Unauthenticated, "A token is required.")
	}
	// Whoever reads rights before an epoch that the tenant has passed when he
	// joins must read them again.
	epoch := h.epoch.Load()
	step, cancel := h.within(ctx)
	defer cancel()
	read := h.options.Now()
	p, expires, err := h.options.Authenticator.Authenticate(step, auth.Token)
	if err != nil {
		return err
	}
	t, err := h.tenant(step, p.Organization)
	if err != nil {
		return err
	}
	if l, wait := t.budgets.Enter(p.User, time.Now()); l != "" {
		h.visited(t)
		return h.refusal(l, wait)
	}
	s := &socket{hub: h, tenant: t, link: c.link, opened: c.opened, expires: expires, rightsAt: read}
	s.principal.Store(&p)
	e := &entering{connection: c, socket: s, epoch: epoch}
	entered := false
	defer func() {
		if !entered { // it panicked, and the connection ends
			e.retreat()
		}
	}()
	e.ask(auth.Topics)
	err = e.enter(ctx, auth)
	entered = true
	switch {
	case err == nil:
	case e.answered: // it is the socket now that leaves
		s.dismiss(failed(err))
		return nil
	default:
		h.visited(t)
	}
	return err
}

// retreat gives back what a sign-in had taken that was never finished. What its
// connection took over ends with that.
func (e *entering) retreat() {
	e.abandon()
	if !e.socket.adopted {
		e.socket.hub.visited(e.socket.tenant)
	}
}

// failed tells why a socket must go whose recovery ended in the middle.
func failed(err error) link.Reason {
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Forbidden) {
		return link.Disabled
	}
	return link.Behind
}

// enter recovers where it can, else begins a new session.
func (e *entering) enter(ctx context.Context, auth credentials) error {
	h, t := e.socket.hub, e.socket.tenant
	if auth.PID != "" {
		outcome, err := e.recover(ctx, auth)
		h.metrics.recoveries.WithLabelValues(outcome).Inc()
		if err != nil {
			return err
		}
		if outcome == recovered {
			return nil
		}
	}
	for {
		if err := e.refresh(ctx); err != nil {
			return err
		}
		var stale bool
		var err error
		t.locked(func() {
			if stale = t.epoch > e.epoch; !stale {
				err = e.begin()
			}
		})
		if stale {
			continue
		}
		t.tellPresence()
		return err
	}
}

// readable keeps the topics that exist and that the principal may read.
func (t *tenant) readable(p *access.Principal, names []string) []string {
	var kept []string
	for _, name := range names {
		if len(kept) == t.hub.options.TopicsPerSocket {
			break
		}
		if at, ok := t.catalog().Parse(name); ok && t.catalog().MayRead(p, at) && !slices.Contains(kept, name) {
			kept = append(kept, at.Name())
		}
	}
	return kept
}

// lostTopics are those that a returning client had and may have no more: it is
// told to take them anew, and learns why when it does.
func lostTopics(asked, kept []string, limit int) []string {
	var lost []string
	for _, name := range asked[:min(len(asked), limit)] {
		if !slices.Contains(kept, name) && len(name) <= maxTopicName {
			lost = append(lost, name)
		}
	}
	return lost
}

// entering is a socket on its way into the tenant.
type entering struct {
	connection  *connection
	socket      *socket
	epoch       int64 // when its rights were read
	topics      []string
	pid         string
	resync      []string        // topics to take anew after joining
	told        map[string]bool // topics of which the replay told that they are to be taken anew
	otherRights bool            // its rights are others than those it came with
	known       bool            // presence knows the session already
	answered    bool            // CONNECT was, before all was replayed
}

// refresh reads the rights again where they changed since they were read.
func (e *entering) refresh(ctx context.Context) error {
	t := e.socket.tenant
	for {
		var stale bool
		t.locked(func() { stale = t.epoch > e.epoch })
		if !stale {
			return nil
		}
		h := e.connection.hub
		epoch, read := h.epoch.Load(), h.options.Now()
		p, err := h.reload(ctx, e.socket.principal.Load())
		if err != nil {
			return err
		}
		e.socket.rightsAt = read
		if p.Key() != e.socket.principal.Load().Key() {
			e.otherRights = true
		}
		e.socket.principal.Store(&p)
		e.epoch = epoch
		e.topics = t.readable(&p, e.topics)
	}
}

func (h *Hub) reload(ctx context.Context, p *access.Principal) (access.Principal, error) {
	ctx, cancel := h.within(ctx)
	defer cancel()
	return h.options.Authenticator.Reload(ctx, p)
}

// begin joins with a new session. The caller holds the tenant's lock.
func (e *entering) begin() error {
	s, t, h := e.socket, e.socket.tenant, e.socket.hub
	p := s.principal.Load()
	s.sid = newSID()
	e.pid = pid.Token{
		Organization: p.Organization, User: p.User, Session: p.Session, SID: s.sid,
		Start: t.applied, Rights: p.Key(), Expires: h.options.Now().Add(h.options.PIDLife),
	}.Sign(h.options.PIDKey)
	e.topics, e.resync = nil, nil // a new session subscribes, with snapshots
	s.rightsAt = time.Time{}      // and holds nothing from before
	return e.join(nil)
}

// onePiece is how much of a replay may leave in front of the answer to CONNECT, with
// the answer: no more than one TCP segment, which arrives as a whole or not at all.
// The client's library keeps what comes before the answer and doesn't count it as
// received, so that it would fire it twice after a cut in front of the answer.
const onePiece = 1200

// join sends the last of a replay, answers CONNECT and makes the socket live. The
// caller holds the tenant's lock, so nothing can come between the answer and the
// first change.
func (e *entering) join(replay []link.Frame) error {
	s, t, h := e.socket, e.socket.tenant, e.socket.hub
	e.supersede()
	e.unclaim()
	if err := t.admit(s.principal.Load()); err != nil {
		return err
	}
	if e.answered && e.connection.current() != s || !e.answered && !e.connection.adopt(s) {
		return errGone
	}
	s.offset, s.offsetAt = t.applied, h.options.Now()
	s.present = true
	if !e.known {
		t.note(s.principal.Load(), s.sid, true)
	}
	e.known = false // the socket's now
	frames := replay
	if !e.answered {
		// What is to be taken anew is asked for by one who is connected.
		if answer := e.answer(); len(e.told) > 0 || length(replay)+answer.Len() > onePiece {
			frames = append([]link.Frame{answer}, replay...)
		} else {
			frames = append(frames, answer)
		}
	}
	slices.Sort(e.resync)
	frames = e.anew(frames, e.resync)
	if len(frames) > 0 {
		s.link.SendTogether(frames...)
	}
	t.join(s, e.topics)
	return nil
}

func length(frames []link.Frame) int {
	n := 0
	for _, f := range frames {
		n += f.Len()
	}
	return n
}

// answer makes the answer to CONNECT.
func (e *entering) answer() link.Frame {
	e.answered = true
	return projection.Packet(socketio.Packet{Type: socketio.Connect, Namespace: "/", Data: projection.AppendJSON(nil, struct {
		SID string `json:"sid"`
		PID string `json:"pid"`
	}{e.socket.sid, e.pid})})
}

// errGone ends a CONNECT whose connection went away meanwhile.
var errGone = fault.New(fault.Unavailable, "The connection was closed.")

func newSID() string {
	var b [15]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}
