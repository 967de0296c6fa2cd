package outbound

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/ratelimit"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// Settings are the organizations' own (actors/organizations).
type Settings interface {
	Settings(ctx context.Context, organization id.ID) (settings.Organization, error)
}

// Sums are what was charged so far, and where a notice of it is written (storage/pg).
type Sums interface {
	Charged(ctx context.Context, organization id.ID, account string) (int64, error)
	Commit(ctx context.Context, change row.Change) ([]row.Record, error)
}

// Guard reports whether a user may call or text a number, and at what price.
type Guard struct {
	Settings Settings
	Sums     Sums
	Limits   ratelimit.Limiter
	Now      func() time.Time

	told sync.Map // the last Notice of each organization
}

// Call refuses a call that may not be made: to a country or a kind of number that the
// organization does not allow (fault.Forbidden), past the month's spending
// (fault.Forbidden), or faster than one user may (fault.Limited). What may be made is
// charged with its first minute.
func (g *Guard) Call(ctx context.Context, p *access.Principal, to string) (row.Charge, error) {
	return g.decide(ctx, p, "calls", []string{to}, func(one price) int64 { return one.minute })
}

// Text is Call for a text to numbers, with its files.
func (g *Guard) Text(ctx context.Context, p *access.Principal, to []string, body string, files int) (row.Charge, error) {
	segments := segmentsOf(body, files)
	return g.decide(ctx, p, "texts", to, func(one price) int64 { return segments * one.segment })
}

// Reach refuses a number that may not be texted at all, for its country or its kind
// (fault.Forbidden).
func (g *Guard) Reach(ctx context.Context, p *access.Principal, to string) error {
	set, err := g.Settings.Settings(ctx, p.Organization)
	if err != nil {
		return err
	}
	return allowed(set.Outbound, DestinationOf(to), "texts", to)
}

// Price is what a text costs that is gone already.
func (g *Guard) Price(to []string, body string, files int) row.Charge {
	return texted(g.Now(), to, body, files)
}

// Refund takes back what a text that was decided at that time, and never sent, was
// charged.
func (*Guard) Refund(at time.Time, to []string, body string, files int) row.Charge {
	c := texted(at, to, body, files)
	c.Amount = -c.Amount
	return c
}

// texted is the price of a text, in the sum of its time.
func texted(at time.Time, to []string, body string, files int) row.Charge {
	c := row.Charge{Account: Account(at)}
	for _, number := range to {
		c.Amount += segmentsOf(body, files) * priceOf(DestinationOf(number)).segment
	}
	return c
}

func (g *Guard) decide(ctx context.Context, p *access.Principal, what string, to []string, cost func(price) int64) (row.Charge, error) {
	set, err := g.Settings.Settings(ctx, p.Organization)
	if err != nil {
		return row.Charge{}, err
	}
	var amount int64
	for _, number := range to {
		d := DestinationOf(number)
		if err := allowed(set.Outbound, d, what, number); err != nil {
			return row.Charge{}, err
		}
		amount += cost(priceOf(d))
	}
	charge := row.Charge{
		Account: Account(g.Now()), Amount: amount, Most: int64(set.Spend.MonthlyStopUSD) * USD, Refusal: stopped(set.Spend.MonthlyStopUSD),
	}
	spent, err := g.Sums.Charged(ctx, p.Organization, charge.Account)
	if err != nil {
		return row.Charge{}, err
	}
	if err := g.notice(ctx, p.Organization, set.Spend.MonthlyStopUSD, spent+amount); err != nil {
		return row.Charge{}, err
	}
	if spent+amount > charge.Most {
		return row.Charge{}, fault.New(fault.Forbidden, "%s", charge.Refusal)
	}
	return charge, g.pace(ctx, p, what, set.Rates)
}

func allowed(rule settings.Outbound, d Destination, what, number string) error {
	switch {
	case d.Country == "":
		return fault.Field("to", "%s is not a number that can be reached.", number)
	case !slices.Contains(rule.Countries, d.Country):
		return fault.New(fault.Forbidden, "Your organization doesn't allow %s to %s. An administrator can add the country in the organization's settings.",
			what, CountryName(d.Country))
	case d.Premium && !rule.Premium:
		return fault.New(fault.Forbidden, "Your organization doesn't allow %s to premium-rate numbers such as %s.", what, number)
	default:
		return nil
	}
}

func stopped(usd int) string {
	return fmt.Sprintf("Your organization has reached its $%d spending limit for this month: no calls or texts go out. An administrator can raise it in the organization's settings.", usd)
}

func (g *Guard) pace(ctx context.Context, p *access.Principal, what string, rates settings.Rates) error {
	most := rates.CallsPerMinute
	if what == "texts" {
		most = rates.TextsPerMinute
	}
	key := what + ":" + string(p.Organization) + ":" + string(p.User)
	if wait := g.Limits.Take(ctx, key, ratelimit.PerMinute(most), 1); wait > 0 {
		return fault.New(fault.Limited, "You can make %d %s a minute. Please wait a moment.", most, what).After(wait)
	}
	return nil
}

// Account names the sum of the month that a moment lies in, by UTC.
func Account(at time.Time) string { return "outbound:" + at.UTC().Format("2006-01") }
