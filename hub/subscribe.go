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
	// Since is the place whose state the client holds. It is taken and, as a
	// fresh snapshot is always right, not needed.
	Since int64 `json:"since,omitempty"`
}

// maxTopicName bounds a topic's name on the wire.
const maxTopicName = 200

// subscribed is the content of subscribe's ack.
type subscribed struct {
	Snapshot json.RawMessage `json:"snapshot"`
	Seq      int64           `json:"seq"`
}

// subscribe joins first, notes the applied place, then reads the snapshot: the
// client may get a change twice, once in each, and never none (all deltas are
// absolute and carry versions).
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
		if !s.tenant.catalog().MayRead(p, about) {
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
		if s.granted(name, p) { // else it was read under rights that are gone
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
	about, ok := s.tenant.catalog().Parse(in.Topic)
	if !ok || len(in.Topic) > maxTopicName {
		return topic.Topic{}, fault.Field("topic", "There is no topic of this name.")
	}
	return about, nil
}

// rightsMoved says that the principal changed before the socket could join, or may be
// changing.
const rightsMoved = -1

// follow joins a topic and gives the applied place; fresh tells whether it had
// not joined before.
func (s *socket) follow(name string, p *access.Principal) (seq int64, fresh bool, err error) {
	t := s.tenant
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case !s.joined:
		return 0, false, errGone
	case s.principal.Load() != p || s.renewal != nil:
		return rightsMoved, false, nil
	case slices.Contains(s.topics, name):
		t.resynced(s, name)
		return t.applied, false, nil
	}
	if err := t.admitTopic(s); err != nil {
		return 0, false, err
	}
	t.subscribe(s, name)
	return t.applied, true, nil
}

func (s *socket) unfollow(name string) {
	s.tenant.mu.Lock()
	defer s.tenant.mu.Unlock()
	s.tenant.unsubscribe(s, name)
}

// granted notes that a snapshot was given under these rights; false where they
// have changed, or may have.
func (s *socket) granted(name string, p *access.Principal) bool {
	s.tenant.mu.Lock()
	defer s.tenant.mu.Unlock()
	if s.principal.Load() != p || s.renewal != nil {
		return false
	}
	if about, _ := s.tenant.catalog().Parse(name); about.Kind == topic.Thread && slices.Contains(s.topics, name) {
		s.noteShown(name, p.Key())
	}
	return true
}

// follows tells whether the socket has joined the topic of a thread and may see
// it. It may read the thread to find out.
func (s *socket) follows(name string) bool {
	about, ok := s.tenant.catalog().Parse(name)
	var p *access.Principal
	var joined, seen bool
	s.tenant.locked(func() {
		p = s.principal.Load()
		joined, seen = slices.Contains(s.topics, name), s.shownUnder[name] == p.Key()
	})
	return ok && joined && (seen || s.tenant.threads.check(s.tenant.ctx, s, p, about))
}

func unsubscribe(_ context.Context, s *socket, payload json.RawMessage) (any, error) {
	about, err := s.topicIn(payload)
	if err != nil {
		return nil, err
	}
	s.unfollow(about.Name())
	return nil, nil //nolint:nilnil // the ack has no content
}
