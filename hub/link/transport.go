package link

import (
	"errors"
	"sync/atomic"
)

// transport sends a session's frames: by polling until a WebSocket takes
// over, once, or by a WebSocket from the beginning.
type transport struct {
	writer atomic.Pointer[writer] // nil while the session polls
	poll   *poll                  // nil if the session began as a WebSocket
}

// polls reports whether the session has no WebSocket yet.
func (t *transport) polls() bool { return t.writer.Load() == nil }

func (t *transport) send(f Frame, how urgency) error {
	if w := t.writer.Load(); w != nil {
		return w.send(f.bytes, how)
	}
	return t.sendPolled([]Frame{f}, how)
}

// sendTogether is send for durable frames that must be contiguous.
func (t *transport) sendTogether(frames []Frame) error {
	if w := t.writer.Load(); w != nil {
		return w.send(join(frames), durable)
	}
	return t.sendPolled(frames, durable)
}

// sendPolled queues frames for the next poll, or sends them by the WebSocket
// that has taken over.
func (t *transport) sendPolled(frames []Frame, how urgency) error {
	err := t.poll.send(frames, how)
	if errors.Is(err, errMoved) {
		return t.writer.Load().send(join(frames), how)
	}
	return err
}

// sendWait is send for a backlog: it blocks until half of the queue is free.
func (t *transport) sendWait(f Frame) error {
	if t.polls() {
		if err := t.poll.sendWait(f); !errors.Is(err, errMoved) {
			return err
		}
	}
	return t.writer.Load().sendWait(f.bytes)
}

// finish ends the transport with a reason and a farewell. It returns true if
// no reader is left that would notify the Upper.
func (t *transport) finish(r Reason, abrupt bool, farewell []Frame) (unread bool) {
	if t.polls() {
		if ended, unread := t.poll.finish(r, abrupt, farewell); ended {
			return unread
		}
	}
	last := join(farewell)
	if r.Status != 0 {
		last = append(last, closeFrame(r).bytes...)
	}
	t.writer.Load().finish(last, abrupt)
	return false
}

// shut drops what a closing session may still have to send.
func (t *transport) shut() {
	if w := t.writer.Load(); w != nil {
		_ = w.Close()
		return
	}
	t.poll.shut()
}

// backlog returns the bytes and messages in the send queue.
func (t *transport) backlog() (bytes, messages int) {
	if w := t.writer.Load(); w != nil {
		return w.backlog()
	}
	return t.poll.backlog()
}

// takeOver makes a candidate the transport. It returns false if the session
// no longer allows it.
func (t *transport) takeOver(k *candidate) bool {
	return t.poll.handOver(k, t.writer.Store)
}

// ask notes that a message arrived whose reply should be sent immediately.
func (t *transport) ask() {
	if w := t.writer.Load(); w != nil {
		w.answers.ask()
	}
}
