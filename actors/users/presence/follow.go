package presence

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// missing tells whether somebody waits for the users, and nobody reads them.
func (r *roster) missing() (is bool) {
	r.locked(func() { is = r.wanted && !r.loaded && r.loading == 0 })
	return is
}

// load reads an organization's users. Where the log told of one meanwhile, what
// was read may be older: then it is read once more, as it is after a failure.
func (p *Tracker) load(ctx context.Context, organization id.ID) error {
	var r *roster
	var told int
	p.with(organization, func(found *roster) {
		r = found
		r.loading++
		told, r.wanted = r.told, true
	})
	defer p.poke()
	defer r.locked(func() {
		r.loading--
		if r.loaded {
			p.agenda.now(r)
		} else {
			p.agenda.sooner(r, time.Now().Add(sweepTime))
		}
	})
	var all []row.Record
	err := users.Everyone(ctx, p.store, organization, row.Query{Fields: []string{"name", "is_active", "availability"}},
		func(u row.Record) { all = append(all, u) })
	if err != nil {
		return err
	}
	now := time.Now()
	unsure := p.unsure(now)
	r.locked(func() {
		for _, record := range all {
			r.read(record, unsure, now)
		}
		p.cease(r)
		r.again = true
		r.loaded = r.told == told
	})
	return nil
}

// read takes over a user's row, under the lock. When an organization's users are read
// for the first time, news is only what differs from what other nodes showed before.
func (r *roster) read(record row.Record, unsure bool, now time.Time) {
	u := r.person(record.ID)
	if u.version >= record.Version {
		return
	}
	enabled, set := record.Bool("is_active")
	u.version, u.name = record.Version, record.Text("name")
	chosen, _ := record.Fields["availability"].(json.RawMessage)
	u.chosen, u.enabled = users.ChosenStatus(chosen), enabled || !set
	if r.again {
		r.dirty[u.id] = true
		return
	}
	u.shown, u.reach = r.judge(u, unsure, now)
	if r.own[u.id] != nil {
		others := r.view(u.id, &person{})
		u.shown.dot, u.reach = others.dot(u.chosen, unsure, now), others.reach(u.chosen, unsure, now)
		r.dirty[u.id] = true
	}
}

// Append implements eventlog.Follower: it takes over what users have chosen. After a
// panic the organization's users are read anew: what was told of them may be lost.
func (p *Tracker) Append(organization id.ID, entries []entry.Entry) {
	r := p.find(organization)
	if r == nil {
		return // whoever asks later reads it
	}
	touched := false
	if !p.panics.Round(panics.Presence, func() { touched = p.follow(r, entries) }) {
		p.forget(r)
		touched = true
	}
	if touched {
		p.poke()
	}
}

func (p *Tracker) follow(r *roster, entries []entry.Entry) (touched bool) {
	r.locked(func() {
		for i := range entries {
			if e := &entries[i]; e.Object == "user" && e.ID != "" && r.follow(e) {
				touched = true
				p.doubt(r, e.ID)
			}
		}
	})
	return touched
}

// Serves implements eventlog.Selective: an organization is wanted before its users are read.
func (p *Tracker) Serves(organization id.ID) (wanted bool) {
	if r := p.find(organization); r != nil {
		r.locked(func() { wanted = r.wanted })
	}
	return wanted
}

// forget has an organization's users read anew.
func (p *Tracker) forget(r *roster) {
	r.locked(func() {
		r.loaded, r.all = false, true
		r.told++
		p.agenda.now(r)
	})
}

// follow takes over an entry of a user; false where it is older than what is known.
func (r *roster) follow(e *entry.Entry) bool {
	switch {
	case !r.wanted:
		return false
	case !r.loaded:
		r.told++
		return false // loading will read it, whole
	}
	u := r.person(e.ID)
	if e.Version != 0 && e.Version <= u.version {
		return false
	}
	fields := e.After
	if e.Op == entry.Created {
		fields = e.Record
		u.enabled, u.chosen = true, users.Offline
	}
	if e.Op == entry.Removed {
		u.enabled = false
	}
	if raw, ok := fields["name"]; ok && json.Unmarshal(raw, &u.name) != nil {
		u.name = ""
	}
	if raw, ok := fields["availability"]; ok {
		u.chosen = users.ChosenStatus(raw)
	}
	if raw, ok := fields["is_active"]; ok {
		u.enabled = string(raw) != "false"
	}
	u.version = e.Version
	return true
}
