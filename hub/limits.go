package hub

import (
	"time"

	"switchboard/hub/limits"
	"switchboard/storage/access"
)

// admit refuses more sockets than a user or an organization may have. The
// caller holds the lock.
func (org *orgHub) admit(p *access.Principal) error {
	o := &org.node.options
	if len(org.sockets) >= o.SocketsPerOrganization {
		return org.node.limited(limits.OrganizationSockets, time.Minute, "Your organization has too many open connections.")
	}
	if mine := org.users[p.User]; mine != nil && len(mine.sockets) >= o.SocketsPerUser {
		return org.node.limited(limits.UserSockets, time.Minute, "You have too many open connections. Close some tabs.")
	}
	return nil
}

// admitTopic refuses more subscriptions than a socket, a user or an
// organization may have. The caller holds the lock.
func (org *orgHub) admitTopic(s *socket) error {
	o := &org.node.options
	switch {
	case len(s.topics) >= o.TopicsPerSocket:
		return org.node.limited(limits.SocketTopics, 0, "Too many subscriptions on one connection.")
	case org.users[s.principal.Load().User].subscriptions >= o.TopicsPerUser:
		return org.node.limited(limits.UserTopics, time.Minute, "You have too many subscriptions. Close some tabs.")
	case org.subscriptions >= o.TopicsPerOrganization:
		return org.node.limited(limits.OrganizationTopics, time.Minute, "Your organization has too many subscriptions.")
	}
	return nil
}

// admitQuery refuses more live queries than a socket, a user or an
// organization may follow. The caller holds the lock.
func (org *orgHub) admitQuery(s *socket) error {
	o := &org.node.options
	of := func(s *socket) (n int) {
		for i := range s.subscriptions {
			if s.subscriptions[i].query != nil {
				n++
			}
		}
		return n
	}
	mine := 0
	for _, other := range org.users[s.principal.Load().User].sockets {
		mine += of(other)
	}
	switch {
	case of(s) >= o.QueriesPerSocket:
		return org.node.limited(limits.SocketQueries, 0, "Too many live queries on one connection. Switch some off.")
	case mine >= o.QueriesPerUser:
		return org.node.limited(limits.UserQueries, time.Minute, "You follow too many live queries. Switch some off, or close some tabs.")
	case org.live.Len() >= o.QueriesPerOrganization:
		return org.node.limited(limits.OrganizationQueries, time.Minute, "Your organization follows too many live queries. Switch some off.")
	}
	return nil
}
