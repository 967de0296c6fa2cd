package presence

import (
	"encoding/json"
	"strings"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// Dot is a user's dot as others see it, and the chosen status. Reasons explain why a
// user who chose to be available is shown as away.
type Dot struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
	Status string `json:"status"`
	Chosen string `json:"chosen"`

	Reasons []string `json:"reasons,omitempty"`
}

// choice is a user's chosen status, switches and hours.
type choice struct {
	status string
	calls  *users.Calls
}

// choiceOf reads a user's stored or wire availability.
func choiceOf(availability json.RawMessage) choice {
	return choice{users.ChosenStatus(availability), users.CallsOf(availability)}
}

// of returns the user's announced dot.
func (s shown) of(user id.ID) Dot {
	d := Dot{ID: user, Name: s.name, Status: s.dot, Chosen: s.chosen}
	if s.reasons != "" {
		d.Reasons = strings.Split(s.reasons, "\n")
	}
	return d
}

// why returns the reasons, one per line, why a user who chose to be available is
// away.
func (v view) why(c choice, unsure bool, now time.Time) string {
	if c.status != users.Available || v.dot(c, unsure, now) != users.Away {
		return ""
	}
	return strings.Join(v.unavailableReasons(c, now), "\n")
}

// dot derives the dot that others see. unsure means that this node may not know all
// sockets yet.
func (v view) dot(c choice, unsure bool, now time.Time) string {
	if c.status == users.OnCallStatus {
		return users.OnCallStatus // the call is more reliable than a socket
	}
	if !v.open {
		switch {
		case !v.left.IsZero() && now.Sub(v.left) < leaseTime:
		case unsure:
			return users.Unknown
		default:
			return users.Offline
		}
	}
	if c.status == users.Available && len(v.unavailableReasons(c, now)) > 0 {
		return users.Away
	}
	return c.status
}
