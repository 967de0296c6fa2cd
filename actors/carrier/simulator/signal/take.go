package signal

import (
	"math"
	"time"
)

// Codes of errors within a session.
const (
	codeNotAllowed = 31401
	codeBad        = 31400
	codeGone       = 31404
	codeMedia      = 31488
)

// take handles a message.
func (s *session) take(m *asked) {
	p := &m.Payload
	if m.Type == "listen" {
		s.listen(p.Token)
		return
	}
	if s.in.identity == "" {
		s.send("error", refusal(codeInvalid, "Access token invalid"))
		return
	}
	switch m.Type {
	case "register":
		s.register(p.Media.Audio)
	case "invite":
		if p.Reconnect != "" {
			s.resume(p.CallSID, p.SDP)
		} else {
			s.place(p.CallSID, p.SDP, p.Twilio.Params)
		}
	case "answer":
		s.answer(p.CallSID, p.SDP)
	case "reinvite":
		s.reinvite(p.CallSID, p.SDP)
	case "hangup", "reject":
		s.hangUp(p.CallSID)
	case "dtmf":
		if l := s.named(p.CallSID); l != nil {
			s.server.Exchange.Digits(l.leg, p.DTMF)
		}
	case "message":
		s.send("ack", fields{"acktype": "message", "callsid": p.CallSID, "voiceeventsid": p.VoiceEventID})
	}
}

// listen admits the session, or accepts another token of the same identity.
func (s *session) listen(token string) {
	in, code := s.server.Account.admit(token)
	first := s.in.identity == ""
	switch {
	case code == codeExpired:
		s.send("error", refusal(code, "Access token expired"))
		return
	case code != 0 || !first && in.identity != s.in.identity:
		s.send("error", refusal(codeInvalid, "Access token invalid"))
		return
	case first && !s.server.admit(in.identity):
		s.send("error", refusal(codeNotAllowed, "Too many devices"))
		s.close()
		return
	}
	s.in = in
	left := time.Until(in.until)
	s.expires.Reset(left)
	if first {
		s.send("connected", fields{
			"region": "US_EAST_VIRGINIA", "edge": "ashburn", "home": "us1", "gateway": "simulator",
			"token": fields{"identity": in.identity, "ttl": int(math.Round(left.Seconds()))},
		})
	}
}

func (s *session) register(audio bool) {
	switch {
	case !audio:
		s.leave()
		s.send("offline", fields{})
	case !s.in.rings || time.Until(s.in.until) <= 0:
		s.send("error", refusal(codeNotAllowed, "The access token lets no calls in"))
	default:
		if s.unregister == nil {
			s.unregister = s.server.Exchange.Register(s.in.identity, s)
		}
		s.send("ready", fields{})
	}
}

// named returns a line of the session by our name or the browser's.
func (s *session) named(sid string) *line {
	if l := s.lines[sid]; l != nil {
		return l
	}
	for _, l := range s.lines {
		if l.temporary == sid && sid != "" {
			return l
		}
	}
	return nil
}

// connect creates the media connection of a line.
func (s *session) connect(l *line) error {
	exchange, identity := s.server.Exchange, s.in.identity
	peer, err := s.server.Media.Peer(
		func(digit byte) { exchange.Digits(l.leg, string(rune(digit))) },
		func() { exchange.HangUp(identity, l.leg, s) },
	)
	l.peer = peer
	return err
}

// place starts a call of the browser.
func (s *session) place(temporary, sdp, params string) {
	refuse := func(code int, text string) {
		p := refusal(code, text)
		p["callsid"] = temporary
		s.send("hangup", p)
	}
	if !s.in.places {
		refuse(codeNotAllowed, "The access token lets no calls out")
		return
	}
	l := &line{temporary: temporary}
	answer, err := s.reconnect(l, sdp)
	if err != nil {
		s.server.close(l)
		refuse(codeMedia, "The session description can't be used")
		return
	}
	l.answer = answer
	if l.leg, err = s.server.Exchange.Place(s.in.identity, paramsOf(params), s); err != nil {
		s.server.close(l)
		refuse(codeBad, "The call can't be placed")
		return
	}
	s.lines[l.leg] = l
	s.send("ringing", fields{"callsid": l.leg})
}

// answer answers a ringing call.
func (s *session) answer(leg, sdp string) {
	l := s.ringing[leg]
	if l == nil {
		s.send("hangup", fields{"callsid": leg})
		return
	}
	delete(s.ringing, leg)
	err := l.peer.Accept(sdp)
	if err == nil {
		err = s.server.Exchange.Answer(s.in.identity, leg, s)
	} else {
		s.server.Exchange.HangUp(s.in.identity, leg, s)
	}
	if err != nil {
		s.server.close(l)
		p := refusal(codeGone, "The call is not there any more")
		p["callsid"] = leg
		s.send("hangup", p)
		return
	}
	s.lines[leg] = l
	s.server.begin(l)
}

// resume takes over a line from another socket: with its connection if the browser
// still has it, else, as after a page reload, with a new one. A line whose sound was
// lost with the network's process ends in the browser unless it offers a new
// connection; the browser is called again when it registers.
func (s *session) resume(leg, sdp string) {
	l := s.server.begun(leg)
	isNew := isOffer(sdp) && (l == nil || !l.peer.Knows(sdp))
	answer := fields{"callsid": leg, "reconnect": leg}
	var err error
	if isNew {
		l = &line{leg: leg}
		answer["sdp"], err = s.reconnect(l, sdp)
	}
	if err != nil || l == nil || s.server.Exchange.Resume(s.in.identity, leg, s) != nil {
		if isNew {
			s.server.close(l)
		}
		s.send("hangup", fields{"callsid": leg})
		return
	}
	s.lines[leg] = l
	if isNew {
		s.server.begin(l)
	}
	s.send("answer", answer)
}

// reconnect answers a browser's offer with a new connection.
func (s *session) reconnect(l *line, sdp string) (answer string, err error) {
	if err := s.connect(l); err != nil {
		return "", err
	}
	return l.peer.Answer(s.ctx, sdp)
}

// reinvite is an ICE restart: the browser's network changed.
func (s *session) reinvite(sid, sdp string) {
	l := s.named(sid)
	if l == nil {
		return
	}
	answer, err := l.peer.Answer(s.ctx, sdp)
	if err != nil {
		s.server.Log.Warn("phone simulator: a connection was not restarted", "leg", l.leg, "error", err)
		return
	}
	s.send("answer", fields{"callsid": l.leg, "sdp": answer, "reconnect": l.leg})
}

func (s *session) hangUp(sid string) {
	leg := sid
	if l := s.named(sid); l != nil {
		leg = l.leg
		delete(s.lines, leg)
		if s.server.begun(leg) != l {
			s.server.close(l)
		}
	} else if l := s.ringing[sid]; l != nil {
		delete(s.ringing, sid)
		s.server.close(l)
	}
	s.server.Exchange.HangUp(s.in.identity, leg, s)
}
