package report

import (
	"encoding/json"
	"slices"
	"time"
)

// filled puts the stretches of time without records between those with some, where the
// chart is a line of time.
func (p *Plan) filled(groups []*group, out *Answer) []*group {
	if len(p.dimensions) == 0 || p.dimensions[0].Unit == "" || !p.chart.kind.Filled || len(groups) == 0 {
		return groups
	}
	d := p.dimensions[0]
	here := map[string]bool{}
	var first, last time.Time
	for _, g := range groups {
		if g.value.rank > 0 {
			continue
		}
		here[g.value.key] = true
		if at := g.value.at; first.IsZero() || at.Before(first) {
			first = at
		}
		if at := g.value.at; at.After(last) {
			last = at
		}
	}
	var added []*group
	for at := first; at.Before(last); at = d.after(at) {
		if len(groups)+len(added) > MaxPoints {
			out.Gaps = true
			return groups
		}
		v := d.stretch(at)
		if here[v.key] {
			continue
		}
		g := &group{value: v, values: map[string]json.RawMessage{}}
		for i, f := range out.Series {
			if p.lineOf(i).whole {
				g.values[f.Key] = json.RawMessage("0")
			}
		}
		added = append(added, g)
	}
	return slices.Concat(groups, added)
}

// after is when the next stretch begins.
func (d *Dimension) after(at time.Time) time.Time {
	switch d.Unit {
	case "year":
		return at.AddDate(1, 0, 0)
	case "quarter":
		return at.AddDate(0, 3, 0)
	case "month":
		return at.AddDate(0, 1, 0)
	case "week":
		return at.AddDate(0, 0, 7)
	}
	switch {
	case !d.within():
		return at.AddDate(0, 0, 1)
	case d.Unit == "minute":
		return at.Add(time.Minute)
	default: // clocks of some zones are put forward by half an hour
		next := at.Add(time.Hour)
		return next.Add(-time.Duration(next.Minute()) * time.Minute)
	}
}
