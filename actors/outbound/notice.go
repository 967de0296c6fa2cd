package outbound

import (
	"context"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// warnAt is the part of the month's stop, in percent, from which the organization is
// told of it.
const warnAt = 80

// Notice is what an organization is told of its spending, in the field
// outbound_notice of its record.
type Notice struct {
	Month   string `json:"month"`
	Percent int    `json:"percent"` // 80, or 100 where nothing goes out any more
	StopUSD int    `json:"stop_usd"`
}

// notice tells the organization once that most of the month's stop is spent, and once
// that all of it is; where several processes do so at once, only the first write changes
// anything.
func (g *Guard) notice(ctx context.Context, organization id.ID, stopUSD int, spent int64) error {
	most := int64(stopUSD) * USD
	n := Notice{Month: g.Now().UTC().Format("2006-01"), Percent: warnAt, StopUSD: stopUSD}
	switch {
	case spent*100 < most*warnAt:
		return nil
	case spent > most:
		n.Percent = 100
	}
	if last, _ := g.told.Load(organization); last == n || last == (Notice{n.Month, 100, n.StopUSD}) {
		return nil
	}
	_, err := g.Sums.Commit(ctx, row.Change{Organization: organization, Writes: []row.Write{{
		Object: "organization", ID: organization, Op: entry.Updated, Set: row.Fields{"outbound_notice": row.JSONValue(n)}, Cause: "organization.spending",
	}}})
	if err == nil {
		g.told.Store(organization, n)
	}
	return err
}
