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

// conferenceRecord is a record of a call's conference or of one of its participants.
type conferenceRecord struct {
	object string
	id     id.ID
	fields row.Fields
}

// withConference adds the changed records of the call's conference and participants
// to a decision. They follow from the facts and are written in the same transaction.
func withConference(s State, d runtime.Decision) runtime.Decision {
	at := slices.IndexFunc(d.Writes, func(w row.Write) bool { return w.Object == "call" })
	if at < 0 {
		return d
	}
	call := row.Record{Object: "call", ID: s.Who.ID, Fields: maps.Clone(s.Call.Fields)}
	if call.Fields == nil {
		call.Fields = row.Fields{}
	}
	maps.Copy(call.Fields, d.Writes[at].Set)
	is := conferenceRecords(withCall(s.Who, call))
	if len(is) == 0 {
		return d
	}
	had := map[id.ID]row.Record{}
	if s.Call.Lookup("conference") != "" { // calls from before these records existed have none yet
		for _, one := range conferenceRecords(s) {
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

// conferenceRecords returns the records of a call's conference, the conference first.
// It returns none if nobody has joined yet.
func conferenceRecords(s State) []conferenceRecord {
	f, v := &s.Facts, derive(&s.Facts)
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
	out := []conferenceRecord{{ConferenceObject, in, conference}}
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
			set["muted"] = there && f.Reports[labelUser(l.Label)].Muted
		}
		out = append(out, conferenceRecord{ParticipantObject, participantID(s.Who.ID, sid), set})
	}
	return out
}

func participantID(call id.ID, sid string) id.ID {
	return id.Derived("call_participant:" + string(call) + ":" + sid)
}

// theirNumber returns the other party's number.
func theirNumber(s State) string {
	if s.Facts.Outbound {
		return s.Call.Text("to_number")
	}
	return s.Call.Text("from_number")
}
