package smoke_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// recording is a call's recording as a record.
type recording struct {
	ID       id.ID
	SID      string
	Duration int64
	Call     struct{ ID id.ID }
}

// is waits until the call shows this state of its recording, "" for none.
func (d *desk) is(call id.ID, state string) {
	d.T.Helper()
	waittest.Until(d.T, "the call's recording to be "+state, func() bool {
		var stored record
		return d.get("call", call, &stored) == http.StatusOK && stored.text("recording") == state
	})
}

// record performs an action on a call's recording.
func (d *desk) record(call id.ID, action string) int {
	d.T.Helper()
	return d.Request(http.MethodPost, "/v1/twilio/call/"+call.String()+"/recording", map[string]any{"action": action}, nil)
}

// sound reads a recording, or a part of it.
func (d *desk) sound(sid, part string) (*http.Response, []byte) {
	d.T.Helper()
	request, err := http.NewRequestWithContext(d.T.Context(), http.MethodGet, d.product.URL+"/v1/twilio/recording/"+sid, nil)
	if err != nil {
		d.T.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+d.Token)
	if part != "" {
		request.Header.Set("Range", part)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.T.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		d.T.Fatal(err)
	}
	return response, body
}

// A call is recorded through the whole product, with a restart in the middle;
// only users with the right can listen to it, also in parts; an erased
// recording is gone at the provider.
func TestACallIsRecorded(t *testing.T) {
	p := start(t, nil)
	agent, admin, stranger := p.signIn("agent1").present(), p.signIn("admin"), p.plain(p.signIn("admin"))
	customer := admin.create("contact", map[string]any{"name": "Rae Corder", "phone": map[string]string{"phone_number": "+12065559301"}})
	sid, call := admin.outside("+12065559301")
	agent.becomes(call, "ringing")
	if got := agent.command(call, "in-progress"); got != http.StatusNoContent {
		t.Fatalf("accept: %d", got)
	}
	agent.becomes(call, "in-progress")
	if got := stranger.record(call, "start"); got != http.StatusForbidden {
		t.Errorf("somebody else records it: %d", got)
	}
	if got := agent.record(call, "listen"); got != http.StatusUnprocessableEntity {
		t.Errorf("an action that is none: %d", got)
	}
	if got := agent.record(call, "start"); got != http.StatusAccepted {
		t.Fatalf("start: %d", got)
	}
	agent.is(call, "on")
	if got := agent.record(call, "start"); got != http.StatusConflict {
		t.Errorf("a second start: %d", got)
	}
	if got := agent.record(call, "pause"); got != http.StatusAccepted {
		t.Fatalf("pause: %d", got)
	}
	agent.is(call, "paused")
	p.Restart()
	agent.present()
	agent.is(call, "paused")
	agent.record(call, "resume")
	agent.is(call, "on")
	resumed := time.Now()
	waittest.Until(t, "a second to be recorded", func() bool { return time.Since(resumed) > time.Second })
	agent.command(call, "completed")
	agent.becomes(call, "completed")
	admin.hears(sid, "This call may be recorded.")
	var kept []record
	filter := fmt.Sprintf(`[{"field":"call","operator":"=","value":"%s"}]`, call)
	waittest.Until(t, "the recording to be there", func() bool {
		kept = agent.list("twilio_recording", filter)
		return len(kept) == 1
	})
	var one recording
	raw, _ := json.Marshal(kept[0])
	if err := json.Unmarshal(raw, &one); err != nil || one.Call.ID != call {
		t.Fatalf("kept was %s: %v", raw, err)
	}
	whole, sound := agent.sound(one.SID, "")
	if whole.StatusCode != http.StatusOK || whole.Header.Get("Content-Type") != "audio/mpeg" || len(sound) < 1000 || sound[0] != 0xff {
		t.Fatalf("heard %d, %d bytes, %v", whole.StatusCode, len(sound), whole.Header)
	}
	part, some := agent.sound(one.SID, "bytes=100-199")
	if part.StatusCode != http.StatusPartialContent || string(some) != string(sound[100:200]) || !strings.HasPrefix(part.Header.Get("Content-Range"), "bytes 100-199/") {
		t.Errorf("a part: %d, %d bytes, %v", part.StatusCode, len(some), part.Header)
	}
	if none, _ := agent.sound(one.SID, "bytes=99999999-"); none.StatusCode != http.StatusBadRequest && none.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("a part that is not there: %d", none.StatusCode)
	}
	if refused, why := stranger.sound(one.SID, ""); refused.StatusCode != http.StatusForbidden || !strings.Contains(string(why), "Only users who can read the call can hear its recording.") {
		t.Errorf("somebody else hears %d %s", refused.StatusCode, why)
	}
	if missing, _ := agent.sound("RE00000000000000000000000000000000", ""); missing.StatusCode != http.StatusNotFound {
		t.Errorf("one that is none: %d", missing.StatusCode)
	}
	var entries []struct{ Cause string }
	admin.Request(http.MethodGet, "/v1/audit?object=twilio_recording&limit=10", nil, &entries)
	if len(entries) != 1 || entries[0].Cause != "twilio_recording.heard" {
		t.Errorf("the audit shows %v", entries)
	}
	if got := admin.Request(http.MethodPost, "/v1/object/twilio_recording", map[string]any{"name": "Mine", "sid": one.SID, "call": call}, nil); got != http.StatusUnprocessableEntity {
		t.Errorf("one is made by hand: %d", got)
	}
	if got := admin.Request(http.MethodPost, "/v1/erasure", map[string]any{"object": "contact", "id": customer, "name": "Rae Corder"}, nil); got != http.StatusAccepted {
		t.Fatalf("erasure: %d", got)
	}
	waittest.Until(t, "the record to be gone", func() bool { return len(admin.list("twilio_recording", filter)) == 0 })
	conn, err := pgx.Connect(t.Context(), p.DSN)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	waittest.Until(t, "the provider to have deleted it", func() bool {
		var done int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM core.effect WHERE kind = 'call.recording_delete' AND state = 'done' AND payload->>'sid' = $1`, one.SID).Scan(&done)
		return err == nil && done == 1
	})
}
