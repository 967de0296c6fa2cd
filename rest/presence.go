package rest

import (
	"net/http"

	"switchboard/actors/users/presence"
	"switchboard/storage/access"
)

// userStatus is one row of GET v1/status/users.
type userStatus struct {
	presence.Dot
	Availability availability `json:"availability"`
}

type availability struct {
	CallAvailability callAvailability `json:"call_availability"`
}

type callAvailability struct {
	CallStatus string `json:"call_status"`
}

func userStatuses(of Presence) signedHandler {
	return func(w http.ResponseWriter, r *http.Request, p *access.Principal) error {
		everyone, err := of.Snapshot(r.Context(), p.Organization)
		if err != nil {
			return err
		}
		out := make([]userStatus, len(everyone))
		for i, one := range everyone {
			out[i] = userStatus{one, availability{callAvailability{one.Status}}}
		}
		return writeJSON(w, http.StatusOK, out)
	}
}
