package accounts

import (
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/id"
)

const cachedPrincipals = 10_000

// checkedFor is how long a session's and user's state is believed.
const checkedFor = 5 * time.Second

// principalCache remembers checked principals by session, for checkedFor at most. A load that
// began before an invalidation is not kept.
type principalCache struct {
	mu    sync.Mutex
	bySID map[id.ID]cached
	// epochs count the invalidations of each organization.
	epochs map[id.ID]uint64
	// served are the organizations of which something is remembered or being read.
	served map[id.ID]service
}

// service is what needs the log of an organization.
type service struct {
	loads int       // under way
	until time.Time // when the newest that is remembered is too old
}

type cached struct {
	principal access.Principal
	at        time.Time
}

// loading is the state of the cache when a load began.
type loading struct {
	organization id.ID
	epoch        uint64
}

func newPrincipalCache() *principalCache {
	return &principalCache{bySID: map[id.ID]cached{}, epochs: map[id.ID]uint64{}, served: map[id.ID]service{}}
}

func (c *principalCache) get(organization, session, user id.ID, now time.Time) (access.Principal, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.bySID[session]
	if !ok || found.principal.Organization != organization || found.principal.User != user {
		return access.Principal{}, false
	}
	if now.Sub(found.at) >= checkedFor {
		delete(c.bySID, session)
		return access.Principal{}, false
	}
	return found.principal, true
}

func (c *principalCache) begin(organization id.ID) loading {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.served[organization]
	s.loads++
	c.served[organization] = s
	return loading{organization, c.epochs[organization]}
}

// end is for each begin, after put where there was one.
func (c *principalCache) end(l loading) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.served[l.organization]
	s.loads--
	c.served[l.organization] = s
}

// serves reports whether an entry of the organization could make something untrue.
func (c *principalCache) serves(organization id.ID, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := c.served[organization]
	if ok && s.loads == 0 && !now.Before(s.until) {
		delete(c.served, organization)
		return false
	}
	return ok
}

func (c *principalCache) put(l loading, p access.Principal, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.epochs[l.organization] != l.epoch {
		return
	}
	if len(c.bySID) >= cachedPrincipals {
		for session := range c.bySID { // any one will do: entries live for seconds
			delete(c.bySID, session)
			break
		}
	}
	c.bySID[p.Session] = cached{p, now}
	s := c.served[l.organization]
	if until := now.Add(checkedFor); until.After(s.until) {
		s.until = until
	}
	c.served[l.organization] = s
}

func (c *principalCache) dropSession(organization, session id.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epochs[organization]++
	if c.bySID[session].principal.Organization == organization {
		delete(c.bySID, session)
	}
}

func (c *principalCache) dropUser(organization, user id.ID) {
	c.drop(organization, func(p *access.Principal) bool { return p.User == user || p.Viewer == user })
}

func (c *principalCache) dropAll(organization id.ID) {
	c.drop(organization, func(*access.Principal) bool { return true })
}

func (c *principalCache) drop(organization id.ID, which func(*access.Principal) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epochs[organization]++
	for session, found := range c.bySID {
		if found.principal.Organization == organization && which(&found.principal) {
			delete(c.bySID, session)
		}
	}
}
