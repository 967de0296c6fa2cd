package voice

import (
	"log/slog"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// Kinds of tasks: timed steps of a leg.
const (
	taskRing    = "ring"    // starts to ring
	taskLost    = "lost"    // its browser has been disconnected too long
	taskTimeout = "timeout" // has rung for too long
	taskProceed = "proceed" // continues its program
)

// lookAgain is the pause before another check for a browser.
const lookAgain = 100 * time.Millisecond

// Instructions is the part of the webhook that requests a call's instructions; its
// answer is for Calls.Instruct.
const Instructions = "voice"

// byREST is the reason for a participant's removal by a REST request.
const byREST = "participant_updated_via_api"

// Config configures an account's calls.
type Config struct {
	VoiceURL  string // webhook for a call's instructions
	StatusURL string // webhook for the end of an inbound call
	// Ring is the time from dialed to ringing, Speech the duration of a spoken
	// sentence, Reach how long a leg waits for a reconnecting browser, Lost how long
	// a browser may be disconnected during a call.
	Ring, Speech, Reach, Lost time.Duration
	// Registered reports whether a user's browser is registered.
	Registered func(client string) bool
	Log        *slog.Logger
	// Account is the owner of recordings; Recorded returns a recording's duration.
	Account  string
	Recorded func(recording string) time.Duration
}

// Calls is the provider's calls.
type Calls struct {
	Legs        Legs
	Conferences *Conferences
	Recordings  Recordings

	memory   *Memory
	config   Config
	schedule *schedule.Schedule
	webhooks *schedule.Webhooks
}

// New returns the calls of a stored state.
func New(m *Memory, config Config, tasks *schedule.Schedule, webhooks *schedule.Webhooks) *Calls {
	if m.Legs == nil {
		m.Legs = Legs{}
	}
	if m.Conferences == nil {
		m.Conferences = map[string]*Conference{}
	}
	if m.Recordings == nil {
		m.Recordings = Recordings{}
	}
	return &Calls{
		Recordings: m.Recordings, Legs: m.Legs, Conferences: &Conferences{all: m.Conferences, legs: m.Legs, webhooks: webhooks},
		memory: m, config: config, schedule: tasks, webhooks: webhooks,
	}
}

// Fails reports whether requests about a number's calls currently fail (Fail).
func (c *Calls) Fails(ours string) bool { return c.memory.Failing[ours] }

// Fail makes requests about a number's calls fail, or work again. Calls continue.
func (c *Calls) Fail(ours string, on bool) {
	if !on {
		delete(c.memory.Failing, ours)
		return
	}
	if c.memory.Failing == nil {
		c.memory.Failing = map[string]bool{}
	}
	c.memory.Failing[ours] = true
}

// Arrive creates an inbound call and requests its instructions from our voice URL.
func (c *Calls) Arrive(from, to string) *Leg {
	l := &Leg{
		SID: sid.New("CA"), Direction: Inbound, From: from, To: to, Status: Ringing, Created: time.Now().UTC(),
		// A number's status callback reports only the end.
		Callback: c.config.StatusURL, Events: []string{"completed"},
	}
	c.Legs[l.SID] = l
	c.webhooks.Ask(l.SID, Instructions, c.config.VoiceURL, l.form())
	return l
}

// Instruct applies the answer of the voice URL, or its error. A second one (of a
// repeated webhook) has no effect. An error ends the call, as the provider's spoken
// error does.
func (c *Calls) Instruct(legSID string, body []byte, err error) {
	l := c.Legs[legSID]
	if l == nil || l.Over() || l.Answered != nil && !l.Asked {
		return
	}
	l.Asked = false
	verbs, parseErr := Parse(body)
	if err != nil || parseErr != nil {
		c.config.Log.Warn("phone simulator: no instructions for the call", "call", l.SID, "error", err, "document", parseErr)
		c.pickUp(l)
		c.end(l, Completed, "")
		return
	}
	if len(verbs) > 0 && verbs[0].name() == "Reject" && l.Answered == nil {
		c.end(l, Busy, "")
		return
	}
	c.pickUp(l)
	l.Program = verbs
	c.proceed(l)
}

// Dial dials a leg into a conference on a REST request, and opens the conference if
// necessary.
func (c *Calls) Dial(room Room, l *Leg) *Conference {
	into := c.Conferences.open(room)
	l.SID, l.Direction, l.ByREST, l.Conference = sid.New("CA"), Outbound, true, into.SID
	l.Status, l.Created = Queued, time.Now().UTC()
	l.Client, l.Params = clientOf(l.To)
	c.Legs[l.SID] = l
	c.tell(l, "initiated", "initiated")
	c.schedule.After(c.config.Ring, schedule.Task{Kind: taskRing, Ref: l.SID})
	return into
}

// Originate calls a number on a REST request. The leg then follows its program, or
// the answer of its URL.
func (c *Calls) Originate(l *Leg) {
	l.SID, l.Direction = sid.New("CA"), Outbound
	l.Status, l.Created = Queued, time.Now().UTC()
	l.Client, l.Params = clientOf(l.To)
	c.Legs[l.SID] = l
	c.tell(l, "initiated", "initiated")
	c.schedule.After(c.config.Ring, schedule.Task{Kind: taskRing, Ref: l.SID})
}

// EndConference ends a conference on a REST request. Legs that REST dialed into it
// end with it; others continue their program.
func (c *Calls) EndConference(room *Conference) {
	for _, l := range c.Conferences.finish(room, &Leg{}, "conference-ended-via-api") {
		if l.Answered == nil {
			c.end(l, Canceled, "")
		} else {
			c.proceed(l)
		}
	}
}

// Answer answers an outbound leg.
func (c *Calls) Answer(l *Leg) {
	c.ring(l)
	c.pickUp(l)
	if into := c.Conferences.of(l); into != nil {
		c.Conferences.join(into, l)
		return
	}
	if l.URL != "" {
		c.webhooks.Ask(l.SID, Instructions, l.URL, l.form())
		l.URL, l.Asked = "", true
		return
	}
	c.proceed(l)
}

// HangUp makes the leg's own party hang up, or reject a leg that rings.
func (c *Calls) HangUp(l *Leg) {
	switch {
	case l.Answered != nil:
		c.end(l, Completed, "participant_hung_up")
	case l.Direction == Inbound:
		c.end(l, Canceled, "participant_add_failed")
	default:
		c.end(l, Busy, "participant_add_failed")
	}
}

// Stop ends a leg on a REST request.
func (c *Calls) Stop(l *Leg) {
	if l.Answered != nil {
		c.end(l, Completed, byREST)
	} else {
		c.end(l, Canceled, "participant_add_failed")
	}
}

// Remove removes a leg from its conference on a REST request. A leg dialed into it
// ends; an inbound leg continues its program.
func (c *Calls) Remove(l *Leg) {
	if l.Answered == nil || l.ByREST {
		c.Stop(l)
		return
	}
	c.leave(l, byREST)
	c.proceed(l)
}

// Redirect gives an answered leg other instructions: it leaves its conference and
// stops its current verb.
func (c *Calls) Redirect(l *Leg, program []Verb) {
	c.schedule.Cancel(taskProceed, l.SID)
	l.Sound = Sound{Tone: l.Tone}
	if l.Joined {
		c.leave(l, byREST)
	}
	l.Program = program
	c.proceed(l)
}

// Step runs a due step of a leg, a conference or a recording. A call that is over is
// no error.
func (c *Calls) Step(t schedule.Task) {
	switch t.Kind {
	case taskAnnounced:
		c.announced(t.Ref)
		return
	case taskSaved:
		if r := c.Recordings[t.Ref]; r != nil {
			c.saved(r)
		}
		return
	}
	l := c.Legs[t.Ref]
	if l == nil || l.Over() {
		return
	}
	switch t.Kind {
	case taskRing:
		c.ring(l)
	case taskLost:
		c.HangUp(l)
	case taskTimeout:
		if l.Answered == nil {
			c.end(l, NoAnswer, "participant_add_failed")
		}
	case taskProceed:
		c.proceed(l)
	}
}

func (c *Calls) ring(l *Leg) {
	if l.Status != Queued {
		return
	}
	if l.Client != "" && !c.config.Registered(l.Client) {
		if time.Since(l.Created) < c.config.Reach {
			c.schedule.After(lookAgain, schedule.Task{Kind: taskRing, Ref: l.SID})
		} else {
			c.end(l, NoAnswer, "participant_add_failed")
		}
		return
	}
	l.Status = Ringing
	c.tell(l, "ringing", Ringing)
	c.schedule.After(time.Duration(l.Timeout)*time.Second, schedule.Task{Kind: taskTimeout, Ref: l.SID})
}

func (c *Calls) pickUp(l *Leg) {
	if l.pickUp(time.Now().UTC()) {
		c.tell(l, "answered", InProgress)
	}
}

// end ends a leg: it leaves its conference, and its callback is sent.
func (c *Calls) end(l *Leg, status, reason string) {
	if l.end(time.Now().UTC(), status) {
		c.leave(l, reason)
		c.tell(l, "completed", status)
		if r := c.Recordings.Live(l.SID); r != nil {
			c.endRecording(r)
		}
	}
}

// leave removes a leg from its conference. If that ends the conference, the other
// legs continue their programs (a leg dialed by REST has none and ends), and legs
// being dialed are canceled.
func (c *Calls) leave(l *Leg, reason string) {
	from := c.Conferences.of(l)
	if from == nil {
		return
	}
	for _, other := range c.Conferences.leave(from, l, reason) {
		if other.Answered == nil {
			c.end(other, Canceled, "")
		} else {
			c.proceed(other)
		}
	}
}

func (c *Calls) tell(l *Leg, event, status string) {
	if f := l.callback(event, status, time.Now().UTC()); f != nil {
		c.webhooks.Add(l.SID, l.Callback, f)
	}
}

// proceed continues a leg's program; at its end the leg hangs up.
func (c *Calls) proceed(l *Leg) {
	l.Spoken = false
	for v, more := l.next(); more; v, more = l.next() {
		switch v.name() {
		case "Say", "Play":
			if v.name() == "Say" {
				l.hear(v.Text)
			}
			c.schedule.After(c.config.Speech, schedule.Task{Kind: taskProceed, Ref: l.SID})
			return
		case "Pause":
			c.schedule.After(v.length(), schedule.Task{Kind: taskProceed, Ref: l.SID})
			return
		case "Dial":
			if named, room, ok := v.conference(); ok {
				l.Label, l.Silent = named.attr("participantLabel"), named.has("waitUrl") && named.attr("waitUrl") == ""
				l.Starts, l.EndsIt = named.truth("startConferenceOnEnter", true), named.truth("endConferenceOnExit", false)
				c.Conferences.join(c.Conferences.open(room), l)
				return
			}
		case "Hangup", "Reject":
			l.Program = nil
		default:
			c.config.Log.Warn("phone simulator: verb not understood", "verb", v.name())
			l.Program = nil
		}
	}
	if !l.Over() {
		c.end(l, Completed, "participant_hung_up")
	}
}
