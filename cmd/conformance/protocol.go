package main

import (
	"net/http"
	"time"

	"switchboard/hub/link"
)

// protocolOptions are the options that the official protocol suites expect.
func protocolOptions() link.Options {
	return link.Options{
		PingInterval: 300 * time.Millisecond, PingTimeout: 200 * time.Millisecond, MaxPayload: 1_000_000,
		Origins: []string{"*"},
	}
}

// protocol is the server for the suites of both protocols.
type protocol struct {
	*http.ServeMux
	echo  *link.Server
	suite *suite
}

func newProtocol() *protocol {
	s := newSuite(protocolOptions(), time.Second, 0)
	greet := func(m *member) { m.emit("auth", m.auth) }
	s.spaces["/"] = &namespace{greet: greet, on: map[string]func(*member, call){
		"message": func(m *member, c call) {
			s.emit(recipients{space: m.space, room: m.sid}, true, "message-back", c.args, c.binary)
		},
		"message-with-ack": func(_ *member, c call) { c.ack(c.args, c.binary) },
	}}
	s.spaces["/custom"] = &namespace{greet: greet}
	p := &protocol{http.NewServeMux(), link.NewServer(protocolOptions(), func(l *link.Conn, _ *http.Request) link.Upper {
		return echo{l}
	}), s}
	p.Handle("/engine.io/", p.echo)
	p.Handle("/socket.io/", s)
	return p
}

// Close ends all connections.
func (p *protocol) Close() {
	p.echo.Close()
	p.suite.Close()
}

// echo sends each message back unchanged.
type echo struct{ link *link.Conn }

// Message sends the message back (link.Upper).
func (e echo) Message(data []byte, binary bool) {
	if binary {
		e.link.Send(link.BinaryFrame(data))
		return
	}
	e.link.Send(link.MessageFrame(data))
}

// Closed does nothing (link.Upper).
func (echo) Closed(link.Reason) {}
