package hub

import (
	"context"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/wait"
)

// keeper looks after what time changes: tokens end, sockets stay quiet, organizations
// are visited no more.
type keeper struct {
	node    *node
	tenants *tenants
	watches *watches
}

// run ends sessions whose token ended, moves the offsets of quiet
// sockets, and lets go of organizations that nobody visits, until ctx ends.
func (k *keeper) run(ctx context.Context) {
	wait.Every(ctx, k.node.options.Tick, k.keepAll)
}

func (k *keeper) keepAll() {
	defer func() { k.node.caught(panickedKeeping, recover()) }()
	now := k.node.options.Now()
	for _, t := range k.tenants.all() {
		k.keepTenant(t, now)
	}
	k.watches.showNodes(now)
}

// keepTenant looks after one organization; a panic about it leaves the others alone.
func (k *keeper) keepTenant(t *tenant, now time.Time) {
	defer func() { k.node.caught(panickedKeeping, recover()) }()
	k.tidy(t, now)
	t.queries.keep(time.Now())
	t.budgets.Tidy(time.Now())
	k.tenants.forget(t, now)
}

// expiringBefore is how long before the end of its token a client is reminded.
const expiringBefore = time.Minute

// tidy looks after the sockets of one organization.
func (k *keeper) tidy(t *tenant, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.window.Expire(now.Add(-t.node.options.Retention))
	var syncFrame link.Frame
	for s := range t.sockets {
		switch {
		case s.expires.IsZero():
		case !now.Before(s.expires):
			s.dismiss(link.SessionExpired)
			continue
		case !s.warned && now.Add(expiringBefore).After(s.expires):
			s.warned = true
			s.link.Send(projection.Event("session.expiring", projection.AppendJSON(nil, map[string]time.Time{"at": s.expires.UTC()}), ""))
		}
		// A client that was sent nothing for long would come back with an offset
		// that has left the retention, though it missed nothing.
		if s.renewal == nil && s.offset < t.applied && now.Sub(s.offsetAt) >= t.node.options.Retention/4 {
			if syncFrame.Zero() {
				syncFrame = projection.Sync(t.applied)
			}
			s.sendDurable(syncFrame, t.applied, now)
		}
	}
}
