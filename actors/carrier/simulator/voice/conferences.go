package voice

import (
	"net/url"
	"slices"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// Conferences is the index of conferences, and handles joining and leaving.
type Conferences struct {
	all      map[string]*Conference
	legs     Legs
	webhooks *schedule.Webhooks
}

// Get returns a conference by its sid, even an ended one, or nil.
func (r *Conferences) Get(conferenceSID string) *Conference { return r.all[conferenceSID] }

// Live returns the open conference with this name or sid, or nil.
func (r *Conferences) Live(name string) *Conference {
	if c := r.all[name]; c != nil && c.Ended == nil {
		return c
	}
	for _, c := range r.all {
		if c.Name == name && c.Ended == nil {
			return c
		}
	}
	return nil
}

// of returns the open conference of a leg, joined or dialing, or nil.
func (r *Conferences) of(l *Leg) *Conference {
	if c := r.all[l.Conference]; c != nil && c.Ended == nil {
		return c
	}
	return nil
}

// Find lists the conferences of a name and a status, newest first; "" means any.
func (r *Conferences) Find(name, status string) []*Conference {
	var found []*Conference
	for _, c := range r.all {
		if (name == "" || c.Name == name) && (status == "" || c.Status == status) {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b *Conference) int { return b.Created.Compare(a.Created) })
	return found
}

// open returns or opens a conference. The first leg's request sets its callback.
func (r *Conferences) open(room Room) *Conference {
	if c := r.Live(room.Name); c != nil {
		return c
	}
	c := &Conference{
		SID: sid.New("CF"), Name: room.Name, Status: waiting, Callback: room.Callback, Events: room.Events,
		Created: time.Now().UTC(),
	}
	r.all[c.SID] = c
	return c
}

func (r *Conferences) tell(c *Conference, kind, event string, more url.Values) {
	if f := c.callback(kind, event, more, time.Now().UTC()); f != nil {
		r.webhooks.Add(c.SID, c.Callback, f)
	}
}

// join adds a leg to the conference. Mixing starts with two legs of which one may
// start it.
func (r *Conferences) join(c *Conference, l *Leg) {
	l.Conference, l.Joined = c.SID, true
	c.Legs = append(c.Legs, l.SID)
	r.tell(c, "join", "participant-join", l.party())
	if c.Status == waiting && len(c.Legs) > 1 && slices.ContainsFunc(c.Legs, func(s string) bool { return r.legs[s].Starts }) {
		c.Status = mixing
		r.tell(c, "start", "conference-start", nil)
	}
}

// leave removes a leg and returns the legs released because the conference ends with
// it. A leg that never joined is reported as a failed participant.
func (r *Conferences) leave(c *Conference, l *Leg, reason string) (free []*Leg) {
	was := l.Joined
	l.Joined = false
	c.Legs = slices.DeleteFunc(c.Legs, func(s string) bool { return s == l.SID })
	r.tell(c, "leave", "participant-leave", l.left(reason))
	if why := c.whyOver(l, was, r.legs.awaited(c.SID), reason); why != "" {
		return r.finish(c, l, why)
	}
	return nil
}

// finish ends a conference and returns its legs, in order of joining, and those being
// dialed into it.
func (r *Conferences) finish(c *Conference, by *Leg, reason string) (free []*Leg) {
	at := time.Now().UTC()
	c.Ended, c.Status, c.Reason, c.EndedBy = &at, ended, reason, by.SID
	for _, s := range c.Legs {
		l := r.legs[s]
		l.Joined = false
		r.tell(c, "leave", "participant-leave", l.left("moderator_ended_conference"))
		free = append(free, l)
	}
	c.Legs = nil
	for _, l := range r.legs.In(c.SID) {
		if l.Answered == nil {
			free = append(free, l)
		}
	}
	r.tell(c, "end", "conference-end", url.Values{
		"CallSidEndingConference": {by.SID}, "ParticipantLabelEndingConference": {by.Label},
		"ReasonConferenceEnded": {reason}, "Reason": {reason},
	})
	return free
}
