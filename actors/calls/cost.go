package calls

import (
	"time"

	"switchboard/storage/row"
)

// cost is the charge for an outbound call, in millionths of a dollar.
type cost struct {
	Account string `json:"account"` // the month in which it was dialed
	Minute  int64  `json:"minute"`
	Charged int64  `json:"charged"`         // charged so far
	Price   int64  `json:"price,omitempty"` // the provider's price
}

// due returns the cost of the call so far. The first minute counts from the start, so
// that a hundred simultaneous calls can't exceed the monthly limit. A completed call
// costs each started minute, an unanswered call nothing. The provider's own price
// overrides all of this.
func (c cost) due(v derived) int64 {
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

// charge charges the difference between what is due and what was charged. It ignores
// the limit, which applies when dialing: what a call has cost must be counted.
func charge(f *facts, v derived) []row.Charge {
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
