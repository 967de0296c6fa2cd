package presence

import (
	"encoding/json"
	"strings"
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// Dot is one user's dot as others see it, and what he chose. Reasons say why he is shown as
// away who chose to be available.
type Dot struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
	Status string `json:"status"`
	Chosen string `json:"chosen"`

	Reasons []string `json:"reasons,omitempty"`
}

// choice is what a user keeps of when calls are to reach him: the status that he chose, and
// his switches and hours.
type choice struct {
	status string
	calls  *users.Calls
}

// choiceOf reads a user's stored or wire availability.
func choiceOf(availability json.RawMessage) choice {
	return choice{users.ChosenStatus(availability), users.CallsOf(availability)}
}

// of is what is announced of a user.
func (s shown) of(user id.ID) Dot {
	d := Dot{ID: user, Name: s.name, Status: s.dot, Chosen: s.chosen}
	if s.reasons != "" {
		d.Reasons = strings.Split(s.reasons, "\n")
	}
	return d
}

// why are the reasons for which somebody is away who chose to be available, a line each.
func (v view) why(c choice, unsure bool, now time.Time) string {
	if c.status != users.Available || v.dot(c, unsure, now) != users.Away {
		return ""
	}
	return strings.Join(v.hindrances(c, now), "\n")
}

// dot derives what others see. Unsure is this node while absence may only mean that it
// has not heard yet.
func (v view) dot(c choice, unsure bool, now time.Time) string {
	if c.status == users.OnCallStatus {
		return users.OnCallStatus // the call knows better than a socket
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
	if c.status == users.Available && len(v.hindrances(c, now)) > 0 {
		return users.Away
	}
	return c.status
}
