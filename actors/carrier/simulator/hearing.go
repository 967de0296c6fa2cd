package simulator

import (
	"context"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/voice"
	"switchboard/storage/fault"
)

// heardFrames is how much of what was heard last is looked at: half a second.
const heardFrames = 25

// highestTone is what a phone line carries at most, in hertz.
const highestTone = 3400

// Hearing is what the outside party of a call hears now.
type Hearing struct {
	Loudness int   `json:"loudness"` // 0 for silence
	Tones    []int `json:"tones"`    // in hertz, the loudest first
}

// Hears tells what the outside party of a call hears now; fault.Conflict where he is on
// the phone no more, or not yet.
func (s *Simulator) Hears(_ context.Context, legSID string) (Hearing, error) {
	return s.outside(everything).hears(legSID)
}

// Voice has the outside party of a call play a tone, or with 0 talk.
func (s *Simulator) Voice(_ context.Context, legSID string, tone int) error {
	return s.outside(everything).voice(legSID, tone)
}

func (o outside) hears(legSID string) (h Hearing, err error) {
	known := false
	o.store.view(func(w *world) {
		l := w.calls.Legs[legSID]
		known = l != nil && l.Client == "" && o.in.has(l.Ours())
	})
	if !known {
		return h, fault.New(fault.NotFound, "There is no such call.")
	}
	who := o.exchange.outsider(legSID)
	if who == nil {
		return h, fault.New(fault.Conflict, "Nobody is on the phone there.")
	}
	samples := who.Last(heardFrames)
	return Hearing{Loudness: audio.Loudness(samples), Tones: audio.Tones(samples)}, nil
}

func (o outside) voice(legSID string, tone int) error {
	if tone != 0 && (tone < 100 || tone > highestTone) {
		return fault.Field("tone", "A tone is 100 to %d Hz, or 0 to talk.", highestTone)
	}
	return o.change(legSID, func(_ *voice.Calls, l *voice.Leg) error {
		l.Tone = tone
		return nil
	})
}
