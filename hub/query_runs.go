package hub

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/query"
	"switchboard/storage/wait"
)

// queryRuns keeps the results of live queries current. A change that the
// entry itself determines is sent immediately; otherwise the query runs again
// outside the delivery. Each query has one run at a time, no more often than
// QueryEvery; each organization has few runs at a time, in the order in which
// they became due. The last change is always followed by a run. The
// organization's lock guards it.
type queryRuns struct {
	*orgState

	queue   []*liveQuery
	runners int
}

const (
	// clockTolerance is how long after a run an entry may still predate it,
	// because the clocks of nodes differ. Such an entry may be older than the
	// result.
	clockTolerance = 5 * time.Second
	// timedEvery is how often a query runs whose result depends on the clock,
	// idleEvery how often any other, so that no client keeps a wrong result
	// forever.
	timedEvery, idleEvery = time.Minute, time.Hour
	// restFactor times the duration of a run is the pause before the same
	// worker runs another query: live queries give way to interactive
	// queries, and the more so the longer they take.
	restFactor = 3
	// retryAfterFailure is when a client should subscribe again to a query
	// that could not be run.
	retryAfterFailure = 3 * time.Second
)

// onEntry handles an entry that has been applied. The caller holds the lock.
func (r *queryRuns) onEntry(e *entry.Entry) {
	if r.live.Len() == 0 {
		return
	}
	if r.catalog().Visibility.MovesTeams(e) {
		for q := range r.live.All {
			r.rerun(q)
		}
		return
	}
	r.live.Concerned(e, func(q *liveQuery) { r.decide(q, e) })
}

func (r *queryRuns) decide(q *liveQuery, e *entry.Entry) {
	var held query.Held
	if q.result != nil && !q.reading && !q.dirty {
		held = q.result
	}
	v := q.query.Watch().Decide(e, held)
	switch {
	case !v.Again && v.Set == nil:
	case v.Again || e.At.Before(q.ranAt.Add(clockTolerance)) || !r.isCurrent(q):
		r.rerun(q)
	default:
		row, err := json.Marshal(v.Set)
		if err != nil {
			r.rerun(q)
			return
		}
		q.result.Touched(e.ID)
		r.node.metrics.queryChanges.Inc()
		total, rough := q.result.Total()
		q.send(wire.RowsEvent{Changed: []wire.QueryRow{{Key: string(e.ID), Row: row}}, Total: total, Estimated: rough}, r.live.next())
	}
}

// isCurrent reports whether a query's permissions are known to be those of
// its socket. The caller holds the lock.
func (r *queryRuns) isCurrent(q *liveQuery) bool {
	return !q.ended && q.socket.reload == nil && q.socket.principal.Load() == q.principal
}

// rerun makes a query run again. The caller holds the lock.
func (r *queryRuns) rerun(q *liveQuery) {
	q.dirty = true
	r.schedule(q)
}

// schedule makes a query run as soon as QueryEvery permits. The caller holds
// the lock.
func (r *queryRuns) schedule(q *liveQuery) {
	if q.ended || q.reading || q.queued || q.timer != nil {
		return
	}
	wait := time.Until(q.ranAt.Add(r.node.options.QueryEvery))
	if wait <= 0 {
		r.enqueue(q)
		return
	}
	q.timer = time.AfterFunc(wait, func() {
		defer func() { r.node.caught(panickedTimer, recover()) }()
		r.locked(func() {
			q.timer = nil
			r.enqueue(q)
		})
	})
}

// enqueue queues a query to run. The caller holds the lock.
func (r *queryRuns) enqueue(q *liveQuery) {
	if q.ended || q.queued || q.reading || r.ctx.Err() != nil {
		return
	}
	q.queued = true
	r.queue = append(r.queue, q)
	if r.runners < r.node.options.QueriesAtOnce {
		r.runners++
		r.node.work.Go(r.runQueue)
	}
}

func (r *queryRuns) runQueue() {
	for r.next() {
	}
}

// next runs the query at the front of the queue. It returns false if none is
// left.
func (r *queryRuns) next() (more bool) {
	var q *liveQuery
	defer func() {
		if r.node.caught(panickedQuery, recover()) && q != nil {
			r.locked(func() { r.fail(q) })
			more = true
		}
	}()
	r.locked(func() {
		for q == nil && len(r.queue) > 0 {
			first := r.queue[0]
			r.queue[0] = nil
			r.queue = r.queue[1:]
			if first.queued = false; !first.ended {
				q = first
			}
		}
		if q == nil {
			r.runners--
			return
		}
		q.reading, q.dirty = true, false
	})
	if q == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(r.ctx, r.node.options.CommandTimeout)
	defer cancel()
	began := time.Now()
	answer, err := q.query.Run(ctx)
	took := time.Since(began)
	r.node.metrics.queryRuns.Inc()
	r.locked(func() { r.finishRun(q, &answer, err) })
	return wait.For(r.ctx, restFactor*took)
}

// finishRun sends what a run changed. The caller holds the lock.
func (r *queryRuns) finishRun(q *liveQuery, answer *query.Answer, err error) {
	q.reading, q.ranAt = false, time.Now()
	switch {
	case !r.isCurrent(q): // the socket is asked to subscribe again
		return
	case err != nil:
		_ = r.node.report(err, "a live query") // the client receives the error when it subscribes again
		r.fail(q)
		return
	}
	now, e, changed := q.result.Compare(answer)
	q.result = now
	if changed {
		r.node.metrics.queryChanges.Inc()
		q.send(e, r.live.next())
	}
	if q.dirty {
		r.schedule(q)
	}
}

// fail ends a live query that cannot be run. The client subscribes again; it
// then receives the reason, or the query works again. The caller holds the
// lock.
func (r *queryRuns) fail(q *liveQuery) {
	if q.ended {
		return
	}
	q.socket.link.Send(projection.ResyncIn(q.name, retryAfterFailure))
	r.node.metrics.resyncs.Inc()
	r.unsubscribe(q.socket, q.name)
}

// runDue re-runs the queries whose result is too old.
func (r *queryRuns) runDue(now time.Time) {
	r.locked(func() {
		for q := range r.live.All {
			every := idleEvery
			if q.query.Watch().Timed {
				every = timedEvery
			}
			if q.result != nil && now.Sub(q.ranAt) >= every {
				r.rerun(q)
			}
		}
	})
}
