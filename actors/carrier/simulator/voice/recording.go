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

// The provider's statuses of a recording: an ended one is processed before it can be
// read. InProgress and Completed are also a leg's.
const (
	Paused     = "paused"
	Stopped    = "stopped"
	Processing = "processing"
	Absent     = "absent"
)

// taskSaved is the kind of the task that finishes processing.
const taskSaved = "saved"

// saving is how long processing takes.
const saving = 300 * time.Millisecond

// Recording is the recorded sound of a leg since it was started.
type Recording struct {
	SID      string     `json:"sid"`
	Leg      string     `json:"leg"`
	Status   string     `json:"status"`
	Silences bool       `json:"silences,omitempty"` // a pause records silence; otherwise nothing
	Callback string     `json:"callback,omitempty"`
	Events   []string   `json:"events,omitempty"`
	Started  time.Time  `json:"started"`
	Ended    *time.Time `json:"ended,omitempty"`
	Seconds  int        `json:"seconds,omitempty"`
}

// Live reports whether it has not ended.
func (r *Recording) Live() bool { return r.Ended == nil }

// Recordings is the index of recordings by their sid.
type Recordings map[string]*Recording

// Of lists a leg's recordings, newest first.
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

// Live returns a leg's recording in progress, or nil.
func (in Recordings) Live(leg string) *Recording {
	for _, r := range in.Of(leg) {
		if r.Live() {
			return r
		}
	}
	return nil
}

// Record starts to record a leg.
func (c *Calls) Record(l *Leg, callback string, events []string) *Recording {
	r := &Recording{SID: sid.New("RE"), Leg: l.SID, Status: InProgress, Callback: callback, Events: events, Started: time.Now().UTC()}
	c.Recordings[r.SID] = r
	c.sendRecordingStatus(r)
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

// saved makes a recording readable, if it has any sound.
func (c *Calls) saved(r *Recording) {
	length := c.config.Recorded(r.SID)
	r.Status, r.Seconds = Completed, int(length.Round(time.Second)/time.Second)
	if length == 0 {
		r.Status = Absent
	}
	c.sendRecordingStatus(r)
}

// Delete deletes a recording.
func (c *Calls) Delete(r *Recording) { delete(c.Recordings, r.SID) }

// sendRecordingStatus sends a recording's status callback if it was requested.
func (c *Calls) sendRecordingStatus(r *Recording) {
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

// Announcing is the part of the webhook that requests a conference's announcement;
// its answer is for Calls.Announce.
const Announcing = "announcement"

// taskAnnounced is the kind of the task that ends an announcement.
const taskAnnounced = "announced"

// AskAnnouncement requests a conference's announcement from an address.
func (c *Calls) AskAnnouncement(in *Conference, address string) {
	c.webhooks.Ask(in.SID, Announcing, address, url.Values{"ConferenceSid": {in.SID}, "FriendlyName": {in.Name}})
}

// Announce speaks the answer to all parties of a conference, except those on hold.
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

// Announced reports whether a leg hears an announcement now.
func (c *Calls) Announced(l *Leg) bool {
	in := c.Conferences.of(l)
	return in != nil && in.Spoken && l.Joined && !l.Held
}

// listen stores a sentence that the leg heard.
func (l *Leg) listen(sentence string) {
	l.Heard = append(l.Heard, strings.TrimSpace(sentence))
	l.Heard = l.Heard[max(0, len(l.Heard)-keptSentences):]
}
