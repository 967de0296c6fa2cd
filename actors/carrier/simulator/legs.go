package simulator

import (
	"net/url"
	"slices"
	"strconv"
	"time"
)

// The provider's statuses of a leg; initiated is only an event.
const (
	statusQueued     = "queued"
	statusRinging    = "ringing"
	statusInProgress = "in-progress"
	statusCompleted  = "completed"
	statusBusy       = "busy"
	statusFailed     = "failed"
	statusNoAnswer   = "no-answer"
	statusCanceled   = "canceled"
)

const apiVersion = "2010-04-01"

// form is what every webhook about a leg says.
func (w *world) form(l *leg) url.Values {
	direction := "inbound"
	if l.Direction != direction {
		direction = "outbound-api"
	}
	f := url.Values{
		"CallSid": {l.SID}, "From": {l.From}, "To": {l.To}, "Caller": {l.From}, "Called": {l.To},
		"Direction": {direction}, "ApiVersion": {apiVersion}, "CallStatus": {l.Status},
	}
	if l.ForwardedFrom != "" {
		f.Set("ForwardedFrom", l.ForwardedFrom)
	}
	return f
}

// tell sends a leg's status callback where its events include it. The sequence
// counts every event of the leg that is told.
func (w *world) tell(l *leg, event, status string) {
	if l.Callback == "" || !slices.Contains(l.Events, event) {
		return
	}
	f := w.form(l)
	f.Set("CallStatus", status)
	f.Set("CallbackSource", "call-progress-events")
	f.Set("SequenceNumber", strconv.Itoa(l.Sequence))
	f.Set("Timestamp", w.now.Format(time.RFC1123Z))
	if l.over() {
		seconds := 0
		if l.Answered != nil {
			seconds = int(l.Ended.Sub(*l.Answered).Round(time.Second) / time.Second)
		}
		f.Set("CallDuration", strconv.Itoa(seconds))
		f.Set("Duration", strconv.Itoa((seconds+59)/60))
	}
	l.Sequence++
	w.webhook(l.SID, l.Callback, f)
}

// arrive makes an inbound call: our voice URL is asked what to do with it.
func (w *world) arrive(from, to string) *leg {
	l := &leg{
		SID: sid("CA"), Direction: "inbound", From: from, To: to, Status: statusRinging, Created: w.now,
		// A number's status callback tells of the end only.
		Callback: w.sim.public + callStatusPath, Events: []string{"completed"},
	}
	w.Legs[l.SID] = l
	w.webhook(l.SID, w.sim.public+voicePath, w.form(l))
	for _, t := range w.Tasks { // the copy that an edge added asks as well
		if t.Kind == taskWebhook && t.Key == l.SID {
			t.Part, t.Ref = "voice", l.SID
		}
	}
	return l
}

// dial makes a leg that was ordered by REST.
func (w *world) dial(l *leg) {
	l.Status, l.Created = statusQueued, w.now
	w.Legs[l.SID] = l
	w.tell(l, "initiated", "initiated")
	w.later(w.sim.config.Pace.Ring, task{Kind: taskRing, Ref: l.SID})
}

func (w *world) ring(l *leg) {
	if l.Status != statusQueued {
		return
	}
	l.Status = statusRinging
	w.tell(l, "ringing", statusRinging)
	w.later(time.Duration(l.Timeout)*time.Second, task{Kind: taskTimeout, Ref: l.SID})
	if clientNames.MatchString(l.To) {
		w.later(w.sim.config.Pace.Join, task{Kind: taskAnswer, Ref: l.SID})
	}
}

// pickUp marks a leg as answered.
func (w *world) pickUp(l *leg) {
	if l.Answered != nil {
		return
	}
	at := w.now
	l.Answered, l.Status = &at, statusInProgress
	w.tell(l, "answered", statusInProgress)
}

// answer is the other side taking an outbound leg.
func (w *world) answer(l *leg) {
	w.pickUp(l)
	if c := w.Conferences[l.Conference]; c != nil && c.Ended == nil {
		w.join(c, l)
		return
	}
	w.end(l, statusCompleted, "")
}

// end is final: the leg leaves its conference and its callback tells.
func (w *world) end(l *leg, status, reason string) {
	if l.over() {
		return
	}
	at := w.now
	l.Ended, l.Status, l.Program = &at, status, nil
	if c := w.Conferences[l.Conference]; c != nil && c.Ended == nil {
		w.leave(c, l, reason)
	}
	w.tell(l, "completed", status)
}

// hangUp ends a leg by its own party (rest false) or by a REST request: what that
// makes of it depends on whether it was answered.
func (w *world) hangUp(l *leg, rest bool) {
	reason := "participant_hung_up"
	if rest {
		reason = "participant_updated_via_api"
	}
	switch {
	case l.Answered != nil:
		w.end(l, statusCompleted, reason)
	case rest || l.Direction == "inbound":
		w.end(l, statusCanceled, "participant_add_failed")
	default:
		w.end(l, statusBusy, "participant_add_failed")
	}
}
