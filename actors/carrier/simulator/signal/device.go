package signal

var _ Device = (*session)(nil)

// apiVersion is the version in the parameters of a call.
const apiVersion = "2010-04-01"

// Ring implements Device.
func (s *session) Ring(call Call) {
	s.soon(func() {
		if s.ringing[call.Leg] != nil {
			return
		}
		l := &line{leg: call.Leg}
		if err := s.connect(l); err != nil {
			s.server.Log.Warn("phone simulator: a browser was not called", "leg", call.Leg, "error", err)
			return
		}
		offer, err := l.peer.Offer(s.ctx)
		if err != nil {
			s.server.close(l)
			return
		}
		s.ringing[call.Leg] = l
		s.send("invite", fields{
			"callsid": call.Leg, "sdp": offer, "reconnect": call.Leg,
			"parameters": fields{
				"From": call.From, "To": call.To, "CallSid": call.Leg, "AccountSid": s.server.Account.SID,
				"ApiVersion": apiVersion, "Params": call.Params,
			},
		})
	})
}

// Silence implements Device.
func (s *session) Silence(leg string) {
	s.soon(func() {
		if l := s.ringing[leg]; l != nil {
			delete(s.ringing, leg)
			s.server.close(l)
			s.send("cancel", fields{"callsid": leg})
		}
	})
}

// Begin implements Device.
func (s *session) Begin(leg string) {
	s.soon(func() {
		if l := s.lines[leg]; l != nil && l.answer != "" {
			s.server.begin(l)
			s.send("answer", fields{"callsid": leg, "sdp": l.answer, "reconnect": leg})
			l.answer = ""
		}
	})
}

// End implements Device.
func (s *session) End(leg string) {
	s.server.drop(leg)
	s.soon(func() {
		l := s.lines[leg]
		if l == nil {
			return
		}
		delete(s.lines, leg)
		if l.answer != "" { // it never began
			s.server.close(l)
		}
		s.send("hangup", fields{"callsid": leg})
	})
}
