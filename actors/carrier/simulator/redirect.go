package simulator

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostTwiml is how long the instructions of a request may be, in characters.
const mostTwiml = 4000

// redirectCall gives a call other instructions.
func (s *Simulator) redirectCall(r *http.Request, twiml string) (int, any, *refusal) {
	program, err := parse([]byte(twiml))
	if err != nil || utf8.RuneCountInString(twiml) > mostTwiml || r.PostForm.Has("Status") || r.PostForm.Has("Url") {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Twiml must be a document of at most %d characters, without Status and Url", mostTwiml)
	}
	var body any
	err = s.update(func(w *world) error {
		l := w.Legs[strings.TrimSuffix(r.PathValue("file"), ".json")]
		switch {
		case l == nil:
			return unknown(r)
		case l.over() || l.Answered == nil:
			return refuse(http.StatusBadRequest, 21220, "Unable to update record. Call is not in-progress. Cannot redirect.")
		}
		w.redirect(l, program)
		body = w.call(l)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

// redirect gives a leg that was answered other instructions: it leaves its conference,
// and what it was in the middle of is over.
func (w *world) redirect(l *leg, program []verb) {
	w.Tasks = slices.DeleteFunc(w.Tasks, func(t *task) bool { return t.Kind == taskProceed && t.Ref == l.SID })
	if c := w.Conferences[l.Conference]; c != nil && c.Ended == nil && l.Joined {
		w.leave(c, l, "participant_updated_via_api")
	}
	l.Program = program
	w.proceed(l)
}
