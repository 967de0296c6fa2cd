package hub

import (
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// limit names a bound that was met, in the metrics.
type limit string

// The limits. Each refusal says what is too much and when to try again.
const (
	limitSocketEvents         limit = "socket_events"
	limitUserEvents           limit = "user_events"
	limitOrganizationEvents   limit = "organization_events"
	limitSocketCommands       limit = "socket_commands"
	limitUserCommands         limit = "user_commands"
	limitOrganizationCommands limit = "organization_commands"
	limitSocketTopics         limit = "socket_topics"
	limitUserTopics           limit = "user_topics"
	limitOrganizationTopics   limit = "organization_topics"
	limitUserSockets          limit = "user_sockets"
	limitOrganizationSockets  limit = "organization_sockets"
	limitEventBytes           limit = "event_bytes"
	limitSocketBytes          limit = "socket_bytes"
	limitWaitingBytes         limit = "waiting_bytes"
	limitConnects             limit = "connects"
	limitUserConnects         limit = "user_connects"
	limitOrganizationConnects limit = "organization_connects"
)

var limits = []limit{
	limitSocketEvents, limitUserEvents, limitOrganizationEvents, limitSocketCommands, limitUserCommands, limitOrganizationCommands,
	limitSocketTopics, limitUserTopics, limitOrganizationTopics, limitUserSockets, limitOrganizationSockets, limitEventBytes, limitSocketBytes, limitWaitingBytes, limitConnects,
	limitUserConnects, limitOrganizationConnects,
}

// limited counts a refusal and words it.
func (h *Hub) limited(l limit, wait time.Duration, detail string) error {
	h.metrics.refusals.WithLabelValues(string(l)).Inc()
	return fault.New(fault.Limited, "%s", detail).After(wait)
}

// admit refuses more sockets than a user or an organisation may have. The caller
// holds the lock.
func (t *tenant) admit(p *access.Principal) error {
	o := &t.hub.options
	if len(t.sockets) >= o.SocketsPerOrganization {
		return t.hub.limited(limitOrganizationSockets, time.Minute, "Your organization has too many open connections.")
	}
	if mine := t.users[p.User]; mine != nil && len(mine.sockets) >= o.SocketsPerUser {
		return t.hub.limited(limitUserSockets, time.Minute, "You have too many open connections. Close some tabs.")
	}
	return nil
}

// admitTopic refuses more subscriptions than a socket, a user or an organisation
// may have. The caller holds the lock.
func (t *tenant) admitTopic(s *socket) error {
	o := &t.hub.options
	switch {
	case len(s.topics) >= o.TopicsPerSocket:
		return t.hub.limited(limitSocketTopics, 0, "Too many subscriptions on one connection.")
	case t.users[s.principal.Load().User].subscriptions >= o.TopicsPerUser:
		return t.hub.limited(limitUserTopics, time.Minute, "You have too many subscriptions. Close some tabs.")
	case t.subscriptions >= o.TopicsPerOrganization:
		return t.hub.limited(limitOrganizationTopics, time.Minute, "Your organization has too many subscriptions.")
	}
	return nil
}

// budgets bound what a user and the whole organisation send over all their sockets
// on this node and how fast these are let in, so that neither fifty tabs nor one loud colleague take the others'
// share.
type budgets struct {
	hub *Options

	mu       sync.Mutex
	all      pace
	connects pace
	running  int // commands
	users    map[id.ID]*budget
}

type budget struct {
	pace     pace
	connects pace
	running  int
}

func newBudgets(o *Options) budgets {
	return budgets{
		hub: o, users: map[id.ID]*budget{},
		all:      newPace(o.EventsPerOrganization, o.OrganizationEventBurst),
		connects: newPace(o.ConnectsPerOrganization, o.OrganizationConnectBurst),
	}
}

// of gives a user's budget. The caller holds mu.
func (b *budgets) of(user id.ID) *budget {
	mine := b.users[user]
	if mine == nil {
		mine = &budget{
			pace:     newPace(b.hub.EventsPerUser, b.hub.UserEventBurst),
			connects: newPace(b.hub.ConnectsPerUser, b.hub.UserConnectBurst),
		}
		b.users[user] = mine
	}
	return mine
}

// take asks for leave to have one event carried out. Otherwise it gives the limit
// that was met and how long to wait; patience with the user ends with a flood. The
// organisation is charged for what its users may send.
func (b *budgets) take(user id.ID, now time.Time) (l limit, wait time.Duration, patience bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	mine := b.of(user)
	if wait, patience = mine.pace.take(now); wait > 0 {
		return limitUserEvents, wait, patience
	}
	if wait, _ = b.all.take(now); wait > 0 {
		return limitOrganizationEvents, wait, true
	}
	return "", 0, true
}

// enter asks for leave to let a socket of the user in: even one that goes again at once
// has cost a look into the database, perhaps a replay, and a word to presence. Otherwise
// it gives the limit that was met and how long to wait.
func (b *budgets) enter(user id.ID, now time.Time) (limit, time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wait, _ := b.of(user).connects.take(now); wait > 0 {
		return limitUserConnects, wait
	}
	if wait, _ := b.connects.take(now); wait > 0 {
		return limitOrganizationConnects, wait
	}
	return "", 0
}

// begin asks for leave to run a command, which end gives back.
func (b *budgets) begin(user id.ID) limit {
	b.mu.Lock()
	defer b.mu.Unlock()
	mine := b.of(user)
	switch {
	case mine.running >= b.hub.CommandsPerUser:
		return limitUserCommands
	case b.running >= b.hub.CommandsPerOrganization:
		return limitOrganizationCommands
	}
	mine.running++
	b.running++
	return ""
}

func (b *budgets) end(user id.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(user).running--
	b.running--
}

// tidy forgets the users whose budget is whole again. Coming back doesn't make it
// so: it outlives the sockets.
func (b *budgets) tidy(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for user, mine := range b.users {
		if mine.running == 0 && mine.pace.whole(now) && mine.connects.whole(now) {
			delete(b.users, user)
		}
	}
}

// Words of the refusals of events, commands and connects.
var refusalOf = map[limit]string{
	limitSocketEvents:         "Too many events were sent. Please wait a moment.",
	limitUserEvents:           "Your tabs together sent too many events. Please wait a moment.",
	limitOrganizationEvents:   "Your organization sent too many events. Please wait a moment.",
	limitSocketCommands:       "Too many commands are waiting. Please wait a moment.",
	limitSocketBytes:          "Too much that you sent is waiting. Please wait for the answers.",
	limitWaitingBytes:         "Too much is waiting on this server. Please wait a moment.",
	limitUserCommands:         "Too many of your commands are running. Please wait a moment.",
	limitUserConnects:         "You connected too often. Please wait a moment.",
	limitOrganizationConnects: "Your organization connected too often. Please wait a moment.",
	limitOrganizationCommands: "Too many of your organization's commands are running. Please wait a moment.",
}
