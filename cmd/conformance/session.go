package main

import (
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"time"

	"switchboard/hub/link"
	"switchboard/hub/socketio"
)

// suitePeer is one link with the namespaces it has joined. assembler belongs
// to the reading goroutine, members to the suite's lock.
type suitePeer struct {
	suite     *suite
	link      *link.Conn
	query     map[string]string
	assembler socketio.Assembler
	members   map[string]*member
	timer     *time.Timer // until the first CONNECT
}

func (s *suite) accept(l *link.Conn, r *http.Request) link.Upper {
	p := &suitePeer{suite: s, link: l, query: map[string]string{}, members: map[string]*member{}}
	p.assembler.Limit = 1_000_000
	for name, values := range r.URL.Query() {
		p.query[name] = values[0]
	}
	p.timer = time.AfterFunc(s.connect, func() { l.Close(link.ConnectTimeout) })
	return p
}

// Message handles a packet or an attachment (link.Upper).
func (p *suitePeer) Message(data []byte, binary bool) {
	take := p.assembler.Text
	if binary {
		take = p.assembler.Attachment
	}
	k, done, err := take(data)
	if err != nil || done && !p.packet(k) {
		p.link.Close(link.BadPacket)
	}
}

// packet handles a complete packet; it returns false if the packet is invalid
// here.
func (p *suitePeer) packet(k socketio.Packet) bool {
	p.suite.mu.Lock()
	m := p.members[k.Namespace]
	p.suite.mu.Unlock()
	if k.Type == socketio.Connect {
		if m == nil {
			p.join(k.Namespace, append(json.RawMessage(nil), k.Data...))
		}
		return m == nil
	}
	if m == nil {
		return false
	}
	switch k.Type {
	case socketio.Disconnect:
		p.suite.leave(m, true)
		return true
	case socketio.Event, socketio.BinaryEvent:
		return m.event(k)
	case socketio.Ack, socketio.BinaryAck:
		args, err := socketio.Split(k.Data)
		p.suite.mu.Lock()
		answer := m.answers[k.ID]
		delete(m.answers, k.ID)
		p.suite.mu.Unlock()
		if err == nil && answer != nil {
			answer(args)
		}
		return err == nil
	case socketio.Connect, socketio.ConnectError:
	}
	return false
}

// event passes an event to its handler, and ignores unknown ones.
func (m *member) event(k socketio.Packet) bool {
	name, args, err := socketio.SplitEvent(k.Data)
	if err != nil {
		return false
	}
	kept := make([]json.RawMessage, len(args)) // handlers may outlive the packet's bytes
	for i, a := range args {
		kept[i] = append(json.RawMessage(nil), a...)
	}
	answer := func([]json.RawMessage, [][]byte) {}
	if k.HasID {
		answer = func(args []json.RawMessage, binary [][]byte) {
			m.peer.link.SendTogether(framesOf(socketio.Packet{
				Type: socketio.Ack, Namespace: m.space, ID: k.ID, HasID: true, Data: array("", args), Binary: binary,
			})...)
		}
	}
	if do := m.suite.spaces[m.space].on[name]; do != nil {
		do(m, call{kept, k.Binary, answer})
	}
	return true
}

// join answers CONNECT: with what the session missed and its sid, with a new
// sid, or with an error.
func (p *suitePeer) join(name string, auth json.RawMessage) {
	s := p.suite
	p.timer.Stop()
	space := s.spaces[name]
	if space == nil {
		p.refuse(name, "Invalid namespace")
		return
	}
	if auth == nil {
		auth = json.RawMessage("{}")
	}
	var given struct {
		PID    string `json:"pid"`
		Offset string `json:"offset"`
	}
	_ = json.Unmarshal(auth, &given) // an application's auth may use the names differently
	m := &member{suite: s, peer: p, auth: auth, answers: map[uint64]func([]json.RawMessage){}, steps: map[string]int{}}
	s.mu.Lock()
	from := s.returning(m, name, given.PID, given.Offset)
	m.admitted++
	s.mu.Unlock()
	if space.admit != nil {
		if err := space.admit(m); err != nil {
			p.refuse(name, err.Error())
			return
		}
	}
	s.mu.Lock()
	for _, k := range s.stored {
		if m.recovered && k.offset > from && k.holds(m.session) {
			p.link.SendTogether(k.frames...)
		}
	}
	reply := `{"sid":` + string(quoted(m.sid)) + `}`
	if s.window > 0 {
		reply = `{"sid":` + string(quoted(m.sid)) + `,"pid":` + string(quoted(m.pid)) + `}`
		s.sessions[m.pid] = m.session
	}
	p.link.SendTogether(framesOf(socketio.Packet{Type: socketio.Connect, Namespace: name, Data: []byte(reply)})...)
	m.member = m
	p.members[name] = m
	s.live[m] = struct{}{}
	s.mu.Unlock()
	if space.greet != nil {
		space.greet(m)
	}
}

func (p *suitePeer) refuse(space, message string) {
	p.link.SendTogether(framesOf(socketio.Packet{
		Type: socketio.ConnectError, Namespace: space, Data: []byte(`{"message":` + string(quoted(message)) + `}`),
	})...)
}

// returning gives the member its old session and offset, or a new one. The
// caller holds mu.
func (s *suite) returning(m *member, space, pid, offset string) (from int64) {
	s.expire(time.Now())
	if k := s.sessions[pid]; k != nil && k.space == space && s.window > 0 {
		var err error
		if offset != "" {
			from, err = strconv.ParseInt(offset, 36, 64)
		}
		if err == nil && from <= s.offset {
			if old := k.member; old != nil { // the client knows better than the old link
				s.forget(old)
				old.peer.link.Close(link.TakenOver)
			}
			m.session, m.recovered = k, true
			return max(from, k.start) // an offset may belong to an earlier session
		}
	}
	m.session = &session{space: space, sid: rand.Text(), pid: rand.Text(), start: s.offset, rooms: map[string]bool{}}
	return s.offset
}

// leave ends a membership. If meant is true, the session cannot return.
func (s *suite) leave(m *member, meant bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(m)
	if meant {
		delete(s.sessions, m.pid)
	}
}

// forget removes a member from its link. The caller holds mu.
func (s *suite) forget(m *member) {
	delete(s.live, m)
	delete(m.peer.members, m.space)
	if m.member == m {
		m.member, m.left = nil, time.Now()
	}
}

// Closed removes the link (link.Upper).
func (p *suitePeer) Closed(link.Reason) {
	p.timer.Stop()
	p.suite.mu.Lock()
	defer p.suite.mu.Unlock()
	for m := range maps.Values(maps.Clone(p.members)) {
		p.suite.forget(m)
	}
}
