package media

import (
	"sync"

	"switchboard/actors/carrier/simulator/audio"
)

// Outsider is somebody on the phone outside: he plays, and remembers what he heard. His
// phone can be lent to a browser, which hears what he hears, and speaks for him as long
// as sound comes from it.
type Outsider struct {
	audio.Recorder

	seed uint64

	mu    sync.Mutex
	tone  int
	plays audio.Source
	lent  *Peer // nil while he speaks himself
}

// NewOutsider talks, in the voice of the seed.
func NewOutsider(seed uint64) *Outsider { return &Outsider{seed: seed, plays: audio.Speech(seed)} }

// Play has him play a tone in hertz from now on, or with 0 talk.
func (o *Outsider) Play(tone int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if tone == o.tone {
		return
	}
	if o.tone = tone; tone == 0 {
		o.plays = audio.Speech(o.seed)
	} else {
		o.plays = audio.Tone(tone)
	}
}

// Lend gives his phone to a browser, also where another one has it.
func (o *Outsider) Lend(to *Peer) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.lent = to
}

// TakeBack has him speak himself again, unless another browser has his phone by then.
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
