package hub

import (
	"time"

	"switchboard/hub/limits"
	"switchboard/storage/access"
	"switchboard/storage/fault"
)

// limited counts a refusal and words it.
func (h *Hub) limited(l limits.Limit, wait time.Duration, detail string) error {
	h.metrics.refusals.WithLabelValues(string(l)).Inc()
	return fault.New(fault.Limited, "%s", detail).After(wait)
}

// admit refuses more sockets than a user or an organisation may have. The caller
// holds the lock.
func (t *tenant) admit(p *access.Principal) error {
	o := &t.hub.options
	if len(t.sockets) >= o.SocketsPerOrganization {
		return t.hub.limited(limits.OrganizationSockets, time.Minute, "Your organization has too many open connections.")
	}
	if mine := t.users[p.User]; mine != nil && len(mine.sockets) >= o.SocketsPerUser {
		return t.hub.limited(limits.UserSockets, time.Minute, "You have too many open connections. Close some tabs.")
	}
	return nil
}

// admitTopic refuses more subscriptions than a socket, a user or an organisation
// may have. The caller holds the lock.
func (t *tenant) admitTopic(s *socket) error {
	o := &t.hub.options
	switch {
	case len(s.topics) >= o.TopicsPerSocket:
		return t.hub.limited(limits.SocketTopics, 0, "Too many subscriptions on one connection.")
	case t.users[s.principal.Load().User].subscriptions >= o.TopicsPerUser:
		return t.hub.limited(limits.UserTopics, time.Minute, "You have too many subscriptions. Close some tabs.")
	case t.subscriptions >= o.TopicsPerOrganization:
		return t.hub.limited(limits.OrganizationTopics, time.Minute, "Your organization has too many subscriptions.")
	}
	return nil
}
