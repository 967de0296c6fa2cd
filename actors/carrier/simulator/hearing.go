package simulator

import (
	"context"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/media"
	"switchboard/actors/carrier/simulator/voice"
	"switchboard/storage/fault"
)

// heardFrames is the number of frames to analyze: half a second.
const heardFrames = 25

// highestTone is the highest frequency on a phone line, in hertz.
const highestTone = 3400

// Hearing is what the outside party of a call hears now.
type Hearing struct {
	Loudness int   `json:"loudness"` // 0 for silence
	Tones    []int `json:"tones"`    // in hertz, the loudest first
}

// Hears returns what the outside party of a call hears now, or fault.Conflict if they
// are not on the phone.
func (s *Simulator) Hears(_ context.Context, legSID string) (Hearing, error) {
	return s.outside(everything).hears(legSID)
}

// Voice makes the outside party of a call play a tone, or talk if tone is 0.
func (s *Simulator) Voice(_ context.Context, legSID string, tone int) error {
	return s.outside(everything).voice(legSID, tone)
}

func (o outside) hears(legSID string) (h Hearing, err error) {
	who, err := o.onThePhone(legSID)
	if err != nil {
		return h, err
	}
	samples := who.Last(heardFrames)
	return Hearing{Loudness: audio.Loudness(samples), Tones: audio.Tones(samples)}, nil
}

// onThePhone returns the person on the phone of an outside leg.
func (o outside) onThePhone(legSID string) (*media.Outsider, error) {
	known := false
	o.store.view(func(w *world) {
		l := w.calls.Legs[legSID]
		known = l != nil && l.Client == "" && o.in.has(l.Ours())
	})
	if !known {
		return nil, fault.New(fault.NotFound, "There is no such call.")
	}
	who := o.exchange.outsider(legSID)
	if who == nil {
		return nil, fault.New(fault.Conflict, "Nobody is on the phone there.")
	}
	return who, nil
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

// Talk connects a browser as the phone of a call's outside party by its offer, and
// returns the answer. It returns fault.Conflict if nobody is on the phone there.
func (s *Simulator) Talk(ctx context.Context, legSID, offer string) (answer string, err error) {
	return s.outside(everything).talk(ctx, legSID, offer)
}

func (o outside) talk(ctx context.Context, legSID, offer string) (string, error) {
	who, err := o.onThePhone(legSID)
	if err != nil {
		return "", err
	}
	answer, err := o.exchange.handsets.Take(ctx, legSID, who, offer)
	if err == nil && o.exchange.outsider(legSID) != who { // the person has left in the meantime
		o.exchange.handsets.Drop(legSID)
		return "", fault.New(fault.Conflict, "The call is over already.")
	}
	return answer, err
}
