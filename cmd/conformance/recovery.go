package main

import (
	"encoding/json"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/socketio"
)

// newRecovery returns an application that a recovery test can control step by
// step from outside.
func newRecovery(window time.Duration) *suite {
	s := newSuite(link.Options{
		PingInterval: 2 * time.Second, PingTimeout: 2 * time.Second, Origins: []string{"*"},
	}, 10*time.Second, max(window, time.Millisecond))
	// send emits the arguments from i on as an event.
	send := func(c call, i int, to recipients, durable bool) {
		var name string
		if len(c.args) <= i || json.Unmarshal(c.args[i], &name) != nil {
			c.ack(one(quoted("an event has a name")), nil)
			return
		}
		s.emit(to, durable, name, c.args[i+1:], c.binary)
		c.ack(nil, nil)
	}
	s.spaces["/"] = &namespace{on: map[string]func(*member, call){
		"join": func(m *member, c call) {
			var room string
			if len(c.args) == 0 || json.Unmarshal(c.args[0], &room) != nil {
				c.ack(one(quoted("a room has a name")), nil)
				return
			}
			s.mu.Lock()
			m.rooms[room] = true
			s.mu.Unlock()
			c.ack(nil, nil)
		},
		"rooms": func(m *member, c call) { c.ack(one(s.roomsOf(m)), nil) },
		"info":  func(m *member, c call) { c.ack(one(s.info(m)), nil) },
		"set": func(m *member, c call) {
			s.mu.Lock()
			if len(c.args) > 0 {
				m.data = c.args[0]
			}
			s.mu.Unlock()
			c.ack(nil, nil)
		},
		"bcast":  func(m *member, c call) { send(c, 0, recipients{space: m.space}, true) },
		"others": func(m *member, c call) { send(c, 0, recipients{space: m.space, except: m.session}, true) },
		"vol":    func(m *member, c call) { send(c, 0, recipients{space: m.space}, false) },
		"room": func(m *member, c call) {
			var room string
			if len(c.args) > 0 && json.Unmarshal(c.args[0], &room) == nil && room != "" {
				send(c, 1, recipients{space: m.space, room: room}, true)
			}
		},
		"direct": func(m *member, c call) {
			var sid string
			if len(c.args) > 0 && json.Unmarshal(c.args[0], &sid) == nil && sid != "" {
				send(c, 1, recipients{space: m.space, room: sid}, true)
			}
		},
		"withack": func(m *member, c call) {
			var name string
			if len(c.args) > 0 && json.Unmarshal(c.args[0], &name) == nil {
				s.askAll(m.space, name, c.args[1:])
				c.ack(nil, nil)
			}
		},
		"kick": func(m *member, c call) {
			s.leave(m, true)
			c.ack(nil, nil)
			m.peer.link.SendTogether(framesOf(socketio.Packet{Type: socketio.Disconnect, Namespace: m.space})...)
		},
	}}
	return s
}

// roomsOf lists a member's rooms, including its own.
func (s *suite) roomsOf(m *member) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	rooms := []string{m.sid}
	for room := range m.rooms {
		rooms = append(rooms, room)
	}
	return jsonOf(rooms)
}

func (s *suite) info(m *member) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	data := m.data
	if data == nil {
		data = json.RawMessage("{}")
	}
	return jsonOf(struct {
		Recovered bool            `json:"recovered"`
		Data      json.RawMessage `json:"data"`
		ID        string          `json:"id"`
		MW        int             `json:"mw"`
	}{m.recovered, data, m.sid, m.admitted})
}
