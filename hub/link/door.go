package link

import (
	"math"
	"net/netip"
	"sync"
	"time"
)

// address is what connections of one client count against: its IPv4 address, or
// the /64 of its IPv6 address. The zero value is nobody in particular.
type address = netip.Prefix

// door bounds how many connections an address has and how fast it opens them.
type door struct {
	options *Options
	mu      sync.Mutex
	known   map[address]*visits
	tidied  time.Time
}

// visits is the account of an address: a bucket that connects take from.
type visits struct {
	open int
	left float64
	at   time.Time
}

// fewAddresses are kept without looking whether some can be forgotten.
const fewAddresses = 1024

// crowdedWait is what an address is told that has too many open connections.
const crowdedWait = 30 * time.Second

func newDoor(o *Options) door { return door{options: o, known: map[address]*visits{}} }

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

// admit lets a connection of a remote address in, or says how long it should wait.
// Who was let in leaves once.
func (d *door) admit(remote string) (address, time.Duration) {
	from := addressOf(remote)
	if !from.IsValid() {
		return from, 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	d.tidy(now)
	v := d.known[from]
	if v == nil {
		v = &visits{left: float64(d.options.ConnectBurst), at: now}
		d.known[from] = v
	}
	v.left, v.at = d.refilled(v, now), now
	switch {
	case v.left < 1:
		return from, time.Duration((1 - v.left) / d.options.ConnectsPerSecond * float64(time.Second))
	case v.open >= d.options.ConnectionsPerAddress:
		return from, crowdedWait
	}
	v.left--
	v.open++
	return from, 0
}

func (d *door) refilled(v *visits, now time.Time) float64 {
	return math.Min(float64(d.options.ConnectBurst), v.left+now.Sub(v.at).Seconds()*d.options.ConnectsPerSecond)
}

func (d *door) leave(from address) {
	if !from.IsValid() {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known[from].open--
}

// tidy forgets those who have no connection and whose bucket is full again.
func (d *door) tidy(now time.Time) {
	if len(d.known) <= fewAddresses || now.Sub(d.tidied) < time.Second {
		return
	}
	d.tidied = now
	for from, v := range d.known {
		if v.open == 0 && d.refilled(v, now) >= float64(d.options.ConnectBurst) {
			delete(d.known, from)
		}
	}
}

func (d *door) size() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.known)
}
