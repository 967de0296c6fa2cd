package abuse_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/hub"
	"switchboard/hub/link"
)

// TestOffendersAreClosed sends what the protocol does not allow. The status
// of the closing frame states the reason.
func TestOffendersAreClosed(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		name string
		do   func(o *offender)
		why  link.Reason
	}{
		{"an Engine.IO packet of no type", says("9"), link.BadPacket},
		{"an empty packet", says(""), link.BadPacket},
		{"packets that only the server sends", says(`0{"sid":"x"}`), link.BadPacket},
		{"a heartbeat that only the server sends", says("2"), link.BadPacket},
		{"an upgrade of what is none", says("5"), link.BadPacket},
		{"a Socket.IO packet of no type", says("4abc"), link.BadPacket},
		{"an event that is an object", says("42{}"), link.BadPacket},
		{"an event with letters for an id", says(`42abc["x"]`), link.BadPacket},
		{"an event with an id that JavaScript can't count", says(`4299999999999999999["x"]`), link.BadPacket},
		{"an event without a name", says("42[]"), link.BadPacket},
		{"an event whose name is a number", says("42[1]"), link.BadPacket},
		{"half an event", says(`42["x",{"a":`), link.BadPacket},
		{"text that is not UTF-8", says("42[\"\xff\xfe\"]"), link.BadPacket},
		{"nesting beyond what a parser bears", says(`42["x",` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + "]"), link.BadPacket},
		{"an event that libraries keep for themselves", says(`42["connect"]`), link.BadPacket},
		{"the same with an argument", says(`42["disconnect",{}]`), link.BadPacket},
		{"the same spelt otherwise", says(`42["\u006eewListener",{}]`), link.BadPacket},
		{"CONNECT twice", says(`40{"token":"user offender"}`), link.BadPacket},
		{"CONNECT with a list", says("40[]"), link.BadPacket},
		{"a refusal that only the server sends", says(`44{"message":"no"}`), link.BadPacket},
		{"an event to a namespace never joined", says(`42/admin,["x",{}]`), link.BadPacket},
		{"an answer to a namespace never joined", says(`43/admin,1[]`), link.BadPacket},
		{"a goodbye to a namespace never joined", says(`41/admin,`), link.BadPacket},
		{"an attachment that nobody announced", func(o *offender) { o.sayBinary("abc") }, link.BadPacket},
		{"more attachments than may be", says(`4511-["x"]`), link.BadPacket},
		{"attachments without a number", says(`45-["x"]`), link.BadPacket},
		{"one attachment too many", func(o *offender) {
			o.say(`451-["x",{"_placeholder":true,"num":0}]`)
			o.sayBinary("a")
			o.sayBinary("b")
		}, link.BadPacket},
		{"text where an attachment is due", func(o *offender) {
			o.say(`452-["x",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]`)
			o.sayBinary("a")
			o.say(`42["test.echo",{}]`)
		}, link.BadPacket},
		{"attachments that are too large together", func(o *offender) {
			o.say(`453-["x"]`)
			for range 3 {
				o.sayBinary(strings.Repeat("a", maxPayload/2))
			}
		}, link.TooLarge},
		{"a packet that is too large", says(`42["x",{"a":"` + strings.Repeat("a", maxPayload) + `"}]`), link.TooLarge},
		{"a command that panics", says(`421["test.panic",{}]`), link.Panicked},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.closes(c.why)
			o := w.offend()
			o.t = t
			c.do(o)
			if status, words := o.closedWith(); status != c.why.Status || words != c.why.Text && c.why != link.TooLarge {
				t.Errorf("closed with %d %q, want %d %q", status, words, c.why.Status, c.why.Text)
			}
			_ = o.conn.Close()
			w.ended(c.why, before)
			w.neighbour.isServed()
		})
	}
	w.alone()
}

// TestAttachmentsThatNeverCome verifies that the server stops waiting for
// them.
func TestAttachmentsThatNeverCome(t *testing.T) {
	w := newWorld(t, func(o *hub.Options) { o.AttachmentTimeout = 100 * time.Millisecond })
	for _, part := range []string{"none", "some"} {
		before := w.closes(link.PacketTimeout)
		o := w.offend()
		o.say(`4510-1["test.echo",{}]`)
		if part == "some" {
			o.sayBinary("a")
		}
		if status, words := o.closedWith(); status != link.PacketTimeout.Status || words != link.PacketTimeout.Text {
			t.Errorf("%s came: closed with %d %q", part, status, words)
		}
		_ = o.conn.Close()
		w.ended(link.PacketTimeout, before)
		w.neighbour.isServed()
	}
	w.alone()
}

func says(packet string) func(*offender) { return func(o *offender) { o.say(packet) } }

// TestEventsBeforeTheAnswerToConnect: an early event is an offense, because
// there is no session yet.
func TestEventsBeforeTheAnswerToConnect(t *testing.T) {
	w := newWorld(t, nil)
	for _, packet := range []string{`42["test.echo",{}]`, `431[]`, `451-["x"]`} {
		before := w.closes(link.BadPacket)
		o := w.webSocket("")
		o.say(packet)
		if packet == `431[]` { // replies to an earlier session may come late
			o.say(`42["x"]`)
		}
		if packet == `451-["x"]` {
			o.sayBinary("a")
		}
		if status, _ := o.closedWith(); status != link.BadPacket.Status {
			t.Errorf("%s: closed with %d", packet, status)
		}
		_ = o.conn.Close()
		w.ended(link.BadPacket, before)
		w.neighbour.isServed()
	}
}

// TestInvalidEventsAreRefusedButTolerated: a mistake in an event's content
// gets a reply, and the connection continues.
func TestInvalidEventsAreRefusedButTolerated(t *testing.T) {
	w := newWorld(t, nil)
	o := w.offend()
	for _, c := range []struct{ name, packet, code string }{
		{"no argument", `421["test.echo"]`, "malformed"},
		{"two arguments", `421["test.echo",{},{}]`, "malformed"},
		{"an argument that is a list", `421["test.echo",[]]`, "malformed"},
		{"nesting within an object", `421["test.echo",{"a":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}]`, "malformed"},
		{"a key twice", `421["test.echo",{"a":1,"a":2}]`, "malformed"},
		{"a key twice, spelt otherwise", `421["test.echo",{"a":1,"\u0061":2}]`, "malformed"},
		{"a key twice, deep within", `421["test.echo",{"a":[{"b":{"c":1,"c":2}}]}]`, "malformed"},
		{"an event named like a prototype", `421["__proto__",{}]`, "not_found"},
		{"an event named like a method", `421["constructor",{}]`, "not_found"},
		{"an event without letters", `421["",{}]`, "not_found"},
		{"an event with a very long name", `421["` + strings.Repeat("n", 10_000) + `",{}]`, "not_found"},
		{"an unknown key", `421["subscribe",{"topic":"me","__proto__":{"admin":true}}]`, "invalid"},
		{"a number that no machine counts", `421["subscribe",{"topic":"me","since":1e400}]`, "invalid"},
		{"a topic that is none", `421["subscribe",{"topic":"record:contact:../../etc/passwd"}]`, "invalid"},
		{"a topic of great length", `421["subscribe",{"topic":"object:` + strings.Repeat("a", 50_000) + `"}]`, "invalid"},
		{"a topic with a zero byte", `421["subscribe",{"topic":"me\u0000"}]`, "invalid"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o.t = t
			o.say(c.packet)
			if answer := o.expect("431["); !strings.Contains(answer, `"ok":false`) || !strings.Contains(answer, `"code":"`+c.code+`"`) || len(answer) > 2000 {
				t.Errorf("answered %.300s, want %s", answer, c.code)
			}
		})
	}
	o.t = t
	for name, placeholders := range map[string]string{
		"out of range":     `{"_placeholder":true,"num":7}`,
		"below zero":       `{"_placeholder":true,"num":-1}`,
		"twice":            `{"a":{"_placeholder":true,"num":0},"b":{"_placeholder":true,"num":0}}`,
		"that is none":     `{"a":1}`,
		"of another shape": `{"_placeholder":"yes","num":{}}`,
	} {
		o.say(`451-1["test.echo",` + placeholders + `]`)
		o.sayBinary("abc")
		if answer := o.expect("431["); !strings.Contains(answer, `"code":"malformed"`) {
			t.Errorf("a placeholder %s: %s", name, answer)
		}
	}
	o.say("40/admin,{}")
	if answer := o.expect("44/admin,"); answer != `44/admin,{"message":"Invalid namespace"}` {
		t.Errorf("a namespace that is not there: %s", answer)
	}
	const odd = `{"__proto__":{"polluted":true},"constructor":{"prototype":1},"n":1e308}`
	o.say(`421["test.echo",` + odd + `]`)
	o.expect(`431[{"ok":true,"payload":` + odd + `}]`)
	w.neighbour.isServed()
}
