package hub

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"switchboard/hub/live"
	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/wait"
)

// A live query belongs to one subscription: one socket receives the changes
// of its result, under the permissions that its user had when subscribing. If
// those may have changed, or if the socket was disconnected, the client is
// asked to subscribe again, so that nobody ever sees a result that was read
// under other permissions than their current ones.

// liveQuery is a live query that a socket follows. The organization's lock
// guards it.
type liveQuery struct {
	socket    *socket
	name      string
	principal *access.Principal
	query     query.Live
	result    *live.Result // what the client holds, nil until its snapshot is read
	number    int64        // of held
	reading   bool         // a run is in progress
	queued    bool
	dirty     bool // something changed since the last run began
	ranAt     time.Time
	timer     *time.Timer // for the next run, nil if none is scheduled
	ended     bool
}

// liveQueries are the live queries followed on this node. The organization's
// lock guards them.
type liveQueries struct {
	query.Index[*liveQuery]

	number int64 // the newest number of a result
}

func newLiveQueries() liveQueries {
	return liveQueries{Index: query.NewIndex[*liveQuery]()}
}

func (l *liveQueries) forget(q *liveQuery) {
	q.ended = true
	if q.timer != nil {
		q.timer.Stop()
	}
	l.Remove(q)
}

// next returns the number of the next result.
func (l *liveQueries) next() int64 {
	l.number++
	return l.number
}

// followQuery joins the topic of a live query and returns its current result.
// It joins before it reads, so that a change in between makes the query run
// again.
func (s *socket) followQuery(ctx context.Context, about topic.Topic) (any, error) {
	name := about.Name()
	for {
		p := s.principal.Load()
		opened, err := s.node.openQuery(ctx, p, about.ID)
		if err != nil {
			s.unfollow(name)
			if s.waitsForObjects(ctx, p) {
				continue
			}
			return nil, err
		}
		q, err := s.joinQuery(name, p, opened)
		if err != nil {
			return nil, err
		}
		if q == nil {
			if err := s.awaitRights(ctx); err != nil {
				return nil, err
			}
			continue
		}
		answer, err := opened.Run(ctx)
		if err != nil {
			s.unfollow(name)
			if s.waitsForObjects(ctx, p) {
				continue
			}
			return nil, err
		}
		if out, ok := s.firstResult(q, &answer); ok {
			return out, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// waitsForObjects reports whether the objects have changed since the socket's
// permissions were read. If so, a refusal may be based on the old objects.
// The entry with the new ones is on its way, so the method waits a moment for
// it.
func (s *socket) waitsForObjects(ctx context.Context, p *access.Principal) bool {
	now, err := s.node.options.Registries.Registry(ctx, s.org.id)
	return err == nil && now.Version() != p.Registry().Version() && wait.For(ctx, objectsPause)
}

// objectsPause is the pause between two checks for changed objects.
const objectsPause = 50 * time.Millisecond

func (n *node) openQuery(ctx context.Context, p *access.Principal, of id.ID) (query.Live, error) {
	if n.options.Queries == nil {
		return nil, fault.Field("topic", "There is no topic of this name.")
	}
	return n.options.Queries.Live(ctx, p, of)
}

// joinQuery subscribes to a live query. It returns nil if the permissions
// changed or may be changing.
func (s *socket) joinQuery(name string, p *access.Principal, opened query.Live) (*liveQuery, error) {
	org := s.org
	org.mu.Lock()
	defer org.mu.Unlock()
	switch {
	case !s.joined:
		return nil, errGone
	case s.principal.Load() != p || s.reload != nil:
		return nil, nil //nolint:nilnil // there is none yet
	}
	org.unsubscribe(s, name)
	if err := org.admitTopic(s); err != nil {
		return nil, err
	}
	if err := org.admitQuery(s); err != nil {
		return nil, err
	}
	q := &liveQuery{socket: s, name: name, principal: p, query: opened, reading: true}
	org.subscribe(s, name)
	s.subscriptions[slices.Index(s.topics, name)].query = q
	org.live.Add(q, opened.Watch())
	return q, nil
}

// firstResult returns the first result. It returns false if the permissions
// under which it was read have changed or may have changed.
func (s *socket) firstResult(q *liveQuery, answer *query.Answer) (subscribed, bool) {
	org := s.org
	org.mu.Lock()
	defer org.mu.Unlock()
	if q.ended || s.principal.Load() != q.principal || s.reload != nil {
		return subscribed{}, false
	}
	rows := live.Rows(answer)
	q.result, q.number = live.NewResult(answer, rows), org.live.next()
	q.reading, q.ranAt = false, time.Now()
	if q.dirty {
		org.queries.schedule(q)
	}
	snapshot, err := json.Marshal(wire.QuerySnapshot{Number: q.number, Rows: rows, Total: answer.Total, Estimated: answer.Estimated})
	return subscribed{Snapshot: snapshot, Seq: org.applied}, err == nil
}

// send sends a change of the result. The caller holds the lock.
func (q *liveQuery) send(e wire.RowsEvent, number int64) {
	e.Topic, e.After, e.Number = q.name, q.number, number
	q.number = number
	q.socket.link.Send(projection.Event("rows", projection.AppendJSON(nil, e), ""))
}
