package simulator

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/fault"
)

// refusalOf turns what update returns into the provider's error.
func refusalOf(err error) *refusal {
	var no *refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &no):
		return no
	case fault.Is(err, fault.Limited):
		return refuse(http.StatusTooManyRequests, 20429, "Too Many Requests")
	default:
		return refuse(http.StatusServiceUnavailable, 20503, "Service unavailable")
	}
}

// flag reads a parameter that is true or false.
func flag(form url.Values, name string, otherwise bool) bool {
	if b, err := strconv.ParseBool(form.Get(name)); err == nil {
		return b
	}
	return otherwise
}

// words reads a list that is repeated, or separated by spaces, or both.
func words(form url.Values, name string, otherwise string) []string {
	list := strings.Fields(strings.Join(form[name], " "))
	if len(list) == 0 {
		return []string{otherwise}
	}
	return list
}

func (s *Simulator) createParticipant(r *http.Request) (int, any, *refusal) {
	f := r.PostForm
	from, to := f.Get("From"), f.Get("To")
	if !s.ourNumber(from) {
		return 0, nil, refuse(http.StatusBadRequest, 21212, "The source phone number provided, %s, is not yet verified for your account.", from)
	}
	if !e164.MatchString(to) && !clientNames.MatchString(to) {
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
	var body any
	err := s.update(func(w *world) error {
		if err := w.busy(); err != nil {
			return err
		}
		name := r.PathValue("name")
		label := f.Get("Label")
		if c := w.live(name); c != nil && label != "" {
			for _, other := range w.Legs {
				if other.Conference == c.SID && !other.over() && other.Label == label {
					return refuse(http.StatusConflict, 16025, "A participant with the label %s is in the conference already", label)
				}
			}
		}
		c := w.room(name, f.Get("ConferenceStatusCallback"), words(f, "ConferenceStatusCallbackEvent", "end"))
		l := &leg{
			SID: sid("CA"), Direction: "outbound-api", From: from, To: to, Label: label, Conference: c.SID,
			EndsIt: flag(f, "EndConferenceOnExit", false), Starts: flag(f, "StartConferenceOnEnter", true),
			Callback: callback, Events: words(f, "StatusCallbackEvent", "completed"), Timeout: timeout, ByREST: true,
		}
		w.dial(l)
		body = w.participant(c, l)
		return nil
	})
	return http.StatusCreated, body, refusalOf(err)
}

func (s *Simulator) listConferences(r *http.Request) (int, any, *refusal) {
	q := r.URL.Query()
	list := []any{}
	s.view(func(w *world) {
		var found []*conference
		for _, c := range w.Conferences {
			if (q.Get("FriendlyName") == "" || c.Name == q.Get("FriendlyName")) && (q.Get("Status") == "" || c.Status == q.Get("Status")) {
				found = append(found, c)
			}
		}
		slices.SortFunc(found, func(a, b *conference) int { return b.Created.Compare(a.Created) })
		for _, c := range found {
			list = append(list, w.conference(c))
		}
	})
	return http.StatusOK, page(r, "conferences", list, mostPaged), nil
}

func (s *Simulator) listParticipants(r *http.Request) (int, any, *refusal) {
	list, known := []any{}, false
	s.view(func(w *world) {
		c := w.Conferences[r.PathValue("name")]
		if c == nil {
			return
		}
		known = true
		if c.Ended != nil {
			return
		}
		var found []*leg
		for _, l := range w.Legs {
			if l.Conference == c.SID && !l.over() {
				found = append(found, l)
			}
		}
		slices.SortFunc(found, func(a, b *leg) int { return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(a.SID, b.SID)) })
		for _, l := range found {
			list = append(list, w.participant(c, l))
		}
	})
	if !known {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, page(r, "participants", list, mostPaged), nil
}

func (s *Simulator) deleteParticipant(r *http.Request) (int, any, *refusal) {
	which := strings.TrimSuffix(r.PathValue("file"), ".json")
	return http.StatusNoContent, nil, refusalOf(s.update(func(w *world) error {
		c := w.live(r.PathValue("name"))
		if c == nil {
			return unknown(r)
		}
		for _, l := range w.Legs {
			if l.Conference != c.SID || l.over() || (l.SID != which && l.Label != which) {
				continue
			}
			if l.Answered == nil || l.ByREST {
				w.hangUp(l, true)
				return nil
			}
			// A leg that came in by an answer of ours goes on with its program.
			w.leave(c, l, "participant_updated_via_api")
			w.proceed(l)
			return nil
		}
		return unknown(r)
	}))
}

func (s *Simulator) fetchCall(r *http.Request) (int, any, *refusal) {
	var body any
	s.view(func(w *world) {
		if l := w.Legs[strings.TrimSuffix(r.PathValue("file"), ".json")]; l != nil {
			body = w.call(l)
		}
	})
	if body == nil {
		return 0, nil, unknown(r)
	}
	return http.StatusOK, body, nil
}

func (s *Simulator) updateCall(r *http.Request) (int, any, *refusal) {
	if twiml := r.PostForm.Get("Twiml"); twiml != "" {
		return s.redirectCall(r, twiml)
	}
	which := strings.TrimSuffix(r.PathValue("file"), ".json")
	status := r.PostForm.Get("Status")
	if status != statusCompleted && status != statusCanceled {
		return 0, nil, refuse(http.StatusBadRequest, 20001, "Status must be completed or canceled")
	}
	var body any
	err := s.update(func(w *world) error {
		l := w.Legs[which]
		switch {
		case l == nil:
			return unknown(r)
		case l.over():
			return refuse(http.StatusBadRequest, 21220, "Unable to update record. Call is not in-progress. Cannot redirect.")
		case status == statusCanceled && l.Answered != nil:
			return refuse(http.StatusBadRequest, 21220, "Call is not queued or ringing. Cannot cancel.")
		}
		w.hangUp(l, true)
		body = w.call(l)
		return nil
	})
	return http.StatusOK, body, refusalOf(err)
}

// mostPaged is the provider's limit of a page in the 2010 interface.
const mostPaged = 1000

// page cuts a list by PageSize, up to most, and Page, as the 2010 interface writes it.
func page(r *http.Request, name string, list []any, most int) map[string]any {
	q := r.URL.Query()
	size, number := 50, 0
	if n, err := strconv.Atoi(q.Get("PageSize")); err == nil && n >= 1 {
		size = min(n, most)
	}
	if n, err := strconv.Atoi(q.Get("Page")); err == nil && n >= 0 {
		number = n
	}
	start := min(number*size, len(list))
	end := min(start+size, len(list))
	at := func(n int) string {
		q.Set("Page", strconv.Itoa(n))
		q.Set("PageSize", strconv.Itoa(size))
		return r.URL.Path + "?" + q.Encode()
	}
	out := map[string]any{
		name: list[start:end], "page": number, "page_size": size, "start": start, "end": max(start, end-1),
		"uri": at(number), "first_page_uri": at(0), "next_page_uri": "", "previous_page_uri": "",
	}
	if end < len(list) {
		out["next_page_uri"] = at(number + 1)
	}
	if number > 0 {
		out["previous_page_uri"] = at(number - 1)
	}
	return out
}

func stamp(t *time.Time) any {
	if t == nil {
		return nil
	}
	return t.Format(time.RFC1123Z)
}

func (w *world) conference(c *conference) map[string]any {
	uri := "/2010-04-01/Accounts/" + w.Account + "/Conferences/" + c.SID
	out := map[string]any{
		"sid": c.SID, "account_sid": w.Account, "friendly_name": c.Name, "status": c.Status, "region": "us1",
		"api_version": apiVersion, "date_created": stamp(&c.Created), "date_updated": stamp(&w.now),
		"uri": uri + ".json", "subresource_uris": map[string]string{"participants": uri + "/Participants.json"},
	}
	if c.Ended != nil {
		out["reason_conference_ended"], out["call_sid_ending_conference"] = c.Reason, c.EndedBy
	}
	return out
}

func (w *world) participant(c *conference, l *leg) map[string]any {
	status := map[string]string{
		statusQueued: "queued", statusRinging: "ringing", statusInProgress: "connected", statusCompleted: "complete",
	}[l.Status]
	if status == "" {
		status = "failed"
	}
	return map[string]any{
		"account_sid": w.Account, "call_sid": l.SID, "label": l.Label, "conference_sid": c.SID,
		"call_sid_to_coach": nil, "coaching": false, "muted": false, "hold": false,
		"end_conference_on_exit": l.EndsIt, "start_conference_on_enter": l.Starts, "status": status,
		"date_created": stamp(&l.Created), "date_updated": stamp(&w.now), "queue_time": "0",
		"uri": "/2010-04-01/Accounts/" + w.Account + "/Conferences/" + c.SID + "/Participants/" + l.SID + ".json",
	}
}

func (w *world) call(l *leg) map[string]any {
	out := map[string]any{
		"sid": l.SID, "account_sid": w.Account, "api_version": apiVersion, "direction": l.Direction,
		"from": l.From, "from_formatted": l.From, "to": l.To, "to_formatted": l.To, "status": l.Status,
		"date_created": stamp(&l.Created), "date_updated": stamp(&w.now),
		"start_time": stamp(l.Answered), "end_time": stamp(l.Ended), "duration": nil, "queue_time": "0",
		"uri": "/2010-04-01/Accounts/" + w.Account + "/Calls/" + l.SID + ".json", "subresource_uris": map[string]string{},
	}
	if l.Ended != nil && l.Answered != nil {
		out["duration"] = strconv.Itoa(int(l.Ended.Sub(*l.Answered).Seconds()))
	}
	return out
}
