package voice

import (
	"log/slog"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// Kinds of tasks: steps that a leg makes in time.
const (
	taskRing    = "ring"    // starts to ring
	taskLost    = "lost"    // its browser has been away for too long
	taskTimeout = "timeout" // has rung for too long
	taskProceed = "proceed" // goes on with its program
)

// lookAgain is the pause before a browser is looked for again.
const lookAgain = 100 * time.Millisecond

// Instructions is the part of the webhook that asks what is to be done with a call; its
// answer is for Calls.Instruct.
const Instructions = "voice"

// byREST is why a participant left that a REST request took out.
const byREST = "participant_updated_via_api"

// Config says where an account's calls are told and how fast they go.
type Config struct {
	VoiceURL  string // asked what to do with a call
	StatusURL string // told of the end of a call that came in
	// Ring is from dialled to ringing, Speech one spoken sentence, Reach how long a browser
	// is waited for that may be connecting again, Lost how long it may be away during a call.
	Ring, Speech, Reach, Lost time.Duration
	// Registered says that somebody's browser is there to ring.
	Registered func(client string) bool
	Log        *slog.Logger
	// Account is whose recordings they are, Recorded how long one is.
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

// New makes the calls of what was stored.
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

// Fails says that what is asked about a number's calls fails for the time being (Fail).
func (c *Calls) Fails(ours string) bool { return c.memory.Failing[ours] }

// Fail has what is asked about a number's calls fail, or be answered again. Calls go on.
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

// Arrive makes an inbound call: our voice URL is asked what to do with it.
func (c *Calls) Arrive(from, to string) *Leg {
	l := &Leg{
		SID: sid.New("CA"), Direction: Inbound, From: from, To: to, Status: Ringing, Created: time.Now().UTC(),
		// A number's status callback tells of the end only.
		Callback: c.config.StatusURL, Events: []string{"completed"},
	}
	c.Legs[l.SID] = l
	c.webhooks.Ask(l.SID, Instructions, c.config.VoiceURL, l.form())
	return l
}

// Instruct takes the answer of the voice URL, or the error that came instead. A second
// one (of a copy that an edge sent) changes nothing; an error ends the call as the
// provider's own spoken error does.
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

// Dial dials a leg, ordered by REST, into a conference, which it opens where there is none.
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

// Originate calls somebody, ordered by REST, who is then told what the leg's program says, or its
// URL answers.
func (c *Calls) Originate(l *Leg) {
	l.SID, l.Direction = sid.New("CA"), Outbound
	l.Status, l.Created = Queued, time.Now().UTC()
	l.Client, l.Params = clientOf(l.To)
	c.Legs[l.SID] = l
	c.tell(l, "initiated", "initiated")
	c.schedule.After(c.config.Ring, schedule.Task{Kind: taskRing, Ref: l.SID})
}

// EndConference ends a conference by a REST request. Legs that were dialed into it by REST
// end with it; others go on with their program.
func (c *Calls) EndConference(room *Conference) {
	for _, l := range c.Conferences.finish(room, &Leg{}, "conference-ended-via-api") {
		if l.Answered == nil {
			c.end(l, Canceled, "")
		} else {
			c.proceed(l)
		}
	}
}

// Answer is the other side taking an outbound leg.
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

// HangUp lets the leg's own party hang up, or refuse a leg that rings for it.
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

// Stop ends a leg by a REST request.
func (c *Calls) Stop(l *Leg) {
	if l.Answered != nil {
		c.end(l, Completed, byREST)
	} else {
		c.end(l, Canceled, "participant_add_failed")
	}
}

// Remove takes a leg out of its conference by a REST request. One that was dialled into
// it ends; one that came in by an answer of ours goes on with its program.
func (c *Calls) Remove(l *Leg) {
	if l.Answered == nil || l.ByREST {
		c.Stop(l)
		return
	}
	c.leave(l, byREST)
	c.proceed(l)
}

// Redirect gives a leg that was answered other instructions: it leaves its conference,
// and what it was in the middle of is over.
func (c *Calls) Redirect(l *Leg, program []Verb) {
	c.schedule.Cancel(taskProceed, l.SID)
	l.Sound = Sound{Tone: l.Tone}
	if l.Joined {
		c.leave(l, byREST)
	}
	l.Program = program
	c.proceed(l)
}

// Step does what is due of a leg, a conference or a recording. The call may be over by then; that is not an error.
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

// end ends a leg: it leaves its conference and its callback tells.
func (c *Calls) end(l *Leg, status, reason string) {
	if l.end(time.Now().UTC(), status) {
		c.leave(l, reason)
		c.tell(l, "completed", status)
		if r := c.Recordings.Live(l.SID); r != nil {
			c.endRecording(r)
		}
	}
}

// leave takes a leg out of the conference that it is in or being dialled into. Whoever
// is free because that ends goes on with his program (a leg dialled by REST has none and
// ends); whoever is being dialled is given up.
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
	if f := l.told(event, status, time.Now().UTC()); f != nil {
		c.webhooks.Add(l.SID, l.Callback, f)
	}
}

// proceed goes on with a leg's program; at its end the leg hangs up.
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
