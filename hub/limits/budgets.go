package limits

import (
	"sync"
	"time"

	"switchboard/storage/id"
)

// Rates are the limits on what the sockets of one user and of the whole
// organization may send and run on this node, and how fast they may connect.
type Rates struct {
	EventsPerUser, EventsPerOrganization       float64 // per second
	UserEventBurst, OrganizationEventBurst     int
	ConnectsPerUser, ConnectsPerOrganization   float64 // per second
	UserConnectBurst, OrganizationConnectBurst int
	CommandsPerUser, CommandsPerOrganization   int // at the same time
}

// Budgets bound what a user and the whole organization send over all their
// sockets on this node and how fast those connect, so that neither fifty tabs
// nor one misbehaving user take the others' share.
type Budgets struct {
	rates *Rates

	mu       sync.Mutex
	events   Bucket
	connects Bucket
	running  int // commands
	users    map[id.ID]*budget
}

type budget struct {
	events   Bucket
	connects Bucket
	running  int
}

// NewBudgets returns unused budgets.
func NewBudgets(r *Rates) Budgets {
	return Budgets{
		rates: r, users: map[id.ID]*budget{},
		events:   NewBucket(r.EventsPerOrganization, r.OrganizationEventBurst),
		connects: NewBucket(r.ConnectsPerOrganization, r.OrganizationConnectBurst),
	}
}

// of returns a user's budget. The caller holds mu.
func (b *Budgets) of(user id.ID) *budget {
	mine := b.users[user]
	if mine == nil {
		mine = &budget{
			events:   NewBucket(b.rates.EventsPerUser, b.rates.UserEventBurst),
			connects: NewBucket(b.rates.ConnectsPerUser, b.rates.UserConnectBurst),
		}
		b.users[user] = mine
	}
	return mine
}

// Take charges one event. If a limit is met, it returns the limit and how
// long to wait; tolerated is false if the user floods. The organization is
// charged only for events that the user's own limit permits.
func (b *Budgets) Take(user id.ID, now time.Time) (l Limit, wait time.Duration, tolerated bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	mine := b.of(user)
	if wait, tolerated = mine.events.Take(now); wait > 0 {
		return UserEvents, wait, tolerated
	}
	if wait, _ = b.events.Take(now); wait > 0 {
		return OrganizationEvents, wait, true
	}
	return "", 0, true
}

// Enter charges one connection: even a short-lived one has cost a query,
// perhaps a replay, and a report to presence. If a limit is met, it returns
// the limit and how long to wait.
func (b *Budgets) Enter(user id.ID, now time.Time) (Limit, time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wait, _ := b.of(user).connects.Take(now); wait > 0 {
		return UserConnects, wait
	}
	if wait, _ := b.connects.Take(now); wait > 0 {
		return OrganizationConnects, wait
	}
	return "", 0
}

// Begin reserves the right to run a command, which End releases.
func (b *Budgets) Begin(user id.ID) Limit {
	b.mu.Lock()
	defer b.mu.Unlock()
	mine := b.of(user)
	switch {
	case mine.running >= b.rates.CommandsPerUser:
		return UserCommands
	case b.running >= b.rates.CommandsPerOrganization:
		return OrganizationCommands
	}
	mine.running++
	b.running++
	return ""
}

// End releases what Begin reserved.
func (b *Budgets) End(user id.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(user).running--
	b.running--
}

// Sweep removes the users whose budget is full again. A budget outlives its
// sockets, so that reconnecting does not reset it.
func (b *Budgets) Sweep(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for user, mine := range b.users {
		if mine.running == 0 && mine.events.Full(now) && mine.connects.Full(now) {
			delete(b.users, user)
		}
	}
}
