package voice

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"
)

// A conference stays in its first status until a party that may start it is not
// alone.
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
	Legs     []string   `json:"legs,omitempty"` // joined legs, in order of joining
	Created  time.Time  `json:"created"`
	Ended    *time.Time `json:"ended,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	EndedBy  string     `json:"ended_by,omitempty"`
	Spoken   bool       `json:"spoken,omitempty"` // an announcement is playing
}

// Room identifies a conference, and how to open it.
type Room struct {
	Name, Callback string
	Events         []string
}

// callback returns the conference's callback for an event, or nil if that kind was
// not requested.
func (c *Conference) callback(kind, event string, more url.Values, at time.Time) url.Values {
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

// whyOver returns the reason why the conference ends when a leg leaves, or "". It
// ends with a leg that is set to end it, and with the last one. was reports that the
// leg had joined, awaited that another leg is still being dialed.
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
