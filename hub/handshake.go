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

// Outcomes of a recovery, for the metrics.
const (
	recovered      = "recovered"
	refusedToken   = "token"    // forged, expired, or another user's
	refusedOffset  = "offset"   // beyond the log
	refusedTooOld  = "too_old"  // older than the retention
	refusedTooMuch = "too_much" // more entries missed than may be replayed
	refusedError   = "error"    // the log could not be read, or the client disconnected
	refusedTopics  = "topics"   // none named and none remembered, or more than a socket may have
	refusedRights  = "rights"   // the user's permissions have changed
)

// credentials is the payload of CONNECT. The client library adds pid and
// offset to the application's fields.
type credentials struct {
	Token  string   `json:"token"`
	Topics []string `json:"topics"` // nil if the client sends none, not even an empty list
	PID    string   `json:"pid"`
	Offset string   `json:"offset"`
}

// readable returns the topics that exist and that the principal may read.
func (org *orgHub) readable(p *access.Principal, names []string) []string {
	var kept []string
	for _, name := range names {
		if len(kept) == org.node.options.TopicsPerSocket {
			break
		}
		// A live query must be subscribed again: changes of its result are
		// not in the log.
		if at, ok := org.catalog().Parse(name); ok && at.Kind != topic.Query && org.catalog().MayRead(p, at) && !slices.Contains(kept, name) {
			kept = append(kept, at.Name())
		}
	}
	return kept
}

// lostTopics returns the topics that a returning client had and may no longer
// read. The client is asked to subscribe again, and the refusal states the
// reason.
func lostTopics(opened, kept []string, limit int) []string {
	var lost []string
	for _, name := range opened[:min(len(opened), limit)] {
		if !slices.Contains(kept, name) && len(name) <= maxTopicName {
			lost = append(lost, name)
		}
	}
	return lost
}

// handshake is a socket that is signing in. It becomes live by a new session
// or by recovering an old one.
type handshake struct {
	connection    *connection
	socket        *socket
	epoch         int64 // when its permissions were read
	topics        []string
	pid           string
	resync        []string        // topics to resync after joining
	resyncSent    map[string]bool // topics for which the replay has already sent a resync
	rightsChanged bool            // its permissions differ from those it connected with
	presenceKnown bool            // presence already knows the session
	answered      bool            // CONNECT was answered before the replay was complete
}

// refresh reads the permissions again if they have changed since they were
// read.
func (h *handshake) refresh(ctx context.Context) error {
	org := h.socket.org
	for {
		var stale bool
		org.locked(func() { stale = org.epoch > h.epoch })
		if !stale {
			return nil
		}
		n := h.connection.node
		epoch, read := n.epoch.Load(), n.options.Now()
		p, err := n.reload(ctx, h.socket.principal.Load())
		if err != nil {
			return err
		}
		h.socket.rightsAt = read
		if p.Key() != h.socket.principal.Load().Key() {
			h.rightsChanged = true
		}
		h.socket.principal.Store(&p)
		h.epoch = epoch
		h.topics = org.readable(&p, h.topics)
	}
}

// begin joins with a new session. The caller holds the organization's lock.
func (h *handshake) begin() error {
	s, org, n := h.socket, h.socket.org, h.socket.node
	p := s.principal.Load()
	s.sid = newSID()
	h.pid = pid.Token{
		Organization: p.Organization, User: p.User, Session: p.Session, SID: s.sid,
		Start: org.applied, Rights: p.Key(), Expires: n.options.Now().Add(n.options.PIDLife),
	}.Sign(n.options.PIDKey)
	h.topics, h.resync = nil, nil // a new session subscribes with snapshots
	s.rightsAt = time.Time{}      // and holds nothing from before
	return h.join(nil)
}

// maxSegment bounds the bytes of a replay that are sent before the reply to
// CONNECT, including the reply: no more than one TCP segment, which arrives
// whole or not at all. The client library buffers what arrives before the
// reply without counting it as received, so if the connection were cut before
// the reply, it would fire those events twice.
const maxSegment = 1200

// join sends the end of a replay, answers CONNECT and makes the socket live.
// The caller holds the organization's lock, so nothing can come between the
// reply and the first change.
func (h *handshake) join(replay []link.Frame) error {
	s, org, n := h.socket, h.socket.org, h.socket.node
	h.supersede()
	h.unclaim()
	if err := org.admit(s.principal.Load()); err != nil {
		return err
	}
	if h.answered && h.connection.current() != s || !h.answered && !h.connection.adopt(s) {
		return errGone
	}
	s.offset, s.offsetAt = org.applied, n.options.Now()
	s.present = true
	if !h.presenceKnown {
		org.reports.add(s.principal.Load(), s.sid, true)
	}
	h.presenceKnown = false // the socket owns it now
	frames := replay
	if !h.answered {
		// A client takes snapshots only once it is connected.
		if answer := h.answer(); len(h.resyncSent) > 0 || length(replay)+answer.Len() > maxSegment {
			frames = append([]link.Frame{answer}, replay...)
		} else {
			frames = append(frames, answer)
		}
	}
	slices.Sort(h.resync)
	frames = h.appendResyncs(frames, h.resync)
	if len(frames) > 0 {
		s.link.SendTogether(frames...)
	}
	org.join(s, h.topics)
	return nil
}

func length(frames []link.Frame) int {
	n := 0
	for _, f := range frames {
		n += f.Len()
	}
	return n
}

// answer returns the reply to CONNECT.
func (h *handshake) answer() link.Frame {
	h.answered = true
	return projection.Frame(socketio.Packet{Type: socketio.Connect, Namespace: "/", Data: projection.AppendJSON(nil, struct {
		SID string `json:"sid"`
		PID string `json:"pid"`
	}{h.socket.sid, h.pid})})
}

func newSID() string {
	var b [15]byte
	_, _ = rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// appendResyncs appends one resync packet per topic, skipping topics for
// which one was already sent. The client takes the snapshots after it has
// joined.
func (h *handshake) appendResyncs(out []link.Frame, topics []string) []link.Frame {
	for _, name := range topics {
		if !h.resyncSent[name] {
			if h.resyncSent == nil {
				h.resyncSent = map[string]bool{}
			}
			h.resyncSent[name] = true
			out = append(out, projection.Resync(name))
		}
	}
	return out
}

// requestTopics sets the topics to rejoin: those of names that the client may
// still read. The others are to be resynced.
func (h *handshake) requestTopics(names []string) {
	n := h.socket.node
	h.topics = h.socket.org.readable(h.socket.principal.Load(), names)
	h.resync = lostTopics(names, h.topics, n.options.TopicsPerSocket)
}

// rollBack releases what an unfinished handshake had claimed.
func (h *handshake) rollBack() {
	h.abandon()
	if !h.socket.adopted {
		h.connection.orgs.leave(h.socket.org)
	}
}
