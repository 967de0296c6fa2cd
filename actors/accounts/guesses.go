package accounts

import (
	"context"
	"net/netip"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/ratelimit"
)

// The limits on guesses. A stranger is anybody but a browser that signed in to the
// account before.
var (
	// networkRate is one network's, whatever accounts it tries.
	networkRate = ratelimit.Rate{Count: 60, Per: 15 * time.Minute, Burst: 60}
	// pairRate is one network's at one account.
	pairRate = ratelimit.Rate{Count: 10, Per: 15 * time.Minute, Burst: 10}
	// strangersRate is what all strangers together may try at one account before each
	// network is held to besiegedRate. They are not refused together: then anybody
	// could lock anybody out.
	strangersRate = ratelimit.Rate{Count: 50, Per: 15 * time.Minute, Burst: 50}
	besiegedRate  = ratelimit.Rate{Count: 1, Per: 10 * time.Minute, Burst: 2}
	// deviceRate is that of a browser that signed in to the account before: a stolen
	// proof must not make guessing free.
	deviceRate = ratelimit.Rate{Count: 10, Per: 15 * time.Minute, Burst: 10}
)

// attempt is a guess that was counted, so that it can be taken back when it was no
// guess.
type attempt struct {
	limiter ratelimit.Limiter
	counted []counted
}

type counted struct {
	key  string
	rate ratelimit.Rate
	// whole says that success gives back all guesses of the key, not this one alone.
	whole bool
}

// guess counts one attempt to sign in before anything is looked up, so that unknown
// addresses are answered alike. Too many are fault.Limited.
func (p *prover) guess(ctx context.Context, email string, client Client) (attempt, error) {
	a := attempt{limiter: p.limiter}
	if proof, known := p.keys.knownDevice(client.Device, email, p.now()); known {
		return a, a.take(ctx, "sign-in:device:"+proof, deviceRate, true)
	}
	network := networkOf(client.Address)
	pair := network + ":" + email
	if err := a.take(ctx, "sign-in:network:"+network, networkRate, false); err != nil {
		return a, err
	}
	if err := a.take(ctx, "sign-in:pair:"+pair, pairRate, true); err != nil {
		return a, err
	}
	if a.take(ctx, "sign-in:strangers:"+email, strangersRate, false) == nil {
		return a, nil
	}
	return a, a.take(ctx, "sign-in:besieged:"+pair, besiegedRate, true)
}

func (a *attempt) take(ctx context.Context, key string, rate ratelimit.Rate, whole bool) error {
	wait := a.limiter.Take(ctx, key, rate, 1)
	if wait == 0 {
		a.counted = append(a.counted, counted{key, rate, whole})
		return nil
	}
	wait = max(time.Second, wait)
	return fault.New(fault.Limited, "Too many attempts to sign in. Please wait %s and try again.", wait.Round(time.Second)).After(wait)
}

// succeeded refunds the attempt: a successful sign-in was not a guess.
func (a *attempt) succeeded(ctx context.Context) {
	for _, c := range a.counted {
		n := 1
		if c.whole {
			n = c.rate.Burst
		}
		a.limiter.Give(ctx, c.key, c.rate, n)
	}
}

// forgive refunds the guesses of a network at an account: the reader of the account's mail did
// not guess.
func (p *prover) forgive(ctx context.Context, email string, client Client) {
	pair := networkOf(client.Address) + ":" + email
	a := attempt{limiter: p.limiter, counted: []counted{
		{"sign-in:pair:" + pair, pairRate, true}, {"sign-in:besieged:" + pair, besiegedRate, true},
	}}
	if proof, known := p.keys.knownDevice(client.Device, email, p.now()); known {
		a.counted = append(a.counted, counted{"sign-in:device:" + proof, deviceRate, true})
	}
	a.succeeded(ctx)
}

// networkOf returns the network of one subscriber: an IPv4 address, or an IPv6 /64, since a
// subscriber can use any address within it.
func networkOf(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	network, err := ip.Prefix(64)
	if err != nil {
		return address
	}
	return network.String()
}
