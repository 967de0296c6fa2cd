package presence

import (
	"encoding/json"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/entry"
	"switchboard/storage/row"
)

// read updates a user from the row. On an organization's first load, only differences
// from what other nodes already showed are announced.
func (r *roster) read(record row.Record, unsure bool, now time.Time) {
	u := r.person(record.ID)
	if !u.read(record) {
		return
	}
	if r.again {
		r.suspects.dirty[u.id] = true
		return
	}
	u.shown, u.reach = r.judge(u, unsure, now)
	if r.own.people[u.id] != nil {
		others := r.others.add(view{}, u.id)
		u.shown.dot, u.shown.reasons, u.reach = others.dot(u.chosen, unsure, now), others.why(u.chosen, unsure, now), others.reach(u.chosen, unsure, now)
		r.suspects.dirty[u.id] = true
	}
}

// follow applies the log's entries about users, and reports whether anything changed.
func (r *roster) follow(entries []entry.Entry) (touched bool) {
	for i := range entries {
		e := &entries[i]
		switch {
		case e.Object != "user" || e.ID == "" || !r.wanted:
		case !r.loaded:
			r.told++ // loading will read the whole row
		case r.person(e.ID).follow(e):
			touched = true
			r.doubt(e.ID)
		}
	}
	return touched
}

// forget makes the users be read again.
func (r *roster) forget() {
	r.loaded, r.suspects.all = false, true
	r.told++
	r.soon()
}

// read applies a row, and reports whether anything changed.
func (u *person) read(record row.Record) bool {
	if u.version >= record.Version {
		return false
	}
	enabled, set := record.Bool("is_active")
	known := u.version > 0
	u.version, u.name = record.Version, record.Text("name")
	u.isProgram = row.IsProgram(record.Text("email"))
	chosen, _ := record.Fields["availability"].(json.RawMessage)
	u.chosen = choiceOf(chosen)
	u.enable(known, enabled || !set)
	return true
}

// enable applies whether the user is active. known reports whether the user was known
// before.
func (u *person) enable(known, enabled bool) {
	if known && enabled && !u.enabled {
		u.enabledAt = time.Now()
	}
	u.enabled = enabled
}

// follow applies a log entry, and reports whether it is newer than what is known.
func (u *person) follow(e *entry.Entry) bool {
	if e.Version != 0 && e.Version <= u.version {
		return false
	}
	fields := e.After
	if e.Op == entry.Created {
		fields = e.Record
		u.enabled, u.chosen = true, choice{status: users.Offline}
	}
	if e.Op == entry.Removed {
		u.enabled = false
	}
	if raw, ok := fields["name"]; ok && json.Unmarshal(raw, &u.name) != nil {
		u.name = ""
	}
	if raw, ok := fields["email"]; ok {
		var email string
		u.isProgram = json.Unmarshal(raw, &email) == nil && row.IsProgram(email)
	}
	if raw, ok := fields["availability"]; ok {
		u.chosen = choiceOf(raw)
	}
	if raw, ok := fields["is_active"]; ok {
		u.enable(u.version > 0, string(raw) != "false")
	}
	u.version = e.Version
	return true
}
