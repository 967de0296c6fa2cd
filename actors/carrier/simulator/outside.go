package simulator

import (
	"strings"
	"unicode/utf8"

	"switchboard/actors/carrier/simulator/album"
	"switchboard/actors/carrier/simulator/voice"
	"switchboard/storage/fault"
)

// maxText bounds a text from an outside phone, in characters.
const maxText = 1600

// outside acts as people outside, for a scope's numbers.
type outside struct {
	store   *store
	numbers numbers // all numbers of the account
	in      scope
	// exchange knows the people on outside phones.
	exchange *exchange
	album    *album.Album
}

// between checks the two numbers of a call or text to us.
func (o outside) between(from, to string) error {
	if !e164.MatchString(from) {
		return fault.Field("from", "The caller's number must be in the form +15551234567.")
	}
	if !o.numbers.has(to) || !o.in.has(to) {
		return fault.Field("to", "%q is not one of our numbers.", to)
	}
	if from == to {
		return fault.Field("from", "A number can't call or text itself.")
	}
	return nil
}

// begin starts something new, unless too much is pending.
func (o outside) begin(something func(w *world)) error {
	return o.store.update(func(w *world) error {
		if err := w.schedule.Busy(); err != nil {
			return err
		}
		something(w)
		return nil
	})
}

// placeCall calls one of our numbers and returns the call's sid.
func (o outside) placeCall(from, to string) (made string, err error) {
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if err := o.between(from, to); err != nil {
		return "", err
	}
	err = o.begin(func(w *world) { made = w.calls.Arrive(from, to).SID })
	return made, err
}

// sendText texts one of our numbers, with files, and returns the message's sid.
func (o outside) sendText(from, to, body string, files ...Attached) (made string, err error) {
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if err := o.between(from, to); err != nil {
		return "", err
	}
	if n := utf8.RuneCountInString(body); !utf8.ValidString(body) || strings.TrimSpace(body) == "" && len(files) == 0 || n > maxText {
		return "", fault.Field("body", "A text has 1 to %d characters.", maxText)
	}
	media, err := o.keep(files)
	if err != nil {
		return "", err
	}
	err = o.begin(func(w *world) { made = w.texts.Receive(from, to, body, media...).SID })
	return made, err
}

// change finds and changes a live leg. It returns fault.NotFound if the scope has
// none with that sid, fault.Conflict if it is over.
func (o outside) change(legSID string, with func(calls *voice.Calls, l *voice.Leg) error) error {
	return o.store.update(func(w *world) error {
		l := w.calls.Legs[legSID]
		if l == nil || l.Client != "" || !o.in.has(l.Ours()) {
			return fault.New(fault.NotFound, "There is no such call.")
		}
		if l.Over() {
			return fault.New(fault.Conflict, "The call is over already.")
		}
		return with(w.calls, l)
	})
}

// hangUp makes the outside party hang up, or reject a call that rings.
func (o outside) hangUp(legSID string) error {
	return o.change(legSID, func(calls *voice.Calls, l *voice.Leg) error {
		calls.HangUp(l)
		return nil
	})
}

// answer answers a call of ours, or returns fault.Conflict if it does not ring for
// the outside party.
func (o outside) answer(legSID string) error {
	return o.change(legSID, func(calls *voice.Calls, l *voice.Leg) error {
		if l.Direction == voice.Inbound || l.Answered != nil {
			return fault.New(fault.Conflict, "The call does not ring here.")
		}
		calls.Answer(l)
		return nil
	})
}

// refuse makes the provider reject texts from our numbers with 429, or accept them
// again. The setting survives a restart.
func (o outside) refuse(on bool) error {
	return o.store.update(func(w *world) error {
		for _, n := range o.numbers.in(o.in) {
			w.texts.Refuse(n.Number, on)
		}
		return nil
	})
}

// fail makes requests about calls of our numbers fail with 503, or work again. The
// setting survives a restart.
func (o outside) fail(on bool) error {
	return o.store.update(func(w *world) error {
		for _, n := range o.numbers.in(o.in) {
			w.calls.Fail(n.Number, on)
		}
		return nil
	})
}

// state returns the current view.
func (o outside) state() (v View) {
	o.store.view(func(w *world) { v = viewOf(w, o.in, o.numbers.in(o.in)) })
	for i := range v.Calls {
		v.Calls[i].Browser = o.exchange.handsets.Has(v.Calls[i].SID)
	}
	return v
}
