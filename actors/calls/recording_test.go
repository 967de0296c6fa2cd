package calls

import (
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const notice = 15 * time.Second

// asked returns the recording effects decided since its last call.
func (d *desk) asked() (out []RecordPayload) {
	d.t.Helper()
	for _, e := range d.took(EffectRecord) {
		p, err := effects.Payload[RecordPayload](e)
		if err != nil {
			d.t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

func (d *desk) doing() string {
	var names []string
	for _, p := range d.asked() {
		names = append(names, p.Do)
	}
	return strings.Join(names, " ")
}

// kept returns the recordings that have a record.
func (d *desk) kept() (out []row.Fields) {
	for _, r := range d.others {
		if r.Object == RecordingObject {
			out = append(out, r.Set)
		}
	}
	return out
}

func (d *desk) shows(want string) {
	d.t.Helper()
	if got := d.state.Call.Text("recording"); got != want {
		d.t.Errorf("it shows %q, want %q", got, want)
	}
}

func recordBy(who id.ID, action string) Record { return Record{CommandMeta: by(who), Action: action} }

// startRecording returns a call that Anna records.
func startRecording(t *testing.T) (*desk, id.ID) {
	t.Helper()
	d := talking(t)
	d.do(recordBy(anna, RecordStart))
	d.shows(RecordingStarting)
	asked := d.asked()
	if len(asked) != 1 || asked[0].Do != RecordStart || asked[0].Leg != "CA1" {
		t.Fatalf("asked for %+v", asked)
	}
	d.do(RecordingDone{Recording: asked[0].Recording, Do: RecordStart, SID: "RE1"})
	d.shows(RecordingOn)
	return d, asked[0].Recording
}

func tells(sid string, status carrier.RecordingStatus, seconds int) RecordingChanged {
	return RecordingChanged{Event: carrier.RecordingEvent{Recording: carrier.Recording{
		SID: sid, Leg: "CA1", Status: status, Duration: time.Duration(seconds) * time.Second, Channels: 1,
	}}}
}

func TestRecordingLifecycle(t *testing.T) {
	d, one := startRecording(t)
	d.do(recordBy(anna, RecordPause))
	d.shows(RecordingOn) // unchanged until then
	if got := d.asked(); len(got) != 1 || got[0].Do != RecordPause || got[0].SID != "RE1" {
		t.Fatalf("asked for %+v", got)
	}
	d.do(recordBy(anna, RecordPause)) // repeated
	d.do(RecordingDone{Recording: one, Do: RecordPause})
	d.shows(RecordingPaused)
	d.do(recordBy(anna, RecordPause))
	if got := d.doing(); got != "" {
		t.Errorf("asked for %s again", got)
	}
	d.do(recordBy(anna, RecordResume))
	d.do(RecordingDone{Recording: one, Do: RecordResume})
	d.shows(RecordingOn)
	d.do(recordBy(anna, RecordStop))
	d.do(RecordingDone{Recording: one, Do: RecordStop})
	d.shows("")
	if looks := d.took(EffectRecordingLook); len(looks) == 0 || !looks[0].NotBefore.Before(d.now.Add(15*time.Second)) {
		t.Errorf("nobody asks what was recorded: %v", looks)
	}
	d.do(tells("RE1", carrier.RecordingCompleted, 42))
	d.do(tells("RE1", carrier.RecordingCompleted, 42)) // repeated
	kept := d.kept()
	if len(kept) != 1 || kept[0]["sid"] != "RE1" || kept[0]["duration"] != int64(42) || kept[0]["user"] != anna || kept[0]["call"] != d.state.Who.ID || kept[0]["number"] != "+15550100200" {
		t.Errorf("recorded %v", kept)
	}
	want := "recording_started recording_paused recording_resumed recording_stopped"
	if got := d.kinds(); !strings.HasSuffix(got, want) {
		t.Errorf("the journal is %s", got)
	}
	d.do(recordBy(anna, RecordStart)) // again
	d.shows(RecordingStarting)
}

// Only users on the call record it, while it is up. Each error has a reason.
func TestOnlyUsersOnTheCallRecord(t *testing.T) {
	ringing := newDesk(t)
	ringing.do(ring(anna))
	recorded, _ := startRecording(t)
	paused, one := startRecording(t)
	paused.do(RecordingDone{Recording: one, Do: RecordPause})
	starting := talking(t)
	starting.do(recordBy(anna, RecordStart))
	onHold := talking(t)
	onHold.do(Hold{CommandMeta: by(anna), On: true})
	over := talking(t)
	over.do(conference("participant-leave", "CA1", customerLabel, 40))
	for name, c := range map[string]struct {
		desk   *desk
		who    id.ID
		action string
		code   fault.Code
		says   string
	}{
		"somebody else's":         {talking(t), ben, RecordStart, fault.Forbidden, "people on this call"},
		"one that rings":          {ringing, anna, RecordStart, fault.Forbidden, "people on this call"},
		"one that is over":        {over, anna, RecordStart, fault.Conflict, "has ended"},
		"twice":                   {recorded, anna, RecordStart, fault.Conflict, "already"},
		"twice while it begins":   {starting, anna, RecordStart, fault.Conflict, "already"},
		"twice while it is still": {paused, anna, RecordStart, fault.Conflict, "already"},
		"pause of none":           {talking(t), anna, RecordPause, fault.Conflict, "not recorded"},
		"stop of none":            {talking(t), anna, RecordStop, fault.Conflict, "not recorded"},
		"pause before it began":   {starting, anna, RecordPause, fault.Conflict, "not begun"},
		"while one waits":         {onHold, anna, RecordStart, fault.Conflict, "on hold"},
	} {
		_, err := c.desk.try(recordBy(c.who, c.action))
		if !fault.Is(err, c.code) || !strings.Contains(fault.From(err).Detail, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The notice comes before the recording, which starts when the notice was heard or
// may have been. If it could not be spoken, nothing is recorded.
func TestNoticePrecedesTheRecording(t *testing.T) {
	start := func() (*desk, id.ID) {
		d := talking(t)
		c := recordBy(anna, RecordStart)
		c.Notice = notice
		d.do(c)
		asked := d.asked()
		if len(asked) != 2 || asked[0].Do != recordNotice || asked[1].Do != recordNoticeOut {
			t.Fatalf("asked for %+v", asked)
		}
		return d, asked[0].Recording
	}
	d, one := start()
	d.do(conference("announcement-end", "", "", 20))
	d.do(conference("announcement-end", "", "", 20)) // repeated
	d.do(RecordingDone{Recording: one, Do: recordNoticeOut})
	if got := d.doing(); got != RecordStart {
		t.Errorf("heard: asked for %q", got)
	}
	d.do(RecordingDone{Recording: one, Do: RecordStart, SID: "RE1", Begun: d.now.Add(-time.Second)}) // by the provider's clock
	if got := d.kinds(); !strings.HasSuffix(got, "recording_noticed recording_started") {
		t.Errorf("the journal is %s", got)
	}
	if last := d.journal[len(d.journal)-1]; last.At.Before(d.journal[len(d.journal)-2].At) {
		t.Error("it began before it was announced")
	}

	d, one = start()
	d.do(RecordingDone{Recording: one, Do: recordNoticeOut})
	if got := d.doing(); got != RecordStart {
		t.Errorf("its callback was lost: asked for %q", got)
	}

	d, _ = start()
	d.do(conference("announcement-fail", "", "", 20))
	d.shows("")
	if got := d.doing() + d.kinds(); !strings.HasSuffix(got, "recording_failed") || strings.Contains(got, RecordStart+" ") {
		t.Errorf("it was not spoken: %q", got)
	}

	d, one = start()
	d.do(Hold{CommandMeta: by(anna), On: true}) // the customer no longer hears the rest
	d.shows("")
	d.do(conference("announcement-end", "", "", 20))
	d.do(RecordingDone{Recording: one, Do: recordNoticeOut})
	if got := d.doing() + d.kinds(); !strings.Contains(got, "recording_failed") || strings.HasPrefix(got, RecordStart) {
		t.Errorf("the customer was put on hold: %q", got)
	}

	d, one = start()
	d.do(recordBy(anna, RecordStop))
	d.shows("")
	d.do(conference("announcement-end", "", "", 20))
	d.do(RecordingDone{Recording: one, Do: recordNoticeOut})
	if got := d.doing(); got != "" {
		t.Errorf("it was stopped: asked for %q", got)
	}
}

func TestFailedRecordingActionChangesNothing(t *testing.T) {
	d, one := startRecording(t)
	d.do(recordBy(anna, RecordPause))
	d.do(RecordingDone{Recording: one, Do: RecordPause, Refused: "No."})
	d.shows(RecordingOn)
	d.asked()
	d.do(recordBy(anna, RecordPause)) // again
	if got := d.doing(); got != RecordPause {
		t.Errorf("asked for %q", got)
	}

	d = talking(t)
	d.do(recordBy(anna, RecordStart))
	d.do(RecordingDone{Recording: d.asked()[0].Recording, Do: RecordStart, Refused: "No."})
	d.shows("")
	if got := d.kinds(); !strings.HasSuffix(got, "recording_failed") {
		t.Errorf("the journal is %s", got)
	}
}

// A recording stopped before it started stops as soon as it starts.
func TestStopBeforeTheRecordingStarts(t *testing.T) {
	d := talking(t)
	d.do(recordBy(anna, RecordStart))
	one := d.asked()[0].Recording
	d.do(recordBy(anna, RecordStop))
	if got := d.doing(); got != "" {
		t.Errorf("asked for %q", got)
	}
	d.do(RecordingDone{Recording: one, Do: RecordStart, SID: "RE1"})
	if got := d.asked(); len(got) != 1 || got[0].Do != RecordStop || got[0].SID != "RE1" {
		t.Errorf("asked for %+v", got)
	}
}

// Late, reordered and lost callbacks lead to the same record.
func TestLostAndLateRecordingCallbacks(t *testing.T) {
	for name, rest := range map[string]func(*desk, id.ID){
		"the call ends": func(d *desk, _ id.ID) {
			d.do(conference("participant-leave", "CA1", customerLabel, 40))
			d.do(tells("RE1", carrier.RecordingCompleted, 7))
		},
		"its end is told before the call's": func(d *desk, _ id.ID) {
			d.do(tells("RE1", carrier.RecordingCompleted, 7))
			d.do(conference("participant-leave", "CA1", customerLabel, 40))
		},
		"it is found when asked": func(d *desk, _ id.ID) {
			d.do(conference("participant-leave", "CA1", customerLabel, 40))
			d.do(RecordingsSeen{Recordings: []carrier.Recording{{SID: "RE1", Leg: "CA1", Status: carrier.RecordingProcessing}}})
			d.do(RecordingsSeen{Recordings: []carrier.Recording{{SID: "RE1", Leg: "CA1", Status: carrier.RecordingCompleted, Duration: 7 * time.Second}}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, one := startRecording(t)
			rest(d, one)
			d.shows("")
			if kept := d.kept(); len(kept) != 1 || kept[0]["duration"] != int64(7) {
				t.Errorf("recorded %v", kept)
			}
			d.do(RecordingDone{Recording: one, Do: RecordStop})
			d.expectReplay("at the end")
		})
	}
	d := talking(t) // only the callback reports the start
	d.do(recordBy(anna, RecordStart))
	d.do(tells("RE1", carrier.RecordingOn, 0))
	d.shows(RecordingOn)
	d.do(tells("RE1", carrier.RecordingAbsent, 0))
	d.shows("")
	if kept := d.kept(); len(kept) != 0 {
		t.Errorf("recorded %v without a start", kept)
	}
}

// Unreachable recordings are deleted: the call was erased, or ended as the recording
// started.
func TestUnreachableRecordingIsDeleted(t *testing.T) {
	d := talking(t)
	d.do(tells("RE9", carrier.RecordingOn, 0))
	d.do(tells("RE9", carrier.RecordingCompleted, 3))
	if got := d.took(EffectRecordingDelete); len(got) != 1 || !strings.Contains(string(got[0].Payload), "RE9") {
		t.Errorf("deleted is %v", got)
	}
	if len(d.kept()) != 0 {
		t.Error("it was kept")
	}
	if _, err := newDesk(t).try(tells("RE9", carrier.RecordingCompleted, 3)); err != nil {
		t.Errorf("of an unknown call: %v", err)
	}
}

// Recordings follow the call's owner and contact.
func TestRecordingsFollowTheCall(t *testing.T) {
	d, one := startRecording(t)
	d.do(recordBy(anna, RecordStop))
	d.do(RecordingDone{Recording: one, Do: RecordStop})
	contact := id.Derived("contact")
	patch := Patch{runtime.Patch{CommandMeta: by(anna), Set: row.Fields{"contact": contact}}}
	d.do(patch)
	if got := d.took(EffectRecordingFollow); len(got) != 0 {
		t.Errorf("before there is any: %v", got)
	}
	d.do(tells("RE1", carrier.RecordingCompleted, 7))
	d.do(Patch{runtime.Patch{CommandMeta: by(anna), Set: row.Fields{"contact": id.Derived("another")}}})
	if got := d.took(EffectRecordingFollow); len(got) != 1 {
		t.Errorf("follow %v", got)
	}
	d.do(Transfer{CommandMeta: by(anna), To: ben})
	d.do(Accept{CommandMeta: by(ben)})
	d.do(LegAdded{Effect: d.took(EffectAddParticipant)[0].ID, Label: userLabel(ben), Leg: carrier.Leg{SID: "CA3", Status: carrier.LegQueued}})
	d.do(conference("participant-join", "CA3", userLabel(ben), 20))
	if got := d.took(EffectRecordingFollow); len(got) != 1 || !slices.Contains(d.causes, "call.transfer_completed") {
		t.Errorf("after a transfer follow %v", got)
	}
}
