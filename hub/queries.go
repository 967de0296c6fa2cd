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

// A live query belongs to one subscription: one socket is told how its answer changes, under
// the rights that its user had when he subscribed. Where these may have changed, and where
// the socket was cut off, he is told to subscribe again, so that nobody is ever shown an
// answer that was read under other rights than he has.

// liveQuery is a live query that a socket follows. It is guarded by its tenant's lock.
type liveQuery struct {
	socket    *socket
	name      string
	principal *access.Principal
	query     query.Live
	held      *live.Held // what the client holds, nil until its snapshot is read
	number    int64      // of that
	reading   bool       // a run is on its way
	queued    bool
	dirty     bool // something happened since the last run began
	ranAt     time.Time
	timer     *time.Timer // to the next run, nil where none is due later
	over      bool
}

// liveQueries are those that are followed on this node. They are guarded by their tenant's
// lock.
type liveQueries struct {
	query.Index[*liveQuery]

	number int64 // the newest that an answer has
}

func newLiveQueries() liveQueries {
	return liveQueries{Index: query.NewIndex[*liveQuery]()}
}

func (l *liveQueries) forget(q *liveQuery) {
	q.over = true
	if q.timer != nil {
		q.timer.Stop()
	}
	l.Remove(q)
}

// next gives what holds an answer its number.
func (l *liveQueries) next() int64 {
	l.number++
	return l.number
}

// followQuery joins the topic of a live query, and gives the answer of now. It joins before
// it reads: what happens meanwhile has the query run again.
func (s *socket) followQuery(ctx context.Context, about topic.Topic) (any, error) {
	name := about.Name()
	for {
		p := s.principal.Load()
		asked, err := s.node.openQuery(ctx, p, about.ID)
		if err != nil {
			s.unfollow(name)
			if s.awaitsObjects(ctx, p) {
				continue
			}
			return nil, err
		}
		q, err := s.joinQuery(name, p, asked)
		if err != nil {
			return nil, err
		}
		if q == nil {
			if err := s.awaitRights(ctx); err != nil {
				return nil, err
			}
			continue
		}
		answer, err := asked.Run(ctx)
		if err != nil {
			s.unfollow(name)
			if s.awaitsObjects(ctx, p) {
				continue
			}
			return nil, err
		}
		if out, ok := s.begins(q, &answer); ok {
			return out, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// awaitsObjects tells whether the objects have changed since the socket's rights were read:
// then a refusal may be about what they were, and he is to be answered by what they are. The
// entry that brings them is on its way; it waits a moment for it.
func (s *socket) awaitsObjects(ctx context.Context, p *access.Principal) bool {
	now, err := s.node.options.Registries.Registry(ctx, s.tenant.id)
	return err == nil && now.Version() != p.Registry().Version() && wait.For(ctx, objectsPause)
}

// objectsPause is how long is waited between looks at whether changed objects have come.
const objectsPause = 50 * time.Millisecond

func (n *node) openQuery(ctx context.Context, p *access.Principal, of id.ID) (query.Live, error) {
	if n.options.Queries == nil {
		return nil, fault.Field("topic", "There is no topic of this name.")
	}
	return n.options.Queries.Live(ctx, p, of)
}

// joinQuery subscribes to a live query; nil where the rights moved, or may be moving.
func (s *socket) joinQuery(name string, p *access.Principal, asked query.Live) (*liveQuery, error) {
	t := s.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !s.joined:
		return nil, errGone
	case s.principal.Load() != p || s.renewal != nil:
		return nil, nil //nolint:nilnil // there is none yet
	}
	t.unsubscribe(s, name)
	if err := t.admitTopic(s); err != nil {
		return nil, err
	}
	if err := t.admitQuery(s); err != nil {
		return nil, err
	}
	q := &liveQuery{socket: s, name: name, principal: p, query: asked, reading: true}
	t.subscribe(s, name)
	s.subscriptions[slices.Index(s.topics, name)].query = q
	t.live.Add(q, asked.Watch())
	return q, nil
}

// begins hands out the first answer; false where the rights under which it was read have
// changed, or may have.
func (s *socket) begins(q *liveQuery, answer *query.Answer) (subscribed, bool) {
	t := s.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	if q.over || s.principal.Load() != q.principal || s.renewal != nil {
		return subscribed{}, false
	}
	rows := live.Rows(answer)
	q.held, q.number = live.Hold(answer, rows), t.live.next()
	q.reading, q.ranAt = false, time.Now()
	if q.dirty {
		t.queries.schedule(q)
	}
	snapshot, err := json.Marshal(wire.QuerySnapshot{Number: q.number, Rows: rows, Total: answer.Total, Estimated: answer.Estimated})
	return subscribed{Snapshot: snapshot, Seq: t.applied}, err == nil
}

// tell sends how an answer changed. The caller holds the lock.
func (q *liveQuery) tell(e wire.RowsEvent, number int64) {
	e.Topic, e.After, e.Number = q.name, q.number, number
	q.number = number
	q.socket.link.Send(projection.Event("rows", projection.AppendJSON(nil, e), ""))
}
