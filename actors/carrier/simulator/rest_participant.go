package simulator

import (
	"net/http"
	"strconv"

	"switchboard/actors/carrier/simulator/voice"
)

// updateParticipant changes what a participant hears and whether others hear it.
func (a *voiceAPI) updateParticipant(r *http.Request) (int, any, *refusal) {
	change, no := changeOf(r)
	if no != nil {
		return 0, nil, no
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := w.calls.Conferences.Live(r.PathValue("name"))
		if c == nil {
			return unknown(r)
		}
		l := w.calls.Legs.Named(c.SID, named(r))
		if l == nil {
			return unknown(r)
		}
		if change.Coaches != nil && *change.Coaches != "" && w.calls.Legs.Named(c.SID, *change.Coaches) == nil {
			return refuse(http.StatusBadRequest, 16204, "CallSidToCoach is not in the conference")
		}
		w.calls.Alter(l, change)
		body = a.participant(c, l)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

func changeOf(r *http.Request) (change voice.Change, no *refusal) {
	f := r.PostForm
	read := func(name string) *bool {
		if !f.Has(name) {
			return nil
		}
		value, err := strconv.ParseBool(f.Get(name))
		if err != nil {
			no = refuse(http.StatusBadRequest, 20001, "%s must be true or false", name)
		}
		return &value
	}
	change = voice.Change{Muted: read("Muted"), Held: read("Hold"), EndsIt: read("EndConferenceOnExit")}
	if coaching := read("Coaching"); coaching != nil {
		target := f.Get("CallSidToCoach")
		if !*coaching {
			target = ""
		} else if target == "" {
			no = refuse(http.StatusBadRequest, 20001, "Coaching needs CallSidToCoach")
		}
		change.Coaches = &target
	}
	return change, no
}
