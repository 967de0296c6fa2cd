package hub

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// rightsFields are the fields of a user upon which rights rest.
var rightsFields = []string{"is_active", "is_superuser", "permissions", "teams", "name"}

// changesRights tells whether an entry can change what somebody may see or do.
func changesRights(e *entry.Entry) bool {
	switch e.Object {
	case "permission", "team":
		return true
	case "user":
		if e.Op != entry.Updated {
			return e.Op != entry.Created
		}
		return slices.ContainsFunc(rightsFields, e.Changed)
	}
	return false
}

// affects tells whether an entry that changes rights can change the principal's. A
// permission set concerns those who hold it, and a team those who are in it, come into
// it or leave it: with thousands of users connected, each reading of rights counts.
func affects(m *entry.Entry, p *access.Principal) bool {
	switch m.Object {
	case "user":
		return m.ID == p.User || slices.Contains(m.IDs, p.User)
	case "permission":
		return m.Op == entry.Bulk && slices.ContainsFunc(m.IDs, p.Holds) || m.Op != entry.Bulk && p.Holds(m.ID)
	case "team":
		return m.Op == entry.Bulk || slices.Contains(p.Teams, m.ID) || movesMember(m, p.User)
	}
	return true
}

// grantsOrTakes tells whether an entry may have changed what the principal may see:
// what stands around it in the log was then seen, or hidden, under other rights than
// he has now.
func grantsOrTakes(m *entry.Entry, p *access.Principal) bool {
	if m.Object == "team" && m.Op != entry.Updated {
		return true // who was in it once isn't known any more
	}
	if !changesRights(m) || !affects(m, p) || m.Op != entry.Updated {
		return changesRights(m) && affects(m, p)
	}
	switch m.Object {
	case "user":
		return slices.ContainsFunc(rightsFields, func(field string) bool { return field != "name" && m.Changed(field) })
	case "team":
		return movesMember(m, p.User)
	}
	return true
}

// movesMember tells whether a user is among the members whom a team's entry names,
// before or after: it does where they changed.
func movesMember(m *entry.Entry, user id.ID) bool {
	return names(m.Before["members"], user) || names(m.After["members"], user)
}

// names tells whether a list of references holds a record.
func names(list []byte, record id.ID) bool {
	return bytes.Contains(list, []byte(record))
}

// identity is what rights are loaded for: one user's sign-in.
type identity struct{ user, session id.ID }

// renewal is the outcome of loading one identity's rights again.
type renewal struct {
	identity  identity
	principal *access.Principal
	reason    link.Reason // why its sockets must go, where principal is nil
}

// reloads bounds how many rights are read at the same time.
const reloads = 8

// reload reads the rights of everybody connected whom the entry may concern. It
// runs on the tenant's goroutine without the lock.
func (t *tenant) reload(e *entry.Entry) []renewal {
	affected := map[identity]*access.Principal{}
	t.locked(func() {
		for s := range t.sockets {
			p := s.principal.Load()
			if affects(e, p) || s.mayHaveBeenIn(e) {
				affected[identity{p.User, p.Session}] = p
			}
		}
	})

	renewed := make([]renewal, 0, len(affected))
	var mu sync.Mutex
	var work sync.WaitGroup
	gate := make(chan struct{}, reloads)
	for who, p := range affected {
		gate <- struct{}{}
		work.Go(func() {
			defer func() { <-gate }()
			r := t.load(who, p)
			mu.Lock()
			renewed = append(renewed, r)
			mu.Unlock()
		})
	}
	work.Wait()
	return renewed
}

func (t *tenant) load(who identity, p *access.Principal) (r renewal) {
	defer func() {
		if t.hub.caught(panickedReload, recover()) {
			r = renewal{identity: who, reason: link.RightsUnknown}
		}
	}()
	ctx, cancel := context.WithTimeout(t.ctx, t.hub.options.CommandTimeout)
	defer cancel()
	fresh, err := t.hub.options.Authenticator.Reload(ctx, p)
	switch {
	case err == nil:
		return renewal{identity: who, principal: &fresh}
	case fault.Is(err, fault.Unauthenticated), fault.Is(err, fault.Forbidden):
		return renewal{identity: who, reason: link.Disabled}
	default: // safe side: without known rights nothing is shown
		t.hub.options.Logger.Error("reloading rights failed", "user", who.user, "error", err)
		return renewal{identity: who, reason: link.RightsUnknown}
	}
}

// pendingResync is a packet that follows the entry that changed the rights.
type pendingResync struct {
	socket *socket
	topic  string
}

// renew puts reloaded rights in force: topics that became unreadable end, and
// where anything changed the socket is told to take fresh snapshots. The caller
// holds the lock.
func (t *tenant) renew(e *entry.Entry, renewed []renewal) []pendingResync {
	if len(renewed) == 0 {
		return nil
	}
	byIdentity := make(map[identity]renewal, len(renewed))
	for _, r := range renewed {
		byIdentity[r.identity] = r
	}
	var resyncs []pendingResync
	for s := range t.sockets {
		old := s.principal.Load()
		r, ok := byIdentity[identity{old.User, old.Session}]
		if !ok {
			continue
		}
		if r.principal == nil {
			s.dismiss(r.reason)
			continue
		}
		s.principal.Store(r.principal)
		if r.principal.Key() == old.Key() && !s.mayBeStale(e) {
			continue
		}
		t.regroup(s)
		for _, name := range append([]string(nil), s.topics...) {
			if topic, ok := ParseTopic(name); !ok || !mayRead(r.principal, topic) {
				t.unsubscribe(s, name)
			}
			resyncs = append(resyncs, pendingResync{s, name})
		}
	}
	return resyncs
}

// mayBeStale tells whether a recovered socket may hold what it was shown under older
// rights although its own are those that the entry brings: they may have been read
// between the change's commit and its place in the log.
func (s *socket) mayBeStale(e *entry.Entry) bool {
	return !s.rightsAt.IsZero() && e.At.Before(s.rightsAt.Add(rightsLag))
}

// mayHaveBeenIn tells whether a recovered socket may hold what it was shown as a member
// of a team that is gone: rights that were read after it went don't tell.
func (s *socket) mayHaveBeenIn(e *entry.Entry) bool {
	return e.Object == "team" && e.Op == entry.Removed && s.mayBeStale(e)
}

// rightsLag is how far the clocks of the nodes may differ.
const rightsLag = 5 * time.Second

// endSessions closes the sockets of a session that was signed out and of a user
// who was disabled. The caller holds the lock.
func (t *tenant) endSessions(e *entry.Entry) {
	switch e.Object {
	case "session":
		if endsSession(e) {
			for s := range t.sockets {
				if s.principal.Load().Session == e.ID {
					s.dismiss(link.SignedOut)
				}
			}
		}
	case "user":
		if e.Op == entry.Removed || bytes.Equal(e.After["is_active"], []byte("false")) {
			for s := range t.sockets {
				if s.principal.Load().User == e.ID {
					s.dismiss(link.Disabled)
				}
			}
		}
	}
}

// endsSession tells whether an entry is a sign-out.
func endsSession(e *entry.Entry) bool {
	return e.Object == "session" && (e.Op == entry.Removed || set(e.After["revoked_date"]))
}

func set(value []byte) bool { return len(value) > 0 && !bytes.Equal(value, []byte("null")) }
