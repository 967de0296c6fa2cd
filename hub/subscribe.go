package hub

import (
	"context"
	"encoding/json"
	"slices"

	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// subscribePayload is the payload of subscribe and unsubscribe.
type subscribePayload struct {
	Topic string `json:"topic"`
	// Since is the position of the state that the client holds. It is
	// accepted but unused, since a fresh snapshot is always right.
	Since int64 `json:"since,omitempty"`
}

// maxTopicName bounds a topic's name on the wire.
const maxTopicName = 200

// subscribed is the content of subscribe's ack.
type subscribed struct {
	Snapshot json.RawMessage `json:"snapshot"`
	Seq      int64           `json:"seq"`
}

// subscribe joins first, notes the applied position, then reads the snapshot.
// The client may get a change twice, once in each, but never misses one (all
// deltas are absolute and carry versions).
func subscribe(ctx context.Context, s *socket, payload json.RawMessage) (any, error) {
	about, err := s.topicIn(payload)
	if err != nil {
		return nil, err
	}
	name := about.Name()
	if about.Kind == topic.Query {
		return s.followQuery(ctx, about)
	}
	for {
		p := s.principal.Load()
		if !s.org.catalog().MayRead(p, about) {
			return nil, fault.New(fault.Forbidden, "You may not read %s.", name)
		}
		seq, fresh, err := s.follow(name, p)
		if err != nil {
			return nil, err
		}
		if seq == rightsMoved {
			if err := s.awaitRights(ctx); err != nil {
				return nil, err
			}
			continue
		}
		snapshot, err := s.node.snapshot(ctx, p, about)
		if err != nil {
			if fresh || refuses(err) {
				s.unfollow(name)
			}
			return nil, err
		}
		if s.granted(name, p) { // else it was read under outdated permissions
			return subscribed{Snapshot: snapshot, Seq: seq}, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

func (s *socket) topicIn(payload json.RawMessage) (topic.Topic, error) {
	var in subscribePayload
	if err := exact.Into(payload, &in); err != nil {
		return topic.Topic{}, err
	}
	about, ok := s.org.catalog().Parse(in.Topic)
	if !ok || len(in.Topic) > maxTopicName {
		return topic.Topic{}, fault.Field("topic", "There is no topic of this name.")
	}
	return about, nil
}

// rightsMoved means that the principal changed before the socket could join,
// or may be changing.
const rightsMoved = -1

// follow joins a topic and returns the applied position. fresh reports
// whether the socket had not joined before.
func (s *socket) follow(name string, p *access.Principal) (seq int64, fresh bool, err error) {
	org := s.org
	org.mu.Lock()
	defer org.mu.Unlock()
	switch {
	case !s.joined:
		return 0, false, errGone
	case s.principal.Load() != p || s.reload != nil:
		return rightsMoved, false, nil
	case slices.Contains(s.topics, name):
		org.resynced(s, name)
		return org.applied, false, nil
	}
	if err := org.admitTopic(s); err != nil {
		return 0, false, err
	}
	org.subscribe(s, name)
	return org.applied, true, nil
}

func (s *socket) unfollow(name string) {
	s.org.mu.Lock()
	defer s.org.mu.Unlock()
	s.org.unsubscribe(s, name)
}

// granted records that a snapshot was sent under these permissions. It
// returns false if they have changed or may have changed.
func (s *socket) granted(name string, p *access.Principal) bool {
	s.org.mu.Lock()
	defer s.org.mu.Unlock()
	if s.principal.Load() != p || s.reload != nil {
		return false
	}
	if about, _ := s.org.catalog().Parse(name); about.Kind == topic.Thread && slices.Contains(s.topics, name) {
		s.noteShown(name, p.Key())
	}
	return true
}

// follows reports whether the socket has joined the topic of a thread and may
// see it. It may read the thread to find out.
func (s *socket) follows(name string) bool {
	about, ok := s.org.catalog().Parse(name)
	var p *access.Principal
	var joined, seen bool
	s.org.locked(func() {
		p = s.principal.Load()
		joined, seen = slices.Contains(s.topics, name), s.shownUnder[name] == p.Key()
	})
	return ok && joined && (seen || s.org.threads.check(s.org.ctx, s, p, about))
}

func unsubscribe(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	about, err := s.topicIn(payload)
	if err != nil {
		return nil, err
	}
	s.unfollow(about.Name())
	return nil, nil //nolint:nilnil // the ack has no content
}
