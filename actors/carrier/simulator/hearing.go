package simulator

import (
	"context"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/media"
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
	who, err := o.onThePhone(legSID)
	if err != nil {
		return h, err
	}
	samples := who.Last(heardFrames)
	return Hearing{Loudness: audio.Loudness(samples), Tones: audio.Tones(samples)}, nil
}

// onThePhone finds who is on the phone of an outside leg.
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

// Talk lets a browser be the phone of a call's outside party, by its offer, and gives the
// answer to it; fault.Conflict where nobody is on the phone there.
func (s *Simulator) Talk(ctx context.Context, legSID, offer string) (answer string, err error) {
	return s.outside(everything).talk(ctx, legSID, offer)
}

func (o outside) talk(ctx context.Context, legSID, offer string) (string, error) {
	who, err := o.onThePhone(legSID)
	if err != nil {
		return "", err
	}
	answer, err := o.exchange.handsets.Take(ctx, legSID, who, offer)
	if err == nil && o.exchange.outsider(legSID) != who { // he has gone meanwhile
		o.exchange.handsets.Drop(legSID)
		return "", fault.New(fault.Conflict, "The call is over already.")
	}
	return answer, err
}
