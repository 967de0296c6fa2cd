package hub

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/pid"
	"switchboard/hub/projection"
	"switchboard/hub/socketio"
	"switchboard/hub/topic"
	"switchboard/storage/access"
)

// How a recovery ended, for the metrics.
const (
	recovered      = "recovered"
	refusedToken   = "token"    // forged, expired, or another user's
	refusedOffset  = "offset"   // beyond the log
	refusedTooOld  = "too_old"  // retention exceeded
	refusedTooMuch = "too_much" // more missed than is replayed
	refusedError   = "error"    // the log could not be read, or the client went
	refusedTopics  = "topics"   // none named and none remembered, or more than a socket may have
	refusedRights  = "rights"   // the user's rights have changed since
)

// credentials is the payload of CONNECT. The client's library adds pid and
// offset to what the application gives.
type credentials struct {
	Token  string   `json:"token"`
	Topics []string `json:"topics"` // nil where the client names none, not even an empty list
	PID    string   `json:"pid"`
	Offset string   `json:"offset"`
}

// readable keeps the topics that exist and that the principal may read.
func (t *tenant) readable(p *access.Principal, names []string) []string {
	var kept []string
	for _, name := range names {
		if len(kept) == t.node.options.TopicsPerSocket {
			break
		}
		// A live query is asked anew: what became of its answer is not in the log.
		if at, ok := t.catalog().Parse(name); ok && at.Kind != topic.Query && t.catalog().MayRead(p, at) && !slices.Contains(kept, name) {
			kept = append(kept, at.Name())
		}
	}
	return kept
}

// lostTopics are those that a returning client had and may read no more: it is told to
// subscribe again, and the refusal says why.
func lostTopics(asked, kept []string, limit int) []string {
	var lost []string
	for _, name := range asked[:min(len(asked), limit)] {
		if !slices.Contains(kept, name) && len(name) <= maxTopicName {
			lost = append(lost, name)
		}
	}
	return lost
}

// entering is a socket that is signing in: it becomes live by a new session or by the
// recovery of an old one.
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
		h := e.connection.node
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

// begin joins with a new session. The caller holds the tenant's lock.
func (e *entering) begin() error {
	s, t, h := e.socket, e.socket.tenant, e.socket.node
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
	s, t, h := e.socket, e.socket.tenant, e.socket.node
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
		t.reports.add(s.principal.Load(), s.sid, true)
	}
	e.known = false // the socket's now
	frames := replay
	if !e.answered {
		// A client takes snapshots only once it is connected.
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

func newSID() string {
	var b [15]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// anew adds the packets that tell of topics to be taken anew, each once: the client
// takes them after it has joined.
func (e *entering) anew(out []link.Frame, topics []string) []link.Frame {
	for _, name := range topics {
		if !e.told[name] {
			if e.told == nil {
				e.told = map[string]bool{}
			}
			e.told[name] = true
			out = append(out, projection.Resync(name))
		}
	}
	return out
}

// ask sets the topics to be joined again, of those that the client had: those that it
// may still have.
func (e *entering) ask(names []string) {
	h := e.socket.node
	e.topics = e.socket.tenant.readable(e.socket.principal.Load(), names)
	e.resync = lostTopics(names, e.topics, h.options.TopicsPerSocket)
}

// retreat gives back what an unfinished sign-in had claimed.
func (e *entering) retreat() {
	e.abandon()
	if !e.socket.adopted {
		e.connection.tenants.visited(e.socket.tenant)
	}
}
