package signal

import "net/url"

// Exchange is what browsers ask of the network. Errors are final: the leg is over, or
// somebody else has it.
type Exchange interface {
	// Register lets a device ring for an identity until unregister is called.
	Register(identity string, d Device) (unregister func())
	// Leave says that all that a device had is without a browser.
	Leave(d Device)
	// Answer takes a leg that rings for the identity.
	Answer(identity, leg string, d Device) error
	// Resume takes a leg over that the identity has already.
	Resume(identity, leg string, d Device) error
	// HangUp ends a leg that the device has, or refuses one that rings for the identity.
	HangUp(identity, leg string, d Device)
	// Place begins a call; params are what the browser gives with it.
	Place(identity string, params url.Values, d Device) (leg string, err error)
	// Digits are keys that were pressed during a call.
	Digits(leg, digits string)
}

// Device is what the network tells a browser. No method blocks.
type Device interface {
	// Ring calls it, also about a leg that it has and whose sound was lost.
	Ring(call Call)
	// Silence ends the ringing: somebody else answered, or the caller gave up.
	Silence(leg string)
	// Begin says that the call that it placed was answered.
	Begin(leg string)
	// End says that a leg that it has is over.
	End(leg string)
}

// Call is a leg that rings.
type Call struct{ Leg, From, To, Params string }
