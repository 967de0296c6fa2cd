package link

import (
	"switchboard/hub/engineio"
)

var (
	closePacket = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Close, nil) })
	noopPacket  = NewFrame(1, func(dst []byte) []byte { return engineio.Append(dst, engineio.Noop, nil) })
)

// pollQueue is the packets that wait for a poll. bytes are those of them that count:
// the last words of a session don't.
type pollQueue struct {
	frames []Frame
	bytes  int
}

func (q *pollQueue) add(frames []Frame, bytes int) {
	q.frames = append(q.frames, frames...)
	q.bytes += bytes
}

// last puts a session's last words at the end, instead of all that waits unless kept.
func (q *pollQueue) last(keep bool, words ...Frame) {
	if !keep {
		q.frames = nil
	}
	q.frames = append(q.frames, words...)
}

// clear forgets what waits and gives the bytes that don't count any more.
func (q *pollQueue) clear() (bytes int) {
	bytes = q.bytes
	*q = pollQueue{}
	return bytes
}

// body empties the queue into a polling body, and gives the bytes that don't count any
// more. A poll that is let go without anything to say gets a Noop. Of a session that ends
// the Close packet goes alone, by the next poll: the official client acts upon it before
// it has handed on the messages in front of it, so that those would come to a socket that
// is closed.
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
