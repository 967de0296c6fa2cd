package hub

import (
	"switchboard/hub/limits"
	"switchboard/hub/link"
)

// jobs are the packets of one socket that wait to be carried out, in order. They are
// guarded by their connection's lock.
type jobs struct {
	link    *link.Conn
	queue   []job
	bytes   int  // that the queue holds in memory
	working bool // they are being carried out
}

// job is a packet that waits to be carried out, with what it holds in memory.
type job struct {
	do   func()
	size int
}

// maxJobs and maxJobBytes bound the packets of one socket that wait to be carried out.
const (
	maxJobs     = 32
	maxJobBytes = 256 << 10
)

// add puts a job last. It gives the limit that was met where too much waits; a socket
// for which nothing waits is always served.
func (q *jobs) add(size int, do func()) limits.Limit {
	switch {
	case len(q.queue) >= maxJobs:
		return limits.SocketCommands
	case q.working && q.bytes+size > maxJobBytes:
		return limits.SocketBytes
	case !q.link.Reserve(size, len(q.queue) == 0): // one may always wait: its sender is answered before the first is done with
		return limits.WaitingBytes
	}
	q.queue = append(q.queue, job{do, size})
	q.bytes += size
	return ""
}

// take gives the job that is first in line, if there is any.
func (q *jobs) take() (next job, more bool) {
	if len(q.queue) == 0 {
		return job{}, false
	}
	next, q.queue = q.queue[0], q.queue[1:]
	q.bytes -= next.size
	return next, true
}

// drop forgets what waits.
func (q *jobs) drop() {
	q.link.Free(q.bytes)
	q.queue, q.bytes = nil, 0
}
