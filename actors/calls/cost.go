package calls

import (
	"time"

	"switchboard/storage/row"
)

// cost is what an outbound call is charged with, in millionths of a dollar.
type cost struct {
	Account string `json:"account"` // of the month it was dialled in
	Minute  int64  `json:"minute"`
	Charged int64  `json:"charged"`         // so far
	Price   int64  `json:"price,omitempty"` // what the provider said that it costs
}

// due is what the call costs by now: its first minute from the start, so that a
// hundred at once can't pass the month's stop; each begun minute of talk when it is
// over, nothing where nobody answered; and the provider's own price above all.
func (c cost) due(v verdict) int64 {
	switch {
	case c.Price > 0:
		return c.Price
	case !v.over():
		return c.Minute
	case v.Answered.IsZero():
		return 0
	default:
		minutes := (v.Ended.Sub(v.Answered) + time.Minute - 1) / time.Minute
		return c.Minute * max(1, int64(minutes))
	}
}

// charge brings what was charged to what is due. The bound stood at the dialling:
// what a call came to must be counted, whatever the sum.
func charge(f *facts, v verdict) []row.Charge {
	if f.Cost == nil {
		return nil
	}
	more := f.Cost.due(v) - f.Cost.Charged
	if more == 0 {
		return nil
	}
	f.Cost.Charged += more
	return []row.Charge{{Account: f.Cost.Account, Amount: more}}
}
