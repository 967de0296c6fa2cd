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

// Inbound is the direction of a leg to us, Outbound of one dialed by REST.
const (
	Inbound  = "inbound"
	Outbound = "outbound-api"
)

// APIVersion is the API version in webhooks and responses.
const APIVersion = "2010-04-01"

// keptSentences is the number of stored sentences spoken to a leg.
const keptSentences = 10

// Leg is one party's connection.
type Leg struct {
	SID           string     `json:"sid"`
	Direction     string     `json:"direction"`
	From          string     `json:"from"`
	To            string     `json:"to"`
	Status        string     `json:"status"`
	Label         string     `json:"label,omitempty"`
	Conference    string     `json:"conference,omitempty"` // its sid, while dialing or joined
	Joined        bool       `json:"joined,omitempty"`
	EndsIt        bool       `json:"ends_it,omitempty"`
	Starts        bool       `json:"starts,omitempty"`
	Callback      string     `json:"callback,omitempty"`
	Events        []string   `json:"events,omitempty"`
	Sequence      int        `json:"sequence"`
	Program       []Verb     `json:"program,omitempty"` // verbs after the running one
	Heard         []string   `json:"heard,omitempty"`   // latest sentences spoken to it
	Timeout       int        `json:"timeout,omitempty"` // seconds
	Created       time.Time  `json:"created"`
	Answered      *time.Time `json:"answered,omitempty"`
	Ended         *time.Time `json:"ended,omitempty"`
	ByREST        bool       `json:"by_rest,omitempty"`
	ForwardedFrom string     `json:"forwarded_from,omitempty"`
	// URL is requested for the instructions of a call placed by REST, once it is
	// answered. Asked reports that the request is pending.
	URL   string `json:"url,omitempty"`
	Asked bool   `json:"asked,omitempty"`

	// Client is the browser at the other end, or "" for a phone. Params are the
	// parameters for it (client:name?a=b).
	Client string `json:"client,omitempty"`
	Params string `json:"params,omitempty"`
	// Pressed holds the latest keys pressed on it.
	Pressed string `json:"pressed,omitempty"`
	Sound
}

// Sound is what a leg plays and hears.
type Sound struct {
	// Tone is the tone that an outside phone plays, in hertz, or 0 for speech.
	Tone int `json:"tone,omitempty"`
	// Spoken reports that a sentence is being spoken to it, Silent that it hears no
	// music while it waits for a conference to start.
	Spoken bool `json:"spoken,omitempty"`
	Silent bool `json:"silent,omitempty"`
	Muted  bool `json:"muted,omitempty"`
	Held   bool `json:"held,omitempty"`
	// Coaches is the only leg that hears it.
	Coaches string `json:"coaches,omitempty"`
}

// Over reports whether the leg has ended.
func (l *Leg) Over() bool { return l.Ended != nil }

// Ours returns our number on the leg.
func (l *Leg) Ours() string {
	if l.Direction == Inbound {
		return l.To
	}
	return l.From
}

// pickUp marks the leg as answered. It returns false if it was already.
func (l *Leg) pickUp(at time.Time) bool {
	if l.Answered != nil {
		return false
	}
	l.Answered, l.Status = &at, InProgress
	return true
}

// end ends the leg. It returns false if it was already over.
func (l *Leg) end(at time.Time, status string) bool {
	if l.Over() {
		return false
	}
	l.Ended, l.Status, l.Program, l.Spoken = &at, status, nil, false
	return true
}

// next removes the first verb from the program, or returns false.
func (l *Leg) next() (Verb, bool) {
	if len(l.Program) == 0 || l.Over() {
		return Verb{}, false
	}
	v := l.Program[0]
	l.Program = l.Program[1:]
	return v, true
}

// hear stores a sentence spoken to the leg.
func (l *Leg) hear(sentence string) {
	l.Spoken = true
	l.listen(sentence)
}

// Press stores keys pressed on the leg.
func (l *Leg) Press(digits string) {
	const kept = 100
	l.Pressed += digits
	l.Pressed = l.Pressed[max(0, len(l.Pressed)-kept):]
}

// form returns the fields of every webhook about the leg.
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

// callback returns the leg's status callback for an event, or nil if it was not
// requested. The sequence number counts the callbacks.
func (l *Leg) callback(event, status string, at time.Time) url.Values {
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

// party returns the leg's fields in a conference event.
func (l *Leg) party() url.Values {
	return url.Values{
		"CallSid": {l.SID}, "ParticipantLabel": {l.Label}, "Muted": {strconv.FormatBool(l.Muted)},
		"Hold": {strconv.FormatBool(l.Held)}, "Coaching": {strconv.FormatBool(l.Coaches != "")},
		"EndConferenceOnExit": {strconv.FormatBool(l.EndsIt)}, "StartConferenceOnEnter": {strconv.FormatBool(l.Starts)},
	}
}

// left returns the leg's fields in the event of its leaving.
func (l *Leg) left(reason string) url.Values {
	f := l.party()
	f.Set("ParticipantCallStatus", l.Status)
	f.Set("ReasonParticipantLeft", reason)
	return f
}
