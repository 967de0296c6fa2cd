package media

import (
	"context"
	"slices"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/audio"
)

// Party is who speaks and hears over a leg.
type Party interface {
	// Speak gives the next 20 ms of what he says.
	Speak() audio.Frame
	// Hear is given the next 20 ms of what he hears. It must not keep the frame.
	Hear(f *audio.Frame)
}

// Sound is what a leg hears that is in no room.
type Sound int

// Nothing is silence, Music is for those who wait, Voice is a sentence that is spoken,
// Ringback how it rings at somebody who is being called.
const (
	Nothing Sound = iota
	Music
	Voice
	Ringback
)

// sounds are what those hear who are alone.
type sounds [Ringback + 1]audio.Source

func newSounds() sounds {
	return sounds{audio.Silence{}, audio.Music(), audio.Speech(0), audio.Ringback()}
}

// next gives the next 20 ms of all of them.
func (s *sounds) next() (frames [Ringback + 1]audio.Frame) {
	for i, source := range s {
		frames[i] = source.Next()
	}
	return frames
}

// Seat is a leg's place in what goes on.
type Seat struct {
	Leg string
	// Room is whose parties hear one another; with "" the leg is alone, and hears Alone.
	Room        string
	Alone       Sound
	Muted, Held bool
	// Coaches is the leg that this one alone speaks to, "" for everybody.
	Coaches string
	// Spoken says that it hears, over all else, a sentence that is spoken.
	Spoken bool
	// Tape takes what is said and heard there, nil for none.
	Tape Tape
}

// Tape takes sound, 20 ms of what is said and of what is heard. It must not keep the frames.
type Tape interface {
	Take(says, heard *audio.Frame)
}

// Mixer lets parties hear one another.
type Mixer struct {
	sounds  sounds
	counter counter
	changed chan struct{} // holds a value while something has changed that Run has not looked at

	mu      sync.Mutex
	seats   []Seat
	parties map[string]Party
}

// NewMixer makes a mixer. Run mixes.
func NewMixer() *Mixer {
	return &Mixer{
		sounds: newSounds(), changed: make(chan struct{}, 1), parties: map[string]Party{},
	}
}

// Arrange says where all legs are now.
func (m *Mixer) Arrange(seats []Seat) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seats = seats
	m.lookLocked()
}

// Join says who speaks and hears over a leg; whoever did before does no more.
func (m *Mixer) Join(leg string, who Party) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parties[leg] = who
	m.lookLocked()
}

// Leave says that somebody does not any more; where another one has joined by then he
// stays.
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

// mostBehind is how many frames are made up for after the process was held up.
const mostBehind = 5

// Run mixes until ctx ends. While there is nobody to hear anything it does nothing.
func (m *Mixer) Run(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	due := time.Now()
	for {
		began := time.Now()
		late := began.Sub(due)
		if late > mostBehind*audio.Tick {
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

// seated is a leg with the party on it.
type seated struct {
	Seat
	party Party
}

// tick mixes one frame of everything; false where there is nobody.
func (m *Mixer) tick() bool {
	rooms, somebody := m.rooms()
	if !somebody {
		return false
	}
	played := m.sounds.next()
	for name, legs := range rooms {
		if name == "" {
			for _, l := range legs {
				says := l.party.Speak() // what is said to nobody must not be heard later
				l.hear(&says, &played[l.Alone], &played[Voice])
			}
			continue
		}
		mix(legs, &played[Music], &played[Voice])
	}
	return true
}

// rooms sorts those who are there by their rooms.
func (m *Mixer) rooms() (rooms map[string][]seated, somebody bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rooms = map[string][]seated{}
	for _, s := range m.seats {
		if party := m.parties[s.Leg]; party != nil {
			rooms[s.Room] = append(rooms[s.Room], seated{s, party})
			somebody = true
		}
	}
	return rooms, somebody
}

func mix(legs []seated, music, voice *audio.Frame) {
	room := make([]audio.Place, len(legs))
	for i, l := range legs {
		room[i] = audio.Place{Says: l.party.Speak(), Muted: l.Muted, Held: l.Held, Coaches: audio.Nobody}
		if l.Coaches != "" {
			room[i].Coaches = slices.IndexFunc(legs, func(other seated) bool { return other.Leg == l.Coaches })
			room[i].Muted = l.Muted || room[i].Coaches < 0 // who is coached is not there
		}
	}
	for i, f := range audio.Mix(room, music) {
		legs[i].hear(&room[i].Says, &f, voice)
	}
}

// hear gives a party what it hears, and the tape of its leg what was said and heard there.
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
