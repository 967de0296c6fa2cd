package simulator

import (
	"net/http"
	"slices"

	"switchboard/actors/carrier/simulator/voice"
)

// codeDown is the provider's code for an unavailable service.
const codeDown = 20503

// served handles a request unless it concerns a number whose requests fail.
func (a *voiceAPI) served(do operation) operation {
	return func(r *http.Request) (int, any, *refusal) {
		fails := false
		a.store.view(func(w *world) { fails = slices.ContainsFunc(about(w, r), w.calls.Fails) })
		if fails {
			return 0, nil, refuse(http.StatusServiceUnavailable, codeDown, "Service unavailable")
		}
		return do(r)
	}
}

// about returns the account's numbers that a request about calls concerns.
func about(w *world, r *http.Request) []string {
	list := []string{r.PostForm.Get("From")}
	var rooms []*voice.Conference
	for _, name := range []string{r.PathValue("name"), r.URL.Query().Get("FriendlyName")} {
		rooms = append(rooms, w.calls.Conferences.Get(name), w.calls.Conferences.Live(name))
	}
	legs := []*voice.Leg{w.calls.Legs[named(r)]}
	for _, room := range rooms {
		if room != nil {
			legs = append(legs, w.calls.Legs.In(room.SID)...)
		}
	}
	for _, l := range legs {
		if l != nil {
			list = append(list, l.Ours())
		}
	}
	return list
}
