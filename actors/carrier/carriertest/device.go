package carriertest

import (
	"time"

	"switchboard/actors/carrier/simulator/signal"
)

// answering is a browser without sound that answers every call after a while, for
// tests of calls in a synctest bubble, which has no network.
type answering struct {
	exchange signal.Exchange
	identity string
}

// Answering registers a browser that answers every call for an identity, until
// unregister is called.
func Answering(exchange signal.Exchange, identity string) (unregister func()) {
	return exchange.Register(identity, &answering{exchange: exchange, identity: identity})
}

// Ring implements signal.Device.
func (a *answering) Ring(call signal.Call) {
	time.AfterFunc(400*time.Millisecond, func() { _ = a.exchange.Answer(a.identity, call.Leg, a) })
}

// Silence implements signal.Device.
func (*answering) Silence(string) {}

// Begin implements signal.Device.
func (*answering) Begin(string) {}

// End implements signal.Device.
func (*answering) End(string) {}
