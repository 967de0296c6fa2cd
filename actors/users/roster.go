package users

import (
	"context"
	"encoding/json"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// load reads an organisation's users. Where the log told of one meanwhile, what
// was read may be older: then it is read once more.
func (p *Presence) load(ctx context.Context, organization id.ID) error {
	p.mu.Lock()
	p.roster(organization).behind = false
	p.mu.Unlock()
	var users []row.Record
	err := everyone(ctx, p.store, organization, row.Query{Fields: []string{"name", "is_active", "availability"}},
		func(u row.Record) { users = append(users, u) })
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := p.roster(organization)
	for _, record := range users {
		u := r.person(record.ID)
		if u.version >= record.Version {
			continue
		}
		enabled, set := record.Bool("is_active")
		u.version, u.name = record.Version, record.Text("name")
		u.chosen, u.enabled = stored(record).Call.Status, enabled || !set
		r.dirty[record.ID] = true
	}
	r.loaded = !r.behind
	return nil
}

// Append implements eventlog.Follower: it takes over what users have chosen.
func (p *Presence) Append(organization id.ID, entries []entry.Entry) {
	touched := false
	p.mu.Lock()
	for i := range entries {
		if e := &entries[i]; e.Object == "user" && e.ID != "" {
			touched = p.roster(organization).follow(e) || touched
		}
	}
	p.mu.Unlock()
	if touched {
		p.poke()
	}
}

// follow takes over an entry of a user; false where it is older than what is known.
func (r *roster) follow(e *entry.Entry) bool {
	if !r.loaded {
		r.behind = true
		return false // loading will read it, whole
	}
	u := r.person(e.ID)
	if e.Version != 0 && e.Version <= u.version {
		return false
	}
	fields := e.After
	if e.Op == entry.Created {
		fields = e.Record
		u.enabled, u.chosen = true, Offline
	}
	if e.Op == entry.Removed {
		u.enabled = false
	}
	if raw, ok := fields["name"]; ok && json.Unmarshal(raw, &u.name) != nil {
		u.name = ""
	}
	if raw, ok := fields["availability"]; ok {
		u.chosen = ChosenStatus(raw)
	}
	if raw, ok := fields["is_active"]; ok {
		u.enabled = string(raw) != "false"
	}
	u.version = e.Version
	r.dirty[e.ID] = true
	return true
}

// person finds a user's, under the lock.
func (r *roster) person(user id.ID) *person {
	u := r.people[user]
	if u == nil {
		u = newPerson()
		u.chosen = Offline
		r.people[user] = u
	}
	return u
}
