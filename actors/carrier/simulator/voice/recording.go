package voice

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"switchboard/actors/carrier/simulator/schedule"
	"switchboard/actors/carrier/simulator/sid"
)

// The provider's statuses of a recording: one that is over is processed before it can be
// heard. InProgress and Completed are a leg's, too.
const (
	Paused     = "paused"
	Stopped    = "stopped"
	Processing = "processing"
	Absent     = "absent"
)

// taskSaved is when a recording that is over can be heard.
const taskSaved = "saved"

// saving is how long that takes.
const saving = 300 * time.Millisecond

// Recording is what is said and heard on a leg, from when it was begun.
type Recording struct {
	SID      string     `json:"sid"`
	Leg      string     `json:"leg"`
	Status   string     `json:"status"`
	Silences bool       `json:"silences,omitempty"` // while it is paused silence is recorded; else nothing
	Callback string     `json:"callback,omitempty"`
	Events   []string   `json:"events,omitempty"`
	Started  time.Time  `json:"started"`
	Ended    *time.Time `json:"ended,omitempty"`
	Seconds  int        `json:"seconds,omitempty"`
}

// Live says that it was not ended.
func (r *Recording) Live() bool { return r.Ended == nil }

// Recordings is the index of recordings by their sid.
type Recordings map[string]*Recording

// Of lists those of a leg, newest first.
func (in Recordings) Of(leg string) []*Recording {
	var list []*Recording
	for _, r := range in {
		if r.Leg == leg {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *Recording) int { return b.Started.Compare(a.Started) })
	return list
}

// Live finds the one of a leg that goes on, nil where there is none.
func (in Recordings) Live(leg string) *Recording {
	for _, r := range in.Of(leg) {
		if r.Live() {
			return r
		}
	}
	return nil
}

// Record begins to record a leg.
func (c *Calls) Record(l *Leg, callback string, events []string) *Recording {
	r := &Recording{SID: sid.New("RE"), Leg: l.SID, Status: InProgress, Callback: callback, Events: events, Started: time.Now().UTC()}
	c.Recordings[r.SID] = r
	c.tellRecording(r)
	return r
}

// AlterRecording pauses, resumes or stops one.
func (c *Calls) AlterRecording(r *Recording, status string, silences bool) {
	if status == Stopped {
		c.endRecording(r)
		return
	}
	r.Status, r.Silences = status, silences && status == Paused
}

func (c *Calls) endRecording(r *Recording) {
	now := time.Now().UTC()
	r.Status, r.Ended = Processing, &now
	c.schedule.After(saving, schedule.Task{Kind: taskSaved, Ref: r.SID})
}

// saved lets a recording be heard, if anything is on it.
func (c *Calls) saved(r *Recording) {
	length := c.config.Recorded(r.SID)
	r.Status, r.Seconds = Completed, int(length.Round(time.Second)/time.Second)
	if length == 0 {
		r.Status = Absent
	}
	c.tellRecording(r)
}

// Delete forgets a recording.
func (c *Calls) Delete(r *Recording) { delete(c.Recordings, r.SID) }

// tellRecording tells of its status, if anybody asked for that.
func (c *Calls) tellRecording(r *Recording) {
	if r.Callback == "" || !slices.Contains(r.Events, r.Status) {
		return
	}
	f := url.Values{
		"CallSid": {r.Leg}, "RecordingSid": {r.SID}, "RecordingStatus": {r.Status}, "RecordingChannels": {"1"},
		"RecordingUrl":       {"https://api.twilio.com/" + APIVersion + "/Accounts/" + c.config.Account + "/Recordings/" + r.SID},
		"RecordingStartTime": {r.Started.Format(time.RFC1123Z)}, "RecordingSource": {"StartCallRecordingAPI"}, "RecordingTrack": {"both"}, "ErrorCode": {"0"},
	}
	if !r.Live() {
		f.Set("RecordingDuration", strconv.Itoa(r.Seconds))
	}
	c.webhooks.Add(r.SID, r.Callback, f)
}

// Announcing is the part of the webhook that asks what is to be announced in a conference;
// its answer is for Calls.Announce.
const Announcing = "announcement"

// taskAnnounced is when an announcement has been heard.
const taskAnnounced = "announced"

// AskAnnouncement asks an address what is to be announced in a conference.
func (c *Calls) AskAnnouncement(in *Conference, address string) {
	c.webhooks.Ask(in.SID, Announcing, address, url.Values{"ConferenceSid": {in.SID}, "FriendlyName": {in.Name}})
}

// Announce speaks what was answered to all who are in a conference, but for those on hold.
func (c *Calls) Announce(conference string, body []byte, err error) {
	in := c.Conferences.Get(conference)
	if in == nil || in.Ended != nil {
		return
	}
	verbs, parseErr := Parse(body)
	if err != nil || parseErr != nil {
		c.Conferences.tell(in, "announcement", "announcement-fail", url.Values{"ReasonAnnouncementFailed": {"The answer can't be read."}})
		return
	}
	said := false
	for _, v := range verbs {
		if v.name() == "Say" {
			said = true
			for _, leg := range in.Legs {
				if l := c.Legs[leg]; !l.Held {
					l.listen(v.Text)
				}
			}
		}
	}
	if !said {
		c.Conferences.tell(in, "announcement", "announcement-end", nil)
		return
	}
	in.Spoken = true
	c.schedule.After(c.config.Speech, schedule.Task{Kind: taskAnnounced, Ref: in.SID})
}

// announced ends an announcement.
func (c *Calls) announced(conference string) {
	if in := c.Conferences.Get(conference); in != nil && in.Ended == nil {
		in.Spoken = false
		c.Conferences.tell(in, "announcement", "announcement-end", nil)
	}
}

// Announced tells whether a leg hears an announcement now.
func (c *Calls) Announced(l *Leg) bool {
	in := c.Conferences.of(l)
	return in != nil && in.Spoken && l.Joined && !l.Held
}

// listen keeps a sentence that the leg heard.
func (l *Leg) listen(sentence string) {
	l.Heard = append(l.Heard, strings.TrimSpace(sentence))
	l.Heard = l.Heard[max(0, len(l.Heard)-keptSentences):]
}
