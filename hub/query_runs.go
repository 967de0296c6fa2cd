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

// queryRuns keep the answers of live queries current. What an entry says by itself is told
// at once; else the query is run again, beside the delivery: one run of a query at a time,
// no more often than QueryEvery, of an organization few at the same time and in the order
// in which they became due. The last change is always followed by a run. They are guarded
// by the tenant's lock.
type queryRuns struct {
	*audience

	queue   []*liveQuery
	runners int
}

const (
	// settled is how long after a run an entry may still be of before it: the clocks of
	// nodes differ. What such an entry says may be older than the answer.
	settled = 5 * time.Second
	// timedEvery is how often a query is run whose answer changes with the clock, idleEvery
	// any other: nobody is to hold for ever what an error of ours left behind.
	timedEvery, idleEvery = time.Minute, time.Hour
	// rests is for how many times as long as a run took nothing is run in its stead: what
	// follows the log gives way to what people ask, the more the longer it takes.
	rests = 3
	// failedAfter is when a client is to ask again for what could not be read.
	failedAfter = 3 * time.Second
)

// noticed looks at an entry that has been applied. The caller holds the lock.
func (r *queryRuns) noticed(e *entry.Entry) {
	if r.live.Len() == 0 {
		return
	}
	if r.catalog().Visibility.MovesTeams(e) {
		for q := range r.live.All {
			r.again(q)
		}
		return
	}
	r.live.Concerned(e, func(q *liveQuery) { r.decide(q, e) })
}

func (r *queryRuns) decide(q *liveQuery, e *entry.Entry) {
	var held query.Held
	if q.held != nil && !q.reading && !q.dirty {
		held = q.held
	}
	v := q.query.Watch().Decide(e, held)
	switch {
	case !v.Again && v.Set == nil:
	case v.Again || e.At.Before(q.ranAt.Add(settled)) || !r.current(q):
		r.again(q)
	default:
		row, err := json.Marshal(v.Set)
		if err != nil {
			r.again(q)
			return
		}
		q.held.Touched(e.ID)
		r.node.metrics.queryChanges.Inc()
		total, rough := q.held.Total()
		q.tell(wire.RowsEvent{Changed: []wire.QueryRow{{Key: string(e.ID), Row: row}}, Total: total, Estimated: rough}, r.live.next())
	}
}

// current tells whether the rights under which a query is asked are known to be those of its
// socket. The caller holds the lock.
func (r *queryRuns) current(q *liveQuery) bool {
	return !q.over && q.socket.renewal == nil && q.socket.principal.Load() == q.principal
}

// again has a query run again. The caller holds the lock.
func (r *queryRuns) again(q *liveQuery) {
	q.dirty = true
	r.schedule(q)
}

// schedule sees to it that a query is run when it may be. The caller holds the lock.
func (r *queryRuns) schedule(q *liveQuery) {
	if q.over || q.reading || q.queued || q.timer != nil {
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

// enqueue has a query run. The caller holds the lock.
func (r *queryRuns) enqueue(q *liveQuery) {
	if q.over || q.queued || q.reading || r.ctx.Err() != nil {
		return
	}
	q.queued = true
	r.queue = append(r.queue, q)
	if r.runners < r.node.options.QueriesAtOnce {
		r.runners++
		r.node.work.Go(r.workOff)
	}
}

func (r *queryRuns) workOff() {
	for r.next() {
	}
}

// next runs the query that waits longest; false where none is left.
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
			if first.queued = false; !first.over {
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
	r.locked(func() { r.ran(q, &answer, err) })
	return wait.For(r.ctx, rests*took)
}

// ran tells what a run changed. The caller holds the lock.
func (r *queryRuns) ran(q *liveQuery, answer *query.Answer, err error) {
	q.reading, q.ranAt = false, time.Now()
	switch {
	case !r.current(q): // his socket is told to subscribe again
		return
	case err != nil:
		_ = r.node.report(err, "a live query") // it is told when he subscribes again
		r.fail(q)
		return
	}
	now, e, changed := q.held.Compare(answer)
	q.held = now
	if changed {
		r.node.metrics.queryChanges.Inc()
		q.tell(e, r.live.next())
	}
	if q.dirty {
		r.schedule(q)
	}
}

// fail ends a live query whose answer can't be told. The client subscribes again, and the
// refusal says why, or all is well again. The caller holds the lock.
func (r *queryRuns) fail(q *liveQuery) {
	if q.over {
		return
	}
	q.socket.link.Send(projection.ResyncIn(q.name, failedAfter))
	r.node.metrics.resyncs.Inc()
	r.unsubscribe(q.socket, q.name)
}

// keep has those run again that time changes.
func (r *queryRuns) keep(now time.Time) {
	r.locked(func() {
		for q := range r.live.All {
			every := idleEvery
			if q.query.Watch().Timed {
				every = timedEvery
			}
			if q.held != nil && now.Sub(q.ranAt) >= every {
				r.again(q)
			}
		}
	})
}
