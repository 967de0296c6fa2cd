package link

import (
	"switchboard/hub/engineio"
)

var (
	closePacket = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Close, nil) })
	noopPacket  = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Noop, nil) })
)

// pollQueue queues packets for a poll. bytes excludes a session's farewell.
type pollQueue struct {
	frames []Frame
	bytes  int
}

func (q *pollQueue) add(frames []Frame, bytes int) {
	q.frames = append(q.frames, frames...)
	q.bytes += bytes
}

// last appends a session's farewell. Unless keep is true, it replaces the
// queue.
func (q *pollQueue) last(keep bool, words ...Frame) {
	if !keep {
		q.frames = nil
	}
	q.frames = append(q.frames, words...)
}

// clear empties the queue and returns the bytes that no longer count.
func (q *pollQueue) clear() (bytes int) {
	bytes = q.bytes
	*q = pollQueue{}
	return bytes
}

// body moves the queue into a polling body and returns the bytes that no
// longer count. An empty queue yields a Noop. When a session ends, the Close
// packet is sent alone by the next poll: the official client acts on it
// before it has delivered the messages in front of it, so those would reach a
// closed socket.
func (q *pollQueue) body(ending bool) (body []byte, bytes int) {
	frames, rest := q.frames, []Frame(nil)
	switch n := len(frames); {
	case n == 0:
		frames = []Frame{noopPacket}
	case n > 1 && ending:
		frames, rest = frames[:n-1], frames[n-1:]
	}
	body = make([]byte, 0, q.bytes+len(frames))
	for i, f := range frames {
		if i > 0 {
			body = append(body, engineio.Separator)
		}
		if f.binary() {
			body = engineio.AppendPolledBinary(body, f.Payload())
		} else {
			body = append(body, f.Payload()...)
		}
	}
	bytes = q.clear()
	q.frames = rest
	return body, bytes
}
