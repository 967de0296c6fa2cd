package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchboard/storage/waittest"
)

// returning is a client of recovery mode.
type returning struct {
	*client
	target    string
	sid, pid  string
	offset    string
	asked     int
	before    []string // events before the reply to CONNECT
	recovered bool
}

// enter connects, with what the client knows of an old session.
func enter(t *testing.T, target, pid, offset string) *returning {
	t.Helper()
	auth := ""
	if pid != "" {
		auth = `{"pid":"` + pid + `"}`
		if offset != "" {
			auth = `{"pid":"` + pid + `","offset":"` + offset + `"}`
		}
	}
	r := &returning{client: dial(t, target), target: target, offset: offset}
	r.write("40" + auth)
	for {
		text := r.packet()
		if !strings.HasPrefix(text, "40") {
			r.before = append(r.before, r.event(text))
			continue
		}
		var answer struct{ SID, PID string }
		if err := json.Unmarshal([]byte(text[2:]), &answer); err != nil {
			t.Fatal(err)
		}
		r.sid, r.pid, r.recovered = answer.SID, answer.PID, answer.PID == pid
		return r
	}
}

// event stores an event's offset and returns the rest of it.
func (r *returning) event(text string) string {
	r.t.Helper()
	var parts []json.RawMessage
	if err := json.Unmarshal([]byte(strings.TrimLeft(text, "0123456789-")), &parts); err != nil {
		r.t.Fatalf("%q: %v", text, err)
	}
	if last := string(parts[len(parts)-1]); strings.HasPrefix(last, `"`) && len(parts) > 1 {
		r.offset = strings.Trim(last, `"`)
		parts = parts[:len(parts)-1]
	}
	b, _ := json.Marshal(parts)
	return string(b)
}

// call emits an event and returns the reply, and the events that came before
// it.
func (r *returning) call(event string) (answer string, events []string) {
	r.t.Helper()
	r.asked++
	r.write("42" + strconv.Itoa(r.asked) + event)
	for {
		text := r.packet()
		if rest, ok := strings.CutPrefix(text, "43"+strconv.Itoa(r.asked)); ok {
			return rest, events
		}
		events = append(events, r.event(text))
	}
}

func (r *returning) info() (in struct {
	Recovered bool
	Data      json.RawMessage
	ID        string
	MW        int
}) {
	r.t.Helper()
	answer, _ := r.call(`["info"]`)
	if err := json.Unmarshal([]byte(strings.Trim(answer, "[]")), &in); err != nil {
		r.t.Fatalf("%s: %v", answer, err)
	}
	return in
}

func equal(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func TestRecoveryModeKeepsASession(t *testing.T) {
	target := mount(t, newRecovery(time.Minute))
	other := enter(t, target, "", "")
	a := enter(t, target, "", "")
	a.call(`["join","room"]`)
	a.call(`["set",{"x":1}]`)
	_, events := a.call(`["bcast","first",1]`)
	equal(t, "live", events, `["first",1]`)
	_ = a.ws.CloseNow()
	other.call(`["bcast","to all",2]`)
	other.call(`["room","room","to the room",3]`)
	other.call(`["room","elsewhere","not for it",0]`)
	other.call(`["others","to the others",4]`)
	other.call(`["direct","` + a.sid + `","to it",5]`)
	other.call(`["direct","` + other.sid + `","not for it",0]`)
	b := enter(t, target, a.pid, a.offset)
	equal(t, "missed", b.before, `["to all",2]`, `["to the room",3]`, `["to the others",4]`, `["to it",5]`)
	in := b.info()
	if !b.recovered || b.sid != a.sid || !in.Recovered || in.ID != a.sid || string(in.Data) != `{"x":1}` || in.MW != 2 {
		t.Fatalf("%+v", in)
	}
	if rooms, _ := b.call(`["rooms"]`); !strings.Contains(rooms, `"room"`) || !strings.Contains(rooms, a.sid) {
		t.Fatal(rooms)
	}
	c := enter(t, target, b.pid, b.offset)
	equal(t, "nothing twice", c.before)
}

func TestRecoveryModeTakesOverALiveLink(t *testing.T) {
	target := mount(t, newRecovery(time.Minute))
	a := enter(t, target, "", "")
	_, _ = a.call(`["bcast","one",1]`)
	b := enter(t, target, a.pid, a.offset)
	a.ended()
	if !b.recovered || b.sid != a.sid {
		t.Fatal("the session goes on with the new link")
	}
	_, events := b.call(`["bcast","two",2]`)
	equal(t, "live", events, `["two",2]`)
}

func TestRecoveryModeNeedsNoOffset(t *testing.T) {
	target := mount(t, newRecovery(time.Minute))
	other := enter(t, target, "", "")
	other.call(`["bcast","before it came",0]`)
	a := enter(t, target, "", "")
	_ = a.ws.CloseNow()
	other.call(`["bcast","missed",1]`)
	b := enter(t, target, a.pid, "")
	equal(t, "missed", b.before, `["missed",1]`)
	if !b.recovered {
		t.Fatal("granted on the pid alone")
	}
}

func TestRecoveryModeBindsOffsetsToTheSession(t *testing.T) {
	target := mount(t, newRecovery(time.Minute))
	old := enter(t, target, "", "")
	old.call(`["bcast","one",1]`)
	old.call(`["bcast","two",2]`)
	first := old.offset
	old.call(`["kick"]`) // its next session is a new one
	fresh := enter(t, target, old.pid, first)
	if fresh.recovered {
		t.Fatal("a session that was ended on purpose can't return")
	}
	_ = fresh.ws.CloseNow()
	again := enter(t, target, fresh.pid, "1") // with an offset from before it began
	equal(t, "of a session before", again.before)
	if !again.recovered {
		t.Fatal("its session is known")
	}
}

// gone waits until the server has noticed that a socket left.
func gone(t *testing.T, app *suite, sid string) {
	t.Helper()
	waittest.Until(t, "the socket to leave", func() bool {
		app.mu.Lock()
		defer app.mu.Unlock()
		for m := range app.live {
			if m.sid == sid {
				return false
			}
		}
		return true
	})
}

func TestRecoveryModeRefuses(t *testing.T) {
	app := newRecovery(time.Minute)
	target := mount(t, app)
	a := enter(t, target, "", "")
	for name, k := range map[string][2]string{
		"a foreign pid":        {"unknown", "1"},
		"an offset to come":    {a.pid, "zzzzz"},
		"an offset of no form": {a.pid, "?"},
	} {
		if b := enter(t, target, k[0], k[1]); b.recovered || b.info().Recovered {
			t.Errorf("%s recovers", name)
		}
	}
	a.write("41")
	gone(t, app, a.sid)
	if b := enter(t, target, a.pid, ""); b.recovered {
		t.Error("a client that has left recovers")
	}
}

func TestRecoveryModeForgetsInTime(t *testing.T) {
	app := newRecovery(time.Minute)
	target := mount(t, app)
	a := enter(t, target, "", "")
	a.call(`["bcast","one",1]`)
	_ = a.ws.CloseNow()
	app.mu.Lock()
	app.expire(time.Now().Add(30 * time.Second))
	kept := len(app.sessions) + len(app.stored)
	app.mu.Unlock()
	if kept != 2 {
		t.Fatalf("%d of a session and a packet are kept", kept)
	}
	gone(t, app, a.sid)
	app.mu.Lock()
	app.expire(time.Now().Add(2 * time.Minute))
	kept = len(app.sessions) + len(app.stored)
	app.mu.Unlock()
	if kept != 0 {
		t.Fatalf("%d are kept for ever", kept)
	}
	if b := enter(t, target, a.pid, a.offset); b.recovered {
		t.Fatal("it recovers")
	}
}

func TestRecoveryModeDoesNotKeepEverything(t *testing.T) {
	target := mount(t, newRecovery(time.Minute))
	away := enter(t, target, "", "")
	_ = away.ws.CloseNow()
	a := enter(t, target, "", "")
	_, events := a.call(`["vol","volatile",1]`)
	equal(t, "volatile", events, `["volatile",1]`)
	_, events = a.call(`["withack","asked",1]`)
	equal(t, "asked", events, `["asked",1]`)
	if a.offset != "" {
		t.Fatalf("it got the offset %s", a.offset)
	}
	for _, who := range []*returning{a, away} {
		b := enter(t, target, who.pid, "")
		equal(t, "neither is kept", b.before)
		if !b.recovered {
			t.Fatal("it is no reason not to recover")
		}
	}
}

func TestRecoveryModeKeepsBinary(t *testing.T) {
	target := mount(t, newRecovery(time.Minute))
	a := enter(t, target, "", "")
	_ = a.ws.CloseNow()
	other := enter(t, target, "", "")
	other.write(`451-["others","file",{"_placeholder":true,"num":0}]`)
	other.binary(1, 2, 3)
	if _, events := other.call(`["bcast","behind",1]`); len(events) != 1 {
		t.Fatal(events)
	}
	b := dial(t, target)
	b.write(`40{"pid":"` + a.pid + `"}`)
	if text := b.packet(); !strings.HasPrefix(text, `451-["file",{"_placeholder":true,"num":0},"`) {
		t.Fatal(text)
	}
	b.wants("\x01\x02\x03")
	if text := b.packet(); !strings.HasPrefix(text, `42["behind",1,"`) {
		t.Fatal(text)
	}
}
