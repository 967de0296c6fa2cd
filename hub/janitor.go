package hub

import (
	"context"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/wait"
)

// janitor does the work that depends on time: it expires tokens, advances the
// offsets of quiet sockets, and unloads organizations without sockets.
type janitor struct {
	node    *node
	orgs    *orgHubs
	watches *watches
}

// run sweeps every Tick until ctx ends.
func (k *janitor) run(ctx context.Context) {
	wait.Every(ctx, k.node.options.Tick, k.sweep)
}

func (k *janitor) sweep() {
	defer func() { k.node.caught(panickedSweep, recover()) }()
	now := k.node.options.Now()
	for _, org := range k.orgs.all() {
		k.sweepOrg(org, now)
	}
	k.watches.publish(now)
}

// sweepOrg sweeps one organization. A panic in it does not affect the others.
func (k *janitor) sweepOrg(org *orgHub, now time.Time) {
	defer func() { k.node.caught(panickedSweep, recover()) }()
	k.sweepSockets(org, now)
	org.queries.runDue(time.Now())
	org.budgets.Sweep(time.Now())
	k.orgs.forget(org, now)
}

// expiringBefore is how long before its token expires a client is reminded.
const expiringBefore = time.Minute

// sweepSockets sweeps the sockets of one organization.
func (k *janitor) sweepSockets(org *orgHub, now time.Time) {
	org.mu.Lock()
	defer org.mu.Unlock()
	org.window.Expire(now.Add(-org.node.options.Retention))
	var syncFrame link.Frame
	for s := range org.sockets {
		switch {
		case s.expires.IsZero():
		case !now.Before(s.expires):
			s.dismiss(link.SessionExpired)
			continue
		case !s.warned && now.Add(expiringBefore).After(s.expires):
			s.warned = true
			s.link.Send(projection.Event("session.expiring", projection.AppendJSON(nil, map[string]time.Time{"at": s.expires.UTC()}), ""))
		}
		// A client that receives nothing for a long time would return with an
		// offset older than the retention, although it missed nothing.
		if s.reload == nil && s.offset < org.applied && now.Sub(s.offsetAt) >= org.node.options.Retention/4 {
			if syncFrame.Zero() {
				syncFrame = projection.Sync(org.applied)
			}
			s.sendDurable(syncFrame, org.applied, now)
		}
	}
}
