package voice

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// A conference waits in its first status until somebody who may start it is not alone.
const (
	waiting = "init"
	mixing  = "in-progress"
	ended   = "completed"
)

// Conference is a meeting of legs under a friendly name.
type Conference struct {
	SID      string     `json:"sid"`
	Name     string     `json:"name"`
	Status   string     `json:"status"` // init, in-progress, completed
	Callback string     `json:"callback,omitempty"`
	Events   []string   `json:"events,omitempty"`
	Sequence int        `json:"sequence"`
	Legs     []string   `json:"legs,omitempty"` // in the room, in order of joining
	Created  time.Time  `json:"created"`
	Ended    *time.Time `json:"ended,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	EndedBy  string     `json:"ended_by,omitempty"`
	Spoken   bool       `json:"spoken,omitempty"` // something is announced in it
}

// Room is which conference is meant, and how one is opened where there is none.
type Room struct {
	Name, Callback string
	Events         []string
}

// told is what the conference's callback says of an event, nil where nobody asked for
// events of its kind.
func (c *Conference) told(kind, event string, more url.Values, at time.Time) url.Values {
	if c.Callback == "" || !slices.Contains(c.Events, kind) {
		return nil
	}
	c.Sequence++
	f := url.Values{
		"ConferenceSid": {c.SID}, "FriendlyName": {c.Name}, "StatusCallbackEvent": {event},
		"SequenceNumber": {strconv.Itoa(c.Sequence)}, "Timestamp": {at.Format(time.RFC1123Z)},
	}
	maps.Copy(f, more)
	return f
}

// whyOver is the reason for which the conference ends as a leg goes, "" where it does
// not: it ends with a leg in it that ends it, and with the last one. was says that the
// leg was in it, awaited that somebody is still being dialled into it.
func (c *Conference) whyOver(l *Leg, was, awaited bool, reason string) string {
	kicked := reason == byREST
	switch {
	case was && l.EndsIt && kicked:
		return "participant-with-end-conference-on-exit-kicked"
	case was && l.EndsIt:
		return "participant-with-end-conference-on-exit-left"
	case len(c.Legs) > 0 || awaited:
		return ""
	case kicked:
		return "last-participant-kicked"
	default:
		return "last-participant-left"
	}
}
