package media

import (
	"sync"

	"switchboard/actors/carrier/simulator/audio"
)

// Outsider is somebody on the phone outside: he plays, and remembers what he heard.
type Outsider struct {
	audio.Recorder

	seed uint64

	mu    sync.Mutex
	tone  int
	plays audio.Source
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

// Speak implements Party.
func (o *Outsider) Speak() audio.Frame {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.plays.Next()
}

// Hear implements Party.
func (o *Outsider) Hear(f *audio.Frame) { o.Take(f) }
