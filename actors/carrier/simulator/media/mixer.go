package media

import (
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/audio"
)

// Party speaks and hears over a leg.
type Party interface {
	// Speak returns the next 20 ms of speech.
	Speak() audio.Frame
	// Hear receives the next 20 ms of sound. It must not keep the frame.
	Hear(f *audio.Frame)
}

// Sound is what a leg outside of any room hears.
type Sound int

// Nothing is silence, Music is for waiting parties, Voice is a spoken sentence,
// Ringback is the ringing tone.
const (
	Nothing Sound = iota
	Music
	Voice
	Ringback
)

// sounds are the sources for legs outside of rooms.
type sounds [Ringback + 1]audio.Source

func newSounds() sounds {
	return sounds{audio.Silence{}, audio.Music(), audio.Speech(0), audio.Ringback()}
}

// next returns the next 20 ms of all of them.
func (s *sounds) next() (frames [Ringback + 1]audio.Frame) {
	for i, source := range s {
		frames[i] = source.Next()
	}
	return frames
}

// Seat is a leg's place in the mix.
type Seat struct {
	Leg string
	// Room is the room whose parties hear each other. With "", the leg hears Alone.
	Room        string
	Alone       Sound
	Muted, Held bool
	// Coaches is the only leg that hears this one, or "".
	Coaches string
	// Spoken reports that it hears a sentence over everything else.
	Spoken bool
	// Tape records the leg; it is optional.
	Tape Tape
}

// Tape records 20 ms of what is said and of what is heard. It must not keep the
// frames.
type Tape interface {
	Take(says, heard *audio.Frame)
}

// Mixer mixes the parties of rooms.
type Mixer struct {
	sounds  sounds
	counter counter
	changed chan struct{} // holds a value while there are changes that Run has not seen

	mu      sync.Mutex
	seats   []Seat
	parties map[string]Party
}

// NewMixer returns a mixer. Run mixes.
func NewMixer() *Mixer {
	return &Mixer{
		sounds: newSounds(), changed: make(chan struct{}, 1), parties: map[string]Party{},
	}
}

// Arrange sets the seats of all legs.
func (m *Mixer) Arrange(seats []Seat) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seats = seats
	m.lookLocked()
}

// Join sets the party of a leg, and replaces an earlier one.
func (m *Mixer) Join(leg string, who Party) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parties[leg] = who
	m.lookLocked()
}

// Leave removes a party from a leg, unless another one has replaced it.
func (m *Mixer) Leave(leg string, who Party) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.parties[leg] == who {
		delete(m.parties, leg)
	}
}

func (m *Mixer) lookLocked() {
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// maxBehind bounds the frames that are caught up after a delay of the process.
const maxBehind = 5

// Run mixes until ctx ends. It is idle while there are no parties.
func (m *Mixer) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	due := time.Now()
	for {
		began := time.Now()
		late := began.Sub(due)
		if late > maxBehind*audio.Tick {
			due = began
		}
		if !m.tick() {
			select {
			case <-ctx.Done():
				return
			case <-m.changed:
				due = time.Now()
				continue
			}
		}
		m.counter.add(late, time.Since(began))
		due = due.Add(audio.Tick)
		timer.Reset(time.Until(due))
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// seated is a leg with its party.
type seated struct {
	Seat
	party Party
}

// tick mixes one frame of everything. It returns false if there are no parties.
func (m *Mixer) tick() bool {
	rooms, occupied := m.rooms()
	if !occupied {
		return false
	}
	played := m.sounds.next()
	for name, legs := range rooms {
		if name == "" {
			for _, l := range legs {
				says := l.party.Speak() // discard what nobody hears, so that it is not heard later
				l.hear(&says, &played[l.Alone], &played[Voice])
			}
			continue
		}
		mix(legs, &played[Music], &played[Voice])
	}
	return true
}

// rooms groups the parties by room.
func (m *Mixer) rooms() (rooms map[string][]seated, occupied bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rooms = map[string][]seated{}
	for _, s := range m.seats {
		if party := m.parties[s.Leg]; party != nil {
			rooms[s.Room] = append(rooms[s.Room], seated{s, party})
			occupied = true
		}
	}
	return rooms, occupied
}

func mix(legs []seated, music, voice *audio.Frame) {
	room := make([]audio.Place, len(legs))
	for i, l := range legs {
		room[i] = audio.Place{Says: l.party.Speak(), Muted: l.Muted, Held: l.Held, Coaches: audio.Nobody}
		if l.Coaches != "" {
			room[i].Coaches = slices.IndexFunc(legs, func(other seated) bool { return other.Leg == l.Coaches })
			room[i].Muted = l.Muted || room[i].Coaches < 0 // the coached leg is not there
		}
	}
	for i, f := range audio.Mix(room, music) {
		legs[i].hear(&room[i].Says, &f, voice)
	}
}

// hear sends a party its sound, and both directions to the leg's tape.
func (s *seated) hear(says, heard, voice *audio.Frame) {
	if s.Spoken {
		both := audio.Sum(heard, voice)
		heard = &both
	}
	s.party.Hear(heard)
	if s.Tape != nil {
		s.Tape.Take(says, heard)
	}
}
