package media

import (
	"sync"

	"switchboard/actors/carrier/simulator/audio"
)

// Outsider is a person on an outside phone, who plays sound and records what they
// hear. A browser can borrow the phone: it hears what they hear, and speaks for them
// as long as it sends sound.
type Outsider struct {
	audio.Recorder

	seed uint64

	mu    sync.Mutex
	tone  int
	plays audio.Source
	lent  *Peer // nil while not lent
}

// NewOutsider returns an outsider who talks as the customer of the seed.
func NewOutsider(seed uint64) *Outsider { return &Outsider{seed: seed, plays: audio.Customer(seed)} }

// Play makes the outsider play a tone in hertz, or talk if tone is 0.
func (o *Outsider) Play(tone int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if tone == o.tone {
		return
	}
	if o.tone = tone; tone == 0 {
		o.plays = audio.Customer(o.seed)
	} else {
		o.plays = audio.Tone(tone)
	}
}

// Lend gives the phone to a browser, and takes it from another one.
func (o *Outsider) Lend(to *Peer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lent = to
}

// TakeBack returns the phone, unless another browser has it.
func (o *Outsider) TakeBack(from *Peer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lent == from {
		o.lent = nil
	}
}

// Speak implements Party.
func (o *Outsider) Speak() audio.Frame {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.lent != nil && o.lent.Sounds() {
		return o.lent.Speak()
	}
	return o.plays.Next()
}

// Hear implements Party.
func (o *Outsider) Hear(f *audio.Frame) {
	o.Take(f)
	o.mu.Lock()
	lent := o.lent
	o.mu.Unlock()
	if lent != nil {
		lent.Hear(f)
	}
}
