package hub

import (
	"switchboard/hub/limits"
	"switchboard/hub/link"
)

// jobs queues the packets of one socket, which run in order. Its connection's
// lock guards it.
type jobs struct {
	link    *link.Conn
	queue   []job
	bytes   int  // held by the queue
	working bool // runQueue is running
}

// job is a queued packet and the memory that it holds.
type job struct {
	do   func()
	size int
}

// maxJobs and maxJobBytes bound the queued packets of one socket.
const (
	maxJobs     = 32
	maxJobBytes = 256 << 10
)

// add appends a job. If too much is queued, it returns the limit that was
// met. A socket with an empty queue is always served.
func (q *jobs) add(size int, do func()) limits.Limit {
	switch {
	case len(q.queue) >= maxJobs:
		return limits.SocketCommands
	case q.working && q.bytes+size > maxJobBytes:
		return limits.SocketBytes
	case !q.link.Reserve(size, len(q.queue) == 0): // one job may always be queued: its sender gets a reply before the first job is done
		return limits.WaitingBytes
	}
	q.queue = append(q.queue, job{do, size})
	q.bytes += size
	return ""
}

// take removes the first job, if there is one.
func (q *jobs) take() (next job, more bool) {
	if len(q.queue) == 0 {
		return job{}, false
	}
	next, q.queue = q.queue[0], q.queue[1:]
	q.bytes -= next.size
	return next, true
}

// drop empties the queue.
func (q *jobs) drop() {
	q.link.Free(q.bytes)
	q.queue, q.bytes = nil, 0
}
