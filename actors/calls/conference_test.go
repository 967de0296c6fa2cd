package calls

import (
	"maps"
	"slices"
	"testing"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// kept returns the conference records that a call's writes result in, and how often
// each was created.
func kept(writes []row.Write) (records map[id.ID]row.Fields, made int) {
	records = map[id.ID]row.Fields{}
	for _, w := range writes {
		if w.Object != ConferenceObject && w.Object != ParticipantObject {
			continue
		}
		if w.Op == entry.Created {
			made++
			records[w.ID] = row.Fields{}
		}
		maps.Copy(records[w.ID], w.Set) // a nil map panics if the record was never created
	}
	return records, made
}

// room returns the conference and the participants, the first to join first.
func (d *desk) room() (conference row.Record, participants []row.Record) {
	d.t.Helper()
	records, made := kept(d.others)
	if made != len(records) {
		d.t.Errorf("%d records were made %d times", len(records), made)
	}
	for one, fields := range records {
		r := row.Record{ID: one, Fields: fields}
		if r.Text("role") == "" {
			conference = r
		} else {
			participants = append(participants, r)
		}
	}
	slices.SortFunc(participants, func(a, b row.Record) int { return a.Time("joined").Compare(b.Time("joined")) })
	return conference, participants
}

func TestCallRecordsConferenceAndParticipants(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna, ben))
	if c, who := d.room(); c.ID != "" || len(who) > 0 {
		t.Fatalf("there is a conference that nobody has joined: %v %v", c, who)
	}
	d.do(conference("participant-join", "CA1", customerLabel, 2))
	c, who := d.room()
	if d.state.Call.Lookup("conference") != c.ID || c.Text("status") != ConferenceOn || !c.Time("start_time").Equal(began.Add(2*time.Second)) {
		t.Errorf("the conference is %v, the call's %s", c, d.state.Call.Lookup("conference"))
	}
	if len(who) != 1 || who[0].Text("role") != RoleCustomer || who[0].Text("number") != d.state.Call.Text("from_number") || who[0].Lookup("conference") != c.ID {
		t.Errorf("in it are %v", who)
	}
	d.do(Accept{CommandMeta: by(anna)})
	d.do(conference("participant-join", "CA2", userLabel(anna), 6))
	d.do(Hold{CommandMeta: by(anna), On: true})
	c, who = d.room()
	if c.Lookup("owner") != anna || len(who) != 2 || who[1].Lookup("user") != anna || who[1].Text("role") != RoleAgent {
		t.Fatalf("it is %v with %v", c, who)
	}
	if onHold, _ := who[0].Bool("hold"); !onHold || who[0].Lookup("owner") != anna {
		t.Errorf("who was put on hold is %v", who[0])
	}
	d.do(Report{CommandMeta: by(anna), Reports: []Reported{{Kind: EventMuted}}})
	if _, who = d.room(); !isSet(who[1].Bool("muted")) {
		t.Errorf("who muted herself is %v", who[1])
	}
	d.do(conference("participant-leave", "CA2", userLabel(anna), 30))
	d.do(conference("participant-leave", "CA1", customerLabel, 31))
	c, who = d.room()
	if c.Text("status") != ConferenceOver || c.Time("end_time").IsZero() {
		t.Errorf("it ended as %v", c)
	}
	for _, one := range who {
		onHold, _ := one.Bool("hold")
		muted, _ := one.Bool("muted")
		if one.Time("left").IsZero() || onHold || muted {
			t.Errorf("who has left is %v", one)
		}
	}
}

func isSet(value, _ bool) bool { return value }

// A call that started before these records existed creates them with its next change.
func TestOlderCallGetsConferenceRecords(t *testing.T) {
	d := newDesk(t)
	d.do(ring(anna))
	d.do(conference("participant-join", "CA1", customerLabel, 2))
	d.state.Call.Fields["conference"] = id.ID("")
	d.others = nil
	d.do(Accept{CommandMeta: by(anna)})
	if c, who := d.room(); c.ID == "" || len(who) != 1 {
		t.Errorf("it has %v with %v", c, who)
	}
}
