package simulator

import (
	"log/slog"
	"net/url"
	"slices"
	"sync"

	"switchboard/actors/carrier/simulator/handset"
	"switchboard/actors/carrier/simulator/media"
	"switchboard/actors/carrier/simulator/signal"
	"switchboard/actors/carrier/simulator/tape"
	"switchboard/actors/carrier/simulator/voice"
	"switchboard/storage/fault"
)

// exchange connects the calls to browsers and sound. After each change of the world
// it updates the legs' browsers, and it applies the actions of browsers to the world.
type exchange struct {
	store    *store
	mixer    *media.Mixer
	tapes    *tape.Tapes
	taped    int // the number of recordings at the last update; under the store's lock
	log      *slog.Logger
	handsets *handset.Handsets // browsers that act as outside phones

	mu         sync.Mutex                 // may be taken under the store's lock, never the other way round
	registered map[string][]signal.Device // by identity
	offered    map[string][]signal.Device // by leg: the devices it rings
	holders    map[string]signal.Device   // by leg: the device that has it
	begun      map[string]bool            // by leg: its browser was told that it was answered
	orphans    map[string]bool            // legs whose sound was lost with an earlier process
	outsiders  map[string]*media.Outsider // by leg: the person on the outside phone
}

var _ signal.Exchange = (*exchange)(nil)

func newExchange(handsets *handset.Handsets, tapes *tape.Tapes, log *slog.Logger) *exchange {
	return &exchange{
		mixer: media.NewMixer(), tapes: tapes, log: log, handsets: handsets, registered: map[string][]signal.Device{}, offered: map[string][]signal.Device{},
		holders: map[string]signal.Device{}, begun: map[string]bool{}, orphans: map[string]bool{}, outsiders: map[string]*media.Outsider{},
	}
}

// orphan records that all browsers' legs lost their sound, as after a start. A
// browser that returns is called again about its leg.
func (x *exchange) orphan(w *world) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range w.calls.LoseAll() {
		x.orphans[l.SID] = true
	}
	return nil
}

// isRegistered reports whether a call can ring a user's browser.
func (x *exchange) isRegistered(identity string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return len(x.registered[identity]) > 0
}

// Register implements signal.Exchange.
func (x *exchange) Register(identity string, d signal.Device) (unregister func()) {
	x.mu.Lock()
	x.registered[identity] = append(x.registered[identity], d)
	x.mu.Unlock()
	x.store.view(x.follow) // calls that already ring
	return func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		left := without(x.registered[identity], d)
		if x.registered[identity] = left; len(left) == 0 {
			delete(x.registered, identity)
		}
		for leg, to := range x.offered {
			x.offered[leg] = without(to, d)
		}
	}
}

func without(list []signal.Device, d signal.Device) []signal.Device {
	return slices.DeleteFunc(slices.Clone(list), func(one signal.Device) bool { return one == d })
}

// Leave implements signal.Exchange.
func (x *exchange) Leave(d signal.Device) {
	x.mu.Lock()
	var lost []string
	for leg, holder := range x.holders {
		if holder == d {
			delete(x.holders, leg)
			lost = append(lost, leg)
		}
	}
	x.mu.Unlock()
	if len(lost) == 0 {
		return
	}
	_ = x.store.updateEvenClosed(func(w *world) error {
		for _, leg := range lost {
			l := w.calls.Legs[leg]
			switch {
			case l == nil || l.Over():
			case l.Answered == nil: // a call that was being placed
				w.calls.HangUp(l)
			default:
				w.calls.Lose(l)
			}
		}
		return nil
	})
}

// Answer implements signal.Exchange.
func (x *exchange) Answer(identity, leg string, d signal.Device) error {
	return x.change(identity, leg, func(w *world, l *voice.Leg) error {
		if l.Answered != nil {
			return x.regain(w, l, d, false)
		}
		x.hold(leg, d)
		w.calls.Answer(l)
		return nil
	})
}

// Resume implements signal.Exchange.
func (x *exchange) Resume(identity, leg string, d signal.Device) error {
	return x.change(identity, leg, func(w *world, l *voice.Leg) error {
		if l.Answered == nil {
			return fault.New(fault.Conflict, "The call was not answered yet.")
		}
		return x.regain(w, l, d, true)
	})
}

// regain gives an answered leg to a browser: always to one that has its line, to
// another one only if no browser has it.
func (x *exchange) regain(w *world, l *voice.Leg, d signal.Device, sure bool) error {
	if x.holder(l.SID) != nil && !sure {
		return fault.New(fault.Conflict, "Another browser has the call.")
	}
	x.hold(l.SID, d)
	w.calls.Regain(l)
	return nil
}

func (x *exchange) hold(leg string, d signal.Device) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.holders[leg] = d
	delete(x.orphans, leg)
	x.offered[leg] = without(x.offered[leg], d)
}

func (x *exchange) holder(leg string) signal.Device {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.holders[leg]
}

// HangUp implements signal.Exchange.
func (x *exchange) HangUp(identity, leg string, d signal.Device) {
	_ = x.change(identity, leg, func(w *world, l *voice.Leg) error {
		if l.Answered == nil || x.holder(leg) == d {
			w.calls.HangUp(l)
		}
		return nil
	})
}

// Place implements signal.Exchange.
func (x *exchange) Place(identity string, params url.Values, d signal.Device) (leg string, err error) {
	err = x.store.update(func(w *world) error {
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		leg = w.calls.Place(identity, params).SID
		x.hold(leg, d)
		return nil
	})
	return leg, err
}

// Digits implements signal.Exchange.
func (x *exchange) Digits(leg, digits string) {
	_ = x.store.update(func(w *world) error {
		if l := w.calls.Legs[leg]; l != nil && !l.Over() {
			l.Press(digits)
		}
		return nil
	})
}

// change changes a live leg of an identity.
func (x *exchange) change(identity, leg string, do func(w *world, l *voice.Leg) error) error {
	return x.store.update(func(w *world) error {
		l := w.calls.Legs[leg]
		if l == nil || l.Client != identity || l.Over() {
			return fault.New(fault.Conflict, "The call is over.")
		}
		return do(w, l)
	})
}

// follow notifies browsers of changes of legs, and updates the mixer's seats. It is
// called under the store's lock, after each change.
func (x *exchange) follow(w *world) {
	x.mu.Lock()
	defer x.mu.Unlock()
	var seats []media.Seat
	for sid, l := range w.calls.Legs {
		if l.Over() {
			x.endLocked(sid)
			continue
		}
		if l.Client != "" {
			x.ringLocked(l)
		} else if l.Answered != nil {
			x.outsideLocked(l)
		}
		if l.Answered != nil {
			seat := seatOf(w, l)
			seat.Tape = x.tapeOf(w, l)
			seats = append(seats, seat)
		}
	}
	x.endTapes(w)
	x.mixer.Arrange(seats)
}

// ringLocked rings additional browsers for a leg that is unanswered or whose browser
// was lost.
func (x *exchange) ringLocked(l *voice.Leg) {
	holder := x.holders[l.SID]
	switch {
	case holder != nil:
		for _, d := range x.offered[l.SID] {
			d.Silence(l.SID)
		}
		delete(x.offered, l.SID)
		if l.Answered != nil && l.Direction == voice.Inbound && !x.begun[l.SID] {
			x.begun[l.SID] = true
			holder.Begin(l.SID)
		}
	case x.orphans[l.SID] || l.Status == voice.Ringing && l.Direction != voice.Inbound:
		for _, d := range x.registered[l.Client] {
			if !slices.Contains(x.offered[l.SID], d) {
				x.offered[l.SID] = append(x.offered[l.SID], d)
				d.Ring(signal.Call{Leg: l.SID, From: l.From, To: "client:" + l.Client, Params: l.Params})
			}
		}
	}
}

// endLocked tells the browsers that had a leg, or that it rang, that it is over.
func (x *exchange) endLocked(leg string) {
	if holder := x.holders[leg]; holder != nil {
		holder.End(leg)
		delete(x.holders, leg)
	}
	delete(x.begun, leg)
	delete(x.orphans, leg)
	for _, d := range x.offered[leg] {
		d.Silence(leg)
	}
	delete(x.offered, leg)
	if o := x.outsiders[leg]; o != nil {
		x.mixer.Leave(leg, o)
		x.handsets.Drop(leg)
		delete(x.outsiders, leg)
	}
}

// outsideLocked puts a person on the phone of an outside leg.
func (x *exchange) outsideLocked(l *voice.Leg) {
	o := x.outsiders[l.SID]
	if o == nil {
		o = media.NewOutsider(uint64(l.Created.UnixNano()))
		x.outsiders[l.SID] = o
		x.mixer.Join(l.SID, o)
	}
	o.Play(l.Tone)
}

// outsider returns the person on the phone of an outside leg.
func (x *exchange) outsider(leg string) *media.Outsider {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.outsiders[leg]
}

// seatOf returns the seat of an answered leg.
func seatOf(w *world, l *voice.Leg) media.Seat {
	s := media.Seat{Leg: l.SID, Spoken: w.calls.Announced(l), Muted: l.Muted, Held: l.Held, Coaches: l.Coaches}
	switch {
	case w.calls.Mixing(l):
		s.Room = l.Conference
	case l.Spoken:
		s.Alone = media.Voice
	case l.Joined && w.calls.Rings(l):
		s.Alone = media.Ringback
	case l.Joined && !l.Silent:
		s.Alone = media.Music
	}
	return s
}
