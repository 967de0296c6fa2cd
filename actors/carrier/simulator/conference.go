package simulator

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// live finds the conference that is not over by name or sid, nil where there is none.
func (w *world) live(name string) *conference {
	if c := w.Conferences[name]; c != nil && c.Ended == nil {
		return c
	}
	for _, c := range w.Conferences {
		if c.Name == name && c.Ended == nil {
			return c
		}
	}
	return nil
}

// room finds or opens a conference. The first leg's request sets its callback.
func (w *world) room(name, callback string, events []string) *conference {
	if c := w.live(name); c != nil {
		return c
	}
	c := &conference{
		SID: sid("CF"), Name: name, Status: "init", Callback: callback, Events: events, Created: w.now,
	}
	w.Conferences[c.SID] = c
	return c
}

// announce sends a conference's callback where its events include it.
func (w *world) announce(c *conference, filter, event string, more url.Values) {
	if c.Callback == "" || !slices.Contains(c.Events, filter) {
		return
	}
	c.Sequence++
	f := url.Values{
		"ConferenceSid": {c.SID}, "FriendlyName": {c.Name}, "StatusCallbackEvent": {event},
		"SequenceNumber": {strconv.Itoa(c.Sequence)}, "Timestamp": {w.now.Format(time.RFC1123Z)},
	}
	maps.Copy(f, more)
	w.webhook(c.SID, c.Callback, f)
}

// party is what a participant's event says of it.
func party(l *leg) url.Values {
	return url.Values{
		"CallSid": {l.SID}, "ParticipantLabel": {l.Label}, "Muted": {"false"}, "Hold": {"false"}, "Coaching": {"false"},
		"EndConferenceOnExit": {strconv.FormatBool(l.EndsIt)}, "StartConferenceOnEnter": {strconv.FormatBool(l.Starts)},
	}
}

// join puts a leg into the room. Mixing starts when two are in it and one of them
// may start it.
func (w *world) join(c *conference, l *leg) {
	l.Conference, l.Joined = c.SID, true
	c.Legs = append(c.Legs, l.SID)
	w.announce(c, "join", "participant-join", party(l))
	if c.Status == "init" && len(c.Legs) > 1 && slices.ContainsFunc(c.Legs, func(s string) bool { return w.Legs[s].Starts }) {
		c.Status = "in-progress"
		w.announce(c, "start", "conference-start", nil)
	}
}

// leave takes a leg out of the room, which ends with the last one or with one
// that ends it. A leg that never came in is told as a participant that failed.
func (w *world) leave(c *conference, l *leg, reason string) {
	f := party(l)
	f.Set("ParticipantCallStatus", l.Status)
	f.Set("ReasonParticipantLeft", reason)
	was := l.Joined
	l.Joined = false
	c.Legs = slices.DeleteFunc(c.Legs, func(s string) bool { return s == l.SID })
	w.announce(c, "leave", "participant-leave", f)
	byREST := reason == "participant_updated_via_api"
	switch {
	case was && l.EndsIt && byREST:
		w.finish(c, l, "participant-with-end-conference-on-exit-kicked")
	case was && l.EndsIt:
		w.finish(c, l, "participant-with-end-conference-on-exit-left")
	case len(c.Legs) == 0 && !w.awaited(c) && byREST:
		w.finish(c, l, "last-participant-kicked")
	case len(c.Legs) == 0 && !w.awaited(c):
		w.finish(c, l, "last-participant-left")
	}
}

// awaited tells whether somebody is still being dialled into the room.
func (w *world) awaited(c *conference) bool {
	for _, l := range w.Legs {
		if l.Conference == c.SID && !l.over() && !l.Joined {
			return true
		}
	}
	return false
}

// finish ends a conference: whoever is in it goes on with his program (a leg
// dialled by REST has none and ends), whoever is being dialled is given up.
func (w *world) finish(c *conference, by *leg, reason string) {
	if c.Ended != nil {
		return
	}
	at := w.now
	c.Ended, c.Status, c.Reason, c.EndedBy = &at, "completed", reason, by.SID
	for _, s := range c.Legs {
		l := w.Legs[s]
		l.Joined = false
		f := party(l)
		f.Set("ParticipantCallStatus", l.Status)
		f.Set("ReasonParticipantLeft", "moderator_ended_conference")
		w.announce(c, "leave", "participant-leave", f)
		w.proceed(l)
	}
	c.Legs = nil
	for _, l := range w.Legs {
		if l.Conference == c.SID && !l.over() && l.Answered == nil {
			w.end(l, statusCanceled, "")
		}
	}
	w.announce(c, "end", "conference-end", url.Values{
		"CallSidEndingConference": {by.SID}, "ParticipantLabelEndingConference": {by.Label},
		"ReasonConferenceEnded": {reason}, "Reason": {reason},
	})
}
