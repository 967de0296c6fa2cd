package signal

import "net/url"

// Exchange is the network's interface for browsers. Errors are final: the leg is
// over, or another device has it.
type Exchange interface {
	// Register lets a device ring for an identity until unregister is called.
	Register(identity string, d Device) (unregister func())
	// Leave reports that a device is gone, with all its legs.
	Leave(d Device)
	// Answer answers a leg that rings for the identity.
	Answer(identity, leg string, d Device) error
	// Resume takes over a leg that the identity already has.
	Resume(identity, leg string, d Device) error
	// HangUp ends a leg that the device has, or rejects one that rings for the
	// identity.
	HangUp(identity, leg string, d Device)
	// Place starts a call with the browser's parameters.
	Place(identity string, params url.Values, d Device) (leg string, err error)
	// Digits reports keys that were pressed during a call.
	Digits(leg, digits string)
}

// Device receives the network's events for a browser. No method blocks.
type Device interface {
	// Ring rings it, also for a leg that it has and whose sound was lost.
	Ring(call Call)
	// Silence stops the ringing: another device answered, or the caller gave up.
	Silence(leg string)
	// Begin reports that the call that it placed was answered.
	Begin(leg string)
	// End reports that a leg that it has is over.
	End(leg string)
}

// Call is a ringing leg.
type Call struct{ Leg, From, To, Params string }
