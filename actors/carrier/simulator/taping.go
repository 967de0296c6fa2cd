package simulator

import (
	"switchboard/actors/carrier/simulator/media"
	"switchboard/actors/carrier/simulator/voice"
)

// tapeOf returns the tape that records a leg now, or nil.
func (x *exchange) tapeOf(w *world, l *voice.Leg) media.Tape {
	r := w.calls.Recordings.Live(l.SID)
	if r == nil || r.Status == voice.Paused && !r.Silences {
		return nil
	}
	to, err := x.tapes.For(r.SID)
	if err != nil {
		x.log.Error("phone simulator: a recording can't be written", "recording", r.SID, "error", err)
		return nil
	}
	to.Silence(r.Status == voice.Paused)
	return to
}

// endTapes closes the tapes of ended recordings, and deletes those of deleted ones.
func (x *exchange) endTapes(w *world) {
	if n := len(w.calls.Recordings); n != x.taped {
		if n < x.taped {
			defer x.forgetTapes(w)
		}
		x.taped = n
	}
	if err := x.tapes.Only(func(recording string) bool {
		r := w.calls.Recordings[recording]
		return r != nil && r.Live()
	}); err != nil {
		x.log.Error("phone simulator: a recording is not whole", "error", err)
	}
}

// forgetTapes deletes the sound of unknown recordings.
func (x *exchange) forgetTapes(w *world) {
	if err := x.tapes.Keep(func(recording string) bool { return w.calls.Recordings[recording] != nil }); err != nil {
		x.log.Error("phone simulator: a recording can't be deleted", "error", err)
	}
}

func (x *exchange) closeTapes() {
	if err := x.tapes.Close(); err != nil {
		x.log.Error("phone simulator: a recording is not whole", "error", err)
	}
}
