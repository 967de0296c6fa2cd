package link

import (
	"math"
	"net/netip"
	"sync"
	"time"
)

// address is the key for per-client limits: the client's IPv4 address, or the
// /64 of its IPv6 address. The zero value means that the address is unknown.
type address = netip.Prefix

// addresses bounds how many connections an address has and how fast it opens
// them.
type addresses struct {
	options *Options
	mu      sync.Mutex
	known   map[address]*visits
	swept   time.Time
}

// visits is the state of an address: its open connections and a token bucket
// for new ones.
type visits struct {
	open int
	left float64
	at   time.Time
}

// sweepAbove is the number of addresses above which idle ones are removed.
const sweepAbove = 1024

// fullWait is the Retry-After for an address with too many open connections.
const fullWait = 30 * time.Second

func newAddresses(o *Options) addresses { return addresses{options: o, known: map[address]*visits{}} }

func addressOf(remote string) address {
	a, err := netip.ParseAddrPort(remote)
	if err != nil {
		return address{}
	}
	ip := a.Addr().Unmap().WithZone("")
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, err := ip.Prefix(bits)
	if err != nil {
		return address{}
	}
	return p
}

// admit admits a connection of a remote address, or returns how long it
// should wait. An admitted connection must leave once.
func (a *addresses) admit(remote string) (address, time.Duration) {
	from := addressOf(remote)
	if !from.IsValid() {
		return from, 0
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	a.sweep(now)
	v := a.known[from]
	if v == nil {
		v = &visits{left: float64(a.options.ConnectBurst), at: now}
		a.known[from] = v
	}
	v.left, v.at = a.refilled(v, now), now
	switch {
	case v.left < 1:
		return from, time.Duration((1 - v.left) / a.options.ConnectsPerSecond * float64(time.Second))
	case v.open >= a.options.ConnectionsPerAddress:
		return from, fullWait
	}
	v.left--
	v.open++
	return from, 0
}

func (a *addresses) refilled(v *visits, now time.Time) float64 {
	return math.Min(float64(a.options.ConnectBurst), v.left+now.Sub(v.at).Seconds()*a.options.ConnectsPerSecond)
}

func (a *addresses) leave(from address) {
	if !from.IsValid() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.known[from].open--
}

// sweep removes addresses that have no connection and a full bucket.
func (a *addresses) sweep(now time.Time) {
	if len(a.known) <= sweepAbove || now.Sub(a.swept) < time.Second {
		return
	}
	a.swept = now
	for from, v := range a.known {
		if v.open == 0 && a.refilled(v, now) >= float64(a.options.ConnectBurst) {
			delete(a.known, from)
		}
	}
}

func (a *addresses) size() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.known)
}
