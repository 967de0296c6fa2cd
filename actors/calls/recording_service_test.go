package calls_test

import (
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/actors/effects"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// talks returns a call on which Anna speaks with a customer.
func (o *office) talks(sid string) id.ID {
	o.t.Helper()
	call := o.ring(sid)
	if _, err := o.service.Accept(o.t.Context(), o.principal("anna"), call, ""); err != nil {
		o.t.Fatal(err)
	}
	for i, label := range []string{"customer", "user:" + string(o.users["anna"])} {
		join := carrier.ConferenceEvent{Call: call, Kind: "participant-join", LegSID: sid + strings.Repeat("b", i), Label: label, At: time.Now()}
		if err := o.service.ConferenceEvent(o.t.Context(), o.org, join, row.Inbound{}); err != nil {
			o.t.Fatal(err)
		}
	}
	return call
}

// works has a phone network execute the effects until the test ends.
func (o *office) works(net *network) {
	o.t.Helper()
	w := effects.New(o.store, o.run, effects.Config{Poll: 2 * time.Millisecond, Lease: time.Minute})
	w.Handle(calls.EffectAddParticipant, calls.Dialer{Phone: net}, effects.Seconds())
	w.Handle(calls.EffectEnd, calls.Ender{Phone: net}, effects.Seconds())
	w.Handle(calls.EffectRecord, calls.Recorder{Phone: net, Service: o.service}, effects.Seconds())
	keeper := &calls.Reconciler{Service: o.service, Phone: net, Logger: slog.New(slog.DiscardHandler)}
	w.Handle(calls.EffectRecordingLook, calls.RecordingPoller{Reconciler: keeper}, effects.Seconds())
	w.Handle(calls.EffectRecordingFollow, calls.RecordingMover{Store: o.store}, effects.Seconds())
	ctx, stop := context.WithCancel(context.WithoutCancel(o.t.Context()))
	var working sync.WaitGroup
	working.Go(func() { w.Run(ctx) })
	o.t.Cleanup(func() {
		stop()
		working.Wait()
	})
}

// record sends an action on the call's recording and waits for its state.
func (o *office) record(call id.ID, action, want string) {
	o.t.Helper()
	if _, err := o.service.Record(o.t.Context(), o.principal("anna"), call, action, ""); err != nil {
		o.t.Fatal(err)
	}
	waittest.Until(o.t, "the recording is "+want, func() bool { return o.call(call).Text("recording") == want })
}

// noticed reports the end of the notice once it is being spoken.
func (o *office) noticed(net *network, call id.ID) {
	o.t.Helper()
	waittest.Until(o.t, "it is announced", func() bool { return slices.Contains(net.done(), "announce") })
	if err := o.service.ConferenceEvent(o.t.Context(), o.org, carrier.ConferenceEvent{Call: call, Kind: "announcement-end", At: time.Now()}, row.Inbound{}); err != nil {
		o.t.Fatal(err)
	}
	waittest.Until(o.t, "it is recorded", func() bool { return o.call(call).Text("recording") == calls.RecordingOn })
}

func (o *office) conn() *pgx.Conn {
	o.t.Helper()
	conn, err := pgx.Connect(o.t.Context(), o.dsn)
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(o.t.Context())) })
	return conn
}

func (o *office) kept() []row.Record {
	o.t.Helper()
	found, err := o.store.Find(o.t.Context(), o.org, row.Query{Object: calls.RecordingObject, Order: []row.Order{{Field: "start_time"}}})
	if err != nil {
		o.t.Fatal(err)
	}
	return found
}

func TestRecordingGetsARecord(t *testing.T) {
	o := open(t)
	call, net := o.talks("CA1"), &network{}
	o.works(net)
	o.record(call, calls.RecordStart, calls.RecordingStarting)
	sentence, err := o.service.Announcement(t.Context(), o.org)
	if err != nil || sentence == "" {
		t.Errorf("it says %q, %v", sentence, err)
	}
	o.noticed(net, call)
	o.record(call, calls.RecordPause, calls.RecordingPaused)
	o.record(call, calls.RecordResume, calls.RecordingOn)
	if want := []string{"announce", "start CA1", "RE1 paused", "RE1 in-progress"}; !slices.Equal(net.done(), want) {
		t.Errorf("the network did %v", net.done())
	}
	if _, err := o.service.Hangup(t.Context(), o.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	done := carrier.RecordingEvent{Organization: o.org, Call: call, Recording: carrier.Recording{
		SID: "RE1", Leg: "CA1", Status: carrier.RecordingCompleted, Duration: 9 * time.Second, Channels: 1,
	}}
	mark := row.Inbound{Provider: carrier.Provider, ProviderID: "RE1", Kind: "recording.completed"}
	if err := o.service.RecordingEvent(t.Context(), o.org, done, mark); err != nil {
		t.Fatal(err)
	}
	if err := o.service.RecordingEvent(t.Context(), o.org, done, mark); !fault.Is(err, fault.Conflict) {
		t.Errorf("a repeat of a marked event got %v", err)
	}
	kept := o.kept()
	if len(kept) != 1 || kept[0].Lookup("call") != call || kept[0].Lookup("contact") != o.contact || kept[0].Lookup("user") != o.users["anna"] || kept[0].Int("duration") != 9 {
		t.Fatalf("kept were %v", kept)
	}
	want := "recording_noticed recording_started recording_paused recording_resumed"
	if got := o.kinds(call, "anna"); !strings.Contains(got, want) {
		t.Errorf("the journal is %s", got)
	}
}

// The callback with the result never arrives, so the network is queried.
func TestRecordingWithLostCallbackIsFound(t *testing.T) {
	o := open(t)
	call, net := o.talks("CA1"), &network{}
	o.works(net)
	o.record(call, calls.RecordStart, calls.RecordingStarting)
	o.noticed(net, call)
	o.record(call, calls.RecordStop, "")
	net.completes(0, 4*time.Second)
	if _, err := o.conn().Exec(t.Context(), `UPDATE core.effect SET not_before = now() WHERE kind = $1`, calls.EffectRecordingLook); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "it is found", func() bool { return len(o.kept()) == 1 })
	if kept := o.kept(); len(kept) != 1 || kept[0].Int("duration") != 4 {
		t.Errorf("kept were %v", kept)
	}
}

// If the result of a start is lost, the recording is not started again: the leg is
// already being recorded.
func TestRecordingStartsOnce(t *testing.T) {
	o := open(t)
	call, net := o.talks("CA1"), &network{}
	payload := row.JSONValue(calls.RecordPayload{Call: call, Recording: id.New(), Do: calls.RecordStart, Leg: "CA1"})
	taper := calls.Recorder{Phone: net, Service: o.service}
	first, err := taper.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: payload}})
	if err != nil {
		t.Fatal(err)
	}
	again, err := taper.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: payload}, Resumed: true})
	if err != nil || again != first || len(net.recordings) != 1 {
		t.Errorf("again %v, %d recordings: %v", again, len(net.recordings), err)
	}
	net.starts = fault.New(fault.NotFound, "It is recorded, or over.")
	if again, err = taper.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: payload}}); err != nil || again != first {
		t.Errorf("refused %v: %v", again, err)
	}
	net.recordings = nil
	gone, err := taper.Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: payload}})
	if done, ok := gone.(calls.RecordingDone); err != nil || !ok || !done.Over {
		t.Errorf("of a call that is over %v: %v", gone, err)
	}
}

// Users who may read the call may hear it, nobody else may, and the audit log records
// each listener.
func TestRecordingAccessFollowsTheCall(t *testing.T) {
	o := open(t)
	call, net := o.talks("CA1"), &network{}
	o.create(calls.RecordingObject, id.New(), row.Fields{"name": "Call", "sid": "RE1", "call": call, "user": o.users["anna"]})
	library := calls.Library{Store: o.store, Source: net, Audit: o.store}
	heard := func() (n int) {
		t.Helper()
		if err := o.conn().QueryRow(t.Context(), `SELECT count(*) FROM core.record_change WHERE cause = 'twilio_recording.heard' AND audit IS NOT NULL AND actor = $1`, string(o.users["anna"])).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, part := range []string{"", "bytes=100-"} {
		opened, err := library.Listen(t.Context(), o.principal("anna"), "RE1", part)
		if err != nil {
			t.Fatal(err)
		}
		if sound, err := io.ReadAll(opened); err != nil || string(sound) != "sound" || opened.Type != "audio/mpeg" || opened.Range != part {
			t.Errorf("heard %q of %+v: %v", sound, opened, err)
		}
	}
	if n := heard(); n != 1 {
		t.Errorf("the audit tells of %d", n)
	}
	all := access.PermissionSet{Objects: map[string]access.ObjectPermission{calls.RecordingObject: {Read: true}}}
	if _, err := library.Listen(t.Context(), o.principal("ben", all), "RE1", ""); !fault.Is(err, fault.Forbidden) {
		t.Errorf("who may not read the call hears it: %v", err)
	}
	if _, err := library.Listen(t.Context(), o.principal("ben", caller()), "RE1", ""); err != nil {
		t.Errorf("who may read it does not: %v", err)
	}
	if _, err := library.Listen(t.Context(), o.principal("anna"), "RE2", ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("one that is none: %v", err)
	}
	if slices.Contains(net.done(), "read RE2") {
		t.Error("the network was asked for it")
	}
}

// The records follow a transferred call. A removed record blocks nothing.
func TestRecordingRecordsFollowTheCall(t *testing.T) {
	o := open(t)
	call := o.talks("CA1")
	stays, gone := id.New(), id.New()
	for one, sid := range map[id.ID]string{stays: "RE1", gone: "RE2"} {
		o.create(calls.RecordingObject, one, row.Fields{"name": "Call", "sid": sid, "call": call, "user": o.users["ben"]})
	}
	if _, err := o.store.Commit(t.Context(), row.Change{Organization: o.org, Writes: []row.Write{{Object: calls.RecordingObject, ID: gone, Op: entry.Removed}}}); err != nil {
		t.Fatal(err)
	}
	move := row.ClaimedEffect{Effect: row.Effect{Payload: row.JSONValue(calls.RecordingLookPayload{Call: call})}, Organization: o.org}
	for range 2 {
		if _, err := (calls.RecordingMover{Store: o.store}).Do(t.Context(), move); err != nil {
			t.Fatal(err)
		}
	}
	if kept := o.kept(); len(kept) != 1 || kept[0].ID != stays || kept[0].Lookup("user") != o.users["anna"] || kept[0].Lookup("contact") != o.contact || kept[0].Version != 2 {
		t.Errorf("they are %v", kept)
	}
	net := &network{}
	if _, err := (calls.RecordingEraser{Phone: net}).Do(t.Context(), row.ClaimedEffect{Effect: row.Effect{Payload: []byte(`{"sid":"RE2"}`)}}); err != nil || !slices.Equal(net.done(), []string{"delete RE2"}) {
		t.Errorf("deleted %v: %v", net.done(), err)
	}
}
