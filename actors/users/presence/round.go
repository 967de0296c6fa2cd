package presence

import (
	"context"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// pause returns how long nothing changes without an event.
func (p *Tracker) pause(now time.Time) time.Duration {
	most := idleTime
	if unsure := p.certainty.ignorance(now); unsure > 0 {
		most = min(most, unsure)
	}
	return p.rosters.agenda.pause(now, most)
}

// round announces changes in the organizations that are due, and reads those whose
// users are missing. A panic affects only its own organization.
func (p *Tracker) round(ctx context.Context) {
	now := time.Now()
	if p.certainty.settled(now) { // users without a report are absent
		for _, r := range p.rosters.known() {
			r.locked(r.doubtAll)
		}
	}
	for _, r := range p.rosters.agenda.take(now) {
		if !p.panics.Round(panics.Presence, func() { p.refresh(ctx, r) }) {
			r.locked(func() {
				r.suspects.all = r.wanted
				r.retry()
			})
		}
	}
}

// refresh reads an organization's users if they are missing and announces changes.
func (p *Tracker) refresh(ctx context.Context, r *roster) {
	missing := false
	r.locked(func() { missing = r.wanted && !r.loaded && r.loading == 0 })
	if missing {
		if err := p.load(ctx, r.organization); err != nil && ctx.Err() == nil {
			p.logger.Warn("users could not be read for presence", "organization", r.organization, "error", err)
		}
	}
	p.announce(r)
	p.rosters.drop(r)
}

// load reads an organization's users. If the log had entries about them in the
// meantime, the result may be outdated and is read again, as after a failure.
func (p *Tracker) load(ctx context.Context, organization id.ID) error {
	var r *roster
	var told int
	p.rosters.with(organization, func(found *roster) {
		r = found
		r.loading++
		told, r.wanted = r.told, true
	})
	defer signal(p.wake)
	defer r.locked(func() {
		r.loading--
		if r.loaded {
			r.soon()
		} else {
			r.retry()
		}
	})
	var all []row.Record
	err := users.Everyone(ctx, p.store, organization, row.Query{Fields: []string{"name", "email", "is_active", "availability"}},
		func(u row.Record) { all = append(all, u) })
	if err != nil {
		return err
	}
	now := time.Now()
	unsure := p.certainty.unsure(now)
	r.locked(func() {
		for _, record := range all {
			r.read(record, unsure, now)
		}
		r.own.tellCeased()
		r.again = true
		r.loaded = r.told == told
	})
	return nil
}

// announce sends an organization's changed dots. It does not hold the lock while
// sending.
func (p *Tracker) announce(r *roster) {
	if p.listeners.broadcaster() == nil {
		return // kept until there is a receiver
	}
	var changes []Dot
	var moved []id.ID
	now := time.Now()
	unsure := p.certainty.unsure(now)
	r.locked(func() { changes, moved = r.changes(unsure, now) })
	for _, user := range p.listeners.notify(r.organization, changes, moved) {
		r.locked(func() { r.resend(user) })
	}
}
