package voice

import (
	"net/url"
	"slices"
	"strconv"
	"time"
)

// The provider's statuses of a leg; initiated is only an event.
const (
	Queued     = "queued"
	Ringing    = "ringing"
	InProgress = "in-progress"
	Completed  = "completed"
	Busy       = "busy"
	NoAnswer   = "no-answer"
	Canceled   = "canceled"
)

// Inbound is the direction of a leg that came in; Outbound of one that was dialled by REST.
const (
	Inbound  = "inbound"
	Outbound = "outbound-api"
)

// APIVersion is the version of the interface that webhooks and answers name.
const APIVersion = "2010-04-01"

// keptSentences is how many of the sentences that a leg heard are kept.
const keptSentences = 10

// Leg is one party's connection.
type Leg struct {
	SID           string     `json:"sid"`
	Direction     string     `json:"direction"`
	From          string     `json:"from"`
	To            string     `json:"to"`
	Status        string     `json:"status"`
	Label         string     `json:"label,omitempty"`
	Conference    string     `json:"conference,omitempty"` // its sid, while dialling into it or in it
	Joined        bool       `json:"joined,omitempty"`
	EndsIt        bool       `json:"ends_it,omitempty"`
	Starts        bool       `json:"starts,omitempty"`
	Callback      string     `json:"callback,omitempty"`
	Events        []string   `json:"events,omitempty"`
	Sequence      int        `json:"sequence"`
	Program       []Verb     `json:"program,omitempty"` // what follows the running verb
	Heard         []string   `json:"heard,omitempty"`   // sentences that were spoken to it, the latest
	Timeout       int        `json:"timeout,omitempty"` // seconds
	Created       time.Time  `json:"created"`
	Answered      *time.Time `json:"answered,omitempty"`
	Ended         *time.Time `json:"ended,omitempty"`
	ByREST        bool       `json:"by_rest,omitempty"`
	ForwardedFrom string     `json:"forwarded_from,omitempty"`
	// URL is asked what is to be done with a call that REST placed, once somebody takes it;
	// Asked says that it has been, and has not answered yet.
	URL   string `json:"url,omitempty"`
	Asked bool   `json:"asked,omitempty"`

	// Client is whose browser is at the other end, "" for a phone. Params are what its
	// calls tell it beside (client:name?a=b).
	Client string `json:"client,omitempty"`
	Params string `json:"params,omitempty"`
	// Pressed are the keys that were pressed on it, the latest.
	Pressed string `json:"pressed,omitempty"`
	Sound
}

// Sound is what is heard on a leg.
type Sound struct {
	// Tone is what a phone outside plays, in hertz; with 0 somebody talks.
	Tone int `json:"tone,omitempty"`
	// Spoken says that a sentence is being spoken to it, Silent that it has no music
	// while it waits for a conference to start.
	Spoken bool `json:"spoken,omitempty"`
	Silent bool `json:"silent,omitempty"`
	Muted  bool `json:"muted,omitempty"`
	Held   bool `json:"held,omitempty"`
	// Coaches is the leg that it alone speaks to.
	Coaches string `json:"coaches,omitempty"`
}

// Over says that the leg has ended.
func (l *Leg) Over() bool { return l.Ended != nil }

// Ours is the number of the account that the leg came to or was dialled from.
func (l *Leg) Ours() string {
	if l.Direction == Inbound {
		return l.To
	}
	return l.From
}

// pickUp marks the leg as answered, false where it was before.
func (l *Leg) pickUp(at time.Time) bool {
	if l.Answered != nil {
		return false
	}
	l.Answered, l.Status = &at, InProgress
	return true
}

// end is final; false where the leg is over.
func (l *Leg) end(at time.Time, status string) bool {
	if l.Over() {
		return false
	}
	l.Ended, l.Status, l.Program, l.Spoken = &at, status, nil, false
	return true
}

// next takes the first verb off the program, false at its end.
func (l *Leg) next() (Verb, bool) {
	if len(l.Program) == 0 || l.Over() {
		return Verb{}, false
	}
	v := l.Program[0]
	l.Program = l.Program[1:]
	return v, true
}

// hear keeps a sentence that is spoken to the leg.
func (l *Leg) hear(sentence string) {
	l.Spoken = true
	l.listen(sentence)
}

// Press keeps keys that are pressed on the leg.
func (l *Leg) Press(digits string) {
	const kept = 100
	l.Pressed += digits
	l.Pressed = l.Pressed[max(0, len(l.Pressed)-kept):]
}

// form is what every webhook about the leg says.
func (l *Leg) form() url.Values {
	f := url.Values{
		"CallSid": {l.SID}, "From": {l.From}, "To": {l.To}, "Caller": {l.From}, "Called": {l.To},
		"Direction": {l.Direction}, "ApiVersion": {APIVersion}, "CallStatus": {l.Status},
	}
	if l.ForwardedFrom != "" {
		f.Set("ForwardedFrom", l.ForwardedFrom)
	}
	return f
}

// told is what the leg's status callback says of an event, nil where nobody asked for
// it. The sequence counts every event of the leg that is told.
func (l *Leg) told(event, status string, at time.Time) url.Values {
	if l.Callback == "" || !slices.Contains(l.Events, event) {
		return nil
	}
	f := l.form()
	f.Set("CallStatus", status)
	f.Set("CallbackSource", "call-progress-events")
	f.Set("SequenceNumber", strconv.Itoa(l.Sequence))
	f.Set("Timestamp", at.Format(time.RFC1123Z))
	if l.Over() {
		seconds := 0
		if l.Answered != nil {
			seconds = int(l.Ended.Sub(*l.Answered).Round(time.Second) / time.Second)
		}
		f.Set("CallDuration", strconv.Itoa(seconds))
		f.Set("Duration", strconv.Itoa((seconds+59)/60))
	}
	l.Sequence++
	return f
}

// party is what a conference's event says of the leg.
func (l *Leg) party() url.Values {
	return url.Values{
		"CallSid": {l.SID}, "ParticipantLabel": {l.Label}, "Muted": {strconv.FormatBool(l.Muted)},
		"Hold": {strconv.FormatBool(l.Held)}, "Coaching": {strconv.FormatBool(l.Coaches != "")},
		"EndConferenceOnExit": {strconv.FormatBool(l.EndsIt)}, "StartConferenceOnEnter": {strconv.FormatBool(l.Starts)},
	}
}

// left is what a conference's event says of the leg as it goes.
func (l *Leg) left(reason string) url.Values {
	f := l.party()
	f.Set("ParticipantCallStatus", l.Status)
	f.Set("ReasonParticipantLeft", reason)
	return f
}
