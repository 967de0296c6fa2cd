package calls

import (
	"cmp"
	"maps"
	"slices"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The states of a conference.
const (
	ConferenceOn   = "in-progress"
	ConferenceOver = "completed"
)

// placed is a record that a call keeps of its conference or of who is in it.
type placed struct {
	object string
	id     id.ID
	fields row.Fields
}

// conferred adds to a decision the records of the call's conference and its participants, as
// far as they differ: they follow from the facts, and are written with them.
func conferred(s State, d runtime.Decision) runtime.Decision {
	at := slices.IndexFunc(d.Writes, func(w row.Write) bool { return w.Object == "call" })
	if at < 0 {
		return d
	}
	call := row.Record{Object: "call", ID: s.Who.ID, Fields: maps.Clone(s.Call.Fields)}
	if call.Fields == nil {
		call.Fields = row.Fields{}
	}
	maps.Copy(call.Fields, d.Writes[at].Set)
	is := room(withCall(s.Who, call))
	if len(is) == 0 {
		return d
	}
	had := map[id.ID]row.Record{}
	if s.Call.Lookup("conference") != "" { // a call of before there were such records has none yet
		for _, one := range room(s) {
			had[one.id] = row.Record{Object: one.object, ID: one.id, Fields: one.fields}
		}
	} else {
		d.Writes[at].Set["conference"] = is[0].id
		d.Writes[at].Quiet = false
	}
	for _, one := range is {
		write := row.Write{Object: one.object, ID: one.id, Op: entry.Created, Set: one.fields, Cause: cmp.Or(d.Writes[at].Cause, "call.conferred")}
		if before, is := had[one.id]; is {
			write.Op, write.Set = entry.Updated, runtime.Differing(before, one.fields)
		}
		if len(write.Set) > 0 {
			d.Writes = append(d.Writes, write)
		}
	}
	return d
}

// room gives the records of a call's conference, that of the conference first; none where
// nobody has joined it.
func room(s State) []placed {
	f, v := &s.Facts, verdictOf(&s.Facts)
	sids := slices.Sorted(maps.Keys(f.Legs))
	sids = slices.DeleteFunc(sids, func(sid string) bool { return f.Legs[sid].Joined.IsZero() })
	if len(sids) == 0 {
		return nil
	}
	owner, contact := v.User, s.Call.Lookup("contact")
	began := f.Legs[sids[0]].Joined
	for _, sid := range sids {
		began = earliest(began, f.Legs[sid].Joined)
	}
	conference := row.Fields{
		"name": s.Call.Text("name"), "owner": owner, "sid": f.Conference, "call": s.Who.ID, "contact": contact,
		"status": ConferenceOn, "start_time": began, "end_time": v.Ended,
	}
	if v.over() {
		conference["status"] = ConferenceOver
	}
	in := id.Derived("conference:" + string(s.Who.ID))
	out := []placed{{ConferenceObject, in, conference}}
	for _, sid := range sids {
		l := f.Legs[sid]
		set := row.Fields{
			"name": s.Call.Text("name"), "owner": owner, "call": s.Who.ID, "conference": in, "sid": sid, "role": RoleAgent, "user": labelUser(l.Label),
			"contact": id.ID(""), "number": "", "joined": l.Joined, "left": l.Over, "muted": false, "hold": false,
		}
		if v.over() {
			set["left"] = earliest(l.Over, v.Ended)
		}
		there := l.Over.IsZero() && !v.over()
		if l.Label == customerLabel {
			set["role"], set["contact"], set["number"], set["hold"] = RoleCustomer, contact, theirNumber(s), there && f.Held != nil
		} else {
			set["muted"] = there && f.Told[labelUser(l.Label)].Muted
		}
		out = append(out, placed{ParticipantObject, participantID(s.Who.ID, sid), set})
	}
	return out
}

func participantID(call id.ID, sid string) id.ID {
	return id.Derived("call_participant:" + string(call) + ":" + sid)
}

// theirNumber is the number at the other side of a call.
func theirNumber(s State) string {
	if s.Facts.Outbound {
		return s.Call.Text("to_number")
	}
	return s.Call.Text("from_number")
}
