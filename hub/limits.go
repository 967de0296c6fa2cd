package hub

import (
	"time"

	"switchboard/hub/limits"
	"switchboard/storage/access"
)

// admit refuses more sockets than a user or an organization may have. The caller
// holds the lock.
func (t *tenant) admit(p *access.Principal) error {
	o := &t.node.options
	if len(t.sockets) >= o.SocketsPerOrganization {
		return t.node.limited(limits.OrganizationSockets, time.Minute, "Your organization has too many open connections.")
	}
	if mine := t.users[p.User]; mine != nil && len(mine.sockets) >= o.SocketsPerUser {
		return t.node.limited(limits.UserSockets, time.Minute, "You have too many open connections. Close some tabs.")
	}
	return nil
}

// admitTopic refuses more subscriptions than a socket, a user or an organization
// may have. The caller holds the lock.
func (t *tenant) admitTopic(s *socket) error {
	o := &t.node.options
	switch {
	case len(s.topics) >= o.TopicsPerSocket:
		return t.node.limited(limits.SocketTopics, 0, "Too many subscriptions on one connection.")
	case t.users[s.principal.Load().User].subscriptions >= o.TopicsPerUser:
		return t.node.limited(limits.UserTopics, time.Minute, "You have too many subscriptions. Close some tabs.")
	case t.subscriptions >= o.TopicsPerOrganization:
		return t.node.limited(limits.OrganizationTopics, time.Minute, "Your organization has too many subscriptions.")
	}
	return nil
}

// admitQuery refuses more live queries than a socket, a user or an organization may follow.
// The caller holds the lock.
func (t *tenant) admitQuery(s *socket) error {
	o := &t.node.options
	of := func(s *socket) (n int) {
		for i := range s.subscriptions {
			if s.subscriptions[i].query != nil {
				n++
			}
		}
		return n
	}
	mine := 0
	for _, other := range t.users[s.principal.Load().User].sockets {
		mine += of(other)
	}
	switch {
	case of(s) >= o.QueriesPerSocket:
		return t.node.limited(limits.SocketQueries, 0, "Too many live queries on one connection. Switch some off.")
	case mine >= o.QueriesPerUser:
		return t.node.limited(limits.UserQueries, time.Minute, "You follow too many live queries. Switch some off, or close some tabs.")
	case t.live.Len() >= o.QueriesPerOrganization:
		return t.node.limited(limits.OrganizationQueries, time.Minute, "Your organization follows too many live queries. Switch some off.")
	}
	return nil
}
