package link

import (
	"net"
	"sync"
)

// scratchSize is the largest batch that is copied into one piece, which is
// faster for small frames than an array of pointers. Larger batches use
// writev.
const scratchSize = 64 << 10

var (
	boxes     = sync.Pool{New: func() any { b := make(net.Buffers, 0, 16); return &b }}
	scratches = sync.Pool{New: func() any { b := make([]byte, 0, scratchSize); return &b }}
)

// queue holds the frames of a WebSocket in order. bytes and count cover
// everything that has not been sent, including what hand returned. An empty
// queue occupies no memory.
type queue struct {
	frames net.Buffers
	box    *net.Buffers // where the array of frames is returned to
	bytes  int
	count  int
}

func (q *queue) add(frame []byte) {
	if q.frames == nil {
		q.box, _ = boxes.Get().(*net.Buffers)
		q.frames = (*q.box)[:0]
	}
	q.frames = append(q.frames, frame)
	q.bytes += len(frame)
	q.count++
}

// hand returns the frames; their bytes and count remain counted until left is
// called.
func (q *queue) hand() (frames net.Buffers, bytes, count int) {
	frames = q.frames
	q.frames, q.box = nil, nil
	return frames, q.bytes, q.count
}

// left subtracts what has been sent or dropped.
func (q *queue) left(bytes, count int) {
	q.bytes -= bytes
	q.count -= count
}

// cut removes the first bytes, which have been sent; some remain. No frames
// may be handed out.
func (q *queue) cut(n int) {
	q.bytes -= n
	for n >= len(q.frames[0]) {
		n -= len(q.frames[0])
		q.frames[0] = nil
		q.frames = q.frames[1:]
	}
	q.frames[0] = q.frames[0][n:]
	q.count = len(q.frames)
}

// small reports whether all frames fit into one piece.
func (q *queue) small() bool { return q.bytes <= scratchSize || len(q.frames) == 1 }

// whole passes all frames to write in one piece, which write must not keep.
func (q *queue) whole(write func(piece []byte) (int, error)) (int, error) {
	if len(q.frames) == 1 {
		return write(q.frames[0])
	}
	p, _ := scratches.Get().(*[]byte)
	defer scratches.Put(p)
	all := (*p)[:0]
	for _, frame := range q.frames {
		all = append(all, frame...)
	}
	return write(all)
}

// clear empties the queue and returns the array. No frames may be handed out.
func (q *queue) clear() {
	if q.box != nil && cap(q.frames) <= 2*batchMessages {
		clear(q.frames)
		*q.box = q.frames[:0]
		boxes.Put(q.box)
	}
	*q = queue{}
}
