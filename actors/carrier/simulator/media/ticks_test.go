package media_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"switchboard/actors/carrier/simulator/audio"
	"switchboard/actors/carrier/simulator/media"
)

// slow holds the mixer up at some of its ticks.
type slow struct {
	takes map[int]time.Duration // by the number of the tick
	spoke int
}

func (s *slow) Speak() audio.Frame {
	time.Sleep(s.takes[s.spoke])
	s.spoke++
	return audio.Frame{}
}

func (*slow) Hear(*audio.Frame) {}

// A tick that takes longer than it lasts makes those behind it late, until the mixer has
// made up for it; where it lags too far behind it leaves frames out.
func TestTicksAreCountedByLateness(t *testing.T) {
	for _, c := range []struct {
		name  string
		takes time.Duration
		late  []time.Duration // of each tick
	}{
		{"in time", 4 * time.Millisecond, []time.Duration{0, 0, 0, 0}},
		{"held up", 45 * time.Millisecond, []time.Duration{0, 25 * time.Millisecond, 5 * time.Millisecond, 0}},
		{"too far behind", 200 * time.Millisecond, []time.Duration{0, 180 * time.Millisecond, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := media.NewMixer()
				m.Arrange([]media.Seat{{Leg: "one"}})
				who := &slow{takes: map[int]time.Duration{0: c.takes}}
				ctx, stop := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() { defer close(ended); m.Run(ctx) }()
				time.Sleep(time.Hour) // nobody is there: that makes nothing late
				m.Join("one", who)
				for m.Ticks().Late.Count < uint64(len(c.late)) {
					time.Sleep(time.Millisecond)
					synctest.Wait()
				}
				stop()
				<-ended
				got := m.Ticks()
				want := media.Ticks{}
				for i, late := range c.late {
					count(&want.Late, late)
					count(&want.Took, who.takes[i])
				}
				if got != want {
					t.Errorf("%+v, want %+v", got, want)
				}
			})
		})
	}
}

func count(into *media.Spread, d time.Duration) {
	into.Count++
	into.Sum += d
	for i, bound := range media.Bounds {
		if d <= bound {
			into.Within[i]++
		}
	}
}
