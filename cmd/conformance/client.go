package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"switchboard/hub/link"
)

// acceptDelay makes a client's connect timeout testable.
const acceptDelay = 10 * time.Millisecond

// clientApp is the application that the official client's own tests expect.
type clientApp struct{ *suite }

func newClient() *clientApp {
	s := newSuite(link.Options{PingInterval: 2 * time.Second, Origins: []string{"*"}}, 45*time.Second, 2*time.Minute)
	getID := func(m *member, c call) { c.ack(one(quoted(m.sid)), nil) }
	s.spaces["/"] = &namespace{
		admit: func(m *member) error {
			if m.peer.query["fail"] != "" {
				return errors.New("Auth failed (main namespace)") //nolint:staticcheck // the sentence that the client's tests expect
			}
			return nil
		},
		on: mainEvents(getID),
	}
	s.spaces["/foo"] = &namespace{on: map[string]func(*member, call){"getId": getID}}
	for _, name := range []string{"/timeout_socket", "/valid", "/asd"} {
		s.spaces[name] = &namespace{}
	}
	s.spaces["/abc"] = &namespace{greet: func(m *member) { m.emit("handshake", handshake(m)) }}
	s.spaces["/no"] = &namespace{admit: func(*member) error {
		return errors.New("Auth failed (custom namespace)") //nolint:staticcheck // the sentence that the client's tests expect
	}}
	return &clientApp{s}
}

// ServeHTTP delays handshakes a little.
func (a *clientApp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !r.URL.Query().Has("sid") {
		select {
		case <-time.After(acceptDelay):
		case <-r.Context().Done():
			return
		}
	}
	a.suite.ServeHTTP(w, r)
}

func one(argument json.RawMessage) []json.RawMessage { return []json.RawMessage{argument} }

// handshake returns how the socket connected.
func handshake(m *member) json.RawMessage {
	return jsonOf(struct {
		Query map[string]string `json:"query"`
		Auth  json.RawMessage   `json:"auth"`
	}{m.peer.query, m.auth})
}

func date() json.RawMessage {
	return quoted(time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
}

func mainEvents(getID func(*member, call)) map[string]func(*member, call) {
	// answerIf emits a name if the arguments are as expected.
	answerIf := func(name string, right func([]json.RawMessage) bool) func(*member, call) {
		return func(m *member, c call) {
			if len(c.args) > 0 && right(c.args) {
				m.emit(name)
			}
		}
	}
	binary := func(a []json.RawMessage) bool { return isBinary(a[0]) }
	mixed := func(a []json.RawMessage) bool {
		var in struct {
			Hello, Goodbye string
			Message        json.RawMessage
		}
		return json.Unmarshal(a[0], &in) == nil && in.Hello == "lol" && in.Goodbye == "gotcha" && isBinary(in.Message)
	}
	return map[string]func(*member, call){
		"hi": func(m *member, _ call) { m.emit("hi") },
		"echo": func(_ *member, c call) {
			if len(c.args) > 0 {
				c.ack(c.args[:1], c.binary)
			}
		},
		"ack": func(m *member, _ call) {
			m.ask("ack", nil, func(a []json.RawMessage) {
				var in struct{ Test bool }
				if len(a) == 2 && string(a[0]) == "5" && json.Unmarshal(a[1], &in) == nil && in.Test {
					m.emit("got it")
				}
			})
		},
		"getAckDate": func(_ *member, c call) { c.ack(one(date()), nil) },
		"getDate":    func(m *member, _ call) { m.emit("takeDate", date()) },
		"getDateObj": func(m *member, _ call) {
			m.emit("takeDateObj", json.RawMessage(`{"date":`+string(date())+`}`))
		},
		"getUtf8": func(m *member, _ call) {
			for _, text := range []string{"てすと", "Я Б Г Д Ж Й", "Ä ä Ü ü ß", "utf8 — string", "utf8 — string"} {
				m.emit("takeUtf8", quoted(text))
			}
		},
		"false":        func(m *member, _ call) { m.emit("false", json.RawMessage("false")) },
		"doge":         func(m *member, _ call) { m.emitBinary("doge", []byte("asdfasdf")) },
		"getbin":       func(m *member, _ call) { m.emitBinary("takebin", []byte("asdfasdf")) },
		"buffa":        answerIf("buffack", binary),
		"blob":         answerIf("back", binary),
		"jsonbuff":     answerIf("jsonbuff-ack", mixed),
		"jsonblob":     answerIf("jsonblob-ack", mixed),
		"abuff1":       step("abuff", 1, binary, ""),
		"abuff2":       step("abuff", 2, func([]json.RawMessage) bool { return true }, "abuff2-ack"),
		"blob1":        step("blob", 1, binary, ""),
		"blob2":        step("blob", 2, func(a []json.RawMessage) bool { return string(a[0]) == `"second"` }, ""),
		"blob3":        step("blob", 3, binary, "blob3-ack"),
		"getHandshake": func(m *member, c call) { c.ack(one(handshake(m)), nil) },
		"getId":        getID,
	}
}

// step returns the handler of the nth event of a row, which must arrive in
// order; the last one gets the reply.
func step(row string, n int, right func([]json.RawMessage) bool, answer string) func(*member, call) {
	return func(m *member, c call) {
		if m.steps[row] != n-1 || len(c.args) == 0 || !right(c.args) {
			return
		}
		m.steps[row] = n
		if answer != "" {
			m.steps[row] = 0
			m.emit(answer)
		}
	}
}
