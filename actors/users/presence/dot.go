package presence

import (
	"time"

	"switchboard/actors/users"
	"switchboard/storage/id"
)

// Dot is one user's dot as others see it, and what he chose.
type Dot struct {
	ID     id.ID  `json:"id"`
	Name   string `json:"name,omitempty"`
	Status string `json:"status"`
	Chosen string `json:"chosen"`
}

// dot derives what others see. Unsure is this node while absence may only mean that it
// has not heard yet.
func (v view) dot(chosen string, unsure bool, now time.Time) string {
	if chosen == users.OnCallStatus {
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
	if chosen == users.Available && v.idle(now) {
		return users.Away
	}
	return chosen
}
