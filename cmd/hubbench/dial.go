//go:build linux

package main

import (
	"time"

	"switchboard/cmd/benchsocket"
	"switchboard/cmd/conformance/token"
)

// link is one connection during its setup.
type link struct {
	*benchsocket.Socket
	pid string // from the reply to CONNECT
}

const maxWait = 30 * time.Second

// connect opens a connection and signs in as client n.
func (s server) connect(addr string, n int) (*link, error) {
	socket, err := benchsocket.Dial(addr, maxWait)
	if err != nil {
		return nil, err
	}
	l := &link{Socket: socket}
	if l.pid, err = l.SignIn(token.Of(n)); err != nil {
		_ = l.Close()
		return nil, err
	}
	return l, nil
}

// topics are those that a client of the product follows in addition to the
// one that changes.
var topics = []string{"object:contact", "me", "presence", "calls", "feed", "object:user", "object:chat", "object:chat_message"}

// join subscribes the connection to what is published.
func (s server) join(l *link) error {
	if s.rooms {
		return l.Ask(1, `["join","room"]`)
	}
	for i, topic := range topics {
		if err := l.Ask(i+1, `["subscribe",{"topic":"`+topic+`"}]`); err != nil {
			return err
		}
	}
	return nil
}

// publish returns the text of an event to all joined clients.
func (s server) publish(data string) string {
	if s.rooms {
		return `420["publish","room","` + data + `"]`
	}
	return `420["publish",{"data":"` + data + `"}]`
}

// mark returns the prefix of a delivery's packet.
func (s server) mark() []byte {
	if s.rooms {
		return []byte(`42["event"`)
	}
	return []byte(`42["change"`)
}
