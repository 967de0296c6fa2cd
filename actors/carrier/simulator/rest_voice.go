package simulator

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/tape"
	"switchboard/actors/carrier/simulator/voice"
)

// maxTwiml bounds the TwiML in a request, in characters.
const maxTwiml = 4000

// voiceAPI is the REST API of calls and conferences.
type voiceAPI struct {
	store   *store
	account string
	numbers numbers
	tapes   *tape.Tapes
}

func (a *voiceAPI) routes(route func(pattern string, do operation)) {
	const account = "/2010-04-01/Accounts/{account}"
	route("POST "+account+"/Conferences/{name}/Participants.json", a.served(a.createParticipant))
	route("GET "+account+"/Conferences/{name}/Participants.json", a.served(a.listParticipants))
	route("POST "+account+"/Conferences/{name}/Participants/{file}", a.served(a.updateParticipant))
	route("DELETE "+account+"/Conferences/{name}/Participants/{file}", a.served(a.deleteParticipant))
	route("GET "+account+"/Conferences.json", a.served(a.listConferences))
	route("GET "+account+"/Conferences/{file}", a.served(a.fetchConference))
	route("POST "+account+"/Conferences/{file}", a.served(a.updateConference))
	route("POST "+account+"/Calls.json", a.served(a.createCall))
	route("GET "+account+"/Calls.json", a.served(a.listCalls))
	route("GET "+account+"/Calls/{file}", a.served(a.fetchCall))
	route("POST "+account+"/Calls/{file}", a.served(a.updateCall))
	a.recordings(account, route)
}

// named returns the file name in a path without .json.
func named(r *http.Request) string { return strings.TrimSuffix(r.PathValue("file"), ".json") }

func (a *voiceAPI) createParticipant(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	from, to := f.Get("From"), f.Get("To")
	if !a.numbers.has(from) {
		return 0, nil, refuse(http.StatusBadRequest, 21212, "The source phone number provided, %s, is not yet verified for your account.", from)
	}
	if !e164.MatchString(to) && !voice.IsClient(to) {
		return 0, nil, refuse(http.StatusBadRequest, 21211, "Invalid 'To' Phone Number: %s", to)
	}
	timeout := 60
	if given := f.Get("Timeout"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 || n > 600 {
			return 0, nil, refuse(http.StatusBadRequest, 20001, "Timeout must be between 1 and 600")
		}
		timeout = n
	}
	callback := f.Get("StatusCallback")
	if u, err := url.Parse(callback); err != nil || (callback != "" && u.Host == "") {
		return 0, nil, refuse(http.StatusBadRequest, 21609, "StatusCallback is not a valid URL: %s", callback)
	}
	label := f.Get("Label")
	room := voice.Room{
		Name: r.PathValue("name"), Callback: f.Get("ConferenceStatusCallback"), Events: words(f, "ConferenceStatusCallbackEvent", "end"),
	}
	var body any
	err := a.store.update(func(w *world) error {
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		if c := w.calls.Conferences.Live(room.Name); c != nil && label != "" && w.calls.Legs.Labelled(c.SID, label) {
			return refuse(http.StatusConflict, 16025, "A participant with the label %s is in the conference already", label)
		}
		l := &voice.Leg{
			From: from, To: to, Label: label, Timeout: timeout,
			EndsIt: flag(f, "EndConferenceOnExit", false), Starts: flag(f, "StartConferenceOnEnter", true),
			Callback: callback, Events: words(f, "StatusCallbackEvent", "completed"),
			Sound: voice.Sound{Silent: f.Has("WaitUrl") && f.Get("WaitUrl") == "", Muted: flag(f, "Muted", false)},
		}
		c := w.calls.Dial(room, l)
		body = a.participant(c, l)
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

func (a *voiceAPI) listConferences(r *http.Request) (int, any, *refusal) {
	q := r.URL.Query()
	list := []any{}
	a.store.view(func(w *world) {
		for _, c := range w.calls.Conferences.Find(q.Get("FriendlyName"), q.Get("Status")) {
			list = append(list, a.conference(c))
		}
	})
	return http.StatusOK, page(r, "conferences", list, maxPage), nil
}

func (a *voiceAPI) listParticipants(r *http.Request) (int, any, *refusal) {
	list, known := []any{}, false
	a.store.view(func(w *world) {
		c := w.calls.Conferences.Get(r.PathValue("name"))
		known = c != nil
		if !known || c.Ended != nil {
			return
		}
		for _, l := range w.calls.Legs.In(c.SID) {
			list = append(list, a.participant(c, l))
		}
	})
	if !known {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, page(r, "participants", list, maxPage), nil
}

func (a *voiceAPI) deleteParticipant(r *http.Request) (int, any, *refusal) {
	return http.StatusNoContent, nil, refusalOf(a.store.update(func(w *world) error {
		c := w.calls.Conferences.Live(r.PathValue("name"))
		if c == nil {
			return unknown(r)
		}
		l := w.calls.Legs.Named(c.SID, named(r))
		if l == nil {
			return unknown(r)
		}
		w.calls.Remove(l)
		return nil
	}))
}

func (a *voiceAPI) fetchCall(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		if l := w.calls.Legs[named(r)]; l != nil {
			body = a.call(l)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

// updateCall ends a call or redirects it to other TwiML.
func (a *voiceAPI) updateCall(r *http.Request) (int, any, *refusal) {
	if twiml := r.PostForm.Get("Twiml"); twiml != "" {
		return a.redirectCall(r, twiml)
	}
	status := r.PostForm.Get("Status")
	if status != voice.Completed && status != voice.Canceled {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Status must be completed or canceled")
	}
	return a.change(r, func(calls *voice.Calls, l *voice.Leg) error {
		if status == voice.Canceled && l.Answered != nil {
			return refuse(http.StatusBadRequest, 21220, "Call is not queued or ringing. Cannot cancel.")
		}
		calls.Stop(l)
		return nil
	})
}

func (a *voiceAPI) redirectCall(r *http.Request, twiml string) (int, any, *refusal) {
	program, err := voice.Parse([]byte(twiml))
	if err != nil || utf8.RuneCountInString(twiml) > maxTwiml || r.PostForm.Has("Status") || r.PostForm.Has("Url") {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Twiml must be a document of at most %d characters, without Status and Url", maxTwiml)
	}
	return a.change(r, func(calls *voice.Calls, l *voice.Leg) error {
		if l.Answered == nil {
			return notInProgress()
		}
		calls.Redirect(l, program)
		return nil
	})
}

// change finds the live call that a request names, changes it and returns it.
func (a *voiceAPI) change(r *http.Request, with func(calls *voice.Calls, l *voice.Leg) error) (int, any, *refusal) {
	var body any
	err := a.store.update(func(w *world) error {
		l := w.calls.Legs[named(r)]
		if l == nil {
			return unknown(r)
		}
		if l.Over() {
			return notInProgress()
		}
		if err := with(w.calls, l); err != nil {
			return err
		}
		body = a.call(l)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

func notInProgress() *refusal {
	return refuse(http.StatusBadRequest, 21220, "Unable to update record. Call is not in-progress. Cannot redirect.")
}
