package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/voice"
)

// createCall calls a number, and then follows Twiml or the answer of Url.
func (a *voiceAPI) createCall(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	l := &voice.Leg{
		From: f.Get("From"), To: f.Get("To"), Timeout: 60, URL: f.Get("Url"),
		Callback: f.Get("StatusCallback"), Events: words(f, "StatusCallbackEvent", "completed"),
	}
	if !a.numbers.has(l.From) {
		return 0, nil, refuse(http.StatusBadRequest, 21212, "The source phone number provided, %s, is not yet verified for your account.", l.From)
	}
	if !e164.MatchString(l.To) && !voice.IsClient(l.To) {
		return 0, nil, refuse(http.StatusBadRequest, 21211, "Invalid 'To' Phone Number: %s", l.To)
	}
	if given := f.Get("Timeout"); given != "" {
		n, err := strconv.Atoi(given)
		if err != nil || n < 1 || n > 600 {
			return 0, nil, refuse(http.StatusBadRequest, 20001, "Timeout must be between 1 and 600")
		}
		l.Timeout = n
	}
	for _, name := range []string{"Url", "StatusCallback"} {
		if address := f.Get(name); address != "" {
			if u, err := url.Parse(address); err != nil || u.Host == "" {
				return 0, nil, refuse(http.StatusBadRequest, 21609, "%s is not a valid URL: %s", name, address)
			}
		}
	}
	twiml := f.Get("Twiml")
	program, err := voice.Parse([]byte(twiml))
	if err != nil || utf8.RuneCountInString(twiml) > maxTwiml || (twiml == "") == (l.URL == "") {
		return 0, nil, refuse(http.StatusBadRequest, 21205, "A call needs either a Url or a Twiml document of at most %d characters", maxTwiml)
	}
	l.Program = program
	var body any
	no := refusalOf(a.store.update(func(w *world) error {
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		w.calls.Originate(l)
		body = a.call(l)
		return nil
	}))
	return http.StatusCreated, body, no
}

// listCalls lists calls, the newest first, by called number, status and day.
func (a *voiceAPI) listCalls(r *http.Request) (int, any, *refusal) {
	q := r.URL.Query()
	list := []any{}
	a.store.view(func(w *world) {
		var found []*voice.Leg
		for _, l := range w.calls.Legs {
			if fits(l, q) {
				found = append(found, l)
			}
		}
		slices.SortFunc(found, func(a, b *voice.Leg) int { return b.Created.Compare(a.Created) })
		for _, l := range found {
			list = append(list, a.call(l))
		}
	})
	return http.StatusOK, page(r, "calls", list, maxPage), nil
}

// fits reports whether a call matches a list's query. Calls have no parent here.
func fits(l *voice.Leg, q url.Values) bool {
	is := func(name, value string) bool { return q.Get(name) == "" || q.Get(name) == value }
	start := l.Created
	if l.Answered != nil {
		start = *l.Answered
	}
	return q.Get("ParentCallSid") == "" && is("To", l.To) && is("From", l.From) && is("Status", l.Status) &&
		within(q, "StartTime", &start) && within(q, "EndTime", l.Ended)
}

// within reports whether a time is on, before or after the day in a query.
func within(q url.Values, name string, at *time.Time) bool {
	for suffix, holds := range map[string]func(order int) bool{
		"":  func(order int) bool { return order == 0 },
		"<": func(order int) bool { return order <= 0 },
		">": func(order int) bool { return order >= 0 },
	} {
		wanted := q.Get(name + suffix)
		if wanted == "" {
			continue
		}
		day := wanted[:min(len(wanted), len(time.DateOnly))]
		if at == nil || !holds(strings.Compare(at.UTC().Format(time.DateOnly), day)) {
			return false
		}
	}
	return true
}

func (a *voiceAPI) fetchConference(r *http.Request) (int, any, *refusal) {
	var body any
	a.store.view(func(w *world) {
		if c := w.calls.Conferences.Get(named(r)); c != nil {
			body = a.conference(c)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

// endConference ends a conference for all participants.
func (a *voiceAPI) endConference(r *http.Request) (int, any, *refusal) {
	if r.PostForm.Get("Status") != voice.Completed {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Status must be completed")
	}
	var body any
	err := a.store.update(func(w *world) error {
		c := w.calls.Conferences.Live(named(r))
		if c == nil {
			return unknown(r)
		}
		w.calls.EndConference(c)
		body = a.conference(c)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}
